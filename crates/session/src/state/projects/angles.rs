//! Conversion of rotations and angles to degrees that lose nothing.

use glam::{Quat, Vec3};

use crate::text::euler::single::{rotation, rounded, triples};

/// Three angles in degrees that give exactly this quaternion, with as few digits as do; none if there are none.
pub(super) fn degrees(wanted: Quat) -> Option<Vec3> {
    let triples = triples(wanted);
    let scales = [1.0, 10.0, 100.0, 1000.0];
    let mut tried = scales
        .into_iter()
        .flat_map(|scale| triples.map(|angles| rounded(angles, scale)));
    let is_exact =
        // By bits: a project gives back the very pose that was saved.
        |found: Quat| found.to_array().map(f32::to_bits) == wanted.to_array().map(f32::to_bits);
    tried.find(|&angles| is_exact(rotation(angles)))
}

/// Degrees that give exactly these radians again, with as few digits as do.
pub(super) fn degrees_of(radians: f32) -> f64 {
    let exact = f64::from(radians).to_degrees();
    let rounded = (0..=12).map(|digits: i32| {
        let scale = 10f64.powi(digits);
        // Plus 0, so that −0 is written as 0.
        (exact * scale).round() / scale + 0.0
    });
    rounded
        .into_iter()
        .find(|&degrees| radians_of(degrees).to_bits() == radians.to_bits())
        .unwrap_or(exact)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is what is wanted; too large ones become infinite, and are refused"
)]
pub(super) fn radians_of(degrees: f64) -> f32 {
    degrees.to_radians() as f32
}
