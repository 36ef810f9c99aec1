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
        let places = mesh::weld(&positions);
        Self {
            // Without positions at rest nothing is known about holes. Triangles without area neither close a surface nor leave it open.
            is_closed: !triangles.is_empty()
                && !positions.is_empty()
                && mesh::is_closed_across(&positions, triangles, &places),
            welded: smooth_seams(&places, at_rest),
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

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

/// Of each vertex the one that stands for it, by the first vertex of its place: normals are compared only among vertices that may be one.
fn smooth_seams(places: &[u32], at_rest: &[DeformedPrimitive]) -> Vec<u32> {
    let normals = at_rest.iter().flat_map(|found| &found.normals);
    let normals: Vec<Vec3> = normals.copied().collect();
    let normal = |vertex: u32| normals.get(vertex as usize).copied();
    // At a hard edge several vertices of a place stand, each for one normal: of each the next one. The first of a place stands for its own.
    let mut next_standing = vec![NONE; places.len()];
    let mut find_standing = |vertex: u32, first: u32| {
        let Some(own) = normal(vertex).filter(|_| first != vertex) else {
            return vertex;
        };
        let mut standing = first;
        loop {
            let other = normal(standing).unwrap_or_default();
            if 1.0 - other.dot(own) < SMOOTH {
                return standing;
            }
            match next_standing.get_mut(standing as usize) {
                Some(next) if *next == NONE => {
                    *next = vertex;
                    return vertex;
                }
                Some(next) => standing = *next,
                None => return vertex,
            }
        }
    };
    let vertices = (0..).zip(places);
    vertices
        .map(|(vertex, &first)| find_standing(vertex, first))
        .collect()
}
