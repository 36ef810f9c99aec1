//! Log-matrix blending.

use crate::dual_quat::DualQuat;
use crate::dual_vec3::DualVec3;
use crate::weighting::Weighting;

/// Log-matrix blending of any number of rigid motions: `exp(Σ w_i log q̂_i / Σ w_i)` with principal logarithms.
///
/// Equal to the exponential of the weighted mean of the logarithms of 4×4 matrices, for a dual quaternion's logarithm is half the
/// matrix's. Each motion is taken by itself, by [`DualQuat::log_principal`]: no signs are chosen between motions, and `q̂` and `−q̂` give
/// the same.
///
/// Invariant only under conjugation `q̂_i → p̂ q̂_i p̂*`, a change of coordinates that rest and pose go through together. Motions that are
/// followed by one and the same motion, or preceded by it, blend to something else: the mean of turns by +170° and −170° about
/// one axis is no turn, not half a turn. [`dlb`](crate::dlb) and [`dib`](crate::dib) do not have that fault. With turns about one axis that are less than
/// half a turn from rest and each other it equals [`dib`](crate::dib).
///
/// Weights need not sum to one, influences of weight zero count for nothing, negative weights are allowed. `motions` and
/// `weights` are of one length; what is beyond the shorter is ignored. Without any non-zero weight the result is the identity;
/// where the weights sum to zero but for rounding, it is the first motion of non-zero weight. The result is unit.
///
/// For skinning, take the logarithms once per joint, and [`blend_logs`] per vertex.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, log_matrix_blend};
/// use glam::{Quat, Vec3};
///
/// let turn = |degrees: f32| DualQuat::from_rotation_translation(Quat::from_rotation_z(degrees.to_radians()), Vec3::ZERO);
/// let mean = log_matrix_blend(&[turn(10.0), turn(50.0)], &[0.5, 0.5]);
/// assert!(mean.abs_diff_eq(turn(30.0), 1e-6));
/// // Not the short way round.
/// let mean = log_matrix_blend(&[turn(170.0), turn(-170.0)], &[0.5, 0.5]);
/// assert!(mean.abs_diff_eq(DualQuat::IDENTITY, 1e-6));
/// ```
///
/// Reference: F. Cordier and N. Magnenat-Thalmann, "A data-driven approach for real-time clothes simulation", 2005, after M. Alexa, "Linear
/// combination of transformations", 2002; its invariance: K08 section 3.3.
#[must_use]
pub fn log_matrix_blend(motions: &[DualQuat], weights: &[f32]) -> DualQuat {
    let count = motions.len().min(weights.len());
    let Some(weighting) = Weighting::of(&weights[..count]) else {
        return DualQuat::IDENTITY;
    };
    if weighting.cancels() {
        return motions[weighting.pivot];
    }
    let logs = motions.iter().map(|motion| motion.log_principal());
    let shares = weights.iter().map(|&weight| weighting.share(weight));
    blend_logs(logs.zip(shares))
}

/// `exp(Σ w_i x_i)`: [`log_matrix_blend`] of motions whose logarithms are known, by weights that sum to one.
///
/// Weights are taken as they are. Nothing at all gives the identity.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, blend_logs};
/// use glam::Vec3;
///
/// // Once per pose and joint:
/// let palette = [Vec3::ZERO, Vec3::X].map(|t| DualQuat::from_translation(t).log_principal());
/// // For each vertex:
/// let (joints, weights) = ([0, 1], [0.25, 0.75]);
/// let logs = joints.into_iter().map(|joint: usize| palette[joint]);
/// let blend = blend_logs(logs.zip(weights));
/// assert_eq!(blend.translation(), Vec3::X * 0.75);
/// ```
#[must_use]
#[inline]
pub fn blend_logs(logs: impl IntoIterator<Item = (DualVec3, f32)>) -> DualQuat {
    let mut sum = DualVec3::ZERO;
    for (log, weight) in logs {
        sum += log * weight;
    }
    DualQuat::exp(sum)
}
