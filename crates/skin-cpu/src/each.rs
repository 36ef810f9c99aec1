//! The loop over vertices: the readable reference that every faster path is tested against.

use glam::{Affine3A, Mat3A, Vec3};
use rig::{Influences, Vertices};

use crate::normals::{Exact, Forward, NormalTransform, VertexMap};
use crate::vertices::{SkinError, Skinned, Slice, expect};

/// A vertex whose Jacobian is asked for.
#[derive(Clone, Copy)]
pub(crate) struct AtVertex<'a> {
    pub(crate) vertex: usize,
    /// At the bind.
    pub(crate) position: Vec3,
    /// Joints and weights.
    pub(crate) row: (&'a [u16], &'a [f32]),
    /// Joints and the gradients of their weights.
    pub(crate) gradients: (&'a [u16], &'a [Vec3]),
    /// That of the blend map.
    pub(crate) of_blend: Vec3,
}

/// [`skin_each`] by a rule of normals. `jacobian` gives the derivative of the skinned position by that at the bind, along with
/// the change of the weights; it is asked for exact normals alone.
pub(crate) fn skin_by<M: VertexMap>(
    (vertices, influences): (Vertices<'_>, &Influences),
    by: NormalTransform<'_>,
    out: Skinned<'_>,
    blend: impl Fn(usize, &[u16], &[f32]) -> M,
    jacobian: impl Fn(&M, AtVertex<'_>) -> Mat3A,
) {
    match by {
        NormalTransform::Usual => skin_each(vertices, influences, out, blend),
        NormalTransform::Forward => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                Forward(blend(vertex, joints, weights))
            });
        }
        NormalTransform::Exact(gradients) => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                let map = blend(vertex, joints, weights);
                let at = AtVertex {
                    vertex,
                    position: vertices.positions[vertex],
                    row: (joints, weights),
                    gradients: gradients.row(vertex),
                    of_blend: gradients.of_blend(vertex),
                };
                let jacobian = jacobian(&map, at);
                Exact { map, jacobian }
            });
        }
    }
}

/// Writes every vertex moved by the map that `blend` makes of its number and its row. The lengths have been checked.
pub(crate) fn skin_each<M: VertexMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    out: Skinned<'_>,
    blend: impl Fn(usize, &[u16], &[f32]) -> M,
) {
    let Skinned {
        positions,
        normals,
        tangents,
    } = out;
    for (vertex, (joints, weights)) in influences.rows().enumerate() {
        let map = blend(vertex, joints, weights);
        positions[vertex] = map.point(vertices.positions[vertex]);
        let mut normal = Vec3::ZERO;
        if let Some(&at_rest) = vertices.normals.get(vertex) {
            normal = map.normal(at_rest);
            normals[vertex] = normal;
        }
        if let Some(&at_rest) = vertices.tangents.get(vertex) {
            tangents[vertex] = map.tangent(at_rest, normal);
        }
    }
}

/// Moves all vertices by one affine map, as a mesh without joints follows its node: `v' = M v`, normals by `M⁻ᵀ`, tangents by M.
///
/// Normals and tangents come out with length one, or zero, as in skinning.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
pub fn carry(vertices: Vertices<'_>, map: &Affine3A, out: Skinned<'_>) -> Result<(), SkinError> {
    carry_by(vertices, map, NormalTransform::Usual, out)
}

/// [`carry`] by another rule of normals. The exact ones are the usual ones, for nothing changes over the surface.
///
/// # Errors
///
/// As [`carry`].
pub fn carry_by(
    vertices: Vertices<'_>,
    map: &Affine3A,
    by: NormalTransform<'_>,
    out: Skinned<'_>,
) -> Result<(), SkinError> {
    let (n_normals, n_tangents) = (vertices.normals.len(), vertices.tangents.len());
    expect(
        Slice::SkinnedPositions,
        vertices.positions.len(),
        out.positions.len(),
    )?;
    expect(Slice::SkinnedNormals, n_normals, out.normals.len())?;
    expect(Slice::SkinnedTangents, n_tangents, out.tangents.len())?;
    match by {
        NormalTransform::Usual | NormalTransform::Exact(_) => carry_each(vertices, map, out),
        NormalTransform::Forward => carry_each(vertices, &Forward(*map), out),
    }
    Ok(())
}

fn carry_each(vertices: Vertices<'_>, map: &impl VertexMap, out: Skinned<'_>) {
    let Skinned {
        positions,
        normals,
        tangents,
    } = out;
    for (moved, &position) in positions.iter_mut().zip(vertices.positions) {
        *moved = map.point(position);
    }
    for (moved, &normal) in normals.iter_mut().zip(vertices.normals) {
        *moved = map.normal(normal);
    }
    // Without normals, tangents have nothing to be at right angles to.
    let normals = normals.iter().copied().chain(std::iter::repeat(Vec3::ZERO));
    let moved = tangents.iter_mut().zip(vertices.tangents);
    for ((moved, &tangent), normal) in moved.zip(normals) {
        *moved = map.tangent(tangent, normal);
    }
}
