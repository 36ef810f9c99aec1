//! Two-phase skinning: scale and shear first, then a rigid motion.

use dq_math::DualQuat;
use glam::Affine3A;
use rig::{JointSlot, TwoPhasePalette};

use crate::dual_quat::blend_motions;
use crate::linear::blend_matrices;

/// The map of one vertex under two-phase blending: first `stretched_from_bind`, then `posed_from_stretched`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoPhase {
    /// `Σ w_i N_i`: scale and shear, blended linearly in the rest pose.
    pub stretched_from_bind: Affine3A,
    /// `Σ w_i s_i G_i`, not normalized: see [`dual_quat_blend_vertex`](crate::dual_quat_blend_vertex).
    pub posed_from_stretched: DualQuat,
}

/// The map of one vertex under two-phase blending.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel, the motion
/// of the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn two_phase_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
) -> TwoPhase {
    TwoPhase {
        stretched_from_bind: blend_matrices(joints, weights, &palette.stretched_from_bind),
        posed_from_stretched: blend_motions(
            joints,
            weights,
            &palette.posed_from_stretched,
            palette.signs,
        ),
    }
}
