//! All methods by the readable reference: what every kernel is tested against, and where it sends what it cannot do.

use glam::{Mat3, Vec3, Vec4};
use rig::{Palette, Vertices, Weighting};

use crate::affine::{affine_blend_by, affine_blend_vertex};
use crate::dual_quat::{dual_quat_blend_by, dual_quat_blend_vertex, units};
use crate::linear::{linear_blend_by, linear_blend_vertex};
use crate::normals::{BlendedMap, Forward, ForwardUnscaled, NormalTransform};
use crate::rigid_blends::{lengths, rigid_blend_vertex, two_phase_blend_by};
use crate::two_phase::TwoPhase;
use crate::vertices::{Part, SkinError};

/// [`skin_by_normals`](crate::skin_by_normals), vertex by vertex.
pub(crate) fn skin_by_reference(
    (vertices, weighting): (Vertices<'_>, Weighting<'_>),
    palette: &Palette,
    by: NormalTransform<'_>,
    part: Part<'_>,
) -> Result<(), SkinError> {
    match palette {
        Palette::Linear(palette) => {
            linear_blend_by((vertices, weighting.influences), palette, by, part)
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
pub(crate) struct AtRest {
    pub(crate) position: Vec3,
    pub(crate) normal: Option<Vec3>,
    pub(crate) tangent: Option<Vec4>,
}

/// A vertex in the pose; zeros of what it does not have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placed {
    pub(crate) position: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) tangent: Vec4,
}

/// One vertex that a kernel leaves, of a mesh without maps, by any but exact normals, with the centre of its joints for blends that have
/// one.
pub(crate) fn reference_vertex(
    palette: &Palette,
    (joints, weights): (&[u16], &[f32]),
    (at, centre): (AtRest, Vec3),
    by: NormalTransform<'_>,
) -> Placed {
    match palette {
        Palette::Linear(palette) => moved(linear_blend_vertex(joints, weights, palette), at, by),
        Palette::DualQuaternion(palette) => {
            let motion = dual_quat_blend_vertex(joints, weights, palette);
            if palette.rest_from_bind == Mat3::IDENTITY {
                return moved(motion, at, by);
            }
            let map = TwoPhase {
                stretched_from_bind: units(joints, palette.rest_from_bind),
                posed_from_stretched: motion,
            };
            moved(map, at, by)
        }
        Palette::TwoPhase(palette) => {
            let map = rigid_blend_vertex((joints, weights), palette, (at.position, centre));
            moved(map, at, by)
        }
        Palette::Affine(palette) => moved(affine_blend_vertex(joints, weights, palette), at, by),
    }
}

fn moved(map: impl BlendedMap, at: AtRest, by: NormalTransform<'_>) -> Placed {
    match by {
        NormalTransform::Usual | NormalTransform::Exact(_) => placed(&map, at),
        NormalTransform::Forward => placed(&Forward(map), at),
        NormalTransform::ForwardUnscaled => placed(&ForwardUnscaled(map), at),
    }
}

fn placed(map: &impl BlendedMap, at: AtRest) -> Placed {
    let normal = at.normal.map(|normal| map.normal(normal));
    let normal = normal.unwrap_or(Vec3::ZERO);
    let tangent = at.tangent.map(|tangent| map.tangent(tangent, normal));
    Placed {
        position: map.point(at.position),
        normal,
        tangent: tangent.unwrap_or(Vec4::ZERO),
    }
}
