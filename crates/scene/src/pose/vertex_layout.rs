//! Memory order of weights: along the surface, where the order of the file is not.

use std::sync::Arc;

use character::{Character, Primitive};
use mesh::Adjacency;
use rig::MapKind;

/// In a primitive with fewer vertices the order does not matter: its weights fill only a few memory pages.
const SMALL: usize = 4096;

/// Weights are reordered where the corners of a triangle are farther apart in the list than this share of all vertices,
/// on average. A random order gives a third.
const STREWN: f64 = 0.02;

/// The same character with the weights of neighboring vertices next to each other in memory, so that a brush stroke
/// copies few pages of them.
///
/// Most files have neighbors together already, and nothing is done. Otherwise it takes some time, on the thread that
/// opens files.
#[must_use]
pub fn with_vertex_layout(mut character: Character) -> Character {
    let primitives = character
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.primitives);
    for primitive in primitives {
        let n_vertices = primitive.positions.len();
        if n_vertices >= SMALL && primitive.influences.is_some() && strewn(primitive) > STREWN {
            set_layout(primitive);
        }
    }
    character
}

fn set_layout(primitive: &mut Primitive) {
    let slots = Adjacency::new(&primitive.positions, &primitive.triangles).slots();
    let slots: Arc<[u32]> = slots.into();
    let influences = primitive.influences.as_ref();
    primitive.influences = influences.map(|influences| influences.with_slots(Arc::clone(&slots)));
    for kind in MapKind::ALL {
        let map = primitive.maps[kind].as_ref();
        primitive.maps[kind] = map.map(|map| map.with_slots(Arc::clone(&slots)));
    }
}

/// The mean distance of a triangle's corners in the file's list, as a share of all vertices.
fn strewn(primitive: &Primitive) -> f64 {
    let spread = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(f64::from);
        a.max(b).max(c) - a.min(b).min(c)
    };
    let total: f64 = primitive.triangles.iter().map(spread).sum();
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share, and nobody needs its last digit"
    )]
    let all = (primitive.triangles.len() * primitive.positions.len()) as f64;
    if all > 0.0 { total / all } else { 0.0 }
}
