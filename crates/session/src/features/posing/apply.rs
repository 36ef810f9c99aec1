//! Commands that pose: channels of joints, morph targets, scale inheritance.

use std::sync::Arc;

use glam::Vec3;
use rig::{JointIndex, Pose, ScaleInheritance};
use scene::names::{joint_name, morph_name};
use text_files::shorten;

use crate::document::Document;
use crate::document::channel::{Channel, JointField};
use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::features::posing::by_hand::Within;
use crate::features::posing::pose_edit;
use crate::session::TypedAngles;
use crate::shown::visible_pose;
use crate::state::posing::command::PoseIntent;
use crate::text::euler::single::rotation;

impl Context<'_> {
    pub(in crate::features) fn on_pose_intent(&mut self, intent: PoseIntent) {
        match intent {
            PoseIntent::SetField {
                field,
                value,
                dragging,
            } => self.set_field(field, value, dragging),
            PoseIntent::SetRotation(joint, rotation) => self.set_rotation(joint, rotation),
            PoseIntent::ResetChannel(channel) => self.reset(&[channel]),
            PoseIntent::SetLock {
                channel,
                axis,
                locked,
            } => self.set_locks(channel, axis, locked),
            PoseIntent::SetLimit {
                joint,
                field,
                degrees,
                dragging,
            } => self.set_limit(joint, field, degrees, dragging),
            PoseIntent::SetPinRange { pin, from, to } => self.set_pin_range(pin, from, to),
            PoseIntent::SetMorph {
                weight,
                value,
                dragging,
            } => self.set_morph(weight, value, dragging),
            PoseIntent::SetExpression {
                expression,
                value,
                dragging,
            } => self.set_expression(expression, value, dragging),
        }
    }

    fn set_field(&mut self, field: JointField, value: f32, dragging: bool) {
        if !value.is_finite() || field.joint.index() >= self.document.pose.len() {
            return;
        }
        let JointField {
            joint,
            channel,
            axis,
        } = field;
        if self.locks(joint).has(channel, Some(axis)) {
            return;
        }
        let pose = visible_pose(self.document, self.session);
        let shown = pose_edit::shown_values(
            &pose,
            joint.index(),
            channel,
            self.session.character.typed_angles.as_ref(),
        );
        let values = pose_edit::with_axis(shown, field, value);
        let mut wanted = (*pose).clone();
        pose_edit::set_values(&mut wanted, joint.index(), channel, values);
        let mut within = wanted.clone();
        let is_beyond =
            channel == Channel::Rotation && !self.limit(&pose, &mut within, &[joint]).is_empty();
        // A quaternion may give other angles back: those that were typed are kept as long as the rotation is theirs.
        if channel == Channel::Rotation {
            let typed = TypedAngles {
                joint,
                degrees: values,
                rotation: rotation(values),
            };
            self.session.character.typed_angles = (!is_beyond).then_some(typed);
        }
        if is_beyond && !dragging {
            self.tell_limit(joint, &wanted, &within);
        }
        let name = format!("{} {}", channel.verb(), self.joint_name(joint));
        self.edit_in_gesture(&name, Gesture::Field(field), dragging, |pose| {
            *pose = within;
        });
    }

    /// Edits the pose within a gesture while it is dragged; a last edit without dragging ends the gesture.
    fn edit_in_gesture(
        &mut self,
        name: &str,
        gesture: Gesture,
        dragging: bool,
        edit: impl FnOnce(&mut Pose),
    ) {
        let lasts = dragging || self.history.in_gesture(gesture);
        // A field changes one number, which is not locked and within the limits: only the other side has to follow.
        let shown = visible_pose(self.document, self.session);
        let mut pose = (*shown).clone();
        edit(&mut pose);
        let changed = self.changed_joints(&shown, &pose);
        let pose = self.in_mirror(&shown, pose, Within::Limits);
        let pose = self.with_pins_held(&shown, pose, &[]);
        self.edit_pose(name, lasts.then_some(gesture), |shown| *shown = pose);
        self.settle_pins(&changed, &shown);
        self.tell_driven(&changed, &shown);
        if !dragging {
            self.history.end_gesture();
        }
    }

    pub(in crate::features) fn reset(&mut self, channels: &[Channel]) {
        let joints = self.session.character.selection.joints().to_vec();
        let whose = match joints.as_slice() {
            [] => return,
            [joint] => self.joint_name(*joint),
            joints => format!("{} joints", joints.len()),
        };
        let what = match channels {
            [channel] => format!("Reset {} of", channel.name().to_lowercase()),
            _ => "Reset".to_owned(),
        };
        let name = format!("{what} {whose}");
        self.session.character.typed_angles = None;
        self.edit_by_hand(&name, None, |pose| {
            for joint in joints {
                set_to_rest(pose, joint, channels);
            }
        });
    }

    pub(in crate::features) fn reset_pose(&mut self) {
        self.session.character.typed_angles = None;
        let rest = self.document.character.file_pose();
        if self.session.switches.rest {
            // The visible pose stays the same, but the user's pose may change.
            self.take_pose("Reset whole pose", None, rest);
        } else {
            self.edit_pose("Reset whole pose", None, |pose| *pose = rest);
        }
    }

    fn set_morph(&mut self, weight: usize, value: f32, dragging: bool) {
        if !value.is_finite() {
            return;
        }
        let name = format!(
            "Set {}",
            shorten(&morph_name(&self.document.character, weight))
        );
        self.edit_in_gesture(&name, Gesture::Morph(weight), dragging, |pose| {
            if let Some(slot) = pose.morph_weights.get_mut(weight) {
                *slot = value;
            }
        });
    }

    fn set_expression(&mut self, place: usize, value: f32, dragging: bool) {
        let character = Arc::clone(&self.document.character);
        let Some(expression) = character
            .expressions
            .get(place)
            .filter(|_| value.is_finite())
        else {
            return;
        };
        let name = format!("Set expression {}", shorten(&expression.name));
        self.edit_in_gesture(&name, Gesture::Expression(place), dragging, |pose| {
            expression.set_value(&mut pose.morph_weights, value);
        });
    }

    pub(in crate::features) fn set_scale_inheritance(
        &mut self,
        joint: JointIndex,
        scale_inheritance: ScaleInheritance,
    ) {
        let mut flags = self.document.scale_inheritance.to_vec();
        let Some(flag) = flags.get_mut(joint.index()) else {
            return;
        };
        *flag = scale_inheritance;
        let name = format!("Set scale inheritance of {}", self.joint_name(joint));
        self.commit_scale_inheritance(&name, flags);
    }

    pub(in crate::features) fn set_all_scale_inheritance(
        &mut self,
        scale_inheritance: ScaleInheritance,
    ) {
        self.commit_scale_inheritance(
            "Set scale inheritance of all joints",
            vec![scale_inheritance; self.document.scale_inheritance.len()],
        );
    }

    /// Scale inheritance holds for clips too, so a clip goes on.
    fn commit_scale_inheritance(&mut self, name: &str, flags: Vec<ScaleInheritance>) {
        let after = Document {
            scale_inheritance: flags.into(),
            ..self.document.clone()
        };
        self.commit(name, None, after);
    }

    pub(in crate::features) fn joint_name(&self, joint: JointIndex) -> String {
        joint_name(&self.document.character.rig.skeleton, joint)
    }
}

fn set_to_rest(pose: &mut Pose, joint: JointIndex, channels: &[Channel]) {
    for &channel in channels {
        let rest = Vec3::splat(pose_edit::rest_value(channel));
        pose_edit::set_values(pose, joint.index(), channel, rest);
    }
}
