//! What morph targets of a mesh are shaped on: its rest, joined where vertices meet, with its normals.

use std::sync::Arc;

use glam::{Quat, Vec3};
use mesh::{vertex_normals_across, weld};

use crate::model::character::{Mesh, Primitive};

/// The rest of a mesh, made once for many shapes. Nothing is joined of a mesh whose file gives no normals: they are computed of every shape.
#[derive(Clone, Debug, Default)]
pub struct MorphGround {
    /// By primitive, the places that it was made of.
    of: Vec<Arc<[Vec3]>>,
    /// Of all primitives; nothing where no normals are given.
    rest: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// By vertex the first one at its place.
    welded: Vec<u32>,
    normals: Vec<Vec3>,
}

impl MorphGround {
    /// That of a mesh.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let of = mesh.primitives.iter();
        let of = of.map(|primitive| Arc::clone(&primitive.positions));
        let mut ground = Self {
            of: of.collect(),
            ..Self::default()
        };
        if !mesh.primitives.iter().any(|own| own.normals_given) {
            return ground;
        }
        for primitive in &mesh.primitives {
            let first = u32::try_from(ground.rest.len()).unwrap_or(u32::MAX);
            let corners = primitive.triangles.iter();
            let corners = corners.map(|corners| corners.map(|it| it.saturating_add(first)));
            ground.triangles.extend(corners);
            ground.rest.extend_from_slice(&primitive.positions);
        }
        // Seams are those of the rest, also between the primitives of the mesh.
        ground.welded = weld(&ground.rest);
        ground.normals = vertex_normals_across(&ground.rest, &ground.triangles, &ground.welded);
        ground
    }

    /// Whether it was made of this mesh, or of one that shares its places.
    #[must_use]
    pub fn is_of(&self, mesh: &Mesh) -> bool {
        let shares =
            |(own, primitive): (&Arc<[Vec3]>, &Primitive)| Arc::ptr_eq(own, &primitive.positions);
        self.of.len() == mesh.primitives.len() && self.of.iter().zip(&mesh.primitives).all(shares)
    }

    /// By primitive what is added to normals for displacements of its vertices: each turns as the surface does there.
    ///
    /// That is `R n − n`, with R the smallest rotation from the computed normal at rest to that of the displaced mesh. Empty where nothing
    /// turns, and where the file gives no normals.
    pub(super) fn normal_displacements(&self, mesh: &Mesh, lists: &[Vec<Vec3>]) -> Vec<Vec<Vec3>> {
        if self.rest.is_empty() {
            return vec![Vec::new(); mesh.primitives.len()];
        }
        let displaced = self.rest.iter().zip(lists.iter().flatten());
        let moved: Vec<Vec3> = displaced.map(|(place, by)| *place + *by).collect();
        let after = vertex_normals_across(&moved, &self.triangles, &self.welded);
        let mut turns = self.normals.iter().zip(&after);
        let of_primitive = mesh.primitives.iter().map(|primitive| {
            let count = primitive.positions.len();
            let turns: Vec<(&Vec3, &Vec3)> = turns.by_ref().take(count).collect();
            if primitive.normals_given {
                turned(&primitive.normals, &turns)
            } else {
                Vec::new()
            }
        });
        of_primitive.collect()
    }
}

/// What turns of a surface add to its normals; nothing where it turns nowhere.
fn turned(normals: &[Vec3], turns: &[(&Vec3, &Vec3)]) -> Vec<Vec3> {
    let turned = normals.iter().zip(turns);
    let turned: Vec<Vec3> = turned
        .map(|(normal, (from, to))| match from == to {
            true => Vec3::ZERO,
            false => Quat::from_rotation_arc(**from, **to) * *normal - *normal,
        })
        .collect();
    match turned.iter().all(|by| *by == Vec3::ZERO) {
        true => Vec::new(),
        false => turned,
    }
}
