//! Tools that move rest frames or add a joint in the view. Nothing of the document changes until one is confirmed: then the
//! edit is made, as one step.

use std::sync::Arc;

use character::{RestFrame, SkeletonEdit};
use glam::{Affine3A, Vec3};
use rig::JointIndex;

use super::new_joint::bounds;
use crate::features::Context;
use crate::shown::{joint_frames, visible_pose};
use crate::state::gizmo::operation::Operation;
use crate::state::gizmo::tool::{GizmoPart, Tool};
use crate::state::gizmo::{CameraView, places};
use crate::state::skeleton::rest_drag::{Bearer, RestDrag, RestMove, Tip};
use crate::state::skeleton::skeleton_work::RestChoice;
use crate::state::viewport::pointing::{Aim, Pointed};

/// Length of a new joint without a bone above to take it from, as a share of the skeleton's size.
const SHORT: f32 = 0.1;

impl Context<'_> {
    /// A drag with the choices of the skeleton's tools.
    pub(in crate::features) fn rest_drag(&self) -> RestDrag {
        let tools = &self.session.rest_tools;
        let pairs = || Arc::new(self.pairs());
        RestDrag {
            choice: self.session.character.skeleton.choice,
            pairs: tools.mirrors.then(pairs),
            centers: tools.centers,
            middle: None,
            tip: None,
            ghost: None,
        }
    }

    /// Asks what is under the joint that is moved, where it is to be kept in the middle of the volume.
    pub(in crate::features) fn aim_tool(&mut self) {
        let camera = self.session.camera;
        let operation = self.session.operation.as_ref();
        let Some(operation) = operation.filter(|operation| operation.centers()) else {
            return;
        };
        let Some(&last) = operation.last() else {
            return;
        };
        let viewport = last.viewport;
        let Some(pixel) = operation.joint_pixel(&CameraView { camera, viewport }) else {
            return;
        };
        self.session.character.pointing.aim = Some(Aim {
            pane: operation.pane,
            ray: camera.ray(pixel, viewport),
            at: last.pixel,
            near: operation.place().map(|place| place.origin),
        });
    }

    /// Takes what is under the pointer; a tool that asked for it goes on with it.
    pub(in crate::features) fn take_pointed(&mut self, found: Option<Pointed>) {
        self.session.character.pointing.found = found;
        let operation = self.session.operation.as_mut();
        let asking = operation.filter(|operation| operation.centers());
        if let Some((operation, found)) = asking.zip(found)
            && let Some(rest) = &mut operation.rest
        {
            rest.middle = Some(found.middle);
            self.show_operation();
        }
    }

    /// Edits the skeleton as the tool asks, in one step.
    pub(in crate::features) fn confirm_rest(&mut self, operation: Operation) {
        if operation.adds_joint() {
            return self.add_tip(&operation);
        }
        let skeleton = &self.document.character.rig.skeleton;
        let moved = operation.rest_move(skeleton);
        let Some(moved) = moved.filter(|moved| !moved.is_nothing(skeleton)) else {
            return self.put_back(operation.before);
        };
        let whose = match operation.places.as_slice() {
            [place] => self.joint_name(place.joint),
            places => format!("{} joints", places.len()),
        };
        let name = format!("{} rest of {whose}", operation.tool.name());
        self.move_rest(&name, &moved);
    }

    /// Makes the edit for rest frames, or tells why it cannot be made.
    pub(in crate::features) fn move_rest(&mut self, name: &str, moved: &RestMove) {
        let skeleton = &self.document.character.rig.skeleton;
        if moved.choice == RestChoice::WithSkin {
            let pose = moved.rest_pose(skeleton);
            return self.move_rest_with_skin(name, &pose);
        }
        let children_stay = moved.choice == RestChoice::OneJoint;
        let set = moved.joint_frames();
        let set = set.map(|(joint, frame)| (skeleton.key(joint), RestFrame::new(frame)));
        let joints: Vec<(u32, RestFrame)> = set.collect();
        let edit = match joints.as_slice() {
            &[(joint, frame)] => SkeletonEdit::SetRest {
                joint,
                frame,
                children_stay,
            },
            _ => SkeletonEdit::SetRests {
                joints,
                children_stay,
            },
        };
        self.edit_named(name, &edit);
    }

    /// Begins to place a child of the active joint.
    pub(in crate::features) fn extrude_joint(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let active = self.session.character.selection.active();
        let Some(joint) = active.filter(|joint| joint.index() < skeleton.len()) else {
            return;
        };
        let pane = self.session.comparing.active;
        let pose = visible_pose(self.document, self.session);
        let flags = self.inheritance_in(pane);
        let frames = joint_frames(&self.document.character, &pose, &flags);
        let Some(parent) = self.bearer(joint, &frames) else {
            return;
        };
        let drag = self.rest_drag();
        let partner = drag.pairs.as_ref().and_then(|pairs| pairs.partner(joint));
        let patterns = self.session.settings.mirror.patterns();
        let has_side = patterns.mirror_name(skeleton.name(joint)).is_some();
        let partner = partner.filter(|&other| other != joint && has_side);
        let tip = Tip {
            parent,
            partner: partner.and_then(|other| self.bearer(other, &frames)),
            usual: self.usual_tip(joint),
        };
        let place = places(skeleton, &pose, &flags, &[joint]).unwrap_or_default();
        let doing = (Tool::Move, GizmoPart::Free, self.session.space);
        let Some(mut operation) = Operation::new(doing, place, pose, self.now()) else {
            return;
        };
        self.history.end_gesture();
        operation.pane = pane;
        operation.rest = Some(RestDrag {
            tip: Some(tip),
            ..drag
        });
        self.session.playback.playing = false;
        self.session.operation = Some(operation);
        self.show_operation();
    }

    fn bearer(&self, joint: JointIndex, frames: &[Affine3A]) -> Option<Bearer> {
        Some(Bearer {
            joint,
            rest: self
                .document
                .character
                .rig
                .skeleton
                .rest_model_from_joint(joint),
            posed: *frames.get(joint.index())?,
        })
    }

    /// As far from the joint as the joint is from its parent, at rest in the model.
    fn usual_tip(&self, joint: JointIndex) -> Vec3 {
        let skeleton = &self.document.character.rig.skeleton;
        let head = |joint| skeleton.rest_model_from_joint(joint).translation;
        let heads = || skeleton.joints().map(head);
        let size = heads().fold(Vec3::MIN, Vec3::max) - heads().fold(Vec3::MAX, Vec3::min);
        let size = match size.max_element() {
            // Joints all at one place give no size, so the mesh does.
            size if size < 1e-6 => {
                let around = bounds(&self.document.character);
                (around.max - around.min).max_element()
            }
            size => size,
        };
        let size = size.max(f32::MIN_POSITIVE);
        let above = skeleton
            .parent(joint)
            .map(|parent| head(joint) - head(parent));
        // A bone that is a thousandth of the skeleton or shorter has no direction to speak of.
        let by = above.filter(|by| by.length() > 1e-3 * size);
        let short = if size > 1e-6 { SHORT * size } else { SHORT };
        by.unwrap_or(Vec3::Y * short)
    }

    fn add_tip(&mut self, operation: &Operation) {
        let tip = operation.rest.as_ref().and_then(|rest| rest.tip.as_ref());
        let Some(tip) = tip else { return };
        let joint = tip.parent.joint;
        let edit = SkeletonEdit::Extrude {
            joint: self.document.character.rig.skeleton.key(joint),
            by: tip.by(operation.tip()).to_array(),
        };
        self.add_with_partner(&edit, None);
    }
}
