//! The numbers of a joint's channels as the inspector shows them, and their change in a pose.

use glam::Vec3;
use rig::{Pose, Rigid, Stretch};

use crate::document::channel::{Channel, JointField};
use crate::session::TypedAngles;
use crate::text::euler::single::{degrees, rotation};

/// The three numbers of a channel: degrees, meters, factors or shear. A joint that the pose lacks has those of rest.
#[must_use]
pub fn values(pose: &Pose, joint: usize, channel: Channel) -> Vec3 {
    let rigid = pose.rigid.get(joint).copied().unwrap_or(Rigid::IDENTITY);
    let stretch = pose
        .stretch
        .get(joint)
        .copied()
        .unwrap_or(Stretch::IDENTITY);
    match channel {
        Channel::Rotation => degrees(rigid.rotation),
        Channel::Translation => rigid.translation,
        Channel::Scale => stretch.scale,
        Channel::Shear => stretch.shear,
    }
}

/// [`values`], but with the angles that were typed if they gave exactly this rotation.
#[must_use]
pub fn shown_values(
    pose: &Pose,
    joint: usize,
    channel: Channel,
    typed: Option<&TypedAngles>,
) -> Vec3 {
    let rotation = pose.rigid.get(joint).map(|rigid| rigid.rotation);
    match (channel, typed, rotation) {
        (Channel::Rotation, Some(typed), Some(rotation))
            if typed.joint.index() == joint && typed.rotation == rotation =>
        {
            typed.degrees
        }
        _ => values(pose, joint, channel),
    }
}

/// The number of each axis of a channel at rest: 1 for scale, else 0.
#[must_use]
pub const fn rest_value(channel: Channel) -> f32 {
    match channel {
        Channel::Scale => 1.0,
        Channel::Rotation | Channel::Translation | Channel::Shear => 0.0,
    }
}

/// Sets the three numbers of a channel, in the units of [`values`]. A joint that the pose lacks changes nothing.
pub fn set_values(pose: &mut Pose, joint: usize, channel: Channel, values: Vec3) {
    let (Some(rigid), Some(stretch)) = (pose.rigid.get_mut(joint), pose.stretch.get_mut(joint))
    else {
        return;
    };
    match channel {
        Channel::Rotation => rigid.rotation = rotation(values),
        Channel::Translation => rigid.translation = values,
        Channel::Scale => stretch.scale = values,
        Channel::Shear => stretch.shear = values,
    }
}

/// `values` with the one of the field's axis replaced; an axis above 2 changes nothing.
#[must_use]
pub fn with_axis(values: Vec3, field: JointField, value: f32) -> Vec3 {
    let mut values = values.to_array();
    if let Some(slot) = values.get_mut(field.axis) {
        *slot = value;
    }
    values.into()
}
