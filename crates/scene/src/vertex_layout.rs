//! Weights laid along the surface where the file's order is not.

use std::sync::Arc;

use character::{Character, Primitive};
use mesh::Adjacency;

/// Vertices of a primitive below which the order does not matter: its weights are a few pages.
const SMALL: usize = 4096;

/// The share of a mesh over which the corners of its triangles may be strewn, on average, before its weights are laid out. A third is what
/// a random order gives.
const STREWN: f64 = 0.02;

/// The same character, with the weights of neighbours kept together, so that a stroke of a brush copies few of them.
///
/// Files keep neighbours together as a rule: then nothing is done. Else it takes some time, on whatever thread opens files.
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
    let blend = primitive.blend.as_ref();
    primitive.blend = blend.map(|blend| blend.with_slots(slots));
}

/// How far the corners of a triangle are apart in the file, on average, as a share of all vertices.
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
