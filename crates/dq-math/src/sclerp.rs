//! Screw linear interpolation.

use crate::dual_quat::DualQuat;

/// Screw linear interpolation of two rigid motions, `(b a*)^t a`, the short way.
///
/// From `a` to `b` by one screw motion of constant speed; `b` is negated when `⟨a0, b0⟩ < 0`. `t` outside [0, 1] goes on
/// along the same screw. Both are expected to be unit; the result is.
///
/// At an exact half turn between the two both ways are equally short, and `b` is taken as it is.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, sclerp};
/// use glam::{Quat, Vec3};
///
/// let top = DualQuat::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(0.0, 4.0, 0.0));
/// let quarter = sclerp(DualQuat::IDENTITY, top, 0.25);
/// assert!(quarter.translation().abs_diff_eq(Vec3::new(0.0, 1.0, 0.0), 1e-6));
/// assert!(quarter.rotation().abs_diff_eq(Quat::from_rotation_y(0.5), 1e-6));
/// ```
///
/// Reference: K08 (ScLERP), after K. Shoemake 1985 for quaternions.
#[must_use]
pub fn sclerp(a: DualQuat, b: DualQuat, t: f32) -> DualQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    sclerp_signed(a, b, t)
}

/// Screw linear interpolation of two rigid motions the way their signs say, `(b a*)^t a`: the long way where `⟨a0, b0⟩ < 0`.
///
/// As [`sclerp`], but neither sign is changed: from `a` at `t = 0` to `b` itself at `t = 1`, by as much as a whole turn. Close to a
/// whole turn the axis is known only as well as [`DualQuat::log`] says; for exactly one it is none in particular.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, sclerp_signed};
/// use glam::{Quat, Vec3};
///
/// let turned = |degrees: f32| {
///     let rotation = Quat::from_rotation_y(degrees.to_radians());
///     DualQuat::from_rotation_translation(rotation, Vec3::ZERO)
/// };
/// let half = sclerp_signed(turned(0.0), turned(300.0), 0.5);
/// assert!(half.real.abs_diff_eq(turned(150.0).real, 1e-6));
/// ```
///
/// Reference: K08 Lemmas 13 and 14.
#[must_use]
pub fn sclerp_signed(a: DualQuat, b: DualQuat, t: f32) -> DualQuat {
    (b * a.conjugate_quaternion()).powf(t) * a
}
