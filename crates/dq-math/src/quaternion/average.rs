//! Averages of any number of rotations.

use glam::{Quat, Vec3};

use super::{exp, log};
use crate::iterated::{AVERAGE_MAX_STEPS, Iterated};
use crate::signs::toward;
use crate::weighting::{CANCELLED, Weighting};

/// Linear blend of any number of rotations, normalized: `Σ w_i s_i q_i / ‖Σ w_i s_i q_i‖`.
///
/// The signs s are those of [`SignRule::First`](crate::SignRule::First), so that `q` and `−q` count as one rotation. Weights need
/// not sum to one, influences of weight zero count for nothing, negative weights are allowed.
///
/// `rotations` are of unit length, as is the result, and of the same number as `weights`; what is beyond the shorter is ignored.
/// Without any non-zero weight the result is the identity. Where the sum cancels but for rounding, it is the first rotation
/// of non-zero weight.
///
/// For two rotations this is [`qlerp`](super::qlerp), along with translations [`dlb`](crate::dlb). It is cheap, and exact only for
/// two with equal weights; [`spherical_average`] is the exact one.
///
/// # Examples
///
/// ```
/// use dq_math::quaternion::weighted_qlerp;
/// use glam::Quat;
///
/// let [left, right] = [0.5, -0.5].map(Quat::from_rotation_z);
/// let mean = weighted_qlerp(&[left, -right, Quat::IDENTITY], &[1.0, 1.0, 2.0]);
/// assert!(mean.abs_diff_eq(Quat::IDENTITY, 1e-6));
/// ```
///
/// Reference: K05 (QLERP of n rotations), signs: K08 Algorithm 2.
#[must_use]
pub fn weighted_qlerp(rotations: &[Quat], weights: &[f32]) -> Quat {
    let count = rotations.len().min(weights.len());
    let Some(weighting) = Weighting::of(&weights[..count]) else {
        return Quat::IDENTITY;
    };
    let pivot = rotations[weighting.pivot];
    let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (&q, &w) in rotations.iter().zip(weights) {
        sum += q * (weighting.relative(w) * toward(pivot, q));
    }
    if sum.length_squared() < CANCELLED {
        return pivot;
    }
    sum.normalize()
}

/// The spherical average of any number of rotations: the exact mean, by iteration.
///
/// The b with `Σ w_i log(b* s_i q_i) = 0`, which for weights not negative makes `Σ w_i θ_i²` least, with `θ_i` the angle from b
/// to `s_i q_i` on the sphere of unit quaternions. Starts from [`weighted_qlerp`] and repeats `x = Σ w_i log(b* s_i q_i) / Σ w_i`, `b ← b exp x`
/// until ‖x‖ is below `precision`, or [`AVERAGE_MAX_STEPS`] are done. x is half an angle in radians; in f32 a `precision` of 1e-6 is
/// about the finest that can be met.
///
/// Each step leaves a part of the error that grows with the spread, some φ²/3 where half angles up to φ lie between b and the
/// rotations: up to a right angle between any two, 2e-6 takes at most eight steps. Spread further, the average may not be
/// unique; the one nearest to [`weighted_qlerp`] is sought.
///
/// Signs, lengths of slices and weights as for [`weighted_qlerp`]. Where the weights sum to zero but for rounding there is no
/// average, and where the steps grow, as they may for weights of both signs, none is found: the result is that of
/// [`weighted_qlerp`], not converged. For two rotations the average is [`slerp`](super::slerp), and of
/// motions without translation [`dib`](crate::dib) is the same.
///
/// # Examples
///
/// ```
/// use dq_math::quaternion::spherical_average;
/// use glam::Quat;
///
/// // About one axis, the weighted mean of the angles.
/// let turns = [0.0, 0.6, 3.0].map(Quat::from_rotation_z);
/// let average = spherical_average(&turns, &[0.5, 0.25, 0.25], 1e-6);
/// assert!(average.mean.abs_diff_eq(Quat::from_rotation_z(0.9), 1e-6));
/// assert!(average.converged);
/// ```
///
/// Reference: S. Buss and J. Fillmore, "Spherical averages and applications to spherical splines and interpolation", ACM
/// Transactions on Graphics 20(2), 2001, Algorithm A1.
#[must_use]
pub fn spherical_average(rotations: &[Quat], weights: &[f32], precision: f32) -> Iterated<Quat> {
    let start = weighted_qlerp(rotations, weights);
    let count = rotations.len().min(weights.len());
    let Some(weighting) = Weighting::of(&weights[..count]) else {
        return Iterated::at_once(start);
    };
    if weighting.cancels() {
        return Iterated::nowhere(start);
    }
    let pivot = rotations[weighting.pivot];
    let (mut b, mut first, mut last) = (start, 0.0, 0.0);
    for step in 1..=AVERAGE_MAX_STEPS {
        let mut x = Vec3::ZERO;
        for (&q, &w) in rotations.iter().zip(weights) {
            // Against the pivot, not against b: every step has to average the same numbers.
            let aligned = q * toward(pivot, q);
            x += log(b.conjugate() * aligned) * weighting.share(w);
        }
        // The rounding of up to twenty products would add up, and the mean is promised to be unit.
        b = (b * exp(x)).normalize();
        last = x.length();
        if last < precision {
            return Iterated::after(step, b);
        }
        if step == 1 {
            first = last;
        }
    }
    Iterated::not_converged(if last < first { b } else { start })
}
