//! Quaternions, vectors and matrices of as many joints as a vector has lanes.
//!
//! Arrays are written out: `map` with a closure is a call, which is compiled without the instructions.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _};
use lanes::Lanes;

/// x, y, z and w.
pub(crate) type Quad<S> = [<S as Simd>::f32s; 4];
/// x, y and z.
pub(crate) type Triple<S> = [<S as Simd>::f32s; 3];
/// Three columns.
pub(crate) type Matrix<S> = [Triple<S>; 3];

#[inline(always)]
pub(crate) fn splat<S: Simd>(simd: S, number: f32) -> S::f32s {
    S::f32s::splat(simd, number)
}

#[inline(always)]
pub(crate) fn dot4<S: Simd>(_: S, a: Quad<S>, b: Quad<S>) -> S::f32s {
    let (low, high) = (
        a[0].mul_add(b[0], a[1] * b[1]),
        a[2].mul_add(b[2], a[3] * b[3]),
    );
    low + high
}

#[inline(always)]
pub(crate) fn dot3<S: Simd>(_: S, a: Triple<S>, b: Triple<S>) -> S::f32s {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

#[inline(always)]
pub(crate) fn scaled4<S: Simd>(_: S, a: Quad<S>, k: S::f32s) -> Quad<S> {
    [a[0] * k, a[1] * k, a[2] * k, a[3] * k]
}

/// The product of quaternions; b turns first.
#[inline(always)]
pub(crate) fn quaternion_product<S: Simd>(_: S, a: Quad<S>, b: Quad<S>) -> Quad<S> {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw.mul_add(bx, ax * bw) + ay.mul_add(bz, -(az * by)),
        aw.mul_add(by, ay * bw) + az.mul_add(bx, -(ax * bz)),
        aw.mul_add(bz, az * bw) + ax.mul_add(by, -(ay * bx)),
        aw.mul_add(bw, -(ax * bx)) - ay.mul_add(by, az * bz),
    ]
}

#[inline(always)]
pub(crate) fn conjugate<S: Simd>(_: S, [x, y, z, w]: Quad<S>) -> Quad<S> {
    [-x, -y, -z, w]
}

/// The matrix of a unit quaternion.
#[inline(always)]
pub(crate) fn matrix_of<S: Simd>(simd: S, [x, y, z, w]: Quad<S>) -> Matrix<S> {
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let one = splat(simd, 1.0);
    [
        [one - (yy + zz), w.mul_add(z2, xy), (-w).mul_add(y2, xz)],
        [(-w).mul_add(z2, xy), one - (xx + zz), w.mul_add(x2, yz)],
        [w.mul_add(y2, xz), (-w).mul_add(x2, yz), one - (xx + yy)],
    ]
}

/// `M v + add`.
#[inline(always)]
pub(crate) fn transformed<S: Simd>(_: S, m: &Matrix<S>, v: Triple<S>, add: Triple<S>) -> Triple<S> {
    let [a, b, c] = m;
    let [x, y, z] = v;
    [
        a[0].mul_add(x, b[0].mul_add(y, c[0].mul_add(z, add[0]))),
        a[1].mul_add(x, b[1].mul_add(y, c[1].mul_add(z, add[1]))),
        a[2].mul_add(x, b[2].mul_add(y, c[2].mul_add(z, add[2]))),
    ]
}

/// `from − M v`.
#[inline(always)]
pub(crate) fn transformed_from<S: Simd>(
    simd: S,
    m: &Matrix<S>,
    [x, y, z]: Triple<S>,
    from: Triple<S>,
) -> Triple<S> {
    transformed(simd, m, [-x, -y, -z], from)
}

/// `M v`.
#[inline(always)]
pub(crate) fn rotated<S: Simd>(_: S, m: &Matrix<S>, v: Triple<S>) -> Triple<S> {
    let [a, b, c] = m;
    let [x, y, z] = v;
    [
        a[0].mul_add(x, b[0].mul_add(y, c[0] * z)),
        a[1].mul_add(x, b[1].mul_add(y, c[1] * z)),
        a[2].mul_add(x, b[2].mul_add(y, c[2] * z)),
    ]
}

/// `A B`.
#[inline(always)]
pub(crate) fn product<S: Simd>(simd: S, a: &Matrix<S>, b: &Matrix<S>) -> Matrix<S> {
    [
        rotated(simd, a, b[0]),
        rotated(simd, a, b[1]),
        rotated(simd, a, b[2]),
    ]
}

/// `Aᵀ B`.
#[inline(always)]
pub(crate) fn transposed_product<S: Simd>(simd: S, a: &Matrix<S>, b: &Matrix<S>) -> Matrix<S> {
    [
        [
            dot3(simd, a[0], b[0]),
            dot3(simd, a[1], b[0]),
            dot3(simd, a[2], b[0]),
        ],
        [
            dot3(simd, a[0], b[1]),
            dot3(simd, a[1], b[1]),
            dot3(simd, a[2], b[1]),
        ],
        [
            dot3(simd, a[0], b[2]),
            dot3(simd, a[1], b[2]),
            dot3(simd, a[2], b[2]),
        ],
    ]
}

/// The dual part of a motion that turns by q and then moves by t: `½ (t, 0) q`.
#[inline(always)]
pub(crate) fn dual_part<S: Simd>(simd: S, [x, y, z]: Triple<S>, q: Quad<S>) -> Quad<S> {
    let half = splat(simd, 0.5);
    let [tx, ty, tz] = [x * half, y * half, z * half];
    let [qx, qy, qz, qw] = q;
    [
        tx.mul_add(qw, ty.mul_add(qz, -(tz * qy))),
        ty.mul_add(qw, tz.mul_add(qx, -(tx * qz))),
        tz.mul_add(qw, tx.mul_add(qy, -(ty * qx))),
        -tx.mul_add(qx, ty.mul_add(qy, tz * qz)),
    ]
}

/// Made unit; what is near it.
#[inline(always)]
pub(crate) fn unit<S: Lanes>(simd: S, q: Quad<S>) -> Quad<S> {
    scaled4(simd, q, simd.inverse_root(dot4(simd, q, q)))
}
