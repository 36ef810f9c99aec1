//! Linear blend skinning.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use rig::{InfluenceRow, Influences, JointSlot, MatrixPalette, Vertices, Weighting};

use crate::each::{AtVertex, skin_plainly};
use crate::jacobian::{Slopes, SurfaceVertex, blend_of_matrices};
use crate::normals::NormalTransform;
use crate::palette_blend::{BlendPlace, PaletteBlend};
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
    let mesh = (vertices, influences.into());
    palette.skin(mesh, NormalTransform::Usual, out.into())
}

impl PaletteBlend for MatrixPalette {
    type Map = Affine3A;

    fn skin(
        &self,
        (vertices, weighting): (Vertices<'_>, Weighting<'_>),
        by: NormalTransform<'_>,
        out: OutputRange<'_>,
    ) -> Result<(), SkinError> {
        let influences = weighting.influences;
        let lengths = [self.posed_from_bind.len()];
        check((vertices, influences), &lengths, by, &out)?;
        let blend =
            |_, joints: &[JointSlot], weights: &[f32]| linear_blend_vertex(joints, weights, self);
        // Linear blending looks at no map.
        skin_plainly(
            vertices,
            influences,
            by,
            out,
            blend,
            |_, at: AtVertex<'_>| linear_jacobian_vertex(at.surface, self),
        );
        Ok(())
    }

    fn map(&self, row: InfluenceRow<'_>, _: BlendPlace) -> Affine3A {
        linear_blend_vertex(row.joints, row.weights, self)
    }

    fn jacobian(&self, _: &Affine3A, vertex: SurfaceVertex<'_>, _: Vec3) -> Mat3A {
        linear_jacobian_vertex(vertex, self)
    }

    fn transform_by_joint(&self, joint: usize, position: Vec3) -> Vec3 {
        self.posed_from_bind[joint].transform_point3(position)
    }

    fn add_slopes(
        &self,
        _: InfluenceRow<'_>,
        position: Vec3,
        point: Vec3,
        slopes: &mut impl Slopes,
    ) {
        slopes.add(|joint| self.transform_by_joint(joint, position) - point);
    }
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

/// The Jacobian at one vertex under linear blending: `Σ w_i C_i + Σ (C_k v) ∇w_kᵀ`, of which the 3×3.
///
/// An empty row gives the identity.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn linear_jacobian_vertex(vertex: SurfaceVertex<'_>, palette: &MatrixPalette) -> Mat3A {
    blend_of_matrices(vertex, &palette.posed_from_bind).jacobian
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
