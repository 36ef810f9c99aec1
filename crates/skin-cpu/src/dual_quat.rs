//! Dual quaternion skinning.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3};
use rig::{DualQuatPalette, JointSlot, Vertices, Weighting};

use crate::each::{AtVertex, skin_by};
use crate::jacobian::dual_quat_jacobian_vertex;
use crate::normals::NormalTransform;
use crate::signs::SignedInfluences;
use crate::two_phase::TwoPhase;
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// Dual quaternion skinning: with `b = Σ w_i s_i q̂_i`, the vertex moves by `b / ‖b0‖`.
///
/// Every vertex moves rigidly, so nothing collapses; scale and shear are not in the palette and are lost. Where the mesh has
/// units of its own, the palette's `rest_from_bind` comes first. The signs `s_i = ±1` follow the palette's [`SignRule`]; under
/// [`SignRule::Hierarchical`] they are in the palette already and are taken as stored.
///
/// Lengths: as many influence rows as positions, at least as many palette entries as joints, output as long as input. A blend map mixes it with linear blending of its motions, scale left out there too; a bulge map draws back what stands out.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// Reference: Kavan et al. 2008, equation 11, Algorithm 1; signs: Algorithm 2.
pub fn dual_quat_blend<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &DualQuatPalette,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    let mesh = (vertices, weighting.into());
    dual_quat_blend_by(mesh, palette, NormalTransform::Usual, out.into())
}

/// [`dual_quat_blend`] by any rule of normals.
pub(crate) fn dual_quat_blend_by(
    mesh: (Vertices<'_>, Weighting<'_>),
    palette: &DualQuatPalette,
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
) -> Result<(), SkinError> {
    let lengths = [palette.posed_from_bind.len()];
    check((mesh.0, mesh.1.influences), &lengths, by, &out)?;
    let jacobian = |at: AtVertex<'_>| dual_quat_jacobian_vertex(at.surface, palette);
    let rigid =
        |_, joints: &[JointSlot], weights: &[f32]| dual_quat_blend_vertex(joints, weights, palette);
    // The unit is 1 in ordinary files; the first phase, a matrix a vertex, is then left out.
    if palette.rest_from_bind == Mat3::IDENTITY {
        let joint_maps = || palette.joint_maps();
        skin_by(mesh, by, out, joint_maps, (rigid, |_: &_, at| jacobian(at)))
    } else {
        let in_units = |vertex, joints: &[JointSlot], weights: &[f32]| TwoPhase {
            stretched_from_bind: units(joints, palette.rest_from_bind),
            posed_from_stretched: rigid(vertex, joints, weights),
        };
        let joint_maps = || palette.joint_maps();
        skin_by(
            mesh,
            by,
            out,
            joint_maps,
            (in_units, |_: &_, at| jacobian(at)),
        )
    }
}

/// The mesh's units, for a vertex that is bound; one that is not stays as it is.
pub(crate) fn units(joints: &[JointSlot], rest_from_bind: Mat3) -> Affine3A {
    if joints.is_empty() {
        Affine3A::IDENTITY
    } else {
        Affine3A::from_mat3(rest_from_bind)
    }
}

/// The motion of one vertex under dual quaternion blending: `b = Σ w_i s_i q̂_i`, **not** normalized.
///
/// Points and vectors are moved by [`DualQuat::transform_point3`] and [`DualQuat::transform_vector3`], which divide by
/// `⟨b0, b0⟩`: the same as Algorithm 1's division of both parts by `‖b0‖`, with one root less.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel (b0 is zero
/// but for rounding), the first influence alone. The palette's `rest_from_bind` is not in it: apply that first, to a vertex
/// that is bound.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn dual_quat_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &DualQuatPalette,
) -> DualQuat {
    blend_motions(joints, weights, &palette.posed_from_bind, palette.signs)
}

/// `Σ w_i s_i q̂_i`; the identity for an empty row, the first motion where the rotations cancel.
#[inline]
pub(crate) fn blend_motions(
    joints: &[JointSlot],
    weights: &[f32],
    motions: &[DualQuat],
    signs: SignRule,
) -> DualQuat {
    let Some(&first) = joints.first() else {
        return DualQuat::IDENTITY;
    };
    let sum = sum_motions(joints, weights, motions, signs);
    if sum.real.length_squared() < CANCELLED {
        return motions[usize::from(first)];
    }
    sum
}

/// `Σ w_i s_i q̂_i`, whatever comes of it; zero for an empty row.
#[inline]
pub(crate) fn sum_motions(
    joints: &[JointSlot],
    weights: &[f32],
    motions: &[DualQuat],
    signs: SignRule,
) -> DualQuat {
    let mut sum = DualQuat::ZERO;
    for (joint, weight) in
        SignedInfluences::new(signs, joints, weights, |joint| motions[joint].real)
    {
        sum += motions[joint] * weight;
    }
    sum
}

/// Weights that sum to one leave less than this of `‖b0‖²` only by canceling: what is left is rounding. The root of it, 3.2e-7, is some
/// five roundings of a unit number.
pub(crate) const CANCELLED: f32 = 1e-13;
