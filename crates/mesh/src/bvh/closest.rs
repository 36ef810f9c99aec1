//! The point of a triangle that is nearest to another point.

use glam::{DVec3, Vec3};

/// The point, and the weights of the corners there; nothing if a corner is not finite.
///
/// The nearest of four: the foot on the plane, where that is inside, and the nearest points of the three sides. Which of
/// them it is could be told beforehand from where the point lies, but not for slivers, whose plane is noise.
pub(super) fn closest_on_triangle(point: DVec3, corners: &[Vec3; 3]) -> Option<(DVec3, DVec3)> {
    if !corners.iter().all(|corner| corner.is_finite()) {
        return None;
    }
    let corners = corners.map(Vec3::as_dvec3);
    let [a, b, c] = corners;
    let (ab, bc, ca) = (along(point, a, b), along(point, b, c), along(point, c, a));
    let sides = [
        DVec3::new(1.0 - ab, ab, 0.0),
        DVec3::new(0.0, 1.0 - bc, bc),
        DVec3::new(ca, 0.0, 1.0 - ca),
    ];
    let candidates = foot(point, corners).into_iter().chain(sides);
    let places = candidates.map(|weights| (a * weights.x + b * weights.y + c * weights.z, weights));
    places.min_by(|one, other| {
        let [one, other] = [one, other].map(|(place, _)| point.distance_squared(*place));
        one.total_cmp(&other)
    })
}

/// The share of the way from `a` to `b` that is nearest to a point: `t = (p − a) · (b − a) / |b − a|²`, 0 … 1.
fn along(point: DVec3, a: DVec3, b: DVec3) -> f64 {
    let way = b - a;
    let length_squared = way.length_squared();
    if length_squared == 0.0 {
        return 0.0;
    }
    ((point - a).dot(way) / length_squared).clamp(0.0, 1.0)
}

/// The weights of the foot of the perpendicular on the triangle's plane, if it lies inside.
///
/// With `n = (b − a) × (c − a)`, that of `a` is `((b − p) × (c − p)) · n / n²`, and so on around.
fn foot(point: DVec3, [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let normal = (b - a).cross(c - a);
    let squared = normal.length_squared();
    let [to_a, to_b, to_c] = [a, b, c].map(|corner| corner - point);
    let areas = DVec3::new(
        to_b.cross(to_c).dot(normal),
        to_c.cross(to_a).dot(normal),
        to_a.cross(to_b).dot(normal),
    );
    let inside = 0.0 < squared && areas.cmpge(DVec3::ZERO).all();
    let sum = areas.element_sum();
    // By their own sum, not by n²: the weights of a sliver sum to one, too.
    (inside && 0.0 < sum).then(|| areas / sum)
}
