//! Blending rotations and translations apart.

use glam::{Quat, Vec3};

use crate::dual_quat::DualQuat;
use crate::signs::toward;
use crate::weighting::{CANCELLED, Weighting};

/// Quaternions and translations of rigid motions blended apart: `x → Q x + Σ w_i t_i / Σ w_i`.
///
/// Q is the [`weighted_qlerp`](crate::quaternion::weighted_qlerp) of the rotations. What it is for is comparison: the translation of a motion is
/// where the origin goes, and so the blend turns about a center that depends on where the origin of the rest space is. Moved by
/// r there, `q̂_i → q̂_i (1 + ε r/2)`, the motions blend to something that is off by `(Σ w_i R_i / Σ w_i − Q) r`. A motion that follows them
/// all, `q̂_i → p̂ q̂_i`, follows the blend. [`dlb`](crate::dlb) costs the same and does not care.
///
/// Signs, lengths of slices and weights as for [`dlb`](crate::dlb); without any non-zero weight the result is the identity. Where the
/// rotations cancel but for rounding, or the weights do, it is the first motion of non-zero weight. The result is unit.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, quaternion_translation_blend};
/// use glam::{Quat, Vec3};
///
/// let [left, right] = [1.0, -1.0]
///     .map(|angle| DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::Y));
/// let mean = quaternion_translation_blend(&[left, right], &[0.5, 0.5]);
/// assert!(mean.abs_diff_eq(DualQuat::from_translation(Vec3::Y), 1e-6));
/// ```
///
/// Reference: K08 section 3.3.
#[must_use]
pub fn quaternion_translation_blend(motions: &[DualQuat], weights: &[f32]) -> DualQuat {
    let count = motions.len().min(weights.len());
    let Some(weighting) = Weighting::of(&weights[..count]) else {
        return DualQuat::IDENTITY;
    };
    let pivot = motions[weighting.pivot];
    let mut rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut translation = Vec3::ZERO;
    for (&motion, &weight) in motions.iter().zip(weights) {
        rotation += motion.real * (weighting.relative(weight) * toward(pivot.real, motion.real));
        // Not finite where the weights cancel; what comes of it is thrown away below.
        translation += motion.translation() * weighting.share(weight);
    }
    if weighting.cancels() || rotation.length_squared() < CANCELLED {
        return pivot;
    }
    DualQuat::from_rotation_translation(rotation.normalize(), translation)
}
