//! Differentials of exp and log of motions.
//!
//! For a pure quaternion x, half an angle times an axis, with h = |x| and `X y = x × y`,
//!
//! ```text
//! exp(x + dx) = exp(D dx) exp(x)          D(x) = 1 + sin²h/h² X + (h − sin h cos h)/h³ X²
//! log(exp(δ) exp(x)) = x + L δ            L(x) = D(x)⁻¹ = 1 − X + (1 − h cot h)/h² X²
//! ```
//!
//! but for terms of second order. A motion is the same over dual numbers: with `x0 + ε xε` in the place of x, `D0 + ε Dε` with Dε the
//! derivative of D along xε. In f64 throughout, since the fractions cancel.

use dq_math::DualVec3;
use glam::{DMat3, DVec3, Vec3};

/// A matrix of dual numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DualMat3 {
    real: DMat3,
    dual: DMat3,
}

impl DualMat3 {
    pub(crate) const ZERO: Self = Self {
        real: DMat3::ZERO,
        dual: DMat3::ZERO,
    };

    pub(crate) fn add_scaled(&mut self, other: &Self, factor: f32) {
        let factor = f64::from(factor);
        self.real += other.real * factor;
        self.dual += other.dual * factor;
    }

    /// `(A + ε B)⁻¹ = A⁻¹ − ε A⁻¹ B A⁻¹`; none where A has none.
    pub(crate) fn inverse(&self) -> Option<Self> {
        // A singular matrix gives numbers that are not finite, which are refused below.
        let real = self.real.inverse();
        let dual = -(real * self.dual * real);
        (real.is_finite() && dual.is_finite()).then_some(Self { real, dual })
    }

    pub(crate) fn apply(&self, vector: DualVec3) -> DualVec3 {
        let (real, dual) = (vector.real.as_dvec3(), vector.dual.as_dvec3());
        let narrow = |vector: DVec3| -> Vec3 { vector.as_vec3() };
        DualVec3::new(
            narrow(self.real * real),
            narrow(self.real * dual + self.dual * real),
        )
    }
}

/// D of a dual vector.
pub(crate) fn exp_differential(x: DualVec3) -> DualMat3 {
    let h = f64::from(x.real.length());
    let (sin, cos) = h.sin_cos();
    let h2 = h * h;
    // `[f, f_h]` of `of_powers`: each second number is the derivative by h, divided by h, so that it stays finite at h = 0.
    let once = if h < SMALL {
        [1.0 - h2 / 3.0, -2.0 / 3.0 + 8.0 * h2 / 45.0]
    } else {
        [sin * sin / h2, 2.0 * sin * (h * cos - sin) / (h2 * h2)]
    };
    let twice = if h < SMALL {
        [2.0 / 3.0 - 2.0 * h2 / 15.0, -4.0 / 15.0 + 16.0 * h2 / 315.0]
    } else {
        let odd = h - sin * cos;
        [
            odd / (h2 * h),
            (2.0 * h * sin * sin - 3.0 * odd) / (h2 * h2 * h),
        ]
    };
    of_powers(x, once, twice)
}

/// L of a dual vector.
pub(crate) fn log_differential(x: DualVec3) -> DualMat3 {
    let h = f64::from(x.real.length());
    let h2 = h * h;
    let twice = if h < SMALL {
        [1.0 / 3.0 + h2 / 45.0, 2.0 / 45.0 + 8.0 * h2 / 945.0]
    } else {
        let (sin, cos) = h.sin_cos();
        // The sine is above zero: motions nearly a whole turn away have no slope, and h stays below π.
        let h_cot = h * cos / sin;
        [
            (1.0 - h_cot) / h2,
            (h_cot + h2 / (sin * sin) - 2.0) / (h2 * h2),
        ]
    };
    of_powers(x, [-1.0, 0.0], twice)
}

/// Below this the first two terms of the series are exact to f32.
const SMALL: f64 = 0.02;

/// `1 + f X + g X²` with its derivative along the dual part; f and g as `[value, derivative by h / h]`.
fn of_powers(x: DualVec3, [f, f_h]: [f64; 2], [g, g_h]: [f64; 2]) -> DualMat3 {
    let (real, dual) = (x.real.as_dvec3(), x.dual.as_dvec3());
    let (a, b) = (cross_matrix(real), cross_matrix(dual));
    let along = real.dot(dual);
    DualMat3 {
        real: DMat3::IDENTITY + a * f + a * a * g,
        dual: b * f + a * (f_h * along) + (a * b + b * a) * g + a * a * (g_h * along),
    }
}

/// X with `X y = x × y`.
fn cross_matrix(x: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, x.z, -x.y),
        DVec3::new(-x.z, 0.0, x.x),
        DVec3::new(x.y, -x.x, 0.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dq_math::DualQuat;

    const HALF_STEP: f32 = 1e-3;

    fn samples() -> Vec<DualVec3> {
        let sizes = [0.0, 1e-3, 0.015, 0.03, 0.4, 1.3, 2.5];
        let axis = Vec3::new(0.48, -0.6, 0.64);
        let of = |size: f32| DualVec3::new(axis * size, Vec3::new(0.7, 0.2, -0.5));
        sizes.map(of).to_vec()
    }

    #[test]
    fn the_differential_of_exp_is_its_difference() {
        for x in samples() {
            for dx in [
                DualVec3::new(Vec3::X, Vec3::ZERO),
                DualVec3::new(Vec3::new(0.2, 0.5, -0.8), Vec3::new(-0.3, 0.9, 0.1)),
            ] {
                let (after, before) = (
                    DualQuat::exp(x + dx * HALF_STEP),
                    DualQuat::exp(x + dx * -HALF_STEP),
                );
                let step = (after * before.conjugate_quaternion()).log() * (0.5 / HALF_STEP);
                let found = exp_differential(x).apply(dx);
                let off = (found - step).length();
                assert!(off < 2e-3, "{x:?} along {dx:?}: off by {off}");
            }
        }
    }

    #[test]
    fn the_differential_of_log_undoes_that_of_exp() {
        for x in samples() {
            let back = log_differential(x).inverse().unwrap();
            let there = exp_differential(x);
            for (one, other) in [(back.real, there.real), (back.dual, there.dual)] {
                assert!(one.abs_diff_eq(other, 1e-6), "{x:?}: {one} is not {other}");
            }
        }
    }
}
