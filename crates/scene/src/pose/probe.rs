//! A character reduced to a few vertices: enough to find the extent of its surface, cheap enough for every frame.

use character::{Character, Mesh, MorphTarget, Primitive};
use glam::Vec3;
use rig::{ByMap, Influences, InfluencesBuilder, VertexMap};

use crate::pose::placed::placed_primitives;

/// The approximate number of vertices kept.
const KEPT: usize = 2000;

/// The same rig with every n-th vertex of every primitive: no triangles, clips, images or file.
///
/// Its vertices are at the same positions as those of the whole character, in every pose.
#[must_use]
pub fn probe(character: &Character) -> Character {
    // A mesh counts once per instance.
    let n_vertices: usize = placed_primitives(character)
        .map(|placed| placed.primitive.positions.len())
        .sum();
    let step = n_vertices.div_ceil(KEPT).max(1);
    let thinned = |mesh: &Mesh| Mesh {
        primitives: mesh
            .primitives
            .iter()
            .map(|primitive| thin_primitive(primitive, step))
            .collect(),
        skinning: mesh.skinning,
        ..Mesh::default()
    };
    Character {
        name: character.name.clone(),
        meshes: character.meshes.iter().map(thinned).collect(),
        instances: character.instances.clone(),
        rig: character.rig.clone(),
        constraints: character.constraints.clone(),
        ..Character::default()
    }
}

/// Without normals, which no caller needs.
fn thin_primitive(primitive: &Primitive, step: usize) -> Primitive {
    let some = |list: &[Vec3]| list.iter().copied().step_by(step).collect();
    let targets = primitive.morph_targets.iter();
    Primitive {
        positions: some(&primitive.positions),
        normals_given: true,
        influences: primitive
            .influences
            .as_ref()
            .map(|influences| thin_rows(influences, step)),
        maps: ByMap::new(|kind| {
            let map = primitive.maps[kind].as_ref()?;
            Some(VertexMap::new(map.values().step_by(step)))
        }),
        morph_targets: targets
            .map(|target| MorphTarget {
                positions: some(&target.positions),
                ..MorphTarget::default()
            })
            .collect(),
        ..Primitive::default()
    }
}

fn thin_rows(influences: &Influences, step: usize) -> Influences {
    let mut builder = InfluencesBuilder::new(influences.joint_count());
    for row in influences.rows().step_by(step) {
        // The row was valid before, so only an empty one is refused: its sum is zero.
        if builder.vertex(row.pairs()).is_err() {
            builder.unbound();
        }
    }
    builder.build()
}
