//! The numbers of a joint as the inspector shows them, and poses with one of them changed.

use glam::{EulerRot, Quat, Vec3};
use rig::{Pose, Rigid, Stretch};

use crate::command::{Channel, Field};
use crate::session::TypedAngles;

/// The three numbers of a channel: degrees, metres, factors, shear. Rest for a joint that the pose does not have.
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

/// As [`values`], but with the angles that were typed where the rotation is exactly what they gave.
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

/// The value at rest.
#[must_use]
pub const fn rest_value(channel: Channel) -> f32 {
    match channel {
        Channel::Scale => 1.0,
        Channel::Rotation | Channel::Translation | Channel::Shear => 0.0,
    }
}

/// Sets a channel of a joint; nothing happens to a joint that the pose does not have.
pub fn set(pose: &mut Pose, joint: usize, channel: Channel, values: Vec3) {
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

/// `R = R_z R_y R_x`: turns about X first, then Y, then Z, all three axes standing still.
#[must_use]
pub fn rotation(degrees: Vec3) -> Quat {
    let angles = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::ZYX, angles.z, angles.y, angles.x).normalize()
}

/// The angles of [`rotation`], of the two triples in −180° … 180° the one with the smaller sum: a turn of 105° about Y is
/// (0, 105, 0) and not (180, 75, 180).
#[must_use]
pub fn degrees(rotation: Quat) -> Vec3 {
    let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
    let first = Vec3::new(x, y, z).map(f32::to_degrees);
    let second = Vec3::new(opposite(first.x), opposite(-first.y), opposite(first.z));
    let size = |angles: Vec3| angles.abs().element_sum();
    let nearest = if size(second) < size(first) - 1e-3 {
        second
    } else {
        first
    };
    // Adding zero turns −0 into 0.
    nearest + 0.0
}

/// The angle plus half a turn, in −180° … 180°.
fn opposite(degrees: f32) -> f32 {
    if degrees > 0.0 {
        degrees - 180.0
    } else {
        degrees + 180.0
    }
}

/// The three numbers with one replaced.
#[must_use]
pub fn with_axis(values: Vec3, field: Field, value: f32) -> Vec3 {
    let mut values = values.to_array();
    if let Some(slot) = values.get_mut(field.axis) {
        *slot = value;
    }
    values.into()
}
