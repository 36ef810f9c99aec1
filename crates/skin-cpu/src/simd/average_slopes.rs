//! How averages go with the weights, many vertices at once: what `average.rs` finds, and exact normals ask for.
//!
//! The average b of motions has `Σ w_k x_k = 0` with `x_k = log(b* G_k)`. Another weight of joint k moves it to `b exp φ` with `H φ = x_k`, H as in
//! `average.rs`, all of dual numbers: with `H + ε H_ε`,
//!
//! ```text
//! φ = H⁻¹ x      φ_ε = H⁻¹ (x_ε − H_ε φ)
//! ```
//!
//! and weights that change by `∂_a w_k` along an axis have `x = Σ ∂_a w_k x_k`. A joint that a vertex does not have itself has to be within half a
//! turn of the average, as its own have, and weights must not be below zero; else the reference does it.

use fearless_simd::{Select as _, Simd, SimdBase as _, SimdFloat as _};

use super::average::{Slope, ahead, dot4};
use super::gather::{At, MOST_LANES};
use super::maps::{Mask, Rigid, Xyz, Xyzw, mul_add3};
use super::series::{arc_over_sine, curve_of_arc_over_sine, slope_of_arc_over_sine};
use super::slopes::{Gradients, VertexNumber};
use super::surface::{minus, plus};
use lanes::Lanes;
use lanes::Row;
use rig::GradientRow;

/// Vertices of as many lanes, with the slopes of their weights along an axis.
#[derive(Clone, Copy)]
pub(super) struct SlopeLanes<'a> {
    pub(super) at: At<'a>,
    pub(super) gradients: &'a Gradients<'a>,
    pub(super) axis: usize,
}

/// `φ + ε φ_ε`
#[derive(Clone, Copy)]
pub(super) struct DualTurn<S: Simd> {
    pub(super) real: Xyz<S>,
    pub(super) dual: Xyz<S>,
}

/// A motion seen from the average: vector and scalar of `b* G`, both dual.
#[derive(Clone, Copy)]
struct RelativeMotion<S: Simd> {
    vector: Xyz<S>,
    scalar: S::f32s,
    of_vector: Xyz<S>,
    of_scalar: S::f32s,
}

impl<S: Lanes> RelativeMotion<S> {
    #[inline(always)]
    fn new(average: &Rigid<S>, real: Xyzw<S>, dual: Xyzw<S>) -> Self {
        let (b, g) = (average.real, average.dual);
        Self {
            vector: ahead::<S>(b, real),
            scalar: dot4::<S>(b, real),
            of_vector: plus::<S>(ahead::<S>(b, dual), ahead::<S>(g, real)),
            of_scalar: dot4::<S>(b, dual) + dot4::<S>(g, real),
        }
    }

    /// Adds the logarithm, times a factor.
    #[inline(always)]
    fn add_log(&self, simd: S, by: S::f32s, sum: &mut DualTurn<S>) {
        let arc = arc_over_sine(simd, self.scalar) * by;
        let slope = slope_of_arc_over_sine(simd, self.scalar) * by;
        sum.real = mul_add3::<S>(self.vector, arc, sum.real);
        let dual = mul_add3::<S>(self.of_vector, arc, sum.dual);
        sum.dual = mul_add3::<S>(self.vector, slope * self.of_scalar, dual);
    }

    /// Adds to H and to its dual part.
    #[inline(always)]
    fn add_slope(&self, simd: S, weight: S::f32s, [real, dual]: &mut [Slope<S>; 2]) {
        let (c, of_c) = (self.scalar, self.of_scalar);
        let arc = arc_over_sine(simd, c) * weight;
        let slope = slope_of_arc_over_sine(simd, c) * weight;
        let curve = curve_of_arc_over_sine(simd, c) * weight;
        let zero = S::f32s::splat(simd, 0.0);
        real.add(arc * c, zero - slope, self.vector);
        dual.add(
            slope.mul_add(c, arc) * of_c,
            zero - curve * of_c,
            self.vector,
        );
        // v′vᵀ + vv′ᵀ, by squares of a sum and a difference.
        let (sum, apart) = (
            plus::<S>(self.vector, self.of_vector),
            minus::<S>(self.vector, self.of_vector),
        );
        let half = slope * 0.5;
        dual.add(zero, zero - half, sum);
        dual.add(zero, half, apart);
    }
}

impl SlopeLanes<'_> {
    /// How the average of motions goes along the axis; no numbers where that is not known.
    #[inline(always)]
    pub(super) fn turn<S: Lanes, R: Row>(
        &self,
        simd: S,
        rows: &[R],
        average: &Rigid<S>,
    ) -> DualTurn<S> {
        let zero = S::f32s::splat(simd, 0.0);
        let own = self.at.rows::<S, R>(rows);
        let mut slopes = [Slope::new(simd); 2];
        // All lanes: zero equals itself.
        let mut holds = zero.simd_eq(zero);
        for (influence, weight) in self.at.weights(simd).into_iter().enumerate() {
            let (real, dual) = (
                own.columns(simd, influence, 0),
                own.columns(simd, influence, 1),
            );
            let seen = RelativeMotion::new(average, real, dual);
            seen.add_slope(simd, weight, &mut slopes);
            holds &= weight.simd_ge(zero);
        }
        let nothing = DualTurn {
            real: [zero; 3],
            dual: [zero; 3],
        };
        let (logs, logs_hold) = self.logs(simd, rows, average, nothing);
        let [h, of_h] = slopes;
        let real = h.solve(simd, logs.real);
        let dual = h.solve(simd, minus::<S>(logs.dual, of_h.apply(real)));
        let holds = holds & logs_hold;
        DualTurn {
            real: mask_with_nan(simd, holds, real),
            dual: mask_with_nan(simd, holds, dual),
        }
    }

    /// `Σ ∂_a w_k x_k`
    #[inline(always)]
    fn logs<S: Lanes, R: Row>(
        &self,
        simd: S,
        rows: &[R],
        average: &Rigid<S>,
        mut sum: DualTurn<S>,
    ) -> (DualTurn<S>, Mask<S>) {
        let zero = S::f32s::splat(simd, 0.0);
        let mut holds = zero.simd_eq(zero);
        let mut slot = 0;
        loop {
            let mut of_slot = [R::default(); MOST_LANES];
            let mut slopes = [0.0; MOST_LANES];
            if !self.gather::<S, R>(rows, slot, &mut of_slot, &mut slopes) {
                return (sum, holds);
            }
            let slope = S::f32s::from_slice(simd, &slopes[..S::LANES]);
            let (real, dual) = (simd.columns(&of_slot, 0), simd.columns(&of_slot, 1));
            let seen = RelativeMotion::new(average, real, dual);
            seen.add_log(simd, slope, &mut sum);
            // Beyond half a turn the series do not hold; it is of no account where the weight does not change.
            holds &= seen.scalar.simd_gt(zero) | slope.simd_eq(zero);
            slot += 1;
        }
    }

    /// Of every lane one of the joints whose weights change; false where no lane has so many.
    #[inline(always)]
    fn gather<S: Lanes, R: Row>(
        &self,
        rows: &[R],
        slot: usize,
        of_slot: &mut [R; MOST_LANES],
        slopes: &mut [f32; MOST_LANES],
    ) -> bool {
        let mut is_any = false;
        for lane in 0..S::LANES {
            let place = VertexNumber {
                vertex: self.at.vertex + lane,
                before: self.at.before,
            };
            let GradientRow { joints, gradients } = self.gradients.row(self.at.entries, place);
            let (Some(&joint), Some(slope)) = (joints.get(slot), gradients.get(slot)) else {
                continue;
            };
            is_any = true;
            let entry = self.gradients.signed_entry(self.at.entries, place, joint);
            // Rows are a power of two of them, and lanes below the most: mask and remainder change nothing but spare the tests of bounds.
            of_slot[lane % MOST_LANES] = rows[entry & (rows.len() - 1)];
            slopes[lane % MOST_LANES] = slope[self.axis];
        }
        is_any
    }
}

/// NaN in the lanes that do not hold: it fails every later test, and the vertex goes to the reference.
#[inline(always)]
fn mask_with_nan<S: Lanes>(simd: S, holds: Mask<S>, [x, y, z]: Xyz<S>) -> Xyz<S> {
    let none = S::f32s::splat(simd, f32::NAN);
    [
        holds.select(x, none),
        holds.select(y, none),
        holds.select(z, none),
    ]
}

/// A rotation is a motion without a dual part.
#[inline(always)]
pub(super) fn rotation_alone<S: Lanes>(simd: S, real: Xyzw<S>) -> Rigid<S> {
    Rigid {
        real,
        dual: [S::f32s::splat(simd, 0.0); 4],
    }
}
