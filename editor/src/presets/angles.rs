//! Rotations as three angles, in f64: a file is read and written many times, and must not drift.

use glam::{DQuat, DVec3, EulerRot, Quat};

/// `R = R_z R_y R_x` from degrees: turns about X first, then Y, then Z, all three axes standing still.
pub(super) fn rotation(degrees: DVec3) -> Quat {
    let angles = degrees.map(f64::to_radians);
    let rotation = DQuat::from_euler(EulerRot::ZYX, angles.z, angles.y, angles.x);
    rotation.normalize().as_quat()
}

/// The angles of [`rotation`] with as few digits as say it; none where three angles cannot, to a third of a millionth of a
/// radian.
pub(super) fn degrees(rotation: Quat) -> Option<DVec3> {
    let wanted = rotation.as_dquat().normalize();
    let angles = nearest_angles(wanted);
    let rounded = (0..=7).map(|digits: i32| {
        let scale = 10f64.powi(digits);
        // Adding zero turns −0 into 0.
        angles.map(|angle| (angle * scale).round() / scale) + 0.0
    });
    rounded.into_iter().find(|&angles| says(angles, wanted))
}

fn says(degrees: DVec3, wanted: DQuat) -> bool {
    const SAME: f64 = 3e-7;
    let read = rotation(degrees).as_dquat();
    let between = wanted.conjugate() * read.normalize();
    2.0 * between.xyz().length().atan2(between.w.abs()) < SAME
}

/// Of the two triples in −180° … 180°, the one with the smaller sum.
fn nearest_angles(rotation: DQuat) -> DVec3 {
    let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
    let first = DVec3::new(x, y, z).map(f64::to_degrees);
    let second = DVec3::new(opposite(first.x), opposite(-first.y), opposite(first.z));
    let size = |angles: DVec3| angles.abs().element_sum();
    if size(second) < size(first) - 1e-3 {
        second
    } else {
        first
    }
}

/// The angle plus half a turn, in −180° … 180°.
fn opposite(degrees: f64) -> f64 {
    if degrees > 0.0 {
        degrees - 180.0
    } else {
        degrees + 180.0
    }
}
