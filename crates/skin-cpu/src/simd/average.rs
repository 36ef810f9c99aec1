//! Averages of rotations and of rigid motions, of as many vertices at once as there are lanes.
//!
//! The average b of unit quaternions `q_i` has `Σ w_i log(b* q_i) = 0`. With f as in `series.rs` and `c_i = ⟨b, q_i⟩` that is the part at right
//! angles to b of `S = Σ w_i f(c_i) q_i`: `b x = S − ⟨b, S⟩ b`, so that no product with `b*` and no logarithm is taken one by one.
//! `b ← b + b x`, to unit length, is `b exp x` but for the third power of x, and stands still where that does. The same holds of dual
//! quaternions with dual numbers.
//!
//! A lane that has arrived is changed no more, so that it does not depend on those beside it. One that has not after
//! [`STEPS`], or in which a motion is more than half a turn from the average, is left to the reference.

use fearless_simd::{Select as _, SimdBase as _, SimdFloat as _, SimdMask as _};

use super::gather::{At, GATHERED, MOST_LANES};
use super::lanes::Lanes;
use super::maps::{Mask, NEARLY_CANCELLED, Rigid, Xyzw, length_squared};
use super::rows::{Row4, Row8};
use super::series::{arc_over_sine, slope_of_arc_over_sine};
use crate::iterative::ITERATIVE_PRECISION;
use crate::spherical::AVERAGE_PRECISION;

/// Steps at most; near the average each is some ten times shorter than the one before.
const STEPS: usize = 12;

#[inline(always)]
fn dot4<S: Lanes>(a: Xyzw<S>, b: Xyzw<S>) -> S::f32s {
    let low = a[0].mul_add(b[0], a[1] * b[1]);
    a[2].mul_add(b[2], a[3].mul_add(b[3], low))
}

/// `a b + c`.
#[inline(always)]
fn scaled_plus4<S: Lanes>(a: Xyzw<S>, b: S::f32s, c: Xyzw<S>) -> Xyzw<S> {
    [
        a[0].mul_add(b, c[0]),
        a[1].mul_add(b, c[1]),
        a[2].mul_add(b, c[2]),
        a[3].mul_add(b, c[3]),
    ]
}

#[inline(always)]
fn times4<S: Lanes>(a: Xyzw<S>, b: S::f32s) -> Xyzw<S> {
    [a[0] * b, a[1] * b, a[2] * b, a[3] * b]
}

#[inline(always)]
fn select4<S: Lanes>(mask: Mask<S>, a: Xyzw<S>, b: Xyzw<S>) -> Xyzw<S> {
    [
        mask.select(a[0], b[0]),
        mask.select(a[1], b[1]),
        mask.select(a[2], b[2]),
        mask.select(a[3], b[3]),
    ]
}

/// To unit length, with a dual part at right angles.
#[inline(always)]
fn unit_motion<S: Lanes>(simd: S, real: Xyzw<S>, dual: Xyzw<S>) -> Rigid<S> {
    let by = simd.inverse_root(length_squared::<S>(real));
    let (real, dual) = (times4::<S>(real, by), times4::<S>(dual, by));
    let along = S::f32s::splat(simd, 0.0) - dot4::<S>(real, dual);
    Rigid {
        real,
        dual: scaled_plus4::<S>(real, along, dual),
    }
}

#[inline(always)]
fn all<S: Lanes>(mask: Mask<S>) -> bool {
    mask.to_bitmask() & lanes::<S>() == lanes::<S>()
}

#[inline(always)]
fn lanes<S: Lanes>() -> u64 {
    u64::MAX >> (64 - S::LANES)
}

/// Whether a step is the last: shorter than the precision, or the next one would be, by half, if it were as much shorter again as this
/// one is than the one before. All lengths are squares.
#[inline(always)]
fn is_last<S: Lanes>(step: S::f32s, before: S::f32s, precision: f32) -> Mask<S> {
    let most = precision * precision;
    step.simd_lt(most) | (step * step).simd_lt(before * (0.25 * most))
}

/// The motion b with `Σ w_i log(b* G_i) = 0` of every lane, unit, and where it is found.
#[inline(always)]
pub(super) fn average_motion<S: Lanes>(simd: S, rows: &[Row8], at: At<'_>) -> (Rigid<S>, Mask<S>) {
    let mut gathered = [[Row8::default(); MOST_LANES]; GATHERED];
    at.rows::<S, Row8>(rows, &mut gathered);
    let motions = [
        motion(simd, &gathered[0]),
        motion(simd, &gathered[1]),
        motion(simd, &gathered[2]),
        motion(simd, &gathered[3]),
    ];
    let weights = at.weights(simd);
    let zero = S::f32s::splat(simd, 0.0);
    let (mut real, mut dual) = ([zero; 4], [zero; 4]);
    for (motion, weight) in motions.iter().zip(weights) {
        real = scaled_plus4::<S>(motion.real, weight, real);
        dual = scaled_plus4::<S>(motion.dual, weight, dual);
    }
    let mut holds = length_squared::<S>(real).simd_gt(NEARLY_CANCELLED);
    let mut average = unit_motion(simd, real, dual);
    let mut arrived = zero.simd_gt(zero);
    let mut before = [zero; 2];
    for _ in 0..STEPS {
        let (next, [turn, shift], is_near) = step_motion(simd, &motions, weights, &average);
        holds &= is_near;
        let is_last = is_last::<S>(turn, before[0], ITERATIVE_PRECISION)
            & is_last::<S>(shift, before[1], ITERATIVE_PRECISION);
        before = [turn, shift];
        average = Rigid {
            real: select4::<S>(arrived, average.real, next.real),
            dual: select4::<S>(arrived, average.dual, next.dual),
        };
        arrived |= is_last;
        if all::<S>(arrived | !holds) {
            break;
        }
    }
    (average, holds & arrived)
}

#[inline(always)]
fn motion<S: Lanes>(simd: S, rows: &[Row8; MOST_LANES]) -> Rigid<S> {
    Rigid {
        real: simd.columns(rows, 0),
        dual: simd.columns(rows, 1),
    }
}

/// One step from an average; the squares of its turn and its shift, and whether all motions are within half a turn.
#[inline(always)]
fn step_motion<S: Lanes>(
    simd: S,
    motions: &[Rigid<S>; GATHERED],
    weights: Xyzw<S>,
    from: &Rigid<S>,
) -> (Rigid<S>, [S::f32s; 2], Mask<S>) {
    let zero = S::f32s::splat(simd, 0.0);
    let one = S::f32s::splat(simd, 1.0);
    let (mut real, mut dual) = ([zero; 4], [zero; 4]);
    let mut least = one;
    for (motion, weight) in motions.iter().zip(weights) {
        // A negative weight is one of the motion with the other sign.
        let sign = one.copysign(weight);
        let cosine = dot4::<S>(from.real, motion.real) * sign;
        let shift = dot4::<S>(from.real, motion.dual) + dot4::<S>(from.dual, motion.real);
        let arc = arc_over_sine(simd, cosine) * weight;
        let slope = slope_of_arc_over_sine(simd, cosine) * (shift * sign) * weight;
        real = scaled_plus4::<S>(motion.real, arc, real);
        dual = scaled_plus4::<S>(motion.dual, arc, dual);
        dual = scaled_plus4::<S>(motion.real, slope, dual);
        least = least.min(cosine);
    }
    let along = zero - dot4::<S>(from.real, real);
    let across = zero - (dot4::<S>(from.real, dual) + dot4::<S>(from.dual, real));
    let step = scaled_plus4::<S>(from.real, along, real);
    let shift = scaled_plus4::<S>(from.dual, along, dual);
    let shift = scaled_plus4::<S>(from.real, across, shift);
    let unit = length_squared::<S>(from.dual).max(one);
    let lengths = [length_squared::<S>(step), length_squared::<S>(shift) / unit];
    let next = unit_motion(
        simd,
        scaled_plus4::<S>(step, one, from.real),
        scaled_plus4::<S>(shift, one, from.dual),
    );
    (next, lengths, least.simd_gt(0.0))
}

/// The unit quaternion Q with `Σ w_i log(Q* q_i) = 0` of every lane, and where it is found.
#[inline(always)]
pub(super) fn average_rotation<S: Lanes>(simd: S, rows: &[Row4], at: At<'_>) -> (Xyzw<S>, Mask<S>) {
    let mut gathered = [[Row4::default(); MOST_LANES]; GATHERED];
    at.rows::<S, Row4>(rows, &mut gathered);
    let rotations = [
        simd.columns(&gathered[0], 0),
        simd.columns(&gathered[1], 0),
        simd.columns(&gathered[2], 0),
        simd.columns(&gathered[3], 0),
    ];
    let weights = at.weights(simd);
    let zero = S::f32s::splat(simd, 0.0);
    let mut average = [zero; 4];
    for (rotation, weight) in rotations.into_iter().zip(weights) {
        average = scaled_plus4::<S>(rotation, weight, average);
    }
    let squared = length_squared::<S>(average);
    let mut holds = squared.simd_gt(NEARLY_CANCELLED);
    average = times4::<S>(average, simd.inverse_root(squared));
    let mut arrived = zero.simd_gt(zero);
    let mut before = zero;
    for _ in 0..STEPS {
        let (next, turn, is_near) = step_rotation(simd, &rotations, weights, average);
        holds &= is_near;
        let is_last = is_last::<S>(turn, before, AVERAGE_PRECISION);
        before = turn;
        average = select4::<S>(arrived, average, next);
        arrived |= is_last;
        if all::<S>(arrived | !holds) {
            break;
        }
    }
    (average, holds & arrived)
}

#[inline(always)]
fn step_rotation<S: Lanes>(
    simd: S,
    rotations: &[Xyzw<S>; GATHERED],
    weights: Xyzw<S>,
    from: Xyzw<S>,
) -> (Xyzw<S>, S::f32s, Mask<S>) {
    let zero = S::f32s::splat(simd, 0.0);
    let one = S::f32s::splat(simd, 1.0);
    let mut sum = [zero; 4];
    let mut least = one;
    for (rotation, weight) in rotations.iter().zip(weights) {
        let cosine = dot4::<S>(from, *rotation) * one.copysign(weight);
        let arc = arc_over_sine(simd, cosine) * weight;
        sum = scaled_plus4::<S>(*rotation, arc, sum);
        least = least.min(cosine);
    }
    let along = zero - dot4::<S>(from, sum);
    let step = scaled_plus4::<S>(from, along, sum);
    let next = scaled_plus4::<S>(step, one, from);
    let by = simd.inverse_root(length_squared::<S>(next));
    (
        times4::<S>(next, by),
        length_squared::<S>(step),
        least.simd_gt(0.0),
    )
}
