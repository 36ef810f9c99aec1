//! Iterative blending: the exact average of rigid motions.

use dq_math::{DualQuat, DualVec3};
use rig::{JointSlot, TwoPhasePalette};

use crate::dual_quat::{CANCELLED, sum_motions};
use crate::rigid::{behind_stretch, first_motion, signed_influences};
use crate::two_phase::TwoPhase;

/// The map of one vertex under iterative blending, and the steps it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iterated {
    /// Model space of the bind to that of the pose; the identity of an empty row.
    pub map: TwoPhase,
    /// Steps from the linear blend to the average; 0 for fewer than two influences, at most [`ITERATIVE_STEPS`].
    pub steps: usize,
}

/// The most steps at a vertex.
pub const ITERATIVE_STEPS: usize = 20;
/// The length of a step that is the last: half an angle in radians, and half a shift in units of the distance from the model's
/// origin, where that is above one.
pub const ITERATIVE_PRECISION: f32 = 1e-6;
/// Cosine of half the turn from the average to a motion above which there is an average: at 344° a logarithm multiplies shifts by
/// 22, and its axis is noise soon after.
pub(crate) const NEAR_WHOLE_TURN: f32 = -0.99;

/// The map of one vertex under iterative blending: the motion b with `Σ w_i log(b* s_i G_i) = 0`.
///
/// From dual quaternion linear blending on, `x = Σ w_i log(b* s_i G_i)`, `b ← b exp x`, until x is shorter than
/// [`ITERATIVE_PRECISION`] or [`ITERATIVE_STEPS`] are done. Two motions are interpolated along their screw; many to their average, which moves
/// along with a motion before and after. Where signs that were chosen elsewhere leave a motion within 16° of a whole turn from the
/// average, there is none that rounding does not decide: dual quaternion linear blending then.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel, the motion of
/// the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
///
/// Reference: Kavan et al. 2008, Algorithm 3; signs: Algorithm 2.
#[must_use]
#[inline]
pub fn iterative_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
) -> Iterated {
    let motions = &palette.posed_from_stretched;
    let sum = sum_motions(joints, weights, motions, palette.signs);
    let (motion, steps) = if sum.real.length_squared() < CANCELLED {
        (first_motion(joints, palette), 0)
    } else if joints.len() < 2 {
        (sum, 0)
    } else {
        average_motion(joints, weights, palette, sum.normalize())
    };
    Iterated {
        map: behind_stretch(joints, weights, palette, motion),
        steps,
    }
}

/// The average of the motions from a first guess on, which is unit, and the number of steps. The guess where a motion is nearly a
/// whole turn away.
#[inline]
pub(crate) fn average_motion(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    start: DualQuat,
) -> (DualQuat, usize) {
    let signed = signed_influences(joints, weights, palette);
    let mut average = start;
    for step in 1..=ITERATIVE_STEPS {
        let back = average.conjugate_quaternion();
        let mut x = DualVec3::ZERO;
        for (joint, weight) in signed.clone() {
            // A negative weight is a positive one of the quaternion of the other sign, as it is in `Σ w_i q̂_i`.
            let ahead = back * palette.posed_from_stretched[joint] * weight.signum();
            if ahead.real.w < NEAR_WHOLE_TURN {
                return (start, step);
            }
            x += ahead.log() * weight.abs();
        }
        // What is left of unit by rounding; log reads it as unit.
        average = (average * DualQuat::exp(x)).normalize();
        // Shifts are relative to the distance from the origin: in f32 no absolute precision is within reach far from it.
        let unit = average.dual.length().max(1.0);
        if x.real.length() < ITERATIVE_PRECISION && x.dual.length() < ITERATIVE_PRECISION * unit {
            return (average, step);
        }
    }
    (average, ITERATIVE_STEPS)
}
