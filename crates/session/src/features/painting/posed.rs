//! The surfaces to paint on, in the pose that a pane shows.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use scene::combined_surface::CombinedSurface;
use scene::hidden::HiddenSurfaces;
use scene::posed_character::PosedCharacter;
use scene::posed_surface::{PosedSurface, SurfaceHit};
use scene::view::camera::Ray;
use weights::{SurfacePlace, SurfacePose};

use crate::state::painting::PaintMesh;

/// One pane's pose of a character: its surface for rays, and the points of every [`PaintMesh`].
#[derive(Debug, Default)]
pub struct PosedMeshes {
    /// The index of the pane; A is 0.
    pub pane: usize,
    /// The revision of what is shown.
    pub revision: u64,
    surface: PosedSurface,
    /// The positions of each mesh's points.
    points: Vec<Points>,
}

#[derive(Debug, Default)]
struct Points {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl PosedMeshes {
    /// Poses the character that it was built for first; none if pose and character do not fit.
    pub fn pose(
        &mut self,
        character: &Character,
        surface: &Arc<CombinedSurface>,
        meshes: &[Arc<PaintMesh>],
        posed: &PosedCharacter,
    ) -> Option<()> {
        self.surface.pose(character, surface, posed)?;
        self.points.resize_with(meshes.len(), Points::default);
        for (mesh, points) in meshes.iter().zip(&mut self.points) {
            points.positions.clear();
            points.normals.clear();
            for point in mesh.all_points() {
                let place = mesh.place_of(point);
                let found = place.and_then(|(placed, vertex)| self.surface.vertex(placed, vertex));
                let (position, normal) = found.unwrap_or((Vec3::NAN, Vec3::ZERO));
                points.positions.push(position);
                points.normals.push(normal);
            }
        }
        Some(())
    }

    /// From now on rays pass through these primitives and faces.
    pub fn hide(&mut self, hidden: &Arc<HiddenSurfaces>) {
        self.surface.hide(hidden);
    }

    /// The first hit of a ray on what is not hidden.
    #[must_use]
    pub fn ray(&self, ray: Ray) -> Option<SurfaceHit> {
        self.surface.ray(ray)
    }

    /// A mesh in this pose, by its index among those given to [`pose`](Self::pose).
    #[must_use]
    pub fn posed_mesh<'a>(&'a self, place: usize, mesh: &'a PaintMesh) -> SurfacePose<'a> {
        let points = self.points.get(place);
        SurfacePose {
            surface: mesh.surface(),
            positions: points.map_or(&[], |points| &points.positions),
            normals: points.map_or(&[], |points| &points.normals),
        }
    }

    /// The unit normal at a hit, towards the eye.
    #[must_use]
    pub fn normal(&self, hit: &SurfaceHit, ray: Ray) -> Vec3 {
        let corners = hit.vertices.map(|vertex| {
            let corner = self.surface.vertex(hit.placed, vertex);
            corner.unwrap_or_default()
        });
        let shares = corners.iter().zip(hit.barycentric.to_array());
        let blended: Vec3 = shares.map(|((_, normal), share)| *normal * share).sum();
        let [a, b, c] = corners.map(|(position, _)| position);
        // Normals of the corners may cancel each other: then that of the triangle counts, and of one without area the way to the
        // eye.
        let flat = (b - a).cross(c - a).normalize_or(-ray.direction);
        let normal = blended.normalize_or(flat);
        // A surface may be seen from within, as where two sides are drawn.
        if normal.dot(ray.direction) > 0.0 {
            -normal
        } else {
            normal
        }
    }
}

/// The place of a hit on a mesh; none if another mesh was hit.
#[must_use]
pub(crate) fn place_on(hit: &SurfaceHit, mesh: &PaintMesh) -> Option<SurfacePlace> {
    let corners = hit.vertices.map(|vertex| mesh.point_at(hit.placed, vertex));
    let [Some(a), Some(b), Some(c)] = corners else {
        return None;
    };
    Some(SurfacePlace {
        corners: [a, b, c],
        barycentric: hit.barycentric,
    })
}
