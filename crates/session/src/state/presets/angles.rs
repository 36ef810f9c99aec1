//! Rotations as presets write them: three angles with as few digits as possible.

use glam::{DQuat, DVec3, Quat};

use crate::text::euler::double;

pub(super) fn rotation(degrees: DVec3) -> Quat {
    double::rotation(degrees).as_quat()
}

/// The angles of [`rotation`] with as few digits as give it to 3e-7 radians; none if three angles cannot. Their sign is that of the quaternion.
pub(super) fn degrees(rotation: Quat) -> Option<DVec3> {
    let wanted = rotation.as_dquat().normalize();
    let angles = double::degrees(wanted);
    let rounded = (0..=7).map(|digits: i32| double::rounded(angles, 10f64.powi(digits)));
    rounded.into_iter().find(|&angles| says(angles, wanted))
}

fn says(degrees: DVec3, wanted: DQuat) -> bool {
    const SAME: f64 = 3e-7;
    let read = rotation(degrees).as_dquat();
    let between = wanted.conjugate() * read.normalize();
    // With the sign, which says the way round.
    2.0 * between.xyz().length().atan2(between.w) < SAME
}
