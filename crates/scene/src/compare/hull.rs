//! All surfaces of a character as one: the volume that they enclose, and normals across their borders.

use std::sync::Arc;

use glam::Vec3;

use crate::combined_surface::{CombinedSurface, joined};
use crate::deform::DeformedPrimitive;

/// All surfaces of a character as one, for questions about the whole.
#[derive(Clone, Debug, Default)]
pub struct Hull {
    surface: Arc<CombinedSurface>,
    /// Per vertex the first one at the same place with the same normal at rest.
    welded: Vec<u32>,
    is_closed: bool,
}

impl Hull {
    /// `at_rest` are the vertices of all primitives, welded by position to see whether the surface is closed.
    #[must_use]
    pub fn new(surface: Arc<CombinedSurface>, at_rest: &[DeformedPrimitive]) -> Self {
        let triangles = surface.triangles();
        let positions = joined(at_rest);
        let report = mesh::closed_manifold(&positions, triangles);
        // Slivers without area enclose nothing and open nothing.
        let has_holes = !(report.open_edges.is_empty()
            && report.crowded_edges.is_empty()
            && report.flipped_edges.is_empty());
        Self {
            // Nothing is known of a surface whose vertices at rest are not.
            is_closed: !triangles.is_empty() && !positions.is_empty() && !has_holes,
            welded: smooth_seams(&positions, at_rest),
            surface,
        }
    }

    /// The surface that it is of.
    #[must_use]
    pub const fn surface(&self) -> &Arc<CombinedSurface> {
        &self.surface
    }

    /// Takes the normals of the surface that is there, angle-weighted, instead of those that skinning carried along.
    ///
    /// Smooth where the surface at rest is, across borders of materials too; edges that are hard at rest stay hard. Each
    /// looks to the side to which the carried normal does.
    pub fn take_normals_of_surface(&self, deformed: &mut [DeformedPrimitive]) {
        let (all, triangles) = (joined(deformed), self.surface.triangles());
        let normals = mesh::vertex_normals_across(&all, triangles, &self.welded);
        let rotated = deformed.iter_mut().flat_map(|found| &mut found.normals);
        for (rotated, normal) in rotated.zip(normals) {
            *rotated = if rotated.dot(normal) < 0.0 {
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
            .then(|| mesh::volume(&joined(deformed), self.surface.triangles()))
    }
}

/// Normals nearer to each other than this are those of one smooth surface, split for another reason: 1 − cos of 8°.
const SMOOTH: f32 = 0.01;

fn smooth_seams(positions: &[Vec3], at_rest: &[DeformedPrimitive]) -> Vec<u32> {
    let places = mesh::weld(positions);
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
