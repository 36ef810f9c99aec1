//! The loop over vertices: the readable reference that every faster path is tested against.

use glam::Affine3A;
use rig::{Influences, Vertices};

use crate::normals::VertexMap;
use crate::vertices::{SkinError, Skinned, Slice, expect};

/// Writes every vertex moved by the map that `blend` makes of its number and its row. The lengths have been checked.
pub(crate) fn skin_each<M: VertexMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    out: Skinned<'_>,
    blend: impl Fn(usize, &[u16], &[f32]) -> M,
) {
    let Skinned { positions, normals } = out;
    for (vertex, (joints, weights)) in influences.rows().enumerate() {
        let map = blend(vertex, joints, weights);
        positions[vertex] = map.point(vertices.positions[vertex]);
        if let Some(&normal) = vertices.normals.get(vertex) {
            normals[vertex] = map.normal(normal);
        }
    }
}

/// Moves all vertices by one affine map, as a mesh without joints follows its node: `v' = M v`, normals by `M⁻ᵀ`.
///
/// Normals come out with length one, or zero, as in skinning.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
pub fn carry(vertices: Vertices<'_>, map: &Affine3A, out: Skinned<'_>) -> Result<(), SkinError> {
    let Skinned { positions, normals } = out;
    expect(
        Slice::SkinnedPositions,
        vertices.positions.len(),
        positions.len(),
    )?;
    expect(Slice::SkinnedNormals, vertices.normals.len(), normals.len())?;
    for (moved, &position) in positions.iter_mut().zip(vertices.positions) {
        *moved = map.point(position);
    }
    for (moved, &normal) in normals.iter_mut().zip(vertices.normals) {
        *moved = map.normal(normal);
    }
    Ok(())
}
