//! Linear blend skinning.

use glam::{Affine3A, Mat3A, Vec3A};
use rig::{Influences, JointSlot, MatrixPalette, Vertices};

use crate::each::{AtVertex, skin_plainly};
use crate::jacobian::linear_jacobian_vertex;
use crate::normals::NormalTransform;
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// Linear blend skinning: `v' = (Σ w_i C_i) v`.
///
/// Takes any affine `C_i`, scale and shear included. Between rotations far apart the blend loses volume: at half a turn
/// it collapses (the *candy wrapper*).
///
/// Lengths: as many influence rows as positions, at least as many palette entries as joints, output as long as input.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
pub fn linear_blend(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &MatrixPalette,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    linear_blend_by(
        vertices,
        influences,
        palette,
        NormalTransform::Usual,
        out.into(),
    )
}

/// [`linear_blend`] by any rule of normals.
pub(crate) fn linear_blend_by(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &MatrixPalette,
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
) -> Result<(), SkinError> {
    let lengths = [palette.posed_from_bind.len()];
    check((vertices, influences), &lengths, by, &out)?;
    let blend =
        |_, joints: &[JointSlot], weights: &[f32]| linear_blend_vertex(joints, weights, palette);
    skin_plainly(
        vertices,
        influences,
        by,
        out,
        blend,
        |_, at: AtVertex<'_>| linear_jacobian_vertex(at.surface, palette),
    );
    Ok(())
}

/// The map of one vertex under linear blending: `Σ w_i C_i`.
///
/// `joints` and `weights` are a row of [`Influences`]; an empty one gives the identity. The weights are taken as they
/// are, so they should sum to one.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn linear_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &MatrixPalette,
) -> Affine3A {
    blend_matrices(joints, weights, &palette.posed_from_bind)
}

/// `Σ w_i M_i`; the identity for an empty row.
#[inline]
pub(crate) fn blend_matrices(
    joints: &[JointSlot],
    weights: &[f32],
    matrices: &[Affine3A],
) -> Affine3A {
    // An unbound vertex stays: the empty sum would take it to the origin.
    if joints.is_empty() {
        return Affine3A::IDENTITY;
    }
    let mut sum = Affine3A {
        matrix3: Mat3A::ZERO,
        translation: Vec3A::ZERO,
    };
    for (&joint, &weight) in joints.iter().zip(weights) {
        let matrix = &matrices[usize::from(joint)];
        sum.matrix3 += matrix.matrix3 * weight;
        sum.translation += matrix.translation * weight;
    }
    sum
}
