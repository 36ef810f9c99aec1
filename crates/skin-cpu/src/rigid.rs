//! What the rigid blends behind the first phase have in common.

use dq_math::DualQuat;
use glam::{Quat, Vec3};
use rig::{JointSlot, TwoPhasePalette};

use crate::dual_quat::CANCELLED;
use crate::linear::blend_matrices;
use crate::signs::SignedInfluences;
use crate::two_phase::TwoPhase;

/// The first phase with a motion behind it.
#[inline]
pub(crate) fn behind_stretch(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    motion: DualQuat,
) -> TwoPhase {
    TwoPhase {
        stretched_from_bind: blend_matrices(joints, weights, &palette.stretched_from_bind),
        posed_from_stretched: motion,
    }
}

/// `Σ w_i s_i g_i`, not normalized; none where the rotations cancel, as for an empty row.
#[inline]
pub(crate) fn blend_rotations(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
) -> Option<Quat> {
    let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (joint, weight) in signed_influences(joints, weights, palette) {
        sum += palette.posed_from_stretched[joint].real * weight;
    }
    (sum.length_squared() >= CANCELLED).then_some(sum)
}

/// Joints with signed weights, `(i, w_i s_i)`.
#[inline]
pub(crate) fn signed_influences<'a>(
    joints: &'a [JointSlot],
    weights: &'a [f32],
    palette: &'a TwoPhasePalette,
) -> SignedInfluences<'a, impl Fn(usize) -> Quat + Clone + 'a> {
    SignedInfluences::new(palette.signs, joints, weights, |joint| {
        palette.posed_from_stretched[joint].real
    })
}

/// `Σ w_i G_i x`.
#[inline]
pub(crate) fn blend_images(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    point: Vec3,
) -> Vec3 {
    let mut sum = Vec3::ZERO;
    for (&joint, &weight) in joints.iter().zip(weights) {
        let motion = palette.posed_from_stretched[usize::from(joint)];
        sum += motion.transform_point3(point) * weight;
    }
    sum
}

/// `x → Q (x − center) + image` with Q the rotation of a quaternion of any length, as a dual quaternion of that length.
#[inline]
pub(crate) fn turn_about(rotation: Quat, center: Vec3, image: Vec3) -> DualQuat {
    // `transform_vector3` divides by the square of the length, so a quaternion of any length turns the center right.
    let turned = DualQuat::new(rotation, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    DualQuat::from_rotation_translation(rotation, image - turned.transform_vector3(center))
}

/// What a blend gives that has no rotation: the identity without influences, else the first motion alone.
#[inline]
pub(crate) fn first_motion(joints: &[JointSlot], palette: &TwoPhasePalette) -> DualQuat {
    let first = joints.first();
    first.map_or(DualQuat::IDENTITY, |&first| {
        palette.posed_from_stretched[usize::from(first)]
    })
}
