//! Spherical interpolation without angle, sine or division.
//!
//! Of unit quaternions a and b at angle θ, `slerp(u) = (sin((1 − u) θ) a + sin(u θ) b) / sin θ`. Any factor of both weights falls out where the sum
//! is made unit, so they are `v S(v² φ)` and `u S(u² φ)` with `v = 1 − u`, `φ = θ²` and `S(y) = sin √y / √y`. With `x = (1 − a · b) / 2 = sin² (θ / 2)`,
//! `φ = 4 asin² √x`. Both are polynomials: keys have signs by which `a · b ≥ 0`, so that x is in 0 … ½ and y in 0 … (π/2)².

use fearless_simd::SimdFloat as _;
use lanes::Lanes;

use crate::algebra::{Quad, dot4, splat, unit};

/// `4 asin² √x / x` on 0 … ½, to 1.5e-6.
const PHI: [f32; 7] = [
    4.000_001,
    1.333_127_7,
    0.717_373_2,
    0.386_865_8,
    0.689_587_4,
    -0.668_829_5,
    1.173_503,
];
/// `sin √y / √y` on 0 … (π/2)², to 4e-9 before rounding.
const SINC: [f32; 5] = [
    1.0,
    -0.166_666_58,
    0.008_333_051,
    -0.000_198_090_44,
    2.605_16e-6,
];

#[inline(always)]
fn polynomial<S: Lanes, const N: usize>(simd: S, x: S::f32s, c: &[f32; N]) -> S::f32s {
    let mut sum = splat(simd, c[N - 1]);
    let mut at = N - 1;
    while at > 0 {
        at -= 1;
        sum = sum.mul_add(x, splat(simd, c[at]));
    }
    sum
}

/// From a at `u = 0` to b at `u = 1`, which is not further from a than −b is. Both may be too long, all alike: then `unit_length` is one over the square of that length.
#[inline(always)]
pub(crate) fn slerp<S: Lanes>(
    simd: S,
    [a, b]: [Quad<S>; 2],
    u: S::f32s,
    unit_length: f32,
) -> Quad<S> {
    let x = dot4(simd, a, b).mul_add(splat(simd, -0.5 * unit_length), splat(simd, 0.5));
    let phi = x * polynomial(simd, x, &PHI);
    let v = splat(simd, 1.0) - u;
    let of_a = v * polynomial(simd, v * v * phi, &SINC);
    let of_b = u * polynomial(simd, u * u * phi, &SINC);
    let sum = [
        a[0].mul_add(of_a, b[0] * of_b),
        a[1].mul_add(of_a, b[1] * of_b),
        a[2].mul_add(of_a, b[2] * of_b),
        a[3].mul_add(of_a, b[3] * of_b),
    ];
    unit(simd, sum)
}
