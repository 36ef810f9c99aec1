//! Averages of rotations and of rigid motions, of as many vertices at once as there are lanes.
//!
//! The average b of unit quaternions `q_i` has `X(b) = Σ w_i log(b* q_i) = 0`. With `b* q_i = (v_i, c_i)` and f as in `series.rs` that is
//! `X = Σ w_i f(c_i) v_i`, and another b, `b exp φ`, has `X − H φ` but for what is of second order in X and φ, with
//!
//! ```text
//! H = Σ w_i f(c_i) c_i · 1 − Σ w_i f′(c_i) v_i v_iᵀ
//! ```
//!
//! symmetric and, with all motions within half a turn of b, positive. So steps `φ = H⁻¹ X` are Newton's: each is about as long as the square of
//! the one before, and what the last leaves is below rounding. No sine, no arc, no logarithm one by one. A negative weight is one of the rotation
//! with the other sign; in these sums none is below zero.
//!
//! Of rigid motions `q_i + ε e_i` the dual part g of the average follows from a linear equation once b is known: with any guess of it,
//! `φ = H⁻¹ X_ε`, `g ← g + b φ`, where `b X_ε` is the part of `Σ w_i (f(c_i) e_i + f′(c_i) (⟨b, e_i⟩ + ⟨g, q_i⟩) q_i) − Σ w_i f(c_i) c_i · g`
//! that is at right angles to b.
//!
//! A lane that has arrived is changed no more, so that it does not depend on those beside it. One that has not after
//! [`STEPS`] is left to the reference; and so is one in which a motion is more than half a turn from the average, or so many are so far away
//! from it that the reference, whose steps are `φ = X`, does not find it to the last digit in those that it has.

use fearless_simd::{Select as _, SimdBase as _, SimdFloat as _, SimdMask as _};

use super::gather::{At, GATHERED};
use super::maps::{Mask, NEARLY_CANCELLED, Rigid, Xyz, Xyzw, cross, dot, length_squared, mul_add3};
use super::series::arc_over_sine;
use lanes::Lanes;
use lanes::{Row4, Row8};

/// Steps at most; one or two do.
const STEPS: usize = 8;
/// The square of the length of a step, half an angle in radians, that leaves nothing to another: that would be a ten-thousandth of this long.
const LAST: f32 = 5e-5;
/// The square of what may be left of X: some roundings.
const LEFT: f32 = 4e-12;

#[inline(always)]
pub(super) fn dot4<S: Lanes>(a: Xyzw<S>, b: Xyzw<S>) -> S::f32s {
    let low = a[0].mul_add(b[0], a[1] * b[1]);
    a[2].mul_add(b[2], a[3].mul_add(b[3], low))
}

/// `a b + c`.
#[inline(always)]
fn mul_add4<S: Lanes>(a: Xyzw<S>, b: S::f32s, c: Xyzw<S>) -> Xyzw<S> {
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

#[inline(always)]
fn all<S: Lanes>(mask: Mask<S>) -> bool {
    mask.to_bitmask() & lanes::<S>() == lanes::<S>()
}

#[inline(always)]
fn lanes<S: Lanes>() -> u64 {
    u64::MAX >> (64 - S::LANES)
}

/// The vector of `b* q`.
#[inline(always)]
pub(super) fn ahead<S: Lanes>(b: Xyzw<S>, q: Xyzw<S>) -> Xyz<S> {
    let [x, y, z] = [-b[0], -b[1], -b[2]];
    [
        b[2].mul_add(q[1], y.mul_add(q[2], x.mul_add(q[3], b[3] * q[0]))),
        b[0].mul_add(q[2], z.mul_add(q[0], y.mul_add(q[3], b[3] * q[1]))),
        b[1].mul_add(q[0], x.mul_add(q[1], z.mul_add(q[3], b[3] * q[2]))),
    ]
}

/// `b φ + c` of a pure φ.
#[inline(always)]
fn pure_mul_add<S: Lanes>(b: Xyzw<S>, [x, y, z]: Xyz<S>, c: Xyzw<S>) -> Xyzw<S> {
    let v = [b[0], b[1], b[2]];
    let across = cross::<S>(v, [x, y, z]);
    [
        b[3].mul_add(x, c[0]) + across[0],
        b[3].mul_add(y, c[1]) + across[1],
        b[3].mul_add(z, c[2]) + across[2],
        c[3] - dot::<S>(v, [x, y, z]),
    ]
}

/// `scale · 1 + Σ k v vᵀ`, symmetric.
#[derive(Clone, Copy)]
pub(super) struct Slope<S: Lanes> {
    scale: S::f32s,
    diagonal: Xyz<S>,
    /// Of y and z, z and x, x and y.
    beside: Xyz<S>,
}

impl<S: Lanes> Slope<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        let zero = S::f32s::splat(simd, 0.0);
        Self {
            scale: zero,
            diagonal: [zero; 3],
            beside: [zero; 3],
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, scale: S::f32s, k: S::f32s, v: Xyz<S>) {
        self.scale += scale;
        self.add_across(k, v);
    }

    #[inline(always)]
    fn add_across(&mut self, k: S::f32s, [x, y, z]: Xyz<S>) {
        let [a, b, c] = [x * k, y * k, z * k];
        let [xx, yy, zz] = self.diagonal;
        self.diagonal = [a.mul_add(x, xx), b.mul_add(y, yy), c.mul_add(z, zz)];
        let [yz, zx, xy] = self.beside;
        self.beside = [b.mul_add(z, yz), c.mul_add(x, zx), a.mul_add(y, xy)];
    }

    /// `H x`, for the dual part of a slope.
    #[inline(always)]
    pub(super) fn apply(&self, x: Xyz<S>) -> Xyz<S> {
        let [a, b, c] = self.diagonal;
        let [d, e, f] = self.beside;
        let scale = self.scale;
        [
            dot::<S>([a + scale, f, e], x),
            dot::<S>([f, b + scale, d], x),
            dot::<S>([e, d, c + scale], x),
        ]
    }

    /// The φ with `H φ = x`; no numbers where there is none.
    #[inline(always)]
    pub(super) fn solve(&self, simd: S, x: Xyz<S>) -> Xyz<S> {
        let [a, b, c] = self.diagonal;
        let [a, b, c] = [a + self.scale, b + self.scale, c + self.scale];
        let [d, e, f] = self.beside;
        // Cramer's rule: cofactors of a symmetric matrix, six instead of nine. Elimination would need pivots, which differ from lane to
        // lane.
        let [yz, zx, xy] = [
            e.mul_sub(f, a * d),
            f.mul_sub(d, b * e),
            d.mul_sub(e, c * f),
        ];
        let [xx, yy, zz] = [
            b.mul_sub(c, d * d),
            c.mul_sub(a, e * e),
            a.mul_sub(b, f * f),
        ];
        let determinant = a.mul_add(xx, f.mul_add(xy, e * zx));
        let by = S::f32s::splat(simd, 1.0) / determinant;
        [
            dot::<S>([xx, xy, zx], x) * by,
            dot::<S>([xy, yy, yz], x) * by,
            dot::<S>([zx, yz, zz], x) * by,
        ]
    }
}

/// How rotations are turned from a guess of their average, with weights that are not below zero.
///
/// What is summed up of each number by itself, and what of vectors, are two loops: one of both has more sums than there are registers.
#[derive(Clone, Copy)]
struct Angles<S: Lanes> {
    /// `w f(c)` of each.
    arcs: Xyzw<S>,
    /// `−w f′(c)` of each.
    falls: Xyzw<S>,
    /// `Σ w f(c) c`.
    scale: S::f32s,
    /// The least cosine of half the angle to a rotation.
    least: S::f32s,
}

/// The least of `1 − c²` that is divided by.
const LEAST_SINE_SQUARED: f32 = 1e-7;

impl<S: Lanes> Angles<S> {
    /// f has the slope `f′ = (c f − 1) / (1 − c²)`. Rounding says nothing of it where c is nearly one; it is multiplied there by what is as small
    /// as `1 − c²`.
    #[inline(always)]
    fn new(simd: S, rotations: &[Xyzw<S>; GATHERED], weights: Xyzw<S>, from: Xyzw<S>) -> Self {
        let (zero, one) = (S::f32s::splat(simd, 0.0), S::f32s::splat(simd, 1.0));
        let mut all = Self {
            arcs: weights,
            falls: weights,
            scale: zero,
            least: one,
        };
        for (place, rotation) in rotations.iter().enumerate() {
            // The cosine of half the angle. The series hold from 0 to 1; below, the lane is refused by `least`.
            let cosine = dot4::<S>(from, *rotation);
            let turn = arc_over_sine(simd, cosine);
            let sine_squared = (-cosine).mul_add(cosine, one).max(LEAST_SINE_SQUARED);
            let fall = (-turn).mul_add(cosine, one) / sine_squared;
            let arc = turn * weights[place];
            all.arcs[place] = arc;
            all.falls[place] = fall * weights[place];
            all.scale = arc.mul_add(cosine, all.scale);
            all.least = all.least.min(cosine);
        }
        all
    }

    /// X and H of the module's text: the way to the average, and how it shortens.
    #[inline(always)]
    fn sums(&self, simd: S, rotations: &[Xyzw<S>; GATHERED], from: Xyzw<S>) -> (Xyz<S>, Slope<S>) {
        let zero = S::f32s::splat(simd, 0.0);
        let (mut toward, mut slope) = ([zero; 3], Slope::new(simd));
        for (place, rotation) in rotations.iter().enumerate() {
            let v = ahead::<S>(from, *rotation);
            toward = mul_add3::<S>(v, self.arcs[place], toward);
            slope.add_across(self.falls[place], v);
        }
        slope.scale = self.scale;
        (toward, slope)
    }

    /// Where the reference arrives at what is found from here: the eigenvalues of H lie between `Σ w_i f(c_i) c_i` and `Σ w_i`, and by
    /// one less each is what a step of it leaves of the way.
    #[inline(always)]
    fn is_near(&self, weights: S::f32s) -> Mask<S> {
        self.least.simd_gt(0.0) & self.scale.simd_gt(LEAST_SLOPE) & weights.simd_lt(MOST_SLOPE)
    }
}

/// Bounds of the eigenvalues of H.
const LEAST_SLOPE: f32 = 0.5;
const MOST_SLOPE: f32 = 1.4;

/// Weights that are not below zero: a negative one is one of the rotation with the other sign.
#[inline(always)]
fn turn_negative<S: Lanes, const N: usize>(
    simd: S,
    rotations: [&mut [Xyzw<S>; GATHERED]; N],
    weights: &mut Xyzw<S>,
) {
    let [a, b, c, d] = *weights;
    let least = a.min(b).min(c.min(d));
    // Negative weights are rare: one test of all lanes spares the loop.
    if least.simd_lt(0.0).to_bitmask() & lanes::<S>() == 0 {
        return;
    }
    let one = S::f32s::splat(simd, 1.0);
    for of_influences in rotations {
        for (rotation, weight) in of_influences.iter_mut().zip(*weights) {
            let sign = weight.simd_lt(0.0).select(-one, one);
            *rotation = times4::<S>(*rotation, sign);
        }
    }
    *weights = [a.abs(), b.abs(), c.abs(), d.abs()];
}

#[inline(always)]
fn weighted_sum<S: Lanes>(simd: S, terms: &[Xyzw<S>; GATHERED], weights: Xyzw<S>) -> Xyzw<S> {
    let mut sum = [S::f32s::splat(simd, 0.0); 4];
    for (term, weight) in terms.iter().zip(weights) {
        sum = mul_add4::<S>(*term, weight, sum);
    }
    sum
}

/// From a first guess on, unit, to the unit quaternion b with `Σ w_i log(b* q_i) = 0` of every lane, and where it is found. Lanes that do not
/// hold from the start are not waited for.
#[inline(always)]
fn average<S: Lanes>(
    simd: S,
    rotations: &[Xyzw<S>; GATHERED],
    weights: Xyzw<S>,
    (start, holds): (Xyzw<S>, Mask<S>),
) -> (Xyzw<S>, Mask<S>) {
    let zero = S::f32s::splat(simd, 0.0);
    let (mut average, mut holds) = (start, holds);
    // No lane yet: zero is not above itself.
    let mut arrived = zero.simd_gt(zero);
    let [a, b, c, d] = weights;
    let lengths = (a + b) + (c + d);
    for _ in 0..STEPS {
        let angles = Angles::new(simd, rotations, weights, average);
        // One that has arrived goes on with the others, and must not hang on how many steps they take.
        holds &= angles.is_near(lengths) | arrived;
        let (toward, slope) = angles.sums(simd, rotations, average);
        let step = slope.solve(simd, toward);
        let next = pure_mul_add::<S>(average, step, average);
        let by = simd.inverse_root(length_squared::<S>(next));
        average = select4::<S>(arrived, average, times4::<S>(next, by));
        // After the step that counts as the last, which is still taken.
        arrived |= dot::<S>(step, step).simd_lt(LAST);
        if all::<S>(arrived | !holds) {
            break;
        }
    }
    (average, holds & arrived)
}

/// The motion b with `Σ w_i log(b* G_i) = 0` of every lane, unit, and where it is found.
#[inline(always)]
pub(super) fn average_motion<S: Lanes>(simd: S, rows: &[Row8], at: At<'_>) -> (Rigid<S>, Mask<S>) {
    let gathered = at.rows::<S, Row8>(rows);
    let mut real = gathered.all_columns(simd, 0);
    let mut dual = gathered.all_columns(simd, 1);
    let mut weights = at.weights(simd);
    turn_negative(simd, [&mut real, &mut dual], &mut weights);
    let zero = S::f32s::splat(simd, 0.0);
    let sum = weighted_sum(simd, &real, weights);
    let guess = weighted_sum(simd, &dual, weights);
    let squared = length_squared::<S>(sum);
    let by = simd.inverse_root(squared);
    let start = (times4::<S>(sum, by), squared.simd_gt(NEARLY_CANCELLED));
    let (turn, holds) = average(simd, &real, weights, start);
    // A unit dual quaternion has its dual part at right angles to the real one: what is along it is taken off the guess.
    let along = zero - dot4::<S>(turn, guess);
    let guess = times4::<S>(mul_add4::<S>(turn, along, guess), by);
    let (shift, is_left) = shift_of(simd, &real, &dual, weights, (turn, guess));
    let motion = Rigid {
        real: turn,
        dual: shift,
    };
    (motion, holds & is_left)
}

/// The dual part of the average of rigid motions, of which the real one is known, from a guess on that is at right angles to it; and where
/// that one is the average of the rotations.
#[inline(always)]
fn shift_of<S: Lanes>(
    simd: S,
    real: &[Xyzw<S>; GATHERED],
    dual: &[Xyzw<S>; GATHERED],
    weights: Xyzw<S>,
    (turn, guess): (Xyzw<S>, Xyzw<S>),
) -> (Xyzw<S>, Mask<S>) {
    let angles = Angles::new(simd, real, weights, turn);
    let along = S::f32s::splat(simd, 0.0) - angles.scale;
    let [x, y, z, w] = guess;
    let mut sum = [x * along, y * along, z * along, w * along];
    for (place, (real, dual)) in real.iter().zip(dual).enumerate() {
        let away = -dot4::<S>(turn, *dual) - dot4::<S>(guess, *real);
        sum = mul_add4::<S>(*dual, angles.arcs[place], sum);
        sum = mul_add4::<S>(*real, angles.falls[place] * away, sum);
    }
    let (left, slope) = angles.sums(simd, real, turn);
    let step = slope.solve(simd, ahead::<S>(turn, sum));
    let is_left = dot::<S>(left, left).simd_lt(LEFT);
    (pure_mul_add::<S>(turn, step, guess), is_left)
}

/// The unit quaternion Q with `Σ w_i log(Q* q_i) = 0` of every lane, and where it is found.
#[inline(always)]
pub(super) fn average_rotation<S: Lanes>(simd: S, rows: &[Row4], at: At<'_>) -> (Xyzw<S>, Mask<S>) {
    let gathered = at.rows::<S, Row4>(rows);
    let mut rotations = gathered.all_columns(simd, 0);
    let mut weights = at.weights(simd);
    turn_negative(simd, [&mut rotations], &mut weights);
    let sum = weighted_sum(simd, &rotations, weights);
    let squared = length_squared::<S>(sum);
    let start = times4::<S>(sum, simd.inverse_root(squared));
    let holds = squared.simd_gt(NEARLY_CANCELLED);
    average(simd, &rotations, weights, (start, holds))
}
