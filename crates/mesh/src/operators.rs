//! Sizes and stiffnesses of a surface, for what spreads over it and smooths it.

use glam::{DVec3, Vec3};

use crate::{Adjacency, PointIndex};

/// A cotangent larger than this is that of a needle, an angle of less than 0.06°, and counts as this.
const NEEDLE: f64 = 1e3;

/// The cotangent weight of each side: `w_ij = ½ (cot α + cot β)`, α and β the angles opposite to the side from `i` to `j`.
///
/// One for each neighbor of each point, where [`Adjacency::neighbor_range`] says; `w_ij` and `w_ji` are equal bit for bit.
/// Without unit. It is the stiffness of linear finite elements: `Σ w_ij (f_j − f_i)` is the Laplacian of `f` times the area
/// of the point, and for a place in a flat patch `Σ w_ij (p_j − p_i) = 0`.
///
/// Negative where α + β > 180°: clamp at 0 where values must not leave the range of their neighbors'. A side of one triangle
/// has one angle, one of three has three. Triangles without area count nothing, and angles below 0.06° as such of 0.06°;
/// a point may be left without any weight.
///
/// Reference: U. Pinkall and K. Polthier, "Computing Discrete Minimal Surfaces and Their Conjugates", 1993.
#[must_use]
pub fn cotangents(surface: &Adjacency) -> Vec<f32> {
    let mut weights = vec![0.0_f64; surface.neighbor_total()];
    for &triangle in surface.triangles() {
        let [a, b, c] = triangle.map(PointIndex);
        for (at, one, other) in [(a, b, c), (b, c, a), (c, a, b)] {
            let half = 0.5 * cotangent([at, one, other].map(|point| place(surface, point.0)));
            // Both directions get the same numbers in the same order, hence the same bits.
            for side in [place_of(surface, one, other), place_of(surface, other, one)] {
                weights[side] += half;
            }
        }
    }
    weights.into_iter().map(narrow).collect()
}

/// The area of each point: a third of that of its triangles. In squared units of the positions; the sum is the whole area.
///
/// A point without triangles has none.
#[must_use]
pub fn point_areas(surface: &Adjacency) -> Vec<f32> {
    let mut areas = vec![0.0_f64; surface.point_count()];
    for triangle in surface.triangles() {
        let [a, b, c] = triangle.map(|point| place(surface, point));
        let third = (b - a).cross(c - a).length() / 6.0;
        for &point in triangle {
            areas[point as usize] += third;
        }
    }
    areas.into_iter().map(narrow).collect()
}

/// The gradient in each triangle of a function that is linear between its values at the points.
///
/// `∇f = Σ f_i (n × e_i) / 2A`, `e_i` the side opposite to corner `i`, along the way around, `n` the unit normal, `A` the area.
///
/// One for each of [`Adjacency::triangles`], in the triangle's plane, in units of the values a unit of length. `values` has one
/// for each point; a triangle without area, or with a corner beyond `values`, has no gradient: zero.
#[must_use]
pub fn gradients(surface: &Adjacency, values: &[f32]) -> Vec<Vec3> {
    let of = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|point| place(surface, point));
        let [f, g, h] = triangle.map(|point| values.get(point as usize).copied().map(f64::from));
        let twice_area = (b - a).cross(c - a);
        let turned = (c - b) * f? + (a - c) * g? + (b - a) * h?;
        // `n / 2A` is `twice_area / |twice_area|²`: no root. Not finite without an area.
        let gradient = twice_area.cross(turned) / twice_area.length_squared();
        gradient.is_finite().then(|| gradient.as_vec3())
    };
    let triangles = surface.triangles().iter();
    triangles
        .map(|triangle| of(triangle).unwrap_or_default())
        .collect()
}

/// Where a neighbor of a point stands in the list of all neighbors.
fn place_of(surface: &Adjacency, point: PointIndex, neighbor: PointIndex) -> usize {
    let before = surface
        .neighbors(point)
        .partition_point(|&other| other < neighbor);
    surface.neighbor_range(point).start + before
}

/// The cotangent of the angle at the first corner, within ±[`NEEDLE`]; 0 in a triangle without area.
fn cotangent([at, one, other]: [DVec3; 3]) -> f64 {
    let (to_one, to_other) = (one - at, other - at);
    let twice_area = to_one.cross(to_other).length();
    if twice_area == 0.0 {
        return 0.0;
    }
    (to_one.dot(to_other) / twice_area).clamp(-NEEDLE, NEEDLE)
}

/// Where a point of a triangle is.
fn place(surface: &Adjacency, point: u32) -> DVec3 {
    surface.positions()[point as usize].as_dvec3()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to the precision of the positions is the purpose"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}
