//! All methods by the readable reference: what every kernel is tested against, and where it sends what it cannot do.

use glam::{Mat3A, Vec3, Vec4};
use rig::{Influences, Palette, Vertices, Weighting};

use crate::each::AtVertex;
use crate::mapped::{Maps, MethodMap};
use crate::normals::{BlendedMap, Exact, Forward, ForwardUnscaled, NormalTransform};
use crate::palette_blend::{BlendPlace, PaletteBlend as _, with_palette_blend};
use crate::vertices::{OutputRange, SkinError};

/// [`skin_by_normals`](crate::skin_by_normals), vertex by vertex.
pub(crate) fn skin_by_reference(
    (vertices, weighting): (Vertices<'_>, Weighting<'_>),
    palette: &Palette,
    by: NormalTransform<'_>,
    part: OutputRange<'_>,
) -> Result<(), SkinError> {
    with_palette_blend!(palette, |blend| blend.skin((vertices, weighting), by, part))
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
#[derive(Debug)]
pub(crate) struct ReferenceMesh<'a> {
    pub(crate) influences: &'a Influences,
    pub(crate) palette: &'a Palette,
    pub(crate) by: NormalTransform<'a>,
    /// None where the method looks at none.
    pub(crate) maps: Option<Maps<'a>>,
}

/// One vertex that a kernel leaves, with the center of its joints for blends that have one. The palette is the mesh's own, or that with
/// other entries of the vertex's joints.
pub(crate) fn reference_vertex(
    mesh: &ReferenceMesh<'_>,
    palette: &Palette,
    vertex: usize,
    (at, center): (RestVertex, Vec3),
) -> PosedVertex {
    let row = mesh.influences.row(vertex);
    let place = BlendPlace {
        position: at.position,
        center,
    };
    with_palette_blend!(palette, |blend| {
        let map = blend.map(row, place);
        mesh.place((vertex, at), map, |map, at| {
            blend.jacobian(map, at.surface, center)
        })
    })
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
