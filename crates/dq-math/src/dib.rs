//! Dual quaternion iterative blending.

use crate::dlb::dlb;
use crate::dual_quat::DualQuat;
use crate::dual_vec3::DualVec3;
use crate::iterated::{AVERAGE_MAX_STEPS, Iterated};
use crate::signs::toward;
use crate::weighting::Weighting;

/// Dual quaternion iterative blending: the exact average of any number of rigid motions, by iteration.
///
/// Starts from [`dlb`] and repeats `x = Σ w_i log(b* s_i q̂_i) / Σ w_i`, `b ← b exp x` until the Euclidean norm of the six numbers of x
/// is below `precision`, or [`AVERAGE_MAX_STEPS`] are done. The limit has `Σ w_i log(b* s_i q̂_i) = 0`; for two motions it is
/// [`sclerp`](crate::sclerp), for rotations alone their [`spherical_average`](crate::quaternion::spherical_average).
///
/// x mixes half an angle in radians with half a translation. In f32 a `precision` of 1e-6 times the size of the translations is
/// about the finest that can be met. Motions by some units within a right angle of each other take at most eight steps to 1e-5.
///
/// Signs, lengths of slices and weights as for [`dlb`]; without any non-zero weight the result is the identity. Where the weights
/// sum to zero but for rounding there is no average, and where the steps grow, as they may for weights of both signs, none is found:
/// the result is that of [`dlb`], not converged. The mean is unit.
///
/// [`dib_from`] is for motions that do not lie in a slice.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, dib};
/// use glam::{Quat, Vec3};
///
/// let turn = |angle| DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::ZERO);
/// // About one axis, the weighted mean of the angles.
/// let blend = dib(&[turn(0.0), turn(0.6), turn(3.0)], &[0.5, 0.25, 0.25], 1e-6);
/// assert!(blend.mean.rotation().abs_diff_eq(Quat::from_rotation_z(0.9), 1e-6));
/// assert!(blend.converged && blend.steps < 5);
/// ```
///
/// Reference: K08 Algorithm 3; for rotations S. Buss and J. Fillmore, "Spherical averages", 2001.
#[must_use]
pub fn dib(motions: &[DualQuat], weights: &[f32], precision: f32) -> Iterated<DualQuat> {
    let start = dlb(motions, weights);
    let count = motions.len().min(weights.len());
    let Some(weighting) = Weighting::of(&weights[..count]) else {
        return Iterated::at_once(start);
    };
    if weighting.cancels() {
        return Iterated::nowhere(start);
    }
    let pivot = motions[weighting.pivot].real;
    let aligned = motions
        .iter()
        .map(|&motion| motion * toward(pivot, motion.real));
    let shares = weights.iter().map(|&weight| weighting.share(weight));
    dib_from(start, &aligned.zip(shares), precision)
}

/// The iteration of [`dib`] from any unit `start`, over motions whose signs are chosen already and weights that sum to one.
///
/// For skinning, where the motions of a vertex are looked up in a palette: nothing is allocated, and the iterator is cloned for
/// each step. `start` is best the [`dlb`] of the same motions. If after all steps the last is no shorter than the first, the mean is `start`,
/// not converged.
#[must_use]
#[inline]
pub fn dib_from(
    start: DualQuat,
    influences: &(impl Iterator<Item = (DualQuat, f32)> + Clone),
    precision: f32,
) -> Iterated<DualQuat> {
    let (mut b, mut first, mut last) = (start, 0.0, 0.0);
    for step in 1..=AVERAGE_MAX_STEPS {
        // The inverse, for b is unit.
        let back = b.conjugate_quaternion();
        let mut x = DualVec3::ZERO;
        for (motion, weight) in influences.clone() {
            x += (back * motion).log() * weight;
        }
        // Products of unit dual quaternions drift from unit by rounding; log reads them as unit.
        b = (b * DualQuat::exp(x)).normalize();
        last = x.length();
        if last < precision {
            return Iterated::after(step, b);
        }
        if step == 1 {
            first = last;
        }
    }
    // Steps that do not shrink diverge: their last iterate is no better than where they began.
    Iterated::not_converged(if last < first { b } else { start })
}
