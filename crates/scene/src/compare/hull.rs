//! All surfaces of a character as one: its volume, and normals that are smooth across borders of primitives.

use std::sync::Arc;

use glam::Vec3;

use crate::pose::deform::DeformedPrimitive;
use crate::surface::combined_surface::{CombinedSurface, join_positions};

/// All surfaces of a character as one.
#[derive(Clone, Debug, Default)]
pub struct Hull {
    surface: Arc<CombinedSurface>,
    /// Per vertex, the first vertex at the same place with the same normal at rest.
    welded: Vec<u32>,
    is_closed: bool,
}

impl Hull {
    /// `at_rest` are the vertices of all primitives; they are welded by position to test whether the surface is closed.
    #[must_use]
    pub fn new(surface: Arc<CombinedSurface>, at_rest: &[DeformedPrimitive]) -> Self {
        let triangles = surface.triangles();
        let positions = join_positions(at_rest);
        let report = mesh::check_closed_manifold(&positions, triangles);
        // Triangles without area neither close a surface nor leave it open.
        let has_holes = !(report.open_edges.is_empty()
            && report.crowded_edges.is_empty()
            && report.flipped_edges.is_empty());
        Self {
            // Without positions at rest nothing is known about holes.
            is_closed: !triangles.is_empty() && !positions.is_empty() && !has_holes,
            welded: smooth_seams(&positions, at_rest),
            surface,
        }
    }

    /// The surfaces of all primitives as one list of triangles.
    #[must_use]
    pub const fn surface(&self) -> &Arc<CombinedSurface> {
        &self.surface
    }

    /// Replaces the normals from skinning by angle-weighted normals of the deformed surface.
    ///
    /// Smooth where the surface at rest is smooth, across borders of materials too; edges that are hard at rest stay
    /// hard. Each normal is flipped to the side of the replaced one.
    pub fn take_normals_of_surface(&self, deformed: &mut [DeformedPrimitive]) {
        let (all, triangles) = (join_positions(deformed), self.surface.triangles());
        let normals = mesh::vertex_normals_across(&all, triangles, &self.welded);
        let rotated = deformed.iter_mut().flat_map(|found| &mut found.normals);
        for (rotated, normal) in rotated.zip(normals) {
            // Triangles may run either way around: the normal from skinning tells which side is out.
            *rotated = if rotated.dot(normal) < 0.0 {
                -normal
            } else {
                normal
            };
        }
    }

    /// The enclosed volume, in cubed scene units; none for an open surface.
    ///
    /// Positive where triangles point outwards; parts turned inside out count negative, and overlapping parts count
    /// twice.
    #[must_use]
    pub fn volume(&self, deformed: &[DeformedPrimitive]) -> Option<f64> {
        self.is_closed
            .then(|| mesh::volume(&join_positions(deformed), self.surface.triangles()))
    }

    /// The same, of vertices that are one list already.
    #[must_use]
    pub fn volume_of(&self, positions: &[Vec3]) -> Option<f64> {
        self.is_closed
            .then(|| mesh::volume(positions, self.surface.triangles()))
    }
}

/// Normals closer to each other than this belong to one smooth surface whose vertices are split for another reason,
/// such as texture seams: 1 − cos of 8°.
const SMOOTH: f32 = 0.01;

fn smooth_seams(positions: &[Vec3], at_rest: &[DeformedPrimitive]) -> Vec<u32> {
    // By place first: normals are compared only among vertices that may be one.
    let places = mesh::weld(positions);
    let normals: Vec<Vec3> = at_rest
        .iter()
        .flat_map(|found| &found.normals)
        .copied()
        .collect();
    // Per position, one representative vertex per normal: several only at hard edges.
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
