//! How well heat is led along the sides of triangles.

use glam::DVec3;
use mesh::{Adjacency, PointIndex};

/// The cotangent of 2.9 degrees. Corners sharper than that count as it, so that no sliver leads a thousand times better than what
/// is around it; a triangle without area has a cotangent of either sign.
const SHARPEST: f64 = 20.0;

/// What a side leads at least; one of a regular mesh leads 0.58. It keeps the matrix an M-matrix where cotangents are negative,
/// and the part connected.
const LEAST: f64 = 1e-3;

/// Cotangent weights and areas of a surface, robust against any triangle.
///
/// A side leads `½ Σ cot α` over the angles α opposite it, in as many triangles as it has; a point has a third of its triangles'
/// areas.
///
/// Reference: U. Pinkall, K. Polthier, "Computing discrete minimal surfaces and their conjugates", 1993.
pub(crate) struct Operator {
    /// One for each neighbor of each point, in the order of [`Adjacency::neighbor_range`].
    leads: Vec<f64>,
    /// One for each point.
    pub(crate) areas: Vec<f64>,
}

impl Operator {
    pub(crate) fn of(surface: &Adjacency) -> Self {
        let mut built = Self {
            leads: vec![0.0; surface.neighbor_total()],
            areas: vec![0.0; surface.point_count()],
        };
        for &triangle in surface.triangles() {
            built.add(surface, triangle);
        }
        for lead in &mut built.leads {
            *lead = lead.max(LEAST);
        }
        built
    }

    fn add(&mut self, surface: &Adjacency, triangle: [u32; 3]) {
        let triangle = triangle.map(PointIndex);
        let corners = triangle.map(|point| surface.positions()[point.index()].as_dvec3());
        let double_area = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .length();
        for corner in 0..3 {
            let [a, b, c] = [corner, (corner + 1) % 3, (corner + 2) % 3];
            self.areas[triangle[a].index()] += double_area / 6.0;
            // A corner counts for the side across from it, half in each of its triangles.
            let half = 0.5 * cotangent(corners[b] - corners[a], corners[c] - corners[a]);
            self.lead(surface, triangle[b], triangle[c], half);
            self.lead(surface, triangle[c], triangle[b], half);
        }
    }

    fn lead(&mut self, surface: &Adjacency, from: PointIndex, to: PointIndex, half: f64) {
        let start = surface.neighbor_range(from).start;
        if let Ok(place) = surface.neighbors(from).binary_search(&to) {
            self.leads[start + place] += half;
        }
    }

    /// The neighbors of a point, and what leads to each.
    pub(crate) fn sides<'a>(
        &'a self,
        surface: &'a Adjacency,
        point: PointIndex,
    ) -> impl Iterator<Item = (PointIndex, f64)> + 'a {
        let leads = &self.leads[surface.neighbor_range(point)];
        let neighbors = surface.neighbors(point).iter();
        neighbors.copied().zip(leads.iter().copied())
    }
}

/// Of the angle between two sides, `a · b / |a × b|`, no sharper than [`SHARPEST`].
fn cotangent(a: DVec3, b: DVec3) -> f64 {
    let (dot, cross) = (a.dot(b), a.cross(b).length());
    if cross * SHARPEST <= dot.abs() {
        SHARPEST.copysign(dot)
    } else {
        dot / cross
    }
}
