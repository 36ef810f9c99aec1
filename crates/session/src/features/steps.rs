//! Undo steps: recording them, undo and redo, and what they do to the clip shown.

use std::sync::Arc;

use rig::{Clip, Pose};
use scene::same_surface::has_same_surface;

use super::Context;
use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::history::Snapshot;
use crate::document::joint_mapping::map_moment;
use crate::document::limits::limit_numbers;
use crate::document::moment::Moment;
use crate::features::pending::carried::CarriedTargets;
use crate::shown::visible_pose;

/// What an undo step does to the clip shown.
#[derive(Clone, Copy, Debug)]
enum ClipEffect {
    /// The step ends in the user's pose and leaves a clip that is shown.
    OwnPose,
    /// The step holds for clips and the user's pose alike; the clip shown, or the one left, does not change.
    Unaffected,
    /// The step changes what is pending over clips, and was made at this moment, which is shown.
    OverClip(Moment),
}

impl Context<'_> {
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            document: self.document.clone(),
            moment: self.session.playback.moment,
            left: self.session.playback.left,
        }
    }

    /// Records a step in the history and takes its document, unless nothing changed.
    pub(super) fn commit(&mut self, name: &str, gesture: Option<Gesture>, after: Document) {
        if !after.same_as(self.document) {
            let before = self.snapshot();
            self.history.record(name, gesture, before, &after);
            self.tell_of_lost_curves(&after);
            *self.document = after;
        }
    }

    /// Changes the visible pose. The rest pose becomes the user's pose by that, or is taken over the clip shown.
    pub(super) fn edit_pose(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edit: impl FnOnce(&mut Pose),
    ) {
        self.edit_pose_carrying(name, gesture, &CarriedTargets::new(), edit);
    }

    /// The same, with channels that count as changed whatever the clip shows.
    pub(super) fn edit_pose_carrying(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        carried: &CarriedTargets,
        edit: impl FnOnce(&mut Pose),
    ) {
        let shown = visible_pose(self.document, self.session);
        let mut pose = (*shown).clone();
        edit(&mut pose);
        if pose != *shown || !carried.is_empty() {
            self.take_pose_carrying(name, gesture, pose, carried);
        }
    }

    /// Takes a pose and shows it: over the clip that is shown, else as the user's. Numbers that no project may hold are limited
    /// to those that it may.
    pub(super) fn take_pose(&mut self, name: &str, gesture: Option<Gesture>, pose: Pose) {
        self.take_pose_carrying(name, gesture, pose, &CarriedTargets::new());
    }

    /// The same, with channels that count as changed whatever the clip shows.
    pub(super) fn take_pose_carrying(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        mut pose: Pose,
        carried: &CarriedTargets,
    ) {
        if self.is_kept_by_mix() {
            return;
        }
        match self.session.playback.moment {
            Some(moment) => {
                limit_numbers(&mut pose);
                self.take_pose_over_clip(name, gesture, moment, &pose, carried);
            }
            None => self.take_own_pose(name, gesture, pose),
        }
    }

    /// Makes a pose the user's pose and shows it, in place of a clip.
    pub(super) fn take_own_pose(&mut self, name: &str, gesture: Option<Gesture>, mut pose: Pose) {
        limit_numbers(&mut pose);
        let after = Document {
            pose: Arc::new(pose),
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
        self.session.playback.leave_clip();
        self.session.switches.rest = false;
    }

    pub(super) fn undo(&mut self) {
        // A step that is still at work in the background is the last one.
        if self.drop_folding() {
            return;
        }
        let now = self.snapshot();
        let before = now.clone();
        if let Some((_, snapshot)) = self.history.undo(now) {
            let Snapshot { moment, left, .. } = snapshot;
            let way = self.way_to(&snapshot.document, moment, false);
            self.show(snapshot.document);
            self.follow_method_of_step(&before.document.character);
            match (way, moment) {
                (ClipEffect::Unaffected, _) => {}
                (ClipEffect::OverClip(moment), _) => self.stop_at(moment),
                // The step had left a clip, which is shown again but does not play.
                (ClipEffect::OwnPose, Some(moment)) if self.session.playback.moment.is_none() => {
                    self.stop_at(moment);
                }
                (ClipEffect::OwnPose, Some(_)) => {}
                (ClipEffect::OwnPose, None) => self.session.playback.leave_clip(),
            }
            self.show_clip_of_step(&before, moment, false);
            self.leave_again(left);
        }
    }

    pub(super) fn redo(&mut self) {
        let now = self.snapshot();
        let before = now.clone();
        if let Some((_, snapshot)) = self.history.redo(now) {
            let moment = snapshot.moment;
            let way = self.way_to(&snapshot.document, moment, true);
            self.show(snapshot.document);
            self.follow_method_of_step(&before.document.character);
            match way {
                ClipEffect::Unaffected => {}
                ClipEffect::OverClip(moment) => self.stop_at(moment),
                ClipEffect::OwnPose => self.session.playback.leave_clip(),
            }
            self.show_clip_of_step(&before, moment, true);
        }
    }

    /// Where the user's pose is shown and the clip left for it is gone with the step, remembers the one left before.
    fn leave_again(&mut self, left: Option<Moment>) {
        let is_there = |left: &Moment| self.document.character.clip(left.clip).is_some();
        let left = left.filter(is_there);
        let playback = &mut self.session.playback;
        if playback.moment.is_none() {
            playback.left = playback.left.or(left);
        }
    }

    /// After a step that took the clip away that was shown, shows another: that of the step, which is in the list now. After one that
    /// brought a clip, shows that: as when it was made, or before it was deleted.
    fn show_clip_of_step(&mut self, before: &Snapshot, of_step: Option<Moment>, is_redo: bool) {
        let (then, now) = (&before.document.character, &self.document.character);
        if !Arc::ptr_eq(&then.source, &now.source) {
            return;
        }
        let shown = before.moment.map(|moment| moment.clip);
        let place = shown.and_then(|shown| then.clips.iter().position(|clip| clip.id() == shown));
        let is_gone = shown.is_some_and(|shown| now.clip(shown).is_none());
        let at_start = |clip: &Clip| Moment {
            clip: clip.id(),
            time: 0.0,
        };
        let of_step = of_step.filter(|moment| {
            now.clip(moment.clip).is_some() && (is_gone || then.clip(moment.clip).is_none())
        });
        let mut new = now.clips.iter();
        let new = new.find(|clip| then.clip(clip.id()).is_none());
        let next = place.filter(|_| is_gone && new.is_none());
        let next = next.and_then(|place| now.clips.get(place).or(now.clips.last()));
        let redone = new.or(next).map(at_start).filter(|_| is_redo);
        if let Some(moment) = redone.or(of_step) {
            self.session.playback.show(moment);
            self.session.playback.playing = false;
        }
    }

    /// Shows a moment of a clip, which does not play; not beyond its end, unless a pose waits there.
    fn stop_at(&mut self, moment: Moment) {
        let waits = self.document.pending.at(moment).is_some();
        let clip = self.document.character.clip(moment.clip);
        let end = clip.filter(|_| !waits);
        let end = end.map_or(moment.time, Clip::duration);
        self.session.playback.show(Moment {
            time: moment.time.min(end),
            ..moment
        });
        self.session.playback.playing = false;
    }

    /// How the step between the current document and `other` affects clips. `made` is what was shown when it was made; redo
    /// leaves no clip for having left one then.
    fn way_to(&self, other: &Document, made: Option<Moment>, is_redone: bool) -> ClipEffect {
        if !has_same_surface(&self.document.character, &other.character) {
            // Another version of the file may lack the clip that was shown.
            let mapped = |moment| map_moment(&other.character, &self.document.character, moment);
            let left = made.is_some_and(|moment| mapped(moment).is_none());
            let leaves = left && !is_redone;
            return if leaves {
                ClipEffect::OwnPose
            } else {
                ClipEffect::Unaffected
            };
        }
        let same_pose = self.document.pose == other.pose;
        let posed = self.pending_moment(other, made);
        match posed.filter(|&moment| same_pose || other.pending.at(moment).is_some()) {
            Some(moment) => ClipEffect::OverClip(moment),
            None if same_pose => ClipEffect::Unaffected,
            None => ClipEffect::OwnPose,
        }
    }

    /// Where a step to `other` was made that changes what is pending: over the clip shown then, else over the first pose that it
    /// changes.
    fn pending_moment(&self, other: &Document, made: Option<Moment>) -> Option<Moment> {
        let (now, then) = (&self.document.pending, &other.pending);
        let is_there = |moment: &Moment| other.character.clip(moment.clip).is_some();
        let first = [(then, now), (now, then)]
            .into_iter()
            .find_map(|(of, beside)| {
                let mut changed = of.all().iter();
                changed.find(|pending| beside.at(pending.moment) != Some(pending))
            });
        let first = first.map(|pending| pending.moment);
        first.and_then(|first| made.filter(is_there).or(Some(first).filter(is_there)))
    }

    fn show(&mut self, document: Document) {
        let before = std::mem::replace(self.document, document);
        self.follow_moments(&before.character);
        self.follow_character(&before);
        self.follow_undone_keys(&before);
        self.session.character.typed_angles = None;
        self.session.switches.rest = false;
    }
}
