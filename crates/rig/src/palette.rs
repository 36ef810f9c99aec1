//! Palettes: what a skinning kernel reads, one entry per joint of a skin.
//!
//! The sign rule travels in the palette: some rules are decided once per pose, and with the rule there every
//! method has one shape, `method(vertices, &influences, &palette, out)`.

use crate::{
    JointIndex, PosedSkin, RigidBlend, Split,
    split::{Splitter, rigid_part},
};
use dq_math::{DualQuat, DualVec3, SignRule, signs};
use glam::{Affine3A, Mat3, Quat, Vec3};

/// For linear blend skinning: the skinning matrices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MatrixPalette {
    /// `C_i = W_i K_i⁻¹ A_i⁻¹`, one per joint of the skin's list, as [`Influences`](crate::Influences) count them.
    pub posed_from_bind: Vec<Affine3A>,
}

impl MatrixPalette {
    /// The palette of a posed skin.
    #[must_use]
    pub fn new(skin: &PosedSkin<'_>) -> Self {
        Self {
            posed_from_bind: skin.posed_from_bind(),
        }
    }
}

/// For dual quaternion skinning: the rigid parts of the skinning matrices.
///
/// Scale and shear of joints are **left out**: the entry is `F'_i Ã_i⁻¹` with `F'_i` the product of rigid frames alone. That is
/// the method of the paper; [`TwoPhasePalette`] keeps the stretch. Only the mesh's own units stay, as `rest_from_bind`.
///
/// Reference: Kavan et al. 2008, section 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DualQuatPalette {
    /// Unit dual quaternions, one per joint of the skin's list. Under rules that are decided [per pose](SignRule::is_per_pose) their
    /// signs are those to blend with.
    pub posed_from_bind: Vec<DualQuat>,
    /// V⁻¹ of [`BindPose`](crate::BindPose): what a vertex is multiplied with first, the same for all joints. The identity in
    /// ordinary files.
    pub rest_from_bind: Mat3,
    /// How the kernel chooses signs at a vertex.
    pub signs: SignRule,
}

impl DualQuatPalette {
    /// The palette of a posed skin.
    #[must_use]
    pub fn new(skin: &PosedSkin<'_>, signs: SignRule) -> Self {
        let frames = skin.posed().rigid_frames();
        let motion = |joint: JointIndex| {
            let bind = skin.bind().rest_from_joint(joint);
            (frames[joint.index()] * bind.inverse()).to_dual_quat()
        };
        let listed = skin.bind().joints().iter();
        let mut posed_from_bind: Vec<DualQuat> = listed.map(|&joint| motion(joint)).collect();
        let rotation = |joint| motion(joint).real;
        align(
            skin,
            signs,
            &mut posed_from_bind,
            |motion| motion.real,
            rotation,
        );
        Self {
            posed_from_bind,
            rest_from_bind: skin.bind().rest_from_bind(),
            signs,
        }
    }
}

impl DualQuatPalette {
    /// [`Palette::joint_maps`](crate::Palette::joint_maps): `F'_i Ã_i⁻¹ V⁻¹`.
    #[must_use]
    pub fn joint_maps(&self) -> Vec<Affine3A> {
        let units = Affine3A::from_mat3(self.rest_from_bind);
        let motions = self.posed_from_bind.iter();
        motions.map(|motion| motion.to_affine3a() * units).collect()
    }
}

/// For two-phase skinning: a stretch blended linearly in the rest pose, then a rigid motion blended in one of several ways, by
/// default as dual quaternions. See [`Split`] and [`RigidBlend`].
///
/// # Examples
///
/// ```
/// use dq_math::SignRule;
/// use glam::{Affine3A, Quat, Vec3};
/// use rig::{
///     BindPose, JointIndex, LocalTransform, MatrixPalette, Pose, PosedSkin, RigidBlend, ScaleInheritance, SkeletonBuilder, Split,
///     Stretch, TwoPhasePalette, forward,
/// };
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "", LocalTransform::default()).build()?;
/// let (bind, _) = BindPose::new(&skeleton, &[JointIndex(0)], &[Affine3A::IDENTITY])?;
/// let mut pose = Pose::rest(&skeleton);
/// pose.rigid[0].rotation = Quat::from_rotation_z(1.0);
/// pose.stretch[0] = Stretch::from_scale(Vec3::new(1.0, 2.0, 1.0));
/// let (user, scale_inheritance) = (pose.user_transforms(), [ScaleInheritance::Joint]);
/// let posed = forward(&skeleton, &user, &scale_inheritance)?;
/// let skin = PosedSkin::new(&posed, &bind)?;
///
/// // First stretched, then moved: together the skinning matrix.
/// let palette = TwoPhasePalette::new(&skin, Split::ElongatedRest, RigidBlend::DualQuaternion, SignRule::First);
/// let stretched = palette.stretched_from_bind[0].transform_point3(Vec3::Y);
/// let moved = palette.posed_from_stretched[0].transform_point3(stretched);
/// let skinned = MatrixPalette::new(&skin).posed_from_bind[0].transform_point3(Vec3::Y);
/// assert!(stretched.abs_diff_eq(Vec3::Y * 2.0, 1e-6));
/// assert!(moved.abs_diff_eq(skinned, 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TwoPhasePalette {
    /// `N_i`, one per joint of the skin's list.
    pub stretched_from_bind: Vec<Affine3A>,
    /// `G_i`: unit dual quaternions, as many as `stretched_from_bind`, and `G_i N_i = C_i`. Signs as in [`DualQuatPalette`].
    pub posed_from_stretched: Vec<DualQuat>,
    /// How the kernel blends the motions at a vertex.
    pub blend: RigidBlend,
    /// Where the joints' heads are after the stretch, `N_i trans A_i`; as many as motions for blends that turn about a point, none
    /// for others.
    pub heads: Vec<Vec3>,
    /// The principal logarithms of the motions, as many as those for [`RigidBlend::LogMatrix`], none for others.
    pub logs: Vec<DualVec3>,
    /// How the kernel chooses signs at a vertex, if the blend has any.
    pub signs: SignRule,
}

impl TwoPhasePalette {
    /// The palette of a posed skin.
    #[must_use]
    pub fn new(skin: &PosedSkin<'_>, split: Split, blend: RigidBlend, signs: SignRule) -> Self {
        let splitter = Splitter::new(skin, split);
        let factors = splitter.listed().into_iter();
        let (stretched_from_bind, mut posed_from_stretched): (Vec<_>, Vec<_>) = factors.unzip();
        let rotation = |joint| splitter.unlisted_rotation(joint);
        align(
            skin,
            signs,
            &mut posed_from_stretched,
            |motion| motion.real,
            rotation,
        );
        let heads = heads(skin, blend, &stretched_from_bind);
        Self::of_motions(stretched_from_bind, posed_from_stretched, heads, blend).with_signs(signs)
    }

    /// A palette of factors that come from elsewhere, one pair a joint, under [`SignRule::First`].
    ///
    /// `heads` are where the joints' heads are between the two phases, as many as motions for
    /// [`RigidBlend::DirectQuaternion`]; the spherical blends do without if there are none. Logarithms are computed where the
    /// blend asks for them.
    #[must_use]
    pub fn of_motions(
        stretched_from_bind: Vec<Affine3A>,
        posed_from_stretched: Vec<DualQuat>,
        heads: Vec<Vec3>,
        blend: RigidBlend,
    ) -> Self {
        Self {
            logs: principal_logs(blend, &posed_from_stretched),
            stretched_from_bind,
            posed_from_stretched,
            heads,
            blend,
            signs: SignRule::First,
        }
    }

    /// [`Palette::joint_maps`](crate::Palette::joint_maps): `G_i N_i`.
    #[must_use]
    pub fn joint_maps(&self) -> Vec<Affine3A> {
        let motions = self.posed_from_stretched.iter();
        let pairs = motions.zip(&self.stretched_from_bind);
        pairs
            .map(|(motion, stretch)| motion.to_affine3a() * *stretch)
            .collect()
    }

    /// The same with another rule of signs. Those that are decided [per pose](SignRule::is_per_pose) take those of the motions as they are.
    #[must_use]
    pub fn with_signs(self, signs: SignRule) -> Self {
        Self { signs, ..self }
    }
}

fn heads(skin: &PosedSkin<'_>, blend: RigidBlend, stretched_from_bind: &[Affine3A]) -> Vec<Vec3> {
    if !(blend.has_centres() || blend == RigidBlend::DirectQuaternion) {
        return Vec::new();
    }
    let bind = skin.bind();
    let listed = bind.joints().iter().zip(stretched_from_bind);
    listed
        .map(|(&joint, stretched_from_bind)| {
            stretched_from_bind.transform_point3(bind.model_from_joint(joint).translation)
        })
        .collect()
}

fn principal_logs(blend: RigidBlend, motions: &[DualQuat]) -> Vec<DualVec3> {
    if blend != RigidBlend::LogMatrix {
        return Vec::new();
    }
    motions
        .iter()
        .map(|motion| motion.log_principal())
        .collect()
}

/// For affine blending: the skinning matrices, and beside each a rotation that says how to blend it.
///
/// `v' = vec(Σ w_i x_i q_i q*) / |q|²` with `x_i = C_i v` and `q = Σ w_i q_i`: no pivot, any affine joint, and for rigid joints
/// dual quaternion skinning.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AffineDualQuatPalette {
    /// `C_i`, one per joint of the skin's list.
    pub posed_from_bind: Vec<Affine3A>,
    /// `q_i`: unit quaternions, as many as `posed_from_bind`. Signs as in [`DualQuatPalette`].
    pub rotation: Vec<Quat>,
    /// How the kernel chooses signs at a vertex.
    pub signs: SignRule,
}

impl AffineDualQuatPalette {
    /// The palette of a posed skin, with `q_i` the polar rotation of `C_i`.
    #[must_use]
    pub fn new(skin: &PosedSkin<'_>, signs: SignRule) -> Self {
        let posed_from_bind = skin.posed_from_bind();
        let mut rotation: Vec<Quat> = posed_from_bind
            .iter()
            .map(|matrix| rigid_part(*matrix).0.rotation)
            .collect();
        let unlisted = |joint| rigid_part(skin.unlisted_posed_from_bind(joint)).0.rotation;
        align(skin, signs, &mut rotation, |rotation| *rotation, unlisted);
        Self {
            posed_from_bind,
            rotation,
            signs,
        }
    }
}

/// Gives the entries their signs, under rules that are decided once per pose. `entries`: one per joint of the skin's list.
fn align<T: Copy + core::ops::Neg<Output = T>>(
    skin: &PosedSkin<'_>,
    rule: SignRule,
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
    unlisted_rotation: impl Fn(JointIndex) -> Quat,
) {
    match rule {
        SignRule::First | SignRule::Largest | SignRule::Running => {}
        SignRule::Hierarchical => align_along_hierarchy(skin, entries, real, unlisted_rotation),
        SignRule::Followed => align_as_turned(skin, entries, real),
    }
}

/// Gives every entry the sign that is nearer to how the user has turned its joint since rest: [`SignRule::Followed`].
fn align_as_turned<T: Copy + core::ops::Neg<Output = T>>(
    skin: &PosedSkin<'_>,
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
) {
    let turns = skin.posed().signed_turns();
    for (entry, joint) in entries.iter_mut().zip(skin.bind().joints()) {
        if signs::toward(turns[joint.index()], real(entry)) < 0.0 {
            *entry = -*entry;
        }
    }
}

/// Gives every entry the sign of its joint when each joint agrees with its parent, roots first: [`SignRule::Hierarchical`], the
/// only rule that asks for rotations of joints that the skin does not list. `entries`: one per joint of the skin's list.
fn align_along_hierarchy<T: Copy + core::ops::Neg<Output = T>>(
    skin: &PosedSkin<'_>,
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
    unlisted_rotation: impl Fn(JointIndex) -> Quat,
) {
    let rotations = rotations_of_all(skin, entries.iter().map(&real), unlisted_rotation);
    let parents = skin.posed().skeleton().parents();
    let mut agreeing = vec![1.0; rotations.len()];
    signs::hierarchical(
        &rotations,
        |joint| parents[joint].map(JointIndex::index),
        &mut agreeing,
    );
    for (entry, joint) in entries.iter_mut().zip(skin.bind().joints()) {
        // Against the joint's rotation, not by its sign alone: a joint that a skin lists twice, with different binds, may
        // have another rotation at its second place.
        let pivot = rotations[joint.index()] * agreeing[joint.index()];
        if signs::toward(pivot, real(entry)) < 0.0 {
            *entry = -*entry;
        }
    }
}

/// One rotation per joint of the skeleton. `listed` are those of the skin's list, in its order; of a joint listed twice the
/// first counts.
fn rotations_of_all(
    skin: &PosedSkin<'_>,
    listed: impl Iterator<Item = Quat>,
    unlisted: impl Fn(JointIndex) -> Quat,
) -> Vec<Quat> {
    let skeleton = skin.posed().skeleton();
    let mut rotations: Vec<Option<Quat>> = vec![None; skeleton.len()];
    for (joint, rotation) in skin.bind().joints().iter().zip(listed) {
        rotations[joint.index()].get_or_insert(rotation);
    }
    let joints = skeleton.joints().zip(rotations);
    joints
        .map(|(joint, listed)| listed.unwrap_or_else(|| unlisted(joint)))
        .collect()
}
