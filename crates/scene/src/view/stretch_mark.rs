//! The ellipsoid that shows what of a joint's final matrix is not rigid.

use glam::{Affine3A, Vec3};
use rig::{JointIndex, Skeleton, polar};

use crate::view::ellipsoid::Ellipsoid;

/// Its radius before it is stretched, over the length of the joint's bone.
const RADIUS_OVER_LENGTH: f32 = 1.0 / 3.0;

/// The unit ball at the joint, stretched by S and turned by R: `W = R S` is its final matrix, split.
///
/// The ball's radius is a third of the joint's longest bone at rest, or of the bone that leads to it; of `lone` where there
/// is neither.
#[must_use]
pub fn stretch_mark(
    skeleton: &Skeleton,
    (joint, model_from_posed_joint): (JointIndex, &Affine3A),
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
