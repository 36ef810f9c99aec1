//! Keys of motion trails that are dragged in a pane.

use std::collections::BTreeSet;

use rig::{Clip, JointChannel, JointIndex, Skeleton, Target};

use crate::document::gesture::Gesture;
use crate::document::keyed::{clip_pose, with_keys};
use crate::document::moment::Moment;
use crate::document::pending::changes;
use crate::features::Context;
use crate::notices::Severity;
use crate::state::playback::trail_drag::{JointGoal, TrailDrag, TrailEvent, pose_with_joint_at};

impl Context<'_> {
    pub(in crate::features) fn on_trail(&mut self, event: TrailEvent) {
        match event {
            TrailEvent::Drag(drag) => self.drag_trail(drag),
            TrailEvent::Release => self.history.end_gesture(),
            TrailEvent::Cancel => self.cancel_trail(),
        }
    }

    /// Keys what has to turn or move so that the joint is there at that time, in the clip as it was when the drag began: all of the drag
    /// is one step.
    fn drag_trail(&mut self, drag: TrailDrag) {
        let TrailDrag {
            joint,
            time,
            pane,
            place,
        } = drag;
        let Some(shown) = self.session.moment_in_motion() else {
            return;
        };
        let gesture = Gesture::Trail(joint, time.to_bits());
        let start = self.history.before_gesture(gesture);
        let start = start.unwrap_or(self.document).clone();
        let moment = Moment { time, ..shown };
        let (Some(before), Some(clip)) = (
            clip_pose(&start, moment, false),
            start.character.clip(moment.clip),
        ) else {
            return;
        };
        let skeleton = &start.character.rig.skeleton;
        let inheritance = self.inheritance_in(pane);
        let moves = is_moved(clip, skeleton, joint);
        let goal = JointGoal {
            joint,
            place,
            moves,
        };
        let Ok(reached) = pose_with_joint_at(skeleton, &before, &inheritance, goal) else {
            return;
        };
        let pose = self.by_hand_unpinned(&before, reached);
        let targets: BTreeSet<Target> = changes(skeleton, &before, &pose).into_keys().collect();
        self.session.playback.playing = false;
        match with_keys(&start, moment, &pose, &targets) {
            Ok(made) => {
                self.tell_of_hidden(&made.hidden);
                let name = format!("Move trail of {}", self.joint_name(joint));
                self.commit(&name, Some(gesture), made.document);
            }
            Err(error) => {
                let text = format!("The trail stays: {error}.");
                self.session.notices.push(Severity::Warning, text);
            }
        }
    }

    fn cancel_trail(&mut self) {
        let Some(gesture @ Gesture::Trail(..)) = self.history.gesture() else {
            return;
        };
        if let Some(before) = self.history.before_gesture(gesture).cloned() {
            *self.document = before;
            self.history.drop_gesture();
        }
    }
}

/// Whether a joint is moved by a drag of its trail, and not turned about its parent: it has keys of that, or is a root, or the first joint
/// that several others hang on, as hips are.
fn is_moved(clip: &Clip, skeleton: &Skeleton, joint: JointIndex) -> bool {
    let translation = Target::Joint(joint, JointChannel::Translation);
    let Some(parent) = skeleton.parent(joint) else {
        return true;
    };
    let is_hips = skeleton.parent(parent).is_none() && skeleton.children(joint).count() > 1;
    clip.keys(translation).is_some() || is_hips
}
