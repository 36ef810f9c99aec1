//! Two-phase skinning: scale and shear first, then a rigid motion.

use dq_math::DualQuat;
use glam::Affine3A;
use rig::{Influences, TwoPhasePalette, Vertices};

use crate::dual_quat::blend_motions;
use crate::each::skin_each;
use crate::linear::blend_matrices;
use crate::vertices::{SkinError, Skinned, check};

/// Two-phase skinning: `v' = G (Σ w_i N_i) v`, with G the dual quaternion blend of the `G_i`.
///
/// `N_i` holds all that is not rigid in a joint's skinning matrix and is blended linearly in the rest pose; `G_i` is rigid,
/// and `G_i N_i = C_i`. A vertex with one influence therefore moves by `C_i` exactly. Where `N_i` is pivoted is the
/// palette's [`Split`](rig::Split). Signs as in [`dual_quat_blend`](crate::dual_quat_blend).
///
/// Lengths: as many influence rows as positions, at least as many entries in both lists of the palette as joints, output as
/// long as input.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// Reference: Kavan et al. 2008, section 4.2.
pub fn two_phase_blend(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &TwoPhasePalette,
    out: Skinned<'_>,
) -> Result<(), SkinError> {
    let lengths = [
        palette.stretched_from_bind.len(),
        palette.posed_from_stretched.len(),
    ];
    check(vertices, influences, &lengths, &out)?;
    skin_each(vertices, influences, out, |_, joints, weights| {
        two_phase_blend_vertex(joints, weights, palette)
    });
    Ok(())
}

/// The map of one vertex under two-phase blending: first `stretched_from_bind`, then `posed_from_stretched`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoPhase {
    /// `Σ w_i N_i`.
    pub stretched_from_bind: Affine3A,
    /// `Σ w_i s_i G_i`, not normalised: see [`dual_quat_blend_vertex`](crate::dual_quat_blend_vertex).
    pub posed_from_stretched: DualQuat,
}

/// The map of one vertex under two-phase blending.
///
/// `joints` and `weights` are a row of [`Influences`]; an empty one gives the identity. Where the rotations cancel, the motion
/// of the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn two_phase_blend_vertex(
    joints: &[u16],
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
