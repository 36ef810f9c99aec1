//! The loop over vertices: the readable reference that every faster path is tested against.

use glam::{Affine3A, Mat3A, Vec3};
use rig::{
    ByMap, InfluenceRow, Influences, JointSlot, MapKind, Vertices, WeightGradients, Weighting,
};

use crate::jacobian::SurfaceVertex;
use crate::mapped::{Maps, MethodMap};
use crate::normals::{BlendedMap, Exact, Forward, ForwardUnscaled, NormalTransform};
use crate::vertices::{OutputRange, SkinError, SkinOutput, Slice, expect};

/// A vertex whose Jacobian is asked for.
#[derive(Clone, Copy)]
pub(crate) struct AtVertex<'a> {
    pub(crate) vertex: usize,
    pub(crate) surface: SurfaceVertex<'a>,
    /// The gradients of the maps.
    pub(crate) of_maps: ByMap<Vec3>,
}

/// [`skin_each`] by the maps of a mesh and a rule of normals. `jacobian` gives the derivative of the skinned position by that at the bind, along with
/// the change of the weights; it is asked for exact normals alone. `joint_maps` are those of the palette, asked for maps alone.
pub(crate) fn skin_by<M: MethodMap>(
    (vertices, weighting): (Vertices<'_>, Weighting<'_>),
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
    joint_maps: impl FnOnce() -> Vec<Affine3A>,
    (blend, jacobian): (
        impl Fn(usize, &[JointSlot], &[f32]) -> M,
        impl Fn(&M, AtVertex<'_>) -> Mat3A,
    ),
) -> Result<(), SkinError> {
    let influences = weighting.influences;
    // Few meshes have maps: without them the loop is compiled without any of their work.
    match Maps::new(vertices.positions.len(), weighting, joint_maps)? {
        None => skin_plainly(vertices, influences, by, out, blend, jacobian),
        Some(maps) => {
            let mapped = (&maps, vertices, influences);
            skin_mapped(mapped, by, out, blend, jacobian);
        }
    }
    Ok(())
}

fn skin_mapped<M: MethodMap>(
    (maps, vertices, influences): (&Maps<'_>, Vertices<'_>, &Influences),
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
    blend: impl Fn(usize, &[JointSlot], &[f32]) -> M,
    jacobian: impl Fn(&M, AtVertex<'_>) -> Mat3A,
) {
    let mapped = |vertex: usize, joints: &[JointSlot], weights: &[f32]| {
        let position = vertices.positions[vertex];
        let method = || blend(vertex, joints, weights);
        maps.map(vertex, InfluenceRow { joints, weights }, position, method)
    };
    let exact = |vertex: usize, row: InfluenceRow<'_>, gradients: &WeightGradients| {
        let at = AtVertex::new((vertices.positions[vertex], vertex), row, gradients);
        let method = blend(vertex, row.joints, row.weights);
        let jacobian = jacobian(&method, at);
        maps.exact(at, (method, jacobian))
    };
    skin_by_rule(vertices, influences, by, out, mapped, exact);
}

/// [`skin_each`] by a rule of normals, whatever maps there are.
pub(crate) fn skin_plainly<M: BlendedMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
    blend: impl Fn(usize, &[JointSlot], &[f32]) -> M,
    jacobian: impl Fn(&M, AtVertex<'_>) -> Mat3A,
) {
    let exact = |vertex: usize, row: InfluenceRow<'_>, gradients: &WeightGradients| {
        let map = blend(vertex, row.joints, row.weights);
        let at = AtVertex::new((vertices.positions[vertex], vertex), row, gradients);
        let jacobian = jacobian(&map, at);
        Exact { map, jacobian }
    };
    skin_by_rule(vertices, influences, by, out, &blend, exact);
}

/// [`skin_each`] by a rule of normals: `blend` gives the maps, `exact` those with the Jacobians that exact normals ask for.
fn skin_by_rule<M: BlendedMap, E: BlendedMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
    blend: impl Fn(usize, &[JointSlot], &[f32]) -> M,
    exact: impl Fn(usize, InfluenceRow<'_>, &WeightGradients) -> E,
) {
    match by {
        NormalTransform::Usual => skin_each(vertices, influences, out, blend),
        NormalTransform::Forward => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                Forward(blend(vertex, joints, weights))
            });
        }
        NormalTransform::ForwardUnscaled => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                ForwardUnscaled(blend(vertex, joints, weights))
            });
        }
        NormalTransform::Exact(gradients) => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                exact(vertex, InfluenceRow { joints, weights }, gradients)
            });
        }
    }
}

impl<'a> AtVertex<'a> {
    pub(crate) fn new(
        (position, vertex): (Vec3, usize),
        row: InfluenceRow<'a>,
        gradients: &'a WeightGradients,
    ) -> Self {
        Self {
            vertex,
            surface: SurfaceVertex {
                position,
                row,
                gradients: gradients.row(vertex),
            },
            of_maps: ByMap::new(|kind: MapKind| gradients.of_map(kind, vertex)),
        }
    }
}

/// Writes every vertex moved by the map that `blend` makes of its number and its row. The lengths have been checked.
pub(crate) fn skin_each<M: BlendedMap>(
    vertices: Vertices<'_>,
    influences: &Influences,
    part: OutputRange<'_>,
    blend: impl Fn(usize, &[JointSlot], &[f32]) -> M,
) {
    let range = part.vertices(vertices.positions.len());
    let SkinOutput {
        positions,
        normals,
        tangents,
    } = part.out;
    // Only the rows of the range are walked, so a part of a mesh costs its share.
    let rows = range.clone().zip(influences.rows_in(range));
    for (place, (vertex, InfluenceRow { joints, weights })) in rows.enumerate() {
        let map = blend(vertex, joints, weights);
        positions[place] = map.point(vertices.positions[vertex]);
        // Zero takes nothing off a tangent, where there is no normal to be at right angles to.
        let mut normal = Vec3::ZERO;
        if let Some(&at_rest) = vertices.normals.get(vertex) {
            normal = map.normal(at_rest);
            normals[place] = normal;
        }
        if let Some(&at_rest) = vertices.tangents.get(vertex) {
            tangents[place] = map.tangent(at_rest, normal);
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
pub fn carry(vertices: Vertices<'_>, map: &Affine3A, out: SkinOutput<'_>) -> Result<(), SkinError> {
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
    out: SkinOutput<'_>,
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
        NormalTransform::ForwardUnscaled => carry_each(vertices, &ForwardUnscaled(*map), out),
    }
    Ok(())
}

fn carry_each(vertices: Vertices<'_>, map: &impl BlendedMap, out: SkinOutput<'_>) {
    let SkinOutput {
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
