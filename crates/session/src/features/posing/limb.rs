//! Dragging of limbs by inverse kinematics. A drag enters the history only when it is confirmed, like the other tools
//! (`gizmo/apply.rs`).
//!
//! `rig::solve_two_bone_ik` makes the pose anew from the one that the drag began with.

use std::sync::Arc;

use rig::Limb;

use crate::document::driven::{Followers, followed_by};
use crate::features::Context;
use crate::shown::{driven_in_view, joint_frames, visible_pose};
use crate::state::posing::limb::{LimbDrag, LimbEvent, Pointer};

impl Context<'_> {
    pub(in crate::features) fn on_limb(&mut self, event: LimbEvent) {
        match event {
            LimbEvent::Take(joint, pane, pointer) => self.take_limb((joint, pane), pointer),
            LimbEvent::Follow(pointer) => self.follow_limb(pointer),
            LimbEvent::Release => {
                self.confirm_limb();
                self.session.limb = None;
            }
            LimbEvent::Cancel => self.cancel_limb(),
        }
    }

    /// The visible pose becomes the user's pose until the drag is confirmed or canceled.
    fn take_limb(&mut self, (joint, pane): (rig::JointIndex, usize), pointer: Pointer) {
        let is_busy = self.session.operates() || self.session.limb.is_some();
        if is_busy || !self.session.mode.poses() {
            return;
        }
        if self.is_kept_by_mix() {
            return;
        }
        self.land();
        let start = visible_pose(self.document, self.session);
        let character = &self.document.character;
        let driven = driven_in_view(self.document, self.session);
        let seen = followed_by(self.document, &driven, Arc::clone(&start));
        let frames = joint_frames(character, &seen, &self.inheritance_in(pane));
        let (skeleton, before) = (&character.rig.skeleton, self.now());
        let began = (Arc::clone(&start), before);
        let Some(limb) = Limb::find_for_drag(skeleton, joint) else {
            return;
        };
        let keeps = self.session.character.limb_ends.keeps(skeleton, limb);
        let Some(drag) = LimbDrag::new(&frames, (limb, pane), began, (pointer, keeps)) else {
            return;
        };
        self.history.end_gesture();
        self.select(Some(limb.end));
        self.session.limb = Some(drag);
        self.document.pose = start;
        self.session.playback.playing = false;
        self.session.switches.rest = false;
    }

    fn follow_limb(&mut self, pointer: Pointer) {
        let Some(mut drag) = self.session.limb.take() else {
            return;
        };
        if drag.is_at_work() {
            drag.follow(pointer);
            let scale_inheritance = self.inheritance_in(drag.pane);
            let driven = driven_in_view(self.document, self.session);
            let posed = drag.solve(Followers {
                character: &self.document.character,
                driven: &driven,
                scale_inheritance: &scale_inheritance,
            });
            let ends = [drag.limb.end];
            let pose = posed.map(|pose| self.by_hand_holding(&drag.start, pose, &ends));
            if let Ok(pose) = pose
                && pose != *self.document.pose
            {
                self.document.pose = Arc::new(pose);
            }
        }
        self.session.limb = Some(drag);
    }

    /// Records one step unless nothing changed. The drag itself stays until the button is released.
    pub(in crate::features) fn confirm_limb(&mut self) {
        let Some(drag) = &mut self.session.limb else {
            return;
        };
        let (end, start) = (drag.limb.end, Arc::clone(&drag.start));
        let Some(before) = drag.before.take() else {
            return;
        };
        if *self.document.pose == *start {
            return self.put_back(before);
        }
        let name = format!("Reach with {}", self.joint_name(end));
        self.keep(&name, before);
        self.settle_pins(&[end], &start);
    }

    /// Changes whether the end of the active joint's limb keeps its orientation while the limb is dragged.
    pub(in crate::features) fn toggle_limb_end(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let active = self.session.character.selection.active();
        let Some(limb) = active.and_then(|joint| Limb::find_for_drag(skeleton, joint)) else {
            return;
        };
        let keeps = self.session.character.limb_ends.toggle(skeleton, limb);
        let end = self.joint_name(limb.end);
        let text = if keeps {
            format!("{end} keeps its orientation while its limb is dragged.")
        } else {
            format!("{end} follows its limb while that is dragged.")
        };
        self.say(&text);
    }

    pub(in crate::features) fn cancel_limb(&mut self) {
        let limb = self.session.limb.as_mut();
        if let Some(before) = limb.and_then(|drag| drag.before.take()) {
            self.put_back(before);
        }
    }
}
