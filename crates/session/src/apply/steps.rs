//! What can be undone: taking a step, and going back and forth between them.

use std::sync::Arc;

use rig::Pose;

use super::Context;
use crate::commands::command::Gesture;
use crate::document::Document;
use crate::document::history::Snapshot;
use crate::document::joint_mapping::mapped_moment;
use crate::jobs::shown::visible_pose;
use crate::tools::playback::Moment;
use scene::weights_only::differ_in_weights_only;

/// What a step that can be undone does to what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It ends in the user's own pose, and leaves a clip for it if one is shown.
    OwnPose,
    /// It holds for clips and the own pose alike; a clip that is shown goes on, and one that was left stays so.
    Unaffected,
}

impl Context<'_> {
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            document: self.document.clone(),
            moment: self.session.playback.moment,
        }
    }

    /// Takes a step: notes it in the history, unless it changes nothing.
    pub(super) fn commit(&mut self, name: &str, gesture: Option<Gesture>, after: Document) {
        if !after.same_as(self.document) {
            let before = self.snapshot();
            self.history.record(name, gesture, before, &after);
            *self.document = after;
        }
    }

    /// Changes the pose that is seen; a clip's pose, or that of rest, becomes the user's own on the way.
    pub(super) fn edit_pose(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edit: impl FnOnce(&mut Pose),
    ) {
        let shown = visible_pose(self.document, self.session);
        let mut pose = (*shown).clone();
        edit(&mut pose);
        if pose != *shown {
            self.take_pose(name, gesture, pose);
        }
    }

    /// Makes a pose the user's own, and shows it.
    pub(super) fn take_pose(&mut self, name: &str, gesture: Option<Gesture>, pose: Pose) {
        let after = Document {
            pose: Arc::new(pose),
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
        self.session.playback.leave_clip();
        self.session.switches.rest = false;
    }

    pub(super) fn undo(&mut self) {
        let now = self.snapshot();
        if let Some((_, snapshot)) = self.history.undo(now) {
            let moment = snapshot.moment;
            let way = self.way_to(&snapshot.document, moment);
            self.show(snapshot.document);
            match (way, moment) {
                (Way::Unaffected, _) => {}
                (Way::OwnPose, Some(moment)) if self.session.playback.moment.is_none() => {
                    self.session.playback.show(moment);
                    self.session.playback.playing = false;
                }
                (Way::OwnPose, Some(_)) => {}
                (Way::OwnPose, None) => self.session.playback.leave_clip(),
            }
        }
    }

    pub(super) fn redo(&mut self) {
        let now = self.snapshot();
        if let Some((_, snapshot)) = self.history.redo(now) {
            let way = self.way_to(&snapshot.document, None);
            self.show(snapshot.document);
            if way == Way::OwnPose {
                self.session.playback.leave_clip();
            }
        }
    }

    /// What the step between this document and another has to do with clips; `moment`: what was shown before it.
    fn way_to(&self, other: &Document, moment: Option<Moment>) -> Way {
        let left = if differ_in_weights_only(&self.document.character, &other.character) {
            self.document.pose != other.pose
        } else {
            // Another version of the file may lack the clip that was shown.
            let mapped = |moment| mapped_moment(&other.character, &self.document.character, moment);
            moment.is_some_and(|moment| mapped(moment).is_none())
        };
        if left { Way::OwnPose } else { Way::Unaffected }
    }

    fn show(&mut self, document: Document) {
        let before = std::mem::replace(self.document, document);
        self.follow_moments(&before.character);
        self.follow_character(&before);
        self.session.character.typed_angles = None;
        self.session.switches.rest = false;
    }
}
