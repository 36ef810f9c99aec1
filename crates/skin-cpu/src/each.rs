//! The loop over vertices: the readable reference that every faster path is tested against.

use rig::Influences;

use crate::normals::VertexMap;
use crate::vertices::{Skinned, Vertices};

/// Writes every vertex moved by the map that `blend` makes of its row. The lengths have been checked.
pub(crate) fn skin_each<M: VertexMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    out: Skinned<'_>,
    blend: impl Fn(&[u16], &[f32]) -> M,
) {
    let Skinned { positions, normals } = out;
    for (vertex, (joints, weights)) in influences.rows().enumerate() {
        let map = blend(joints, weights);
        positions[vertex] = map.point(vertices.positions[vertex]);
        if let Some(&normal) = vertices.normals.get(vertex) {
            normals[vertex] = map.normal(normal);
        }
    }
}
