//! Log-matrix blending: motions as their logarithms.

use dq_math::blend_logs;
use rig::{JointSlot, TwoPhasePalette};

use crate::rigid::behind_stretch;
use crate::two_phase::TwoPhase;

/// The map of one vertex under log-matrix blending: the motion is `exp(Σ w_i log G_i)`, of principal logarithms.
///
/// The logarithm of a rigid matrix and that of its dual quaternion with `w ≥ 0` are the same six numbers, up to a factor, and so are
/// their exponentials. No signs are chosen: a joint that passes half a turn against its rest changes sides.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity.
///
/// # Panics
///
/// If a joint is beyond the palette's logarithms.
///
/// Reference: Alexa 2002; Cordier and Magnenat-Thalmann 2005; Kavan et al. 2008, section 3.3.
#[must_use]
#[inline]
pub fn log_matrix_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
) -> TwoPhase {
    let logs = joints.iter().map(|&joint| palette.logs[usize::from(joint)]);
    let motion = blend_logs(logs.zip(weights.iter().copied()));
    behind_stretch(joints, weights, palette, motion)
}
