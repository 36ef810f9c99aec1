//! The unit sphere as diagrams show it: seen from the right and from above, without perspective.

use glam::{DMat3, DVec2, DVec3};

use crate::diagram::{Line, Mark, Tone, arc, sample};

/// From how far to the right and from how far above the sphere is seen, in degrees.
const YAW: f64 = 35.0;
const PITCH: f64 = 25.0;

/// The point of the unit sphere at a latitude and a longitude in degrees: +z at longitude 0, +x at 90, +y at the pole.
#[must_use]
pub(crate) fn direction(latitude: f64, longitude: f64) -> DVec3 {
    let (height, across) = latitude.to_radians().sin_cos();
    let (x, z) = longitude.to_radians().sin_cos();
    DVec3::new(across * x, height, across * z)
}

/// Where a point of space is seen.
#[must_use]
pub(crate) fn look(point: DVec3) -> DVec2 {
    let turned = DMat3::from_rotation_x(PITCH.to_radians())
        * DMat3::from_rotation_y(-YAW.to_radians())
        * point;
    turned.truncate()
}

/// The outline of the sphere, and its parallels on the side that is seen.
#[must_use]
pub(crate) fn globe() -> Vec<Mark> {
    let outline = arc(DVec2::ZERO, 1.0, 0.0, core::f64::consts::TAU);
    let mut marks = vec![Mark::line(outline, Tone::Faint, Line::Thin)];
    for latitude in [-30.0, 0.0, 30.0, 60.0] {
        let parallel = sample(YAW - 90.0, YAW + 90.0, 36, |longitude| {
            look(direction(latitude, longitude))
        });
        marks.push(Mark::line(parallel, Tone::Grid, Line::Thin));
    }
    marks
}

/// The point at part `t` of the shorter great arc from `a` to `b`, both of unit length and not opposite.
#[must_use]
pub(crate) fn between(a: DVec3, b: DVec3, t: f64) -> DVec3 {
    exp(a, t * log(a, b))
}

/// The great arc from `a` to `b` as it is seen.
#[must_use]
pub(crate) fn great_arc(a: DVec3, b: DVec3) -> Vec<DVec2> {
    sample(0.0, 1.0, 40, |t| look(between(a, b, t)))
}

/// The tangent at `base` that leads to `point` along the shorter great arc, as long as that is; zero where they are equal or opposite.
#[must_use]
pub(crate) fn log(base: DVec3, point: DVec3) -> DVec3 {
    let along = base.dot(point);
    let across = point - along * base;
    across.length().atan2(along) * across.normalize_or_zero()
}

/// The point that a tangent at `base` leads to.
#[must_use]
pub(crate) fn exp(base: DVec3, tangent: DVec3) -> DVec3 {
    let (sin, cos) = tangent.length().sin_cos();
    cos * base + sin * tangent.normalize_or_zero()
}
