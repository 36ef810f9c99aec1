//! A character's surface in one pose, ready to be met by rays, with the memory of the pose before.

use character::Character;
use glam::Vec3;
use mesh::Bvh;

use crate::deform::{DeformedPrimitive, deform_posed};
use crate::placed::placed_primitives;
use crate::posed_character::PosedCharacter;
use crate::view::camera::Ray;

/// A character's surface in one pose. The tree of boxes is made once, and refitted for every other pose of the same character.
#[derive(Debug, Default)]
pub struct PosedSurface {
    tree: Option<Bvh>,
    /// Of each triangle, its primitive and its vertices there.
    triangles: Vec<(usize, [u32; 3])>,
    deformed: Vec<DeformedPrimitive>,
    positions: Vec<Vec3>,
}

/// Where a ray meets the surface first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit {
    /// The primitive, as [`placed_primitives`] counts.
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
    pub fn pose(&mut self, character: &Character, posed: &PosedCharacter) -> Option<()> {
        deform_posed(character, posed, &mut self.deformed).ok()?;
        self.positions.clear();
        let all = self.deformed.iter().flat_map(|found| &found.positions);
        self.positions.extend(all);
        if let Some(tree) = &mut self.tree {
            tree.refit(&self.positions);
        } else {
            self.plant(character);
        }
        Some(())
    }

    /// What a ray meets first.
    #[must_use]
    pub fn ray(&self, ray: Ray) -> Option<SurfaceHit> {
        let hit = self.tree.as_ref()?.ray(ray.origin, ray.direction)?;
        let &(placed, vertices) = self.triangles.get(hit.triangle)?;
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

    fn plant(&mut self, character: &Character) {
        let mut shifted = Vec::new();
        let mut first = 0_u32;
        for (index, placed) in placed_primitives(character).enumerate() {
            for &triangle in placed.primitive.triangles.iter() {
                self.triangles.push((index, triangle));
                shifted.push(triangle.map(|vertex| vertex.saturating_add(first)));
            }
            let n_vertices = u32::try_from(placed.primitive.positions.len()).unwrap_or(u32::MAX);
            first = first.saturating_add(n_vertices);
        }
        self.tree = Some(Bvh::new(&self.positions, &shifted));
    }
}
