//! Dual quaternion skinning.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Mat3A, Vec3};
use rig::{DualQuatPalette, InfluenceRow, JointSlot, Vertices, Weighting};

use crate::each::{AtVertex, skin_by};
use crate::jacobian::{IntoJacobian, Slopes, SurfaceVertex, Turns, rotate_columns};
use crate::mapped::MethodMap;
use crate::normals::{BlendedMap, NormalTransform};
use crate::palette_blend::{BlendPlace, PaletteBlend};
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
    palette.skin(mesh, NormalTransform::Usual, out.into())
}

/// What it makes of a row: the unit is 1 in ordinary files, and the first phase, a matrix a vertex, is then left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DualQuatMap {
    Motion(DualQuat),
    InUnits(TwoPhase),
}

impl PaletteBlend for DualQuatPalette {
    type Map = DualQuatMap;

    fn skin(
        &self,
        mesh: (Vertices<'_>, Weighting<'_>),
        by: NormalTransform<'_>,
        out: OutputRange<'_>,
    ) -> Result<(), SkinError> {
        let lengths = [self.posed_from_bind.len()];
        check((mesh.0, mesh.1.influences), &lengths, by, &out)?;
        let jacobian = |at: AtVertex<'_>| dual_quat_jacobian_vertex(at.surface, self);
        let rigid = |_, joints: &[JointSlot], weights: &[f32]| {
            dual_quat_blend_vertex(joints, weights, self)
        };
        let joint_maps = || self.joint_maps();
        // A loop for either, so that none chooses at every vertex.
        if self.rest_from_bind == Mat3::IDENTITY {
            return skin_by(mesh, by, out, joint_maps, (rigid, |_: &_, at| jacobian(at)));
        }
        let in_units = |vertex, joints: &[JointSlot], weights: &[f32]| TwoPhase {
            stretched_from_bind: units(joints, self.rest_from_bind),
            posed_from_stretched: rigid(vertex, joints, weights),
        };
        skin_by(
            mesh,
            by,
            out,
            joint_maps,
            (in_units, |_: &_, at| jacobian(at)),
        )
    }

    fn map(
        &self,
        InfluenceRow { joints, weights }: InfluenceRow<'_>,
        _: BlendPlace,
    ) -> DualQuatMap {
        let motion = dual_quat_blend_vertex(joints, weights, self);
        if self.rest_from_bind == Mat3::IDENTITY {
            return DualQuatMap::Motion(motion);
        }
        DualQuatMap::InUnits(TwoPhase {
            stretched_from_bind: units(joints, self.rest_from_bind),
            posed_from_stretched: motion,
        })
    }

    fn jacobian(&self, _: &DualQuatMap, vertex: SurfaceVertex<'_>, _: Vec3) -> Mat3A {
        dual_quat_jacobian_vertex(vertex, self)
    }

    fn transform_by_joint(&self, joint: usize, position: Vec3) -> Vec3 {
        self.posed_from_bind[joint].transform_point3(self.rest_from_bind * position)
    }

    fn add_slopes(
        &self,
        row: InfluenceRow<'_>,
        position: Vec3,
        point: Vec3,
        slopes: &mut impl Slopes,
    ) {
        let real = |joint: usize| self.posed_from_bind[joint].real;
        let signed = SignedInfluences::new(self.signs, row.joints, row.weights, real);
        if let Some(turns) = Turns::new(signed) {
            turns.add_blend(slopes, |joint| {
                self.transform_by_joint(joint, position) - point
            });
        }
    }
}

impl BlendedMap for DualQuatMap {
    fn point(&self, point: Vec3) -> Vec3 {
        match self {
            Self::Motion(map) => map.point(point),
            Self::InUnits(map) => map.point(point),
        }
    }

    fn normal(&self, normal: Vec3) -> Vec3 {
        match self {
            Self::Motion(map) => map.normal(normal),
            Self::InUnits(map) => map.normal(normal),
        }
    }

    fn vector(&self, vector: Vec3) -> Vec3 {
        match self {
            Self::Motion(map) => map.vector(vector),
            Self::InUnits(map) => map.vector(vector),
        }
    }

    fn mirrors(&self) -> bool {
        match self {
            Self::Motion(map) => map.mirrors(),
            Self::InUnits(map) => map.mirrors(),
        }
    }
}

impl MethodMap for DualQuatMap {
    fn affine(&self) -> Affine3A {
        match self {
            Self::Motion(map) => map.affine(),
            Self::InUnits(map) => map.affine(),
        }
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

/// The Jacobian at one vertex under dual quaternion blending. The palette's `rest_from_bind` is in it.
///
/// An empty row gives the identity. Where the rotations cancel, that of the first influence's motion alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn dual_quat_jacobian_vertex(vertex: SurfaceVertex<'_>, palette: &DualQuatPalette) -> Mat3A {
    let InfluenceRow { joints, weights } = vertex.row;
    if joints.is_empty() {
        return Mat3A::IDENTITY;
    }
    let motions = &palette.posed_from_bind;
    let motion = dual_quat_blend_vertex(joints, weights, palette);
    let at_rest = palette.rest_from_bind * vertex.position;
    let point = motion.point(at_rest);
    let real = |joint: usize| motions[joint].real;
    let signed = SignedInfluences::new(palette.signs, joints, weights, real);
    // Where rotations cancel there are no slopes, and the first influence's rotation stays: it is what `motion` then is.
    let mut jacobian = rotate_columns(&motion, &Mat3A::from(palette.rest_from_bind));
    if let Some(turns) = Turns::new(signed) {
        let mut slopes = IntoJacobian {
            jacobian: &mut jacobian,
            gradients: vertex.gradients,
        };
        turns.add_blend(&mut slopes, |joint| {
            motions[joint].transform_point3(at_rest) - point
        });
    }
    jacobian
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
