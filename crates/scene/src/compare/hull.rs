//! All surfaces of a character as one: the volume that they enclose, and normals across their borders.

use character::Character;
use glam::Vec3;

use crate::deform::DeformedPrimitive;
use crate::placed::placed_primitives;

/// All surfaces of a character as one, for questions about the whole.
#[derive(Clone, Debug, Default)]
pub struct Hull {
    triangles: Vec<[u32; 3]>,
    /// Per vertex the first one at the same place with the same normal at rest.
    welded: Vec<u32>,
    is_closed: bool,
}

impl Hull {
    /// Joins the primitives; `at_rest` are their vertices, welded by position to see whether the surface is closed.
    #[must_use]
    pub fn new(character: &Character, at_rest: &[DeformedPrimitive]) -> Self {
        let mut triangles = Vec::new();
        let mut first = 0_u32;
        for (placed, deformed) in placed_primitives(character).zip(at_rest) {
            let shifted = |triangle: &[u32; 3]| triangle.map(|vertex| vertex.saturating_add(first));
            triangles.extend(placed.primitive.triangles.iter().map(shifted));
            let n_vertices = u32::try_from(deformed.positions.len()).unwrap_or(u32::MAX);
            first = first.saturating_add(n_vertices);
        }
        let report = mesh::closed_manifold(&positions(at_rest), &triangles);
        // Slivers without area enclose nothing and open nothing.
        let has_holes = !(report.open_edges.is_empty()
            && report.crowded_edges.is_empty()
            && report.flipped_edges.is_empty());
        Self {
            is_closed: !triangles.is_empty() && !has_holes,
            triangles,
            welded: smooth_seams(at_rest),
        }
    }

    /// Takes the normals of the surface that is there, angle-weighted, instead of those that skinning carried along.
    ///
    /// Smooth where the surface at rest is, across borders of materials too; edges that are hard at rest stay hard. Each
    /// looks to the side to which the carried normal does.
    pub fn take_normals_of_surface(&self, deformed: &mut [DeformedPrimitive]) {
        let all = positions(deformed);
        let normals = mesh::vertex_normals_across(&all, &self.triangles, &self.welded);
        let carried = deformed.iter_mut().flat_map(|found| &mut found.normals);
        for (carried, normal) in carried.zip(normals) {
            *carried = if carried.dot(normal) < 0.0 {
                -normal
            } else {
                normal
            };
        }
    }

    /// The volume inside, in cubed units of the scene; none where the surface is open, for then there is no inside.
    ///
    /// Positive where triangles point outwards; parts turned inside out count negative, and what overlaps counts twice.
    #[must_use]
    pub fn volume(&self, deformed: &[DeformedPrimitive]) -> Option<f64> {
        self.is_closed
            .then(|| mesh::volume(&positions(deformed), &self.triangles))
    }
}

fn positions(deformed: &[DeformedPrimitive]) -> Vec<Vec3> {
    let all = deformed.iter().flat_map(|found| &found.positions);
    all.copied().collect()
}

/// Normals nearer to each other than this are those of one smooth surface, split for another reason: 1 − cos of 8°.
const SMOOTH: f32 = 0.01;

fn smooth_seams(at_rest: &[DeformedPrimitive]) -> Vec<u32> {
    let places = mesh::weld(&positions(at_rest));
    let normals: Vec<Vec3> = at_rest
        .iter()
        .flat_map(|found| &found.normals)
        .copied()
        .collect();
    // Per place, the vertices that stand for a normal there: one, but for hard edges.
    let mut standing: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
    let vertices = (0..).zip(&places);
    vertices
        .map(|(vertex, &place)| {
            let (Some(there), Some(normal)) = (
                standing.get_mut(place as usize),
                normals.get(vertex as usize),
            ) else {
                return vertex;
            };
            let is_smooth = |other: &u32| {
                let other = normals.get(*other as usize).copied().unwrap_or_default();
                1.0 - other.dot(*normal) < SMOOTH
            };
            there.iter().copied().find(is_smooth).unwrap_or_else(|| {
                there.push(vertex);
                vertex
            })
        })
        .collect()
}
