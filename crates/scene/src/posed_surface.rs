//! A character's surface in one pose, ready to be met by rays, with the memory of the pose before.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::Bvh;

use crate::combined_surface::CombinedSurface;
use crate::deform::{DeformedPrimitive, deform_posed};
use crate::posed_character::PosedCharacter;
use crate::view::camera::Ray;

/// A character's surface in one pose. The tree of boxes is made once, and refitted for every other pose of the same character.
#[derive(Debug, Default)]
pub struct PosedSurface {
    /// With the surface that it is of.
    tree: Option<(Arc<CombinedSurface>, Bvh)>,
    deformed: Vec<DeformedPrimitive>,
    positions: Vec<Vec3>,
}

/// Where a ray meets the surface first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit {
    /// The primitive, as [`placed_primitives`](crate::placed::placed_primitives) counts.
    pub placed: usize,
    /// The triangle's vertices there.
    pub vertices: [u32; 3],
    /// Their shares in the place.
    pub barycentric: Vec3,
    /// From the ray's origin.
    pub distance: f32,
    /// The place.
    pub position: Vec3,
}

impl PosedSurface {
    /// Takes a pose of the character that it was made of first; nothing if they do not fit.
    pub fn pose(
        &mut self,
        (character, surface): (&Character, &Arc<CombinedSurface>),
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

    /// What a ray meets first.
    #[must_use]
    pub fn ray(&self, ray: Ray) -> Option<SurfaceHit> {
        let (surface, tree) = self.tree.as_ref()?;
        let hit = tree.ray(ray.origin, ray.direction)?;
        let (placed, vertices) = surface.triangle(hit.triangle)?;
        Some(SurfaceHit {
            placed,
            vertices,
            barycentric: hit.barycentric,
            distance: hit.distance,
            position: ray.origin + ray.direction * hit.distance,
        })
    }

    /// Where a vertex of a primitive is, and its normal.
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
