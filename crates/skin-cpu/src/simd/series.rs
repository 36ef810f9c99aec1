//! Logarithms and exponentials of rotations and screws by polynomials, as the kernels take them: no sine, no arc, no root.
//!
//! A unit quaternion `q = (v, w)` has the logarithm `f(w) v` with `f(w) = acos w / √(1 − w²)`; its exponential `(g(s) x, c(s))` has
//! `g(s) = sin √s / √s` and `c(s) = cos √s` of the squared length s. All three are smooth, and with their slopes the same
//! formulas hold for dual quaternions, whose w and s are dual numbers.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _};

use super::maps::{Mask, Rigid, Xyz, dot, mul_add3};
use lanes::Lanes;

/// `f` by powers of `1 − w`, for w in 0 … 1: a Chebyshev series, off by at most 1.3e-8 of its value before rounding.
const ARC: [f32; 10] = [
    1.0,
    0.333_335_73,
    0.133_257_39,
    0.058_074_04,
    0.019_659_73,
    0.031_536_82,
    -0.036_094_006,
    0.053_518_295,
    -0.033_961_76,
    0.011_470_096,
];
/// The slope of `f` by w, by powers of `1 − w`, for w in 0 … 1: off by at most 4.9e-8 of its value before rounding.
const ARC_SLOPE: [f32; 11] = [
    -0.333_333_34,
    -0.266_662_84,
    -0.171_576_14,
    -0.099_376_21,
    -0.074_564_99,
    0.042_012_487,
    -0.216_521_67,
    0.325_889_02,
    -0.351_928_86,
    0.201_937_26,
    -0.055_874_683,
];
/// The slope of that by w, by powers of `1 − w`, which go the other way.
const ARC_CURVE: [f32; 10] = {
    let mut curve = [0.0; 10];
    let (mut place, mut power) = (0, 1.0);
    while place < 10 {
        curve[place] = -power * ARC_SLOPE[place + 1];
        (place, power) = (place + 1, power + 1.0);
    }
    curve
};
/// Taylor's series of `c`: off by at most 1e-8 where s is at most [`MOST_SQUARED`].
const COSINE: [f32; 7] = [
    1.0,
    -1.0 / 2.0,
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
];
/// Taylor's series of `g`: off by at most 7e-10 there.
const SINE: [f32; 7] = [
    1.0,
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    // 1/13!, which f32 has no whole number for.
    1.605_904_4e-10,
];
/// Taylor's series of twice the slope of `g` by s: off by at most 2e-9 there.
const SINE_SLOPE: [f32; 6] = [
    -1.0 / 3.0,
    1.0 / 30.0,
    -1.0 / 840.0,
    1.0 / 45_360.0,
    -1.0 / 3_991_680.0,
    1.0 / 518_918_400.0,
];

/// Twice the slope of that by s: off by at most 2e-8 there.
const SINE_CURVE: [f32; 5] = [
    1.0 / 15.0,
    -1.0 / 210.0,
    1.0 / 7_560.0,
    -1.0 / 498_960.0,
    1.0 / 51_891_840.0,
];

/// The square of half an angle up to which [`exp`] holds: a little beyond half a turn, which no blend of principal logarithms with
/// weights from zero on passes.
const MOST_SQUARED: f32 = 2.6;

#[inline(always)]
fn polynomial<S: Lanes, const N: usize>(simd: S, x: S::f32s, coefficients: &[f32; N]) -> S::f32s {
    // Horner's scheme: one fused step a coefficient, and no powers to keep.
    let mut sum = S::f32s::splat(simd, coefficients[N - 1]);
    let mut place = N - 1;
    while place > 0 {
        place -= 1;
        sum = sum.mul_add(x, S::f32s::splat(simd, coefficients[place]));
    }
    sum
}

/// `acos w / √(1 − w²)` for w in 0 … 1.
#[inline(always)]
pub(super) fn arc_over_sine<S: Lanes>(simd: S, w: S::f32s) -> S::f32s {
    polynomial(simd, S::f32s::splat(simd, 1.0) - w, &ARC)
}

/// The slope of [`arc_over_sine`].
#[inline(always)]
pub(super) fn slope_of_arc_over_sine<S: Lanes>(simd: S, w: S::f32s) -> S::f32s {
    polynomial(simd, S::f32s::splat(simd, 1.0) - w, &ARC_SLOPE)
}

/// A dual vector `x + ε y`: the logarithm of a motion.
#[derive(Clone, Copy)]
pub(super) struct Log<S: Simd> {
    pub(super) real: Xyz<S>,
    pub(super) dual: Xyz<S>,
}

/// The slope of that again: a slope of a series, off by some 1e-6.
#[inline(always)]
pub(super) fn curve_of_arc_over_sine<S: Lanes>(simd: S, w: S::f32s) -> S::f32s {
    polynomial(simd, S::f32s::splat(simd, 1.0) - w, &ARC_CURVE)
}

/// The unit dual quaternion `exp(x + ε y)`, and where that holds: [`DualQuat::exp`](dq_math::DualQuat::exp), many at once.
#[inline(always)]
pub(super) fn exp<S: Lanes>(simd: S, log: Log<S>) -> (Rigid<S>, Mask<S>) {
    let Log { real: x, dual: y } = log;
    let (squared, across) = (dot::<S>(x, x), dot::<S>(x, y));
    let cosine = polynomial(simd, squared, &COSINE);
    let sine = polynomial(simd, squared, &SINE);
    let slope = polynomial(simd, squared, &SINE_SLOPE) * across;
    let zero = S::f32s::splat(simd, 0.0);
    let [a, b, c] = mul_add3::<S>(x, slope, [y[0] * sine, y[1] * sine, y[2] * sine]);
    let motion = Rigid {
        real: [x[0] * sine, x[1] * sine, x[2] * sine, cosine],
        dual: [a, b, c, zero - sine * across],
    };
    (motion, squared.simd_lt(MOST_SQUARED))
}

/// How [`exp`] changes with its logarithm.
#[inline(always)]
pub(super) fn change_of_exp<S: Lanes>(simd: S, log: Log<S>, by: Log<S>) -> Rigid<S> {
    let Log { real: x, dual: y } = log;
    let (along, across) = (dot::<S>(x, by.real), dot::<S>(x, y));
    let of_across = dot::<S>(by.real, y) + dot::<S>(x, by.dual);
    let squared = dot::<S>(x, x);
    let sine = polynomial(simd, squared, &SINE);
    let slope = polynomial(simd, squared, &SINE_SLOPE);
    let curve = polynomial(simd, squared, &SINE_CURVE);
    let zero = S::f32s::splat(simd, 0.0);
    let of_sine = slope * along;
    let [a, b, c] = mul_add3::<S>(by.real, sine, mul_add3::<S>(x, of_sine, [zero; 3]));
    let of_x = (curve * along).mul_add(across, slope * of_across);
    let of_y = mul_add3::<S>(by.dual, sine, mul_add3::<S>(y, of_sine, [zero; 3]));
    let [d, e, f] = mul_add3::<S>(by.real, slope * across, mul_add3::<S>(x, of_x, of_y));
    Rigid {
        real: [a, b, c, zero - sine * along],
        dual: [d, e, f, zero - of_sine.mul_add(across, sine * of_across)],
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use dq_math::{DualQuat, DualVec3};
    use fearless_simd::{Level, SimdBase as _, SimdMask as _};
    use glam::Vec3;

    use super::{Log, arc_over_sine, change_of_exp, exp, slope_of_arc_over_sine};
    use lanes::Lanes;

    /// Does something on every instruction set of this machine.
    macro_rules! on_every_path {
        ($check:ident) => {
            let level = Level::new();
            #[cfg(target_arch = "x86_64")]
            {
                level.as_sse4_2().into_iter().for_each($check);
                level.as_avx2().into_iter().for_each($check);
                level.as_avx512().into_iter().for_each($check);
            }
            #[cfg(target_arch = "aarch64")]
            level.as_neon().into_iter().for_each($check);
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            level.as_wasm_simd128().into_iter().for_each($check);
        };
    }

    fn first<S: Lanes>(vector: S::f32s) -> f64 {
        f64::from(vector.as_slice()[0])
    }

    /// `acos w / √(1 − w²)`, and its slope by a formula that loses nothing where w is not near one, and by its series where it is.
    fn arc(w: f64) -> (f64, f64) {
        let u = 1.0 - w;
        if u < 1e-4 {
            let value = 1.0 + u / 3.0 + 2.0 * u * u / 15.0;
            return (value, -(1.0 / 3.0 + 4.0 * u / 15.0 + 6.0 * u * u / 35.0));
        }
        let sine = (u * (1.0 + w)).sqrt();
        let value = sine.atan2(w) / sine;
        (value, (w * value - 1.0) / (sine * sine))
    }

    #[test]
    fn arcs_are_those_of_f64_over_the_whole_range() {
        fn check<S: Lanes>(simd: S) {
            for step in 0..=2_000_u16 {
                // From a right angle to none, finer towards none.
                let u = (f32::from(step) / 2000.0).powi(3);
                let w = 1.0 - u;
                let (value, slope) = arc(f64::from(w));
                let at = S::f32s::splat(simd, w);
                let off = first::<S>(arc_over_sine(simd, at)) / value - 1.0;
                assert!(off.abs() < 3e-7, "{w}: {off:e}");
                let off = first::<S>(slope_of_arc_over_sine(simd, at)) / slope - 1.0;
                assert!(off.abs() < 6e-7, "{w}: {off:e}");
            }
        }
        on_every_path!(check);
    }

    fn is_exponential<S: Lanes>(simd: S, h: f32) {
        let axis = Vec3::new(0.6, -0.48, 0.64);
        let (x, y) = (axis * h, Vec3::new(0.3, 0.9, -0.7));
        let split = |v: Vec3| v.to_array().map(|letter| S::f32s::splat(simd, letter));
        let log = Log {
            real: split(x),
            dual: split(y),
        };
        let (found, holds) = exp(simd, log);
        assert!(holds.to_bitmask() & 1 == 1, "{h}");
        let DualQuat { real, dual } = DualQuat::exp(DualVec3::new(x, y));
        let of_real = found.real.into_iter().zip(real.to_array());
        for (found, expected) in of_real.chain(found.dual.into_iter().zip(dual.to_array())) {
            let off = (first::<S>(found) - f64::from(expected)).abs();
            assert!(off < 3e-7, "{h}: {off:e}");
        }
        // The rotation against f64, which the reference is not.
        let half = f64::from(x.length());
        assert!((first::<S>(found.real[3]) - half.cos()).abs() < 2e-7, "{h}");
    }

    /// Against differences of the exponential itself.
    fn is_slope<S: Lanes>(simd: S, h: f32) {
        const STEP: f32 = 1.0 / 64.0;
        let axis = Vec3::new(0.6, -0.48, 0.64);
        let (x, y) = (axis * h, Vec3::new(0.3, 0.9, -0.7));
        let (of_x, of_y) = (Vec3::new(-0.5, 0.2, 0.8), Vec3::new(0.4, -0.6, 0.3));
        let split = |v: Vec3| v.to_array().map(|letter| S::f32s::splat(simd, letter));
        let log = |x: Vec3, y: Vec3| Log {
            real: split(x),
            dual: split(y),
        };
        let at = |step: f32| exp(simd, log(x + of_x * step, y + of_y * step)).0;
        let (ahead, behind) = (at(STEP), at(-STEP));
        let found = change_of_exp(simd, log(x, y), log(of_x, of_y));
        for (part, [ahead, behind]) in [
            (found.real, [ahead.real, behind.real]),
            (found.dual, [ahead.dual, behind.dual]),
        ] {
            for (found, (ahead, behind)) in part.into_iter().zip(ahead.into_iter().zip(behind)) {
                let expected = (first::<S>(ahead) - first::<S>(behind)) / f64::from(2.0 * STEP);
                let off = (first::<S>(found) - expected).abs();
                assert!(off < 3e-4, "{h}: {off:e}");
            }
        }
    }

    #[test]
    fn exponentials_change_as_their_differences() {
        fn check<S: Lanes>(simd: S) {
            for step in 0..=100_u16 {
                is_slope(simd, f32::from(step) / 100.0 * 1.5);
            }
        }
        on_every_path!(check);
    }

    #[test]
    fn exponentials_are_the_reference_s_up_to_half_a_turn() {
        fn check<S: Lanes>(simd: S) {
            for step in 0..=1_000_u16 {
                is_exponential(simd, f32::from(step) / 1000.0 * FRAC_PI_2);
            }
            let beyond = [S::f32s::splat(simd, 1.0); 3];
            let beyond = Log {
                real: beyond,
                dual: beyond,
            };
            assert!(exp(simd, beyond).1.to_bitmask() & 1 == 0);
        }
        on_every_path!(check);
    }
}
