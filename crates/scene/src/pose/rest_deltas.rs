//! The map by which a vertex of a posed character goes where it is seen, and what has to be changed at rest for it to be seen elsewhere.

use glam::{Affine3A, Vec3};
use skin_cpu::WeightedVertex;

use crate::pose::placed::PlacedPrimitive;
use crate::pose::posed_character::{Mover, PosedCharacter};

pub use skin_cpu::{REST_DELTA_THRESHOLD, RestDelta, rest_delta};

/// The affine map of one vertex of a placed primitive, its weights held: [`skin_cpu::vertex_map`]. A bulge map and what smooths a pane are
/// left out.
///
/// `position` is where the vertex is at the bind, with its morph targets. One that is not there gives the map of an unbound vertex.
#[must_use]
pub fn vertex_map(
    posed: &PosedCharacter,
    placed: &PlacedPrimitive<'_>,
    vertex: usize,
    position: Vec3,
) -> Affine3A {
    match posed.mover(placed) {
        Mover::Skin(palette, weighting) if vertex < weighting.influences.vertex_count() => {
            let row = weighting.influences.row(vertex);
            let blend = weighting.blend.map(|map| map.value(vertex));
            skin_cpu::vertex_map(
                palette,
                WeightedVertex {
                    position,
                    row,
                    blend,
                },
            )
        }
        Mover::Skin(..) => Affine3A::IDENTITY,
        Mover::Node(scene_from_node) => scene_from_node,
    }
}
