//! Posing over a clip: pending poses, and what makes keys of poses.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{ClipEdit, JointChannel, JointIndex, Pose, Target};
use scene::deform::base_pose;
use scene::names::clip_name;

use super::carried::{CarriedTargets, with_carried};
use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::keyed::{all_keyed, with_keys};
use crate::document::moment::Moment;
use crate::document::pending::{Changes, changes};
use crate::features::Context;
use crate::features::clips::apply::with_new_clip;
use crate::notices::Severity;
use crate::shown::{clip_pose_shown, visible_pose};

/// Which channels of the visible pose get keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::features) enum KeyScope {
    /// Of the selected joints: those with tracks, those that were posed, rotation if there are none; without a
    /// selection what was posed.
    Selected,
    /// What was posed and has no keys.
    Changed,
    /// All that the clip has tracks for.
    Existing,
    /// All four channels of the selected joints.
    All,
    /// What differs from rest, or has a track, of all joints and morph weights.
    WholePose,
    /// One channel of the selected joints.
    Channel(JointChannel),
}

impl Context<'_> {
    /// Takes a pose that was made over the clip shown: keys it if that is switched on, else lets it wait at its time.
    pub(in crate::features) fn take_pose_over_clip(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        moment: Moment,
        pose: &Pose,
        carried: &CarriedTargets,
    ) {
        let (moment, pose) = self.land_pose(moment, pose);
        // A drag starts from the document before it in every frame: else what one frame has keyed would be the clip of the next.
        let start = gesture.and_then(|gesture| self.history.before_gesture(gesture));
        let start = start.unwrap_or(self.document).clone();
        let after = self.pose_over_clip(&start, moment, (&pose, carried));
        self.commit(name, gesture, after);
        self.session.playback.playing = false;
        self.session.switches.rest = false;
    }

    /// The document with a pose over a moment of a clip, keyed or pending: what differs there from the clip, and what the pose carries.
    pub(in crate::features) fn pose_over_clip(
        &mut self,
        start: &Document,
        moment: Moment,
        (pose, carried): (&Pose, &CarriedTargets),
    ) -> Document {
        let skeleton = &start.character.rig.skeleton;
        let Some(shown) = clip_pose_shown(start, self.session, moment, false) else {
            return start.clone();
        };
        let changed = with_carried(changes(skeleton, &shown, pose), pose, carried);
        if self.session.switches.auto_key {
            // What waited there before this edit waits on.
            let waited = clip_pose_shown(start, self.session, moment, true).unwrap_or(shown);
            let by_hand = changes(skeleton, &waited, pose).into_keys();
            let mut targets: BTreeSet<Target> = by_hand.chain(carried.iter().copied()).collect();
            let clip = start.character.clip(moment.clip);
            if let Some(clip) = clip.filter(|_| self.session.switches.auto_key_whole) {
                // What waits there is no part of what is posed now.
                let waits = start.pending.at(moment);
                let is_keyed =
                    |target: &Target| waits.is_none_or(|waits| !waits.changes.contains_key(target));
                targets.extend(clip.targets().filter(is_keyed));
            }
            if let Some(after) = self.key_pose(start, moment, pose, &targets) {
                return after;
            }
        }
        Document {
            pending: Arc::new(start.pending.with(moment, changed)),
            ..start.clone()
        }
    }

    /// The document with keys of a pose at a moment; none, and told, if it cannot be.
    fn key_pose(
        &mut self,
        start: &Document,
        moment: Moment,
        pose: &Pose,
        targets: &BTreeSet<Target>,
    ) -> Option<Document> {
        match with_keys(start, moment, pose, targets) {
            Ok(made) => {
                let is_new = made.is_first && !self.history.is_in_gesture();
                if is_new && !self.session.first_key_told {
                    self.session.first_key_told = true;
                    self.say("First key: the value at rest is kept at the beginning of the clip.");
                }
                let is_meant = |target: &Target| match target {
                    Target::Joint(joint, _) => made.hidden.contains(joint),
                    Target::Morph(_) => false,
                };
                let hidden: BTreeSet<Target> = targets.iter().copied().filter(is_meant).collect();
                if hidden.is_empty() {
                    return Some(made.document);
                }
                let joints = hidden.iter().filter_map(|target| match target {
                    Target::Joint(joint, _) => Some(*joint),
                    Target::Morph(_) => None,
                });
                self.tell_of_hidden(&joints.collect());
                let shown = clip_pose_shown(start, self.session, moment, false);
                let skeleton = &start.character.rig.skeleton;
                let mut waits = changes(skeleton, &shown.unwrap_or_default(), pose);
                waits.retain(|target, _| hidden.contains(target));
                Some(with_waiting(made.document, moment, waits))
            }
            Err(error) => {
                let text = format!("No keys: {error}.");
                self.session.notices.push(Severity::Warning, text);
                None
            }
        }
    }

    /// Says of which joints layers hide what the clip does, once for a drag.
    pub(in crate::features) fn tell_of_hidden(&mut self, joints: &BTreeSet<JointIndex>) {
        if joints.is_empty() || self.history.is_in_gesture() {
            return;
        }
        let first = joints.first().map(|&joint| self.joint_name(joint));
        let others = match joints.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        self.say(&format!(
            "{}{others}: layers hide what this clip does there, so the pose waits without keys. Key it in the layer, or mute that.",
            first.unwrap_or_default()
        ));
    }

    /// Makes keys of the visible pose at the time shown. Without a clip, in a new one.
    pub(in crate::features) fn key(&mut self, what: KeyScope) {
        if self.is_kept_by_mix() {
            return;
        }
        self.land();
        let pose = visible_pose(self.document, self.session);
        let is_own = self.session.playback.moment.is_none();
        let joints = self.session.character.selection.joints().to_vec();
        if is_own && joints.is_empty() && matches!(what, KeyScope::All | KeyScope::Channel(_)) {
            self.say("No joint is selected: select those to key.");
            return;
        }
        if is_own && self.document.character.rig.skeleton.is_empty() {
            return;
        }
        let (start, moment) = match self.session.playback.moment {
            Some(moment) => (self.document.clone(), moment),
            None => {
                let (start, clip) = with_new_clip(self.document, self.free_clip_id());
                (start, Moment { clip, time: 0.0 })
            }
        };
        let targets = self.targets_to_key(what, &start, moment, &pose);
        if targets.is_empty() {
            self.say("Nothing to key: select joints, or pose some.");
            return;
        }
        let count = targets.len();
        let Some(after) = self.key_pose(&start, moment, &pose, &targets) else {
            return;
        };
        let clip = after.character.clip(moment.clip).map(clip_name);
        let clip = clip.unwrap_or_default();
        self.commit(&format!("Key {} in {clip}", channels(count)), None, after);
        self.history.end_gesture();
        self.session.playback.playing = false;
        self.session.switches.rest = false;
        if is_own {
            self.session.playback.show(moment);
        }
    }

    fn targets_to_key(
        &self,
        what: KeyScope,
        document: &Document,
        moment: Moment,
        pose: &Pose,
    ) -> BTreeSet<Target> {
        let character = &document.character;
        let Some(clip) = character.clip(moment.clip) else {
            return BTreeSet::new();
        };
        let joints = self.session.character.selection.joints();
        let shown = clip_pose_shown(document, self.session, moment, false).unwrap_or_default();
        let skeleton = &character.rig.skeleton;
        // What waits there was meant, also where it is what the clip shows.
        let waits = document.pending.at(moment).into_iter();
        let waits = waits.flat_map(|waits| waits.changes.keys().copied());
        let by_hand = changes(skeleton, &shown, pose).into_keys();
        let changed: BTreeSet<Target> = by_hand.chain(waits).collect();
        let of_selected = |channels: &[JointChannel]| -> BTreeSet<Target> {
            let all = joints.iter().flat_map(|&joint| {
                channels
                    .iter()
                    .map(move |&channel| Target::Joint(joint, channel))
            });
            all.collect()
        };
        let has_reason = |target: &Target| changed.contains(target) || clip.keys(*target).is_some();
        match what {
            KeyScope::Changed => changed,
            KeyScope::Existing => clip.targets().collect(),
            KeyScope::All => of_selected(&JointChannel::ALL),
            KeyScope::Channel(channel) => of_selected(&[channel]),
            KeyScope::WholePose => {
                let moved = changes(skeleton, &base_pose(character), pose).into_keys();
                moved.chain(clip.targets()).chain(changed).collect()
            }
            KeyScope::Selected if joints.is_empty() => changed,
            KeyScope::Selected => {
                let mut targets = of_selected(&JointChannel::ALL);
                targets.retain(has_reason);
                let has_target = |joint: &JointIndex| {
                    let of =
                        |target: &Target| matches!(target, Target::Joint(of, _) if of == joint);
                    targets.iter().any(of)
                };
                let without = joints.iter().filter(|joint| !has_target(joint));
                let turns = without.map(|&joint| Target::Joint(joint, JointChannel::Rotation));
                let turns: Vec<Target> = turns.collect();
                targets.extend(turns);
                // What pins have turned for the selected joints goes with them.
                targets.extend(self.turned_by_pins(&changed));
                targets
            }
        }
    }

    /// Makes keys of all pending poses, of all clips.
    pub(in crate::features) fn key_all_pending(&mut self) {
        match all_keyed(self.document) {
            Ok(after) => {
                self.commit("Key all unkeyed poses", None, after);
                self.history.end_gesture();
            }
            Err(error) => {
                let text = format!("No keys: {error}.");
                self.session.notices.push(Severity::Warning, text);
            }
        }
    }

    /// The visible pose becomes the user's own, and leaves the clip.
    pub(in crate::features) fn keep_pending(&mut self) {
        if self.is_kept_by_mix() {
            return;
        }
        let Some(moment) = self.session.playback.moment else {
            return;
        };
        let after = Document {
            pose: visible_pose(self.document, self.session),
            pending: Arc::new(self.document.pending.with(moment, Changes::new())),
            ..self.document.clone()
        };
        self.commit("Keep unkeyed pose", None, after);
        self.history.end_gesture();
        self.session.playback.leave_clip();
    }

    /// The pose over the clip is gone; undo brings it back.
    pub(in crate::features) fn discard_pending(&mut self) {
        let Some(moment) = self.session.playback.moment else {
            return;
        };
        let after = Document {
            pending: Arc::new(self.document.pending.with(moment, Changes::new())),
            ..self.document.clone()
        };
        self.commit("Discard unkeyed pose", None, after);
        self.history.end_gesture();
        self.session.character.typed_angles = None;
    }

    /// The poses over all clips are gone; undo brings them back.
    pub(in crate::features) fn discard_all_pending(&mut self) {
        let after = Document {
            pending: Arc::new(self.document.pending.filter_map(|_| None)),
            ..self.document.clone()
        };
        self.commit("Discard all unkeyed poses", None, after);
        self.history.end_gesture();
        self.session.character.typed_angles = None;
    }

    /// Shows the next pending pose after the time shown, of any clip; after the last the first.
    pub(in crate::features) fn next_pending(&mut self) {
        let all = self.document.pending.all();
        // Bits of times that are not negative have the order of the times, which f32 itself has not.
        let order = |of: Moment| (of.clip, of.time.max(0.0).to_bits());
        let now = self.session.playback.moment.map(order);
        let next = all
            .iter()
            .find(|pending| now.is_none_or(|now| order(pending.moment) > now));
        if let Some(pending) = next.or_else(|| all.first()) {
            let moment = pending.moment;
            self.session.playback.playing = false;
            self.session.switches.rest = false;
            self.session.playback.show(moment);
        }
    }

    /// Deletes the keys at the time shown: of the selected joints, without a selection of all.
    pub(in crate::features) fn delete_keys_here(&mut self) {
        let Some(moment) = self.session.playback.moment else {
            return;
        };
        let Some(clip) = self.document.character.clip(moment.clip) else {
            return;
        };
        let joints = self.session.character.selection.joints();
        let is_meant = |target: &Target| match target {
            Target::Joint(joint, _) => joints.is_empty() || joints.contains(joint),
            Target::Morph(_) => joints.is_empty(),
        };
        let keys: Vec<rig::KeyAt> = (clip.keyed_targets().filter(is_meant))
            .filter_map(|target| {
                let times = clip.keys(target)?.times().iter();
                let mut here = times.filter(|time| (**time - moment.time).abs() <= rig::SAME_KEY);
                here.next().map(|&time| rig::KeyAt { target, time })
            })
            .collect();
        if keys.is_empty() {
            self.say("There is no key at this time.");
            return;
        }
        let name = match keys.len() {
            1 => "Delete key".to_owned(),
            count => format!("Delete {count} keys"),
        };
        self.edit_clip(&name, &ClipEdit::DeleteKeys(keys));
    }
}

/// The document with more that waits at a moment.
fn with_waiting(document: Document, moment: Moment, more: Changes) -> Document {
    let waits = document.pending.at(moment);
    let mut all = waits.map_or_else(Changes::new, |waits| waits.changes.clone());
    all.extend(more);
    Document {
        pending: Arc::new(document.pending.with(moment, all)),
        ..document
    }
}

fn channels(count: usize) -> String {
    match count {
        1 => "one channel".to_owned(),
        count => format!("{count} channels"),
    }
}
