//! What of a skin is within its surface.

use glam::{DVec3, Vec3};
use mesh::{Adjacency, PointIndex};

use crate::Bone;

/// Places along a bone that are looked at.
pub(crate) const SAMPLES: u8 = 5;

/// A place is inside a surface that goes around it this much of a whole turn at least: surfaces may be open.
const WITHIN: f64 = 0.25;

/// Places along a bone.
pub(crate) fn places_along(bone: &Bone) -> impl Iterator<Item = Vec3> + use<> {
    let (head, tail) = (bone.head, bone.tail);
    (0..SAMPLES).map(move |sample| {
        let share = (f32::from(sample) + 0.5) / f32::from(SAMPLES);
        head.lerp(tail, share)
    })
}

/// Whether at least half of a bone is within the surface.
pub(crate) fn is_within(surface: &Adjacency, bone: &Bone) -> bool {
    let inside = places_along(bone).filter(|&place| is_inside(surface, place));
    2 * inside.count() >= usize::from(SAMPLES)
}

/// Whether a place is inside a surface, or far enough in an open one.
pub(crate) fn is_inside(surface: &Adjacency, place: Vec3) -> bool {
    turns_around(surface, place).abs() >= WITHIN
}

/// How much of a whole turn the surface goes around a place: its generalized winding number, ±1 inside a closed one.
///
/// Reference: A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
/// ACM TOG 32(4), 2013.
fn turns_around(surface: &Adjacency, place: Vec3) -> f64 {
    let from = |point: PointIndex| (surface.positions()[point.index()] - place).as_dvec3();
    let solid = surface.triangles().iter().map(|triangle| {
        let [a, b, c] = triangle.map(PointIndex).map(from);
        solid_angle(a, b, c)
    });
    let sum: f64 = solid.filter(|angle| angle.is_finite()).sum();
    sum / (4.0 * std::f64::consts::PI)
}

/// Of a triangle, seen from the origin (A. van Oosterom, J. Strackee, 1983).
fn solid_angle(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let (along, beside, beyond) = (a.length(), b.length(), c.length());
    let volume = a.dot(b.cross(c));
    let rest = along * beside * beyond + a.dot(b) * beyond + b.dot(c) * along + c.dot(a) * beside;
    2.0 * volume.atan2(rest)
}
