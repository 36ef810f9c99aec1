//! The blend map of a character: reading it per vertex, and clearing it.

use character::{Character, Primitive, WeightEdit};

use crate::deform::DeformedPrimitive;
use crate::placed::placed_primitives;
use crate::vertex_facts::VertexPlace;
use crate::view::weight_ramps::UNBOUND;

/// Whether any mesh has a blend map; without one every vertex has the value 1.
#[must_use]
pub fn has_blend_map(character: &Character) -> bool {
    let mut primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.any(|primitive| primitive.blend.is_some())
}

/// The blend value of a vertex, 0 to 1; none where no joints move its mesh.
#[must_use]
pub fn blend_at(character: &Character, place: VertexPlace) -> Option<f32> {
    let placed = placed_primitives(character).nth(place.primitive)?;
    number_of(placed.primitive, place.vertex)
}

fn number_of(primitive: &Primitive, vertex: usize) -> Option<f32> {
    primitive.influences.as_ref()?;
    let map = primitive.blend.as_ref();
    Some(map.map_or(1.0, |map| map.value(vertex)))
}

/// Per deformed primitive, the blend value of each vertex, as the channel of a picture. Vertices of meshes that no
/// joints move are [`UNBOUND`].
#[must_use]
pub fn blend_numbers(character: &Character, deformed: &[DeformedPrimitive]) -> Vec<Vec<f32>> {
    let numbers = |found: &DeformedPrimitive| {
        let count = found.positions.len();
        let mesh = character.instances.get(found.instance)?.mesh;
        let primitive = character
            .meshes
            .get(mesh)?
            .primitives
            .get(found.primitive)?;
        let number = |vertex| number_of(primitive, vertex).unwrap_or(UNBOUND);
        Some((0..count).map(number).collect())
    };
    let of = |found: &DeformedPrimitive| {
        numbers(found).unwrap_or_else(|| vec![UNBOUND; found.positions.len()])
    };
    deformed.iter().map(of).collect()
}

/// Edits that give every vertex the value 1 again.
#[must_use]
pub fn cleared(character: &Character) -> Vec<WeightEdit> {
    let mut edits = Vec::new();
    for (mesh, found) in character.meshes.iter().enumerate() {
        for (primitive, found) in found.primitives.iter().enumerate() {
            if let Some(map) = &found.blend {
                let below = (0_u32..)
                    .zip(map.values())
                    .filter(|(_, value)| *value != 1.0);
                edits.push(WeightEdit {
                    mesh,
                    primitive,
                    blend: below.map(|(vertex, _)| (vertex, 1.0)).collect(),
                    ..WeightEdit::default()
                });
            }
        }
    }
    edits.retain(|edit| !edit.blend.is_empty());
    edits
}
