//! Functions on [`glam::Quat`] with the signs and the accuracy this crate needs.
//!
//! glam has several of them, but with a linear fallback for small angles, another sign convention, or an assertion; here
//! each is accurate to rounding from the tiniest rotation to half a turn, and total.

mod average;

pub use average::{spherical_average, weighted_qlerp};

use glam::{Mat3, Quat, Vec3, Vec4};

/// Spherical linear interpolation from `a` to `b`, the short way.
///
/// `slerp(t) = (sin((1 − t) θ) a + sin(t θ) ±b) / sin θ`, where `b` is negated when `⟨a, b⟩ < 0` and θ ≤ π/2 is the angle
/// between the two as unit vectors in four dimensions. `t` outside [0, 1] goes on along the same great circle.
///
/// `a` and `b` are expected to be of unit length; the result is as much of unit length as they are. The ends are exact:
/// `t = 0` gives `a`, `t = 1` gives `±b`. At an exact half turn (`⟨a, b⟩ = 0`) both ways are equally short and `b` is taken as it is.
///
/// # Examples
///
/// ```
/// use dq_math::quaternion::slerp;
/// use glam::Quat;
///
/// let third = slerp(Quat::IDENTITY, Quat::from_rotation_y(0.9), 1.0 / 3.0);
/// assert!(third.abs_diff_eq(Quat::from_rotation_y(0.3), 1e-6));
/// ```
///
/// Reference: K. Shoemake, "Animating rotation with quaternion curves", 1985.
#[must_use]
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let b = toward(a, b);
    // From the difference and the sum, for their quotient is at home in every range; acos⟨a, b⟩ has no answer where
    // rounding lifts the dot product above one.
    let angle = 2.0 * (a - b).length().atan2((a + b).length());
    let sine = angle.sin();
    // No angle in between: `a` and `b` are equal, and the straight line is the arc.
    if sine <= 0.0 {
        return a * (1.0 - t) + b * t;
    }
    a * (((1.0 - t) * angle).sin() / sine) + b * ((t * angle).sin() / sine)
}

/// Linear interpolation from `a` to `b`, the short way, normalized.
///
/// `qlerp(t) = n / ‖n‖` with `n = (1 − t) a + t (±b)`, where `b` is negated when `⟨a, b⟩ < 0`. It runs along the same arc as
/// [`slerp`], at another speed: the two are 0.1422 rad apart at the most, for half a turn between `a` and `b`.
///
/// For unit `a` and `b` the length of n is at least √½, and at least 1 for `t` outside [0, 1]. In f32 it may vanish all the same,
/// or overflow, for a `t` so large (1e7 and more) that `1 − t` is `−t`: the result is then `±b`.
///
/// [`weighted_qlerp`] blends any number.
///
/// Reference: K05 (QLERP).
#[must_use]
pub fn qlerp(a: Quat, b: Quat, t: f32) -> Quat {
    let b = toward(a, b);
    let n = a * (1.0 - t) + b * t;
    let square = n.length_squared();
    // Unit ends leave at least ½, so ¼ has room for rounding. NaN is in no range.
    if (0.25..=f32::MAX).contains(&square) {
        n / square.sqrt()
    } else {
        b
    }
}

/// `exp x = (sin‖x‖ x/‖x‖, cos‖x‖)`: the rotation about `x` by twice its length, in radians.
///
/// Total: `exp 0 = 1`.
#[must_use]
pub fn exp(x: Vec3) -> Quat {
    let half_angle = x.length();
    let v = x * sinc(half_angle);
    Quat::from_xyzw(v.x, v.y, v.z, half_angle.cos())
}

/// `log q = θ/2 · axis`, the inverse of [`exp`], with the half angle θ/2 = atan2(‖v‖, w) in [0, π].
///
/// The sign of `q` is taken literally: `log(−q)` is the way round the other side. The length of `q` does not matter.
/// `log 1 = 0`. The number −1, or what is nearer to it than 1e-19, (a whole turn) has an angle and no axis: the x axis is taken, so that `exp(log(−1)) = −1`. The
/// number 0 has no logarithm: NaN.
#[must_use]
pub fn log(q: Quat) -> Vec3 {
    let v = q.xyz();
    let square = v.length_squared();
    if square >= f32::MIN_POSITIVE {
        let sine = square.sqrt();
        return v * (sine.atan2(q.w) / sine);
    }
    // ‖v‖ is zero, or so small that its square has lost digits: sin x = x there.
    if q.w < 0.0 {
        Vec3::X * core::f32::consts::PI
    } else {
        v / q.w
    }
}

/// `q^t = exp(t log q)`: the rotation of `q`, t times over.
///
/// The sign of `q` is taken literally, as in [`log`]. `q` is expected to be of unit length, the result is.
#[must_use]
pub fn powf(q: Quat, t: f32) -> Quat {
    exp(log(q) * t)
}

/// `q⁻¹ = q* / ⟨q, q⟩`, for `q` of any length but zero (which gives NaN).
#[must_use]
pub fn inverse(q: Quat) -> Quat {
    q.conjugate() * q.length_squared().recip()
}

/// The unit quaternion of a rotation matrix, unique up to its sign.
///
/// Each of the four components is found from the trace or from one diagonal element; the largest one is divided by, so
/// that no half turn is special and a tiny rotation keeps every digit of the matrix. A matrix that is a rotation only up
/// to rounding gives a unit quaternion; one with scale or shear gives some unit quaternion that means nothing: use a polar
/// decomposition for those.
///
/// Reference: S. Shepperd, "Quaternion from rotation matrix", 1978.
#[must_use]
pub fn from_mat3(m: Mat3) -> Quat {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    // 4 w² − 1 and its likes for x, y, z: the largest is at least 0 for a rotation.
    let squares = Vec4::new(
        x.x - y.y - z.z,
        y.y - x.x - z.z,
        z.z - x.x - y.y,
        x.x + y.y + z.z,
    );
    let xyz = if squares.w >= squares.max_element() {
        Vec4::new(y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + squares.w)
    } else if squares.x >= squares.max_element() {
        Vec4::new(1.0 + squares.x, x.y + y.x, z.x + x.z, y.z - z.y)
    } else if squares.y >= squares.max_element() {
        Vec4::new(x.y + y.x, 1.0 + squares.y, y.z + z.y, z.x - x.z)
    } else {
        Vec4::new(z.x + x.z, y.z + z.y, 1.0 + squares.z, x.y - y.x)
    };
    Quat::from_vec4(xyz.normalize())
}

/// The homogeneous rotation matrix of a quaternion of any length, `⟨q, q⟩ R(q/‖q‖)`, divided by `⟨q, q⟩`.
///
/// Equal to the rotation matrix of the normalized quaternion, without a square root. The zero quaternion gives NaN.
///
/// Reference: K05 section 4.2.
#[must_use]
pub fn to_mat3(q: Quat) -> Mat3 {
    to_mat3_homogeneous(q) * q.length_squared().recip()
}

/// The homogeneous rotation matrix of a quaternion of any length: `⟨q, q⟩ R(q/‖q‖)`.
///
/// A polynomial in the components, so total; divide it by `⟨q, q⟩`, or use [`to_mat3`], to have a rotation.
///
/// Reference: K05 section 4.2.
#[must_use]
pub fn to_mat3_homogeneous(q: Quat) -> Mat3 {
    let (xx, yy, zz, ww) = (q.x * q.x, q.y * q.y, q.z * q.z, q.w * q.w);
    let (xy, yz, zx) = (2.0 * q.x * q.y, 2.0 * q.y * q.z, 2.0 * q.z * q.x);
    let (wx, wy, wz) = (2.0 * q.w * q.x, 2.0 * q.w * q.y, 2.0 * q.w * q.z);
    Mat3::from_cols(
        Vec3::new(ww + xx - yy - zz, xy + wz, zx - wy),
        Vec3::new(xy - wz, ww - xx + yy - zz, yz + wx),
        Vec3::new(zx + wy, yz - wx, ww - xx - yy + zz),
    )
}

/// `b` or `−b`, whichever lies in the half space of `a`; `b` itself when `⟨a, b⟩ = 0`.
///
/// For interpolations, whose ends must be exact; blends choose by [`signs::toward`](crate::signs::toward), where a tie
/// has a width.
#[must_use]
pub fn toward(a: Quat, b: Quat) -> Quat {
    if a.dot(b) < 0.0 { -b } else { b }
}

/// `sin x / x`, continuous at 0. The quotient is accurate for any x whose sine is not rounded to zero.
#[inline]
pub(crate) fn sinc(x: f32) -> f32 {
    if x == 0.0 { 1.0 } else { x.sin() / x }
}
