//! Palettes: what a skinning kernel reads, one entry per joint of a skin.
//!
//! The sign rule travels in the palette: some rules are decided once per pose, and with the rule there every
//! method has one shape, `method(vertices, &influences, &palette, out)`.

pub(crate) mod any_palette;
pub(crate) mod bone_turn;
pub(crate) mod method;
mod palette_signs;
pub(crate) mod posed_skin;
pub(crate) mod rigid_blend;
pub(crate) mod rotation_centers;
pub(crate) mod split;
pub(crate) mod twist_spread;

use crate::motion::frames::Frames;
use crate::palette::palette_signs::{SignMemory, align};
use crate::palette::split::Splitter;
use crate::{JointIndex, PosedSkin, Rigid, RigidBlend, Split};
use dq_math::{DualQuat, DualVec3, SignRule};
use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3};

/// Memory for [`Palette::set`](crate::Palette::set): what palettes are made by the way of.
#[derive(Clone, Debug, Default)]
pub struct PaletteMemory {
    /// `E0_i`, one per joint of the skeleton; for the elongated rest alone.
    elongated: Frames,
    /// `F'_i`, products of rigid frames, one per joint of the skeleton.
    rigid: Vec<Rigid>,
    signs: SignMemory,
}

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
        let mut palette = Self::default();
        palette.set(skin);
        palette
    }

    pub(crate) fn set(&mut self, skin: &PosedSkin<'_>) {
        skin.posed_from_bind_into(&mut self.posed_from_bind);
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
        let mut palette = Self::default();
        palette.set(skin, signs, &mut PaletteMemory::default());
        palette
    }

    pub(crate) fn set(
        &mut self,
        skin: &PosedSkin<'_>,
        signs: SignRule,
        memory: &mut PaletteMemory,
    ) {
        let PaletteMemory {
            rigid,
            signs: sign_memory,
            ..
        } = memory;
        skin.posed_skeleton().rigid_frames_into(rigid);
        let motion = |joint: JointIndex| {
            let bind = skin.bind().rest_from_joint(joint);
            (rigid[joint.index()] * bind.inverse()).to_dual_quat()
        };
        let listed = skin.bind().joints().iter();
        self.posed_from_bind.clear();
        self.posed_from_bind
            .extend(listed.map(|&joint| motion(joint)));
        // Joints that the skin does not list count too: in the tree they stand between those that it lists.
        let rotation = |joint| motion(joint).real;
        let entries = &mut self.posed_from_bind;
        align(skin, signs, sign_memory, entries, |it| it.real, rotation);
        self.rest_from_bind = skin.bind().rest_from_bind();
        self.signs = signs;
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
    /// `N_i`, one per joint of the skin's list. Where each is the identity but for rounding, it is that exactly: kernels leave the first phase
    /// out then.
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
        let mut palette = Self::default();
        palette.set(skin, (split, blend), signs, &mut PaletteMemory::default());
        palette
    }

    pub(crate) fn set(
        &mut self,
        skin: &PosedSkin<'_>,
        (split, blend): (Split, RigidBlend),
        signs: SignRule,
        memory: &mut PaletteMemory,
    ) {
        let PaletteMemory {
            elongated,
            signs: sign_memory,
            ..
        } = memory;
        let splitter = Splitter::new(skin, split, elongated);
        self.stretched_from_bind.clear();
        self.posed_from_stretched.clear();
        for (stretch, motion) in splitter.factors() {
            self.stretched_from_bind.push(stretch);
            self.posed_from_stretched.push(motion);
        }
        if is_unstretched(skin, &self.stretched_from_bind) {
            self.stretched_from_bind.fill(Affine3A::IDENTITY);
        }
        let rotation = |joint| splitter.unlisted_rotation(joint);
        let entries = &mut self.posed_from_stretched;
        align(skin, signs, sign_memory, entries, |it| it.real, rotation);
        (self.blend, self.signs) = (blend, signs);
        self.set_heads(skin);
        self.set_logs();
    }

    /// Takes the second phase away: what is left stretches, as `v' = (Σ w_i N_i) v`, and moves nothing.
    pub fn keep_first_phase(&mut self) {
        self.posed_from_stretched.fill(DualQuat::IDENTITY);
        self.set_logs();
    }

    /// [`Palette::lists`](crate::Palette::lists): matrices, motions, and what the blend asks for beside them.
    #[must_use]
    pub const fn lists(&self) -> [(&'static str, usize); 3] {
        let entries = ("palette entries", self.stretched_from_bind.len());
        let motions = ("palette motions", self.posed_from_stretched.len());
        let beside = match self.blend {
            RigidBlend::LogMatrix => ("palette logarithms", self.logs.len()),
            RigidBlend::DirectQuaternion => ("palette heads", self.heads.len()),
            // Nothing is asked for beside the motions: their own length stands in.
            _ => motions,
        };
        [entries, motions, beside]
    }

    fn set_heads(&mut self, skin: &PosedSkin<'_>) {
        self.heads.clear();
        // Pivots of direct quaternions, and short-cuts to the centers of two joints.
        if self.blend.has_centers() || self.blend == RigidBlend::DirectQuaternion {
            let bind = skin.bind();
            let listed = bind.joints().iter().zip(&self.stretched_from_bind);
            self.heads.extend(listed.map(|(&joint, stretched)| {
                stretched.transform_point3(bind.model_from_joint(joint).translation)
            }));
        }
    }

    fn set_logs(&mut self) {
        self.logs.clear();
        if self.blend == RigidBlend::LogMatrix {
            let motions = self.posed_from_stretched.iter();
            self.logs
                .extend(motions.map(|motion| motion.log_principal()));
        }
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
        let mut palette = Self {
            logs: Vec::new(),
            stretched_from_bind,
            posed_from_stretched,
            heads,
            blend,
            signs: SignRule::First,
        };
        palette.set_logs();
        palette
    }

    /// One affine map per entry, `G_i N_i`, which is `C_i`: [`Palette::joint_maps`](crate::Palette::joint_maps).
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

/// What a product of rotations that cancel differs from the identity by, and its translation from none as a share of the way to the joint:
/// rounding of some numbers up to one, each half of `f32::EPSILON`. Few rotations with their inverses come to more than four of them, and
/// a stretch of a millionth is seen by nobody.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Whether all stretches are the identity but for rounding.
fn is_unstretched(skin: &PosedSkin<'_>, stretches: &[Affine3A]) -> bool {
    stretches.iter().enumerate().all(|(place, stretch)| {
        // Translations are differences of numbers as large as the way from the joint to the mesh's origin.
        let away = skin.bind().joint_from_bind(place).translation.length();
        let linear = Mat3A::IDENTITY;
        stretch.matrix3.abs_diff_eq(linear, ROUNDING)
            && stretch.translation.length() <= ROUNDING * away
    })
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
        let mut palette = Self::default();
        palette.set(skin, signs, &mut PaletteMemory::default());
        palette
    }

    pub(crate) fn set(
        &mut self,
        skin: &PosedSkin<'_>,
        signs: SignRule,
        memory: &mut PaletteMemory,
    ) {
        skin.posed_from_bind_into(&mut self.posed_from_bind);
        self.rotation.clear();
        let places = self.posed_from_bind.iter().enumerate();
        self.rotation
            .extend(places.map(|(place, &matrix)| skin.rigid_part(place, matrix).0.rotation));
        let unlisted = |joint| skin.unlisted_rotation(joint);
        let entries = &mut self.rotation;
        align(skin, signs, &mut memory.signs, entries, |it| *it, unlisted);
        self.signs = signs;
    }
}
