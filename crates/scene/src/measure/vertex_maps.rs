//! The maps of a character: reading them per vertex, and clearing them.

use character::{Character, Primitive, WeightEdit};
use rig::{ByMap, MapKind};

use crate::measure::weight_channel::UNBOUND;
use crate::pose::deform::DeformedPrimitive;
use crate::pose::placed::placed_primitives;
use crate::surface::vertex_facts::VertexPlace;

/// Whether any mesh has a map of this kind; without one every vertex is [unpainted](MapKind::default_value).
#[must_use]
pub fn has_map(character: &Character, kind: MapKind) -> bool {
    let mut primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.any(|primitive| primitive.maps[kind].is_some())
}

/// The number of a vertex in a map, 0 to 1; none where no joints move its mesh.
#[must_use]
pub fn number_at(character: &Character, place: VertexPlace, kind: MapKind) -> Option<f32> {
    let placed = placed_primitives(character).nth(place.primitive)?;
    number_of(placed.primitive, place.vertex, kind)
}

fn number_of(primitive: &Primitive, vertex: usize, kind: MapKind) -> Option<f32> {
    primitive.influences.as_ref()?;
    let map = primitive.maps[kind].as_ref();
    Some(map.map_or(kind.default_value(), |map| map.value(vertex)))
}

/// Per deformed primitive, the number of each vertex, as the channel of a picture. Vertices of meshes that no
/// joints move are [`UNBOUND`].
#[must_use]
pub fn map_numbers(
    character: &Character,
    deformed: &[DeformedPrimitive],
    kind: MapKind,
) -> Vec<Vec<f32>> {
    let numbers = |found: &DeformedPrimitive| {
        let count = found.positions.len();
        let mesh = character.instances.get(found.instance)?.mesh;
        let primitive = character
            .meshes
            .get(mesh)?
            .primitives
            .get(found.primitive)?;
        let number = |vertex| number_of(primitive, vertex, kind).unwrap_or(UNBOUND);
        Some((0..count).map(number).collect())
    };
    let of = |found: &DeformedPrimitive| {
        numbers(found).unwrap_or_else(|| vec![UNBOUND; found.positions.len()])
    };
    deformed.iter().map(of).collect()
}

/// Edits that leave no vertex painted.
#[must_use]
pub fn clearing_edits(character: &Character, kind: MapKind) -> Vec<WeightEdit> {
    let unpainted = kind.default_value();
    let mut edits = Vec::new();
    for (mesh, found) in character.meshes.iter().enumerate() {
        for (primitive, found) in found.primitives.iter().enumerate() {
            if let Some(map) = &found.maps[kind] {
                let painted = (0_u32..)
                    .zip(map.values())
                    .filter(|(_, value)| *value != unpainted);
                let numbers = painted.map(|(vertex, _)| (vertex, unpainted));
                edits.push(WeightEdit {
                    mesh,
                    primitive,
                    maps: ByMap::only(kind, numbers.collect()),
                    ..WeightEdit::default()
                });
            }
        }
    }
    edits.retain(|edit| !edit.has_no_numbers());
    edits
}
