//! The surfaces that are painted on, as a pane shows them.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use weights::{Place, Posed};

use super::PaintMesh;
use scene::combined_surface::CombinedSurface;
use scene::posed_character::PosedCharacter;
use scene::posed_surface::{PosedSurface, SurfaceHit};
use scene::view::camera::Ray;

/// A pose of a character in one pane: what rays meet, and where the points of every [`PaintMesh`] are.
#[derive(Debug, Default)]
pub struct PosedMeshes {
    /// The pane, A 0.
    pub pane: usize,
    /// Of what is shown.
    pub revision: u64,
    surface: PosedSurface,
    /// Per mesh.
    points: Vec<Points>,
}

#[derive(Debug, Default)]
struct Points {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl PosedMeshes {
    /// Takes a pose of the character that it was made of first; nothing if they do not fit.
    pub fn pose(
        &mut self,
        (character, surface, meshes): (&Character, &Arc<CombinedSurface>, &[Arc<PaintMesh>]),
        posed: &PosedCharacter,
    ) -> Option<()> {
        self.surface.pose((character, surface), posed)?;
        self.points.resize_with(meshes.len(), Points::default);
        for (mesh, points) in meshes.iter().zip(&mut self.points) {
            points.positions.clear();
            points.normals.clear();
            for point in 0..mesh.point_count() {
                let place = mesh.place_of(point);
                let found = place.and_then(|(placed, vertex)| self.surface.vertex(placed, vertex));
                let (position, normal) = found.unwrap_or((Vec3::NAN, Vec3::ZERO));
                points.positions.push(position);
                points.normals.push(normal);
            }
        }
        Some(())
    }

    /// What a ray meets first.
    #[must_use]
    pub fn ray(&self, ray: Ray) -> Option<SurfaceHit> {
        self.surface.ray(ray)
    }

    /// A mesh as it is posed, by its place among those that were given.
    #[must_use]
    pub fn posed<'a>(&'a self, place: usize, mesh: &'a PaintMesh) -> Posed<'a> {
        let points = self.points.get(place);
        Posed {
            surface: mesh.surface(),
            positions: points.map_or(&[], |points| &points.positions),
            normals: points.map_or(&[], |points| &points.normals),
        }
    }

    /// The normal where something was met, towards the eye.
    #[must_use]
    pub fn normal(&self, hit: &SurfaceHit, ray: Ray) -> Vec3 {
        let corners = hit.vertices.map(|vertex| {
            let corner = self.surface.vertex(hit.placed, vertex);
            corner.unwrap_or_default()
        });
        let shares = corners.iter().zip(hit.barycentric.to_array());
        let blended: Vec3 = shares.map(|((_, normal), share)| *normal * share).sum();
        let [a, b, c] = corners.map(|(position, _)| position);
        let flat = (b - a).cross(c - a).normalize_or(-ray.direction);
        let normal = blended.normalize_or(flat);
        if normal.dot(ray.direction) > 0.0 {
            -normal
        } else {
            normal
        }
    }
}

/// The place of a mesh that was met; nothing if something else was.
#[must_use]
pub(super) fn place_on(hit: &SurfaceHit, mesh: &PaintMesh) -> Option<Place> {
    let corners = hit.vertices.map(|vertex| mesh.point_at(hit.placed, vertex));
    let [Some(a), Some(b), Some(c)] = corners else {
        return None;
    };
    Some(Place {
        corners: [a, b, c],
        barycentric: hit.barycentric,
    })
}
