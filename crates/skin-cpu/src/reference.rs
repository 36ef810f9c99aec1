//! All methods by the readable reference: what every kernel is tested against, and where it sends what it cannot do.

use glam::{Mat3, Mat3A, Vec3, Vec4};
use rig::{InfluenceRow, Influences, Palette, Vertices, Weighting};

use crate::affine::{affine_blend_by, affine_blend_vertex};
use crate::dual_quat::{dual_quat_blend_by, dual_quat_blend_vertex, units};
use crate::each::AtVertex;
use crate::jacobian::{affine_jacobian_vertex, dual_quat_jacobian_vertex, linear_jacobian_vertex};
use crate::jacobian_rigid::two_phase_jacobian_vertex;
use crate::linear::{linear_blend_by, linear_blend_vertex};
use crate::mapped::{Maps, MethodMap};
use crate::normals::{BlendedMap, Exact, Forward, ForwardUnscaled, NormalTransform};
use crate::rigid_blends::{lengths, pivot_of, rigid_blend_vertex, two_phase_blend_by};
use crate::two_phase::TwoPhase;
use crate::vertices::{OutputRange, SkinError};

/// [`skin_by_normals`](crate::skin_by_normals), vertex by vertex.
pub(crate) fn skin_by_reference(
    (vertices, weighting): (Vertices<'_>, Weighting<'_>),
    palette: &Palette,
    by: NormalTransform<'_>,
    part: OutputRange<'_>,
) -> Result<(), SkinError> {
    match palette {
        Palette::Linear(palette) => {
            linear_blend_by(vertices, weighting.influences, palette, by, part)
        }
        Palette::DualQuaternion(palette) => {
            dual_quat_blend_by((vertices, weighting), palette, by, part)
        }
        Palette::TwoPhase(palette) => two_phase_blend_by((vertices, weighting), palette, by, part),
        Palette::Affine(palette) => affine_blend_by(vertices, weighting, palette, by, part),
    }
}

/// The lengths of a palette's lists, in the order of [`Slice`](crate::Slice); of lists that it does not have one that always fits.
pub(crate) fn palette_lengths(palette: &Palette) -> [usize; 3] {
    // No list is longer than this, so a list that the palette lacks passes every check.
    const FITS: usize = usize::MAX;
    match palette {
        Palette::Linear(palette) => [palette.posed_from_bind.len(), FITS, FITS],
        Palette::DualQuaternion(palette) => [palette.posed_from_bind.len(), FITS, FITS],
        Palette::TwoPhase(palette) => lengths(palette),
        Palette::Affine(palette) => [palette.posed_from_bind.len(), palette.rotation.len(), FITS],
    }
}

/// A vertex at the bind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestVertex {
    pub(crate) position: Vec3,
    pub(crate) normal: Option<Vec3>,
    pub(crate) tangent: Option<Vec4>,
}

/// A vertex in the pose; zeros of what it does not have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PosedVertex {
    pub(crate) position: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) tangent: Vec4,
}

/// What is skinned, and how, for single vertices.
pub(crate) struct ReferenceMesh<'a> {
    pub(crate) influences: &'a Influences,
    pub(crate) palette: &'a Palette,
    pub(crate) by: NormalTransform<'a>,
    /// None where the method looks at none.
    pub(crate) maps: Option<Maps<'a>>,
}

/// One vertex that a kernel leaves, with the center of its joints for blends that have one.
pub(crate) fn reference_vertex(
    mesh: &ReferenceMesh<'_>,
    vertex: usize,
    (at, center): (RestVertex, Vec3),
) -> PosedVertex {
    let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
    let to = (vertex, at);
    match mesh.palette {
        Palette::Linear(palette) => {
            let map = linear_blend_vertex(joints, weights, palette);
            mesh.place(to, map, |_, at| linear_jacobian_vertex(at.surface, palette))
        }
        Palette::DualQuaternion(palette) => {
            let motion = dual_quat_blend_vertex(joints, weights, palette);
            let jacobian = |at: AtVertex<'_>| dual_quat_jacobian_vertex(at.surface, palette);
            if palette.rest_from_bind == Mat3::IDENTITY {
                return mesh.place(to, motion, |_, at| jacobian(at));
            }
            let map = TwoPhase {
                stretched_from_bind: units(joints, palette.rest_from_bind),
                posed_from_stretched: motion,
            };
            mesh.place(to, map, |_, at| jacobian(at))
        }
        Palette::TwoPhase(palette) => {
            let map = rigid_blend_vertex(
                InfluenceRow { joints, weights },
                palette,
                (at.position, center),
            );
            mesh.place(to, map, |map, at| {
                let pivot = pivot_of(palette, map, at, center);
                two_phase_jacobian_vertex(at.surface, palette, map, pivot)
            })
        }
        Palette::Affine(palette) => {
            let map = affine_blend_vertex(joints, weights, palette);
            mesh.place(to, map, |_, at| affine_jacobian_vertex(at.surface, palette))
        }
    }
}

impl ReferenceMesh<'_> {
    /// By what the method makes of a vertex, and by its Jacobian there, which is asked for exact normals alone.
    fn place<M: MethodMap>(
        &self,
        (vertex, at_rest): (usize, RestVertex),
        map: M,
        jacobian: impl Fn(&M, AtVertex<'_>) -> Mat3A,
    ) -> PosedVertex {
        let row = self.influences.row(vertex);
        let exact = match self.by {
            NormalTransform::Exact(gradients) => {
                Some(AtVertex::new((at_rest.position, vertex), row, gradients))
            }
            _ => None,
        };
        // Without maps the method's own map moves the vertex, as in the loops of `each.rs`.
        match (&self.maps, exact) {
            (None, None) => transform_by_rule(map, at_rest, self.by),
            (None, Some(at)) => {
                let jacobian = jacobian(&map, at);
                transform_vertex(&Exact { map, jacobian }, at_rest)
            }
            (Some(maps), None) => {
                let map = maps.map(vertex, row, at_rest.position, || map);
                transform_by_rule(map, at_rest, self.by)
            }
            (Some(maps), Some(at)) => {
                let jacobian = jacobian(&map, at);
                transform_vertex(&maps.exact(at, (map, jacobian)), at_rest)
            }
        }
    }
}

fn transform_by_rule(map: impl BlendedMap, at: RestVertex, by: NormalTransform<'_>) -> PosedVertex {
    match by {
        NormalTransform::Usual | NormalTransform::Exact(_) => transform_vertex(&map, at),
        NormalTransform::Forward => transform_vertex(&Forward(map), at),
        NormalTransform::ForwardUnscaled => transform_vertex(&ForwardUnscaled(map), at),
    }
}

fn transform_vertex(map: &impl BlendedMap, at: RestVertex) -> PosedVertex {
    let normal = at.normal.map(|normal| map.normal(normal));
    let normal = normal.unwrap_or(Vec3::ZERO);
    let tangent = at.tangent.map(|tangent| map.tangent(tangent, normal));
    PosedVertex {
        position: map.point(at.position),
        normal,
        tangent: tangent.unwrap_or(Vec4::ZERO),
    }
}
