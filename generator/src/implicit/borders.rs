//! Borders between paints: the first mesh is cut along them, so that they are edge loops from then on.

use glam::DVec3;

use super::body::{Body, gradient, newton_step};
use super::trimesh::TriMesh;

/// The border of a paint: negative inside. Where several regions overlap, the first has the place; a place in no region
/// has the paint after the last.
pub(crate) type Region = fn(&Body, DVec3) -> f64;

/// Share of an edge within which a vertex is moved onto a border instead of cutting the edge.
const SNAPS: f64 = 0.25;

/// Meters; borders closer than this to each other are one border.
const ONE_BORDER: f64 = 3e-4;

/// The body with its regions.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaintedBody<'a> {
    pub(super) body: &'a Body,
    pub(super) regions: &'a [Region],
}

impl PaintedBody<'_> {
    fn value(&self, region: usize, point: DVec3) -> f64 {
        (self.regions[region])(self.body, point)
    }

    /// The region's value, 0 on its border and on another one so close that they count as the same.
    fn snapped_value(&self, region: usize, point: DVec3, on_border: bool) -> f64 {
        let value = self.value(region, point);
        if on_border || value.abs() < ONE_BORDER {
            0.0
        } else {
            value
        }
    }

    /// Moves a point onto the surface and onto the border of a region, or onto the plane x = 0.
    pub(super) fn onto_border(
        &self,
        region: Option<usize>,
        in_plane: bool,
        mut point: DVec3,
    ) -> DVec3 {
        let free = DVec3::new(if in_plane { 0.0 } else { 1.0 }, 1.0, 1.0);
        // Both conditions in turns: each step hardly spoils what the other has done.
        for _ in 0..4 {
            if let Some(region) = region {
                let slope = gradient(|p| self.value(region, p), point);
                let normal = self.body.gradient(point).normalize_or_zero();
                let along = slope - slope.dot(normal) * normal;
                point -= newton_step(self.value(region, point), free * along);
            }
            point.x *= free.x;
            let slope = free * self.body.gradient(point);
            point -= Body::step(self.body.distance(point), slope);
        }
        point
    }

    /// Cuts the mesh along every border, and labels its triangles with their paints.
    pub(super) fn cut(&self, mesh: &mut TriMesh) {
        let mut values: Vec<Vec<f64>> = (0..self.regions.len())
            .map(|region| {
                mesh.at
                    .iter()
                    .map(|&point| self.value(region, point))
                    .collect()
            })
            .collect();
        for region in 0..self.regions.len() {
            self.snap(mesh, &mut values, region);
            self.cut_region(mesh, &mut values, region);
        }
        for slot in 0..mesh.slots() {
            if let Some(corners) = mesh.corners(slot) {
                // By the sum over the corners: after the cut they are on one side, but for zeros on the border.
                let inside =
                    |values: &Vec<f64>| corners.iter().map(|&v| values[v]).sum::<f64>() < 0.0;
                let label = values.iter().position(inside);
                mesh.set_label(slot, label.unwrap_or(self.regions.len()));
            }
        }
    }

    fn snap(&self, mesh: &mut TriMesh, values: &mut [Vec<f64>], region: usize) {
        for (a, b) in crossed_edges(mesh, &values[region]) {
            let (va, vb) = (values[region][a], values[region][b]);
            let nearer = if va.abs() < vb.abs() { a } else { b };
            let part = values[region][nearer].abs() / (va - vb).abs();
            let held = values.iter().any(|values| values[nearer] == 0.0);
            if va * vb >= 0.0 || part >= SNAPS || held {
                continue;
            }
            let in_plane = self.body.mirrored && mesh.at[nearer].x == 0.0;
            let point = self.onto_border(Some(region), in_plane, mesh.at[nearer]);
            mesh.at[nearer] = point;
            for (other, values) in values.iter_mut().enumerate() {
                values[nearer] = self.snapped_value(other, point, other == region);
            }
        }
    }

    fn cut_region(&self, mesh: &mut TriMesh, values: &mut [Vec<f64>], region: usize) {
        for (a, b) in crossed_edges(mesh, &values[region]) {
            let (va, vb) = (values[region][a], values[region][b]);
            if va * vb >= 0.0 {
                continue;
            }
            let [pa, pb] = [a, b].map(|v| mesh.at[v]);
            let in_plane = self.body.mirrored && pa.x == 0.0 && pb.x == 0.0;
            let point = self.onto_border(Some(region), in_plane, pa + va / (va - vb) * (pb - pa));
            mesh.split(a, b, point);
            for (other, values) in values.iter_mut().enumerate() {
                let on_border = other == region || values[a] == 0.0 && values[b] == 0.0;
                values.push(self.snapped_value(other, point, on_border));
            }
        }
    }
}

/// Edges whose ends have values of different signs, each once, in the order of the triangles.
fn crossed_edges(mesh: &TriMesh, values: &[f64]) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = mesh
        .triangles()
        .flat_map(|([a, b, c], _)| [(a, b), (b, c), (c, a)])
        .map(|(a, b)| (a.min(b), a.max(b)))
        .filter(|&(a, b)| values[a] * values[b] < 0.0)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
