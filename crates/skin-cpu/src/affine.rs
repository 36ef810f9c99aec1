//! Affine blending: dual quaternion blending of any affine joints, without a pivot.
//!
//! Dual quaternion blending of rigid motions can be written without dual parts. A unit dual quaternion moves v to
//! `x_i = R_i v + t_i`; with `x_i` as a pure quaternion, `x_i q_i = q_i v + 2 qε_i` is linear in the dual quaternion, so
//! the blend of the motions is
//!
//! ```text
//! v' = vec(Σ w_i x_i q_i q*) / |q|²,   q = Σ w_i q_i
//! ```
//!
//! In this form nothing asks `x_i` to come from a rigid motion: put `x_i = C_i v` for any affine `C_i`, and the
//! joint's rotation `q_i` only says how to blend. With `(b_i, s_i)` = vector and scalar of `q_i q* / |q|²`,
//!
//! ```text
//! v' = Σ w_i (s_i x_i + x_i × b_i) = [Σ w_i (s_i 1 − [b_i]×) C_i] v
//! ```
//!
//! so the blend is one affine map per vertex, and its linear part is what normals need. `Σ w_i s_i = 1` and `Σ w_i b_i = 0`,
//! which is why the result moves along when the model is moved, before or after.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use rig::{AffineDualQuatPalette, InfluenceRow, JointSlot, Vertices, Weighting};

use crate::dual_quat::CANCELLED;
use crate::each::{AtVertex, skin_by};
use crate::jacobian::{IntoJacobian, Slopes, SurfaceVertex, Turns};
use crate::normals::NormalTransform;
use crate::palette_blend::{BlendPlace, PaletteBlend};
use crate::signs::SignedInfluences;
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// Affine blending: `v' = vec(Σ w_i (C_i v) q_i q*) / |q|²` with `q = Σ w_i q_i`.
///
/// Equal to dual quaternion skinning where all joints are rigid, and to linear blending where all `q_i` are equal.
/// Takes any affine `C_i`; a vertex with one influence moves by `C_i` exactly. Nothing is split, so there is no pivot to
/// choose and no point of the model is special. Signs of the `q_i` as in
/// [`dual_quat_blend`](crate::dual_quat_blend).
///
/// A blend map lets it give way to linear blending, vertex by vertex: see [`mapped_blend_vertex`](crate::mapped_blend_vertex). A bulge map
/// draws back what stands out: see [`bulge_vertex`](crate::bulge_vertex).
///
/// Lengths: as many influence rows as positions, as many numbers of a map, at least as many entries in both lists of the
/// palette as joints, output as long as input.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// # Examples
///
/// Two joints half a turn apart, and a vertex half way between them: linear blending collapses, affine blending does not.
///
/// ```
/// use glam::{Affine3A, Quat, Vec3};
/// use rig::{AffineDualQuatPalette, InfluencesBuilder, SignRule, VertexMap, Weighting};
/// use skin_cpu::{SkinOutput, Vertices, affine_blend};
///
/// let turns = [Quat::IDENTITY, Quat::from_rotation_y(std::f32::consts::PI)];
/// let palette = AffineDualQuatPalette {
///     posed_from_bind: turns.map(Affine3A::from_quat).to_vec(),
///     rotation: turns.to_vec(),
///     signs: SignRule::First,
/// };
/// let mut builder = InfluencesBuilder::new(2);
/// for _ in 0..3 {
///     builder.vertex([(0, 0.5), (1, 0.5)])?;
/// }
/// let influences = builder.build();
/// let map = VertexMap::new([0.0, 0.5, 1.0]);
/// let weighting = Weighting { blend: Some(&map), ..(&influences).into() };
///
/// let vertices = Vertices { positions: &[Vec3::X; 3], ..Vertices::default() };
/// let mut positions = [Vec3::ZERO; 3];
/// let out = SkinOutput { positions: &mut positions, ..SkinOutput::default() };
/// affine_blend(vertices, weighting, &palette, out)?;
/// let from_axis = positions.map(|position| (position.length() * 1e3).round());
/// assert_eq!(from_axis, [0.0, 500.0, 1000.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn affine_blend<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &AffineDualQuatPalette,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    let mesh = (vertices, weighting.into());
    palette.skin(mesh, NormalTransform::Usual, out.into())
}

impl PaletteBlend for AffineDualQuatPalette {
    type Map = Affine3A;

    fn skin(
        &self,
        mesh: (Vertices<'_>, Weighting<'_>),
        by: NormalTransform<'_>,
        out: OutputRange<'_>,
    ) -> Result<(), SkinError> {
        let lengths = [self.posed_from_bind.len(), self.rotation.len()];
        check((mesh.0, mesh.1.influences), &lengths, by, &out)?;
        let blend =
            |_, joints: &[JointSlot], weights: &[f32]| affine_blend_vertex(joints, weights, self);
        let jacobian = |_: &Affine3A, at: AtVertex<'_>| affine_jacobian_vertex(at.surface, self);
        let joint_maps = || self.posed_from_bind.clone();
        skin_by(mesh, by, out, joint_maps, (blend, jacobian))
    }

    fn map(&self, row: InfluenceRow<'_>, _: BlendPlace) -> Affine3A {
        affine_blend_vertex(row.joints, row.weights, self)
    }

    fn jacobian(&self, _: &Affine3A, vertex: SurfaceVertex<'_>, _: Vec3) -> Mat3A {
        affine_jacobian_vertex(vertex, self)
    }

    fn transform_by_joint(&self, joint: usize, position: Vec3) -> Vec3 {
        self.posed_from_bind[joint].transform_point3(position)
    }

    fn add_slopes(
        &self,
        row: InfluenceRow<'_>,
        position: Vec3,
        point: Vec3,
        slopes: &mut impl Slopes,
    ) {
        let rotation = |joint: usize| self.rotation[joint];
        let signed = SignedInfluences::new(self.signs, row.joints, row.weights, rotation);
        if let Some(turns) = Turns::new(signed) {
            turns.add_blend(slopes, |joint| {
                self.transform_by_joint(joint, position) - point
            });
        }
    }
}

/// The map of one vertex under affine blending: `Σ w_i (s_i 1 − [b_i]×) C_i`, with `(b_i, s_i) = q_i q* / |q|²`.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel (q is
/// zero but for rounding), the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
#[inline]
pub fn affine_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &AffineDualQuatPalette,
) -> Affine3A {
    let Some(&first) = joints.first() else {
        return Affine3A::IDENTITY;
    };
    let signed = SignedInfluences::new(palette.signs, joints, weights, |joint| {
        palette.rotation[joint]
    });
    let mut blended = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (joint, weight) in signed.clone() {
        blended += palette.rotation[joint] * weight;
    }
    let length_squared = blended.length_squared();
    if length_squared < CANCELLED {
        return palette.posed_from_bind[usize::from(first)];
    }
    // `q*/|q|²`, computed once; the square is above `CANCELLED`, so it has an inverse in f32.
    let unblend = blended.conjugate() * length_squared.recip();
    // A second pass: the blended rotation is known only after the first. The clone starts over and chooses the same signs.
    let mut sum = ZERO;
    for (joint, weight) in signed {
        let turn = palette.rotation[joint] * unblend * weight;
        add_turned(&mut sum, turn, &palette.posed_from_bind[joint]);
    }
    sum
}

/// The Jacobian at one vertex under affine blending.
///
/// An empty row gives the identity. Where the rotations cancel, that of the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn affine_jacobian_vertex(vertex: SurfaceVertex<'_>, palette: &AffineDualQuatPalette) -> Mat3A {
    let (InfluenceRow { joints, weights }, position) = (vertex.row, vertex.position);
    if joints.is_empty() {
        return Mat3A::IDENTITY;
    }
    let map = affine_blend_vertex(joints, weights, palette);
    let point = map.transform_point3(position);
    let rotation = |joint: usize| palette.rotation[joint];
    let signed = SignedInfluences::new(palette.signs, joints, weights, rotation);
    let mut jacobian = map.matrix3;
    if let Some(turns) = Turns::new(signed) {
        let mut slopes = IntoJacobian {
            jacobian: &mut jacobian,
            gradients: vertex.gradients,
        };
        turns.add_blend(&mut slopes, |joint| {
            palette.posed_from_bind[joint].transform_point3(position) - point
        });
    }
    jacobian
}

const ZERO: Affine3A = Affine3A {
    matrix3: Mat3A::ZERO,
    translation: Vec3A::ZERO,
};

/// `sum += (s 1 − [b]×) C` with `(b, s)` = `turn`, column by column: `(s 1 − [b]×) c = s c + c × b`.
#[inline]
fn add_turned(sum: &mut Affine3A, turn: Quat, matrix: &Affine3A) {
    let (b, s) = (Vec3A::new(turn.x, turn.y, turn.z), turn.w);
    let turned = |column: Vec3A| column * s + column.cross(b);
    sum.matrix3.x_axis += turned(matrix.matrix3.x_axis);
    sum.matrix3.y_axis += turned(matrix.matrix3.y_axis);
    sum.matrix3.z_axis += turned(matrix.matrix3.z_axis);
    sum.translation += turned(matrix.translation);
}
