//! The ellipsoid that shows the stretch of a joint's final matrix.

use glam::{Affine3A, Vec3};
use rig::{JointIndex, Skeleton, polar};

use crate::view::ellipsoid::Ellipsoid;

/// Its radius before stretching, relative to the length of the joint's bone.
const RADIUS_OVER_LENGTH: f32 = 1.0 / 3.0;

/// The ball at the joint, stretched by S and rotated by R, with `W = R S` the joint's final matrix.
///
/// The ball's radius is a third of the joint's longest bone at rest, or of the bone that leads to it; it is `lone`
/// where there is neither.
#[must_use]
pub fn stretch_mark(
    skeleton: &Skeleton,
    joint: JointIndex,
    model_from_posed_joint: &Affine3A,
    lone: f32,
) -> Ellipsoid {
    let factors = polar(model_from_posed_joint.matrix3.into());
    Ellipsoid {
        center: model_from_posed_joint.translation.into(),
        radius: RADIUS_OVER_LENGTH * bone_length(skeleton, joint).unwrap_or(lone),
        rotation: factors.rotation,
        stretch: factors.stretch,
    }
}

fn bone_length(skeleton: &Skeleton, joint: JointIndex) -> Option<f32> {
    let place = |joint: JointIndex| -> Vec3 { skeleton.rest_model_from_joint(joint).translation };
    let own = place(joint);
    let to_children = skeleton
        .children(joint)
        .map(|child| place(child).distance(own));
    let longest = to_children.fold(0.0, f32::max);
    let to_parent = || Some(place(skeleton.parent(joint)?).distance(own));
    Some(longest)
        .filter(|&length| length > 0.0)
        .or_else(|| to_parent().filter(|&length| length > 0.0))
}
