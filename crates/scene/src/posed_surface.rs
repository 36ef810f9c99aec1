//! A character's surface in one pose with a search tree for rays. Keeps memory and tree from pose to pose.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::Bvh;

use crate::pose::deform::{DeformedPrimitive, deform_posed};
use crate::pose::posed_character::PosedCharacter;
use crate::surface::combined_surface::CombinedSurface;
use crate::surface::hidden::HiddenSurfaces;
use crate::view::camera::Ray;

/// Hidden triangles that one ray passes, at most.
const MOST_PASSED: usize = 256;

/// A character's surface in one pose. The bounding-box tree is built once, and refitted for other poses of the same
/// character.
#[derive(Debug, Default)]
pub struct PosedSurface {
    /// The tree, with the surface that it was built for.
    tree: Option<(Arc<CombinedSurface>, Bvh)>,
    deformed: Vec<DeformedPrimitive>,
    positions: Vec<Vec3>,
    hidden: Arc<HiddenSurfaces>,
}

/// The first hit of a ray on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit {
    /// The primitive, as [`placed_primitives`](crate::pose::placed::placed_primitives) counts.
    pub placed: usize,
    /// The vertices of the triangle, in that primitive.
    pub vertices: [u32; 3],
    /// Barycentric coordinates of the hit, in the order of `vertices`.
    pub barycentric: Vec3,
    /// The distance from the ray's origin.
    pub distance: f32,
    /// The position of the hit.
    pub position: Vec3,
}

impl PosedSurface {
    /// Poses the character that it was built for first; none if pose and character do not fit.
    pub fn pose(
        &mut self,
        character: &Character,
        surface: &Arc<CombinedSurface>,
        posed: &PosedCharacter,
    ) -> Option<()> {
        deform_posed(character, posed, &mut self.deformed).ok()?;
        self.positions.clear();
        let all = self.deformed.iter().flat_map(|found| &found.positions);
        self.positions.extend(all);
        if let Some((_, tree)) = &mut self.tree {
            tree.refit(&self.positions);
        } else {
            let tree = Bvh::new(&self.positions, surface.triangles());
            self.tree = Some((Arc::clone(surface), tree));
        }
        Some(())
    }

    /// From now on rays pass through these primitives and faces.
    pub fn hide(&mut self, hidden: &Arc<HiddenSurfaces>) {
        self.hidden = Arc::clone(hidden);
    }

    /// The first hit of a ray on what is not hidden.
    #[must_use]
    pub fn ray(&self, ray: Ray) -> Option<SurfaceHit> {
        let (surface, tree) = self.tree.as_ref()?;
        let mut passed = 0.0;
        for _ in 0..MOST_PASSED {
            let origin = ray.origin + ray.direction * passed;
            let hit = tree.ray(origin, ray.direction)?;
            let (placed, vertices) = surface.triangle(hit.triangle)?;
            let distance = passed + hit.distance;
            let face = surface.face(hit.triangle, placed)?;
            if !self.hidden.has_face(placed, face) {
                return Some(SurfaceHit {
                    placed,
                    vertices,
                    barycentric: hit.barycentric,
                    distance,
                    position: ray.origin + ray.direction * distance,
                });
            }
            // Past the triangle that was hit, by more than rounding and less than what lies between cloth and skin.
            passed = distance * (1.0 + 1e-5) + 1e-7;
        }
        None
    }

    /// The position and the normal of a vertex.
    #[must_use]
    pub fn vertex(&self, placed: usize, vertex: u32) -> Option<(Vec3, Vec3)> {
        let (primitive, vertex) = (self.deformed.get(placed)?, vertex as usize);
        let normal = primitive.normals.get(vertex).copied();
        Some((
            *primitive.positions.get(vertex)?,
            normal.unwrap_or_default(),
        ))
    }
}
