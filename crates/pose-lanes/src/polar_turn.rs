//! The polar rotation of matrices, by turns from near it, with a certificate.
//!
//! `trace(Rᵀ M)` has one local maximum over rotations, the closest proper rotation, mirrored M included. With `A = Qᵀ M` its slope at Q is the skew part of A and its
//! curvature `sym A − tr A`, so that one step of Newton is
//!
//! ```text
//! (tr A − sym A) ω = skew A,  Q ← Q (1, ω / 2), made unit
//! ```
//!
//! Where `tr A − sym A` is clearly positive definite and the last turn was small, Q is near that maximum and there is no other: nothing has to be believed. All else
//! is doubt, and goes to the decomposition.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _, SimdMask as _};
use lanes::Lanes;

use crate::algebra::{
    Matrix, Quad, dot3, matrix_of, quaternion_product, scaled4, splat, transposed_product,
};

/// Steps after which lanes that are not certain are left.
const STEPS: usize = 6;
/// Square of half the last turn, in radians. Turns converge by the third power, so below it the next one is rounding.
const SMALL: f32 = 1e-5;
/// How much of the trace the least curvature is at least.
const CLEARLY: f32 = 1e-3;

/// The rotation, and the lanes in which it is certain.
#[inline(always)]
pub(crate) fn polar_turn<S: Lanes>(simd: S, m: &Matrix<S>, near: Quad<S>) -> (Quad<S>, u64) {
    let (mut rotation, mut certain) = (near, 0);
    let mut step = 0;
    while step < STEPS && certain != all_lanes(S::LANES) {
        (rotation, certain) = turn::<S>(simd, m, rotation);
        step += 1;
    }
    (rotation, certain)
}

pub(crate) const fn all_lanes(lanes: usize) -> u64 {
    (1 << lanes) - 1
}

/// One step, and the lanes in which it was the last.
#[inline(always)]
fn turn<S: Lanes>(simd: S, m: &Matrix<S>, q: Quad<S>) -> (Quad<S>, u64) {
    let a = transposed_product(simd, &matrix_of(simd, q), m);
    let skew = [a[1][2] - a[2][1], a[2][0] - a[0][2], a[0][1] - a[1][0]];
    let (xx, yy, zz) = (a[1][1] + a[2][2], a[0][0] + a[2][2], a[0][0] + a[1][1]);
    let half = splat(simd, -0.5);
    let (xy, xz, yz) = (
        (a[0][1] + a[1][0]) * half,
        (a[0][2] + a[2][0]) * half,
        (a[1][2] + a[2][1]) * half,
    );
    // Cofactors, of a symmetric matrix.
    let of_xx = yy.mul_add(zz, -(yz * yz));
    let of_yy = xx.mul_add(zz, -(xz * xz));
    let of_zz = xx.mul_add(yy, -(xy * xy));
    let of_xy = xz.mul_add(yz, -(xy * zz));
    let of_xz = xy.mul_add(yz, -(xz * yy));
    let of_yz = xy.mul_add(xz, -(yz * xx));
    let determinant = dot3(simd, [xx, xy, xz], [of_xx, of_xy, of_xz]);
    let factor = splat(simd, 0.5) / determinant;
    // Half the turn.
    let w = [
        dot3(simd, [of_xx, of_xy, of_xz], skew) * factor,
        dot3(simd, [of_xy, of_yy, of_yz], skew) * factor,
        dot3(simd, [of_xz, of_yz, of_zz], skew) * factor,
    ];
    let size = dot3(simd, w, w);
    let one = splat(simd, 1.0);
    let turned = quaternion_product(simd, q, [w[0], w[1], w[2], one]);
    let rotation = scaled4(simd, turned, simd.inverse_root(size + one));
    // Positive definite by a margin: leading minors, each as a share of what it would be at most.
    let sum = xx + yy + zz;
    let least = splat(simd, CLEARLY) * sum;
    let minors = [of_zz / sum, determinant / (sum * sum)];
    let is_definite = xx.simd_gt(least) & minors[0].simd_gt(least) & minors[1].simd_gt(least);
    let certain = is_definite & size.simd_lt(splat(simd, SMALL)) & sum.simd_gt(splat(simd, 0.0));
    (rotation, bits::<S>(certain))
}

#[inline(always)]
fn bits<S: Simd>(mask: S::mask32s) -> u64 {
    mask.to_bitmask()
}
