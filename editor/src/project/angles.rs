//! Angles as people read them, where that loses nothing.

use glam::{EulerRot, Quat, Vec3};

/// `R = R_z R_y R_x`: turns about X first, then Y, then Z, all three axes standing still, as in the inspector.
pub(super) fn rotation(degrees: Vec3) -> Quat {
    let angles = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::ZYX, angles.z, angles.y, angles.x).normalize()
}

/// Three angles that give exactly this quaternion, with as few digits as say it; none where there are none.
pub(super) fn degrees(wanted: Quat) -> Option<Vec3> {
    let (z, y, x) = wanted.to_euler(EulerRot::ZYX);
    let first = Vec3::new(x, y, z).map(f32::to_degrees);
    let second = Vec3::new(opposite(first.x), opposite(-first.y), opposite(first.z));
    let rounded = |angles: Vec3, scale: f32| {
        // Adding zero turns −0 into 0.
        angles.map(|angle| (angle * scale).round() / scale) + 0.0
    };
    let scales = [1.0, 10.0, 100.0, 1000.0];
    let tried = scales
        .into_iter()
        .flat_map(|scale| [rounded(first, scale), rounded(second, scale)]);
    let is_exact =
        |found: Quat| found.to_array().map(f32::to_bits) == wanted.to_array().map(f32::to_bits);
    tried.into_iter().find(|&angles| is_exact(rotation(angles)))
}

fn opposite(degrees: f32) -> f32 {
    if degrees > 0.0 {
        degrees - 180.0
    } else {
        degrees + 180.0
    }
}

/// Radians as degrees that give exactly these radians again, with as few digits as do.
pub(super) fn degrees_of(radians: f32) -> f64 {
    let exact = f64::from(radians).to_degrees();
    let rounded = (0..=12).map(|digits: i32| {
        let scale = 10f64.powi(digits);
        (exact * scale).round() / scale + 0.0
    });
    rounded
        .into_iter()
        .find(|&degrees| radians_of(degrees).to_bits() == radians.to_bits())
        .unwrap_or(exact)
}

/// The other way.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is what is wanted; too large ones become infinite, and are refused"
)]
pub(super) fn radians_of(degrees: f64) -> f32 {
    degrees.to_radians() as f32
}
