//! Motions of the plane and of space by dq-math, for formulas in f64.

use dq_math::DualQuat;
use glam::{DQuat, DVec2, DVec3};

/// The number that the program computes with.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the program's functions take f32, to which formulas are rounded"
)]
pub(crate) fn narrow(value: f64) -> f32 {
    value as f32
}

/// The turn by `angle` about the axis `axis`, of unit length, through a point, with a shift along it.
pub(crate) fn screw(axis: DVec3, through: DVec3, angle: f64, shift: f64) -> DualQuat {
    let rotation = DQuat::from_axis_angle(axis, angle);
    let translation = through - rotation * through + shift * axis;
    DualQuat::from_rotation_translation(rotation.as_quat(), translation.as_vec3())
}

/// The turn of the plane z = 0 by `angle` about a point.
pub(crate) fn turn(angle: f64, about: DVec2) -> DualQuat {
    screw(DVec3::Z, about.extend(0.0), angle, 0.0)
}

/// Where a motion of the plane takes a point.
pub(crate) fn moved(motion: DualQuat, point: DVec2) -> DVec2 {
    let point = point.extend(0.0).as_vec3();
    motion.transform_point3(point).as_dvec3().truncate()
}

/// The weights of two motions, of which the second has `t`.
pub(crate) fn pair(t: f64) -> [f32; 2] {
    [narrow(1.0 - t), narrow(t)]
}

/// The angle of a unit dual quaternion as its sign says, 0 … 2π.
pub(crate) fn angle(motion: DualQuat) -> f64 {
    let [sine, cosine] = [motion.real.xyz().length(), motion.real.w].map(f64::from);
    2.0 * sine.atan2(cosine)
}
