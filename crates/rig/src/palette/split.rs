//! Where the non-rigid part of a skinning matrix is pivoted.

use crate::motion::frames::{Frames, canonical_rotation};
use crate::{JointIndex, PosedSkin, Rigid};
use dq_math::DualQuat;
use glam::{Affine3A, Mat3A, Quat, Vec3A};

/// How a skinning matrix `C_i` is split into a non-rigid `N_i`, blended linearly in the rest pose, and a rigid `G_i`, blended
/// as a dual quaternion, with **`G_i N_i = C_i` exactly**.
///
/// A vertex with one influence is the same under every split; they differ where influences blend. For `S = 1` each is plain
/// dual quaternion skinning.
///
/// `V⁻¹` below brings the mesh to the skeleton's units: see [`BindPose`](crate::BindPose). It is 1 in ordinary files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Split {
    /// `N_i = A''_i Ŝ_i K_i⁻¹ A_i⁻¹`, `G_i = F''_i A''_i⁻¹`: the mesh is stretched into an *elongated rest pose*, then moved rigidly.
    /// Kavan et al. 2008, section 4.2, extended to any [`ScaleInheritance`](crate::ScaleInheritance).
    #[default]
    ElongatedRest,
    /// `N_i x = V⁻¹ h_i + S (x − h_i)`, `G_i = (R, C_i h_i − R V⁻¹ h_i)`, with h the joint's head at the bind and `lin C_i = R S` (polar).
    /// What Blender does up to 3.6; a scaled root does not give a scaled copy.
    Head,
    /// N the polar stretch of `C_i` about the model's origin, G its rotation and translation: Vaillant's "global", `OpenUSD`.
    /// The result changes when the model is moved, so this is for parity only.
    Origin,
}

/// `(N_i, G_i)` of a joint.
type SplitMatrix = (Affine3A, DualQuat);

/// Splits the skinning matrices of a posed skin.
#[derive(Clone, Copy)]
pub(crate) struct Splitter<'a> {
    skin: &'a PosedSkin<'a>,
    split: Split,
    /// `E0_i`, where any joint is stretched and the split is about them.
    rest: &'a Frames,
}

impl<'a> Splitter<'a> {
    /// `rest` is memory, for as long as the splitter is needed.
    pub(crate) fn new(skin: &'a PosedSkin<'a>, split: Split, rest: &'a mut Frames) -> Self {
        if split == Split::ElongatedRest && skin.posed_skeleton().frames().is_stretched() {
            elongate(skin, rest);
        }
        Self { skin, split, rest }
    }

    /// The factors, one pair per joint of the skin's list.
    pub(crate) fn factors(self) -> impl ExactSizeIterator<Item = SplitMatrix> {
        let bind = self.skin.bind();
        let listed = bind.joints().iter().enumerate();
        listed.map(move |(place, &joint)| {
            let joint_from_bind = bind.joint_from_bind(place);
            let pivot = match self.split {
                Split::ElongatedRest => {
                    let (stretched_from_joint, motion) = self.elongated_rest(joint);
                    return (stretched_from_joint * joint_from_bind, motion);
                }
                Split::Head => Pivot {
                    in_bind: bind.model_from_joint(joint).translation.into(),
                    in_rest: bind.rest_from_joint(joint).translation.into(),
                },
                Split::Origin => Pivot::default(),
            };
            let matrix = self.skin.posed_skeleton().model_from_posed_joint(joint) * joint_from_bind;
            split_about(matrix, self.skin.rigid_part(place, matrix), pivot)
        })
    }

    /// The real part of `G_i` of a joint that the skin need not list.
    pub(crate) fn unlisted_rotation(self, joint: JointIndex) -> Quat {
        match self.split {
            Split::ElongatedRest => self.elongated_rest(joint).1.real,
            Split::Head | Split::Origin => self.skin.unlisted_rotation(joint),
        }
    }

    /// The elongated rest, for any scale inheritance.
    ///
    /// `E_i` are the posed frames before the joint's own stretch, `E0_i` the frames of the same recursion over the skin's own
    /// relative matrices `Ã_p⁻¹ Ã_i` with every rigid part T left out: Ã, not A, so that both have the skeleton's units. With
    /// `lin E_i = Q_i H_i` and `lin E0_i = Q0_i H0_i` (polar),
    ///
    /// ```text
    /// F''_i = (Q_i, trans E_i)     A''_i = (Q0_i, trans E0_i)     Ŝ_i = H_i S_i
    /// G_i N_i = F''_i Ŝ_i K_i⁻¹ A_i⁻¹ = (Q_i H_i S_i, trans E_i) K_i⁻¹ A_i⁻¹ = W_i K_i⁻¹ A_i⁻¹ = C_i
    /// ```
    ///
    /// S itself is never inverted or decomposed, so flat, mirrored and unsymmetric stretches work. Where nothing is stretched `E0_i` is
    /// `Ã_i`. Returns `A''_i Ŝ_i` and `G_i`.
    fn elongated_rest(self, joint: JointIndex) -> SplitMatrix {
        let posed = self.skin.posed_skeleton();
        let (posed_frame, stretch) = posed.frames().rigid_part(joint.index());
        // All frames are rigid: the rest is the bind's, and nothing has to be decomposed.
        if !posed.frames().is_stretched() {
            let rest = self.skin.bind().rest_from_joint(joint);
            let rest = Rigid::new(canonical_rotation(rest.rotation), rest.translation);
            let motion = posed_frame * rest.inverse();
            return (rest.to_affine(), motion.to_dual_quat());
        }
        let (elongated, _) = self.rest.rigid_part(joint.index());
        let own = Mat3A::from(posed.user_transforms()[joint.index()].linear);
        let stretch = Affine3A {
            matrix3: stretch * own,
            translation: Vec3A::ZERO,
        };
        (
            elongated.to_affine() * stretch,
            (posed_frame * elongated.inverse()).to_dual_quat(),
        )
    }
}

/// Sets `E0_i`: the skin's own frames, stretched as in the pose and not moved.
fn elongate(skin: &PosedSkin<'_>, rest: &mut Frames) {
    let posed = skin.posed_skeleton();
    let user = posed.user_transforms();
    let of_parent = skin.bind().parent_from_joint();
    let joint = |joint: usize| {
        let stretch = user[joint].linear.into();
        (of_parent[joint], Rigid::IDENTITY, stretch)
    };
    let at_rest = Some(skin.bind().rest_from_joints());
    let parents = posed.skeleton().parents();
    rest.set(parents, posed.scale_inheritance(), joint, at_rest);
}

/// The point that stays where it is under N, in both spaces.
#[derive(Clone, Copy, Default)]
struct Pivot {
    in_bind: Vec3A,
    in_rest: Vec3A,
}

/// `lin C = R S`; N stretches about the pivot, G is what remains.
fn split_about(matrix: Affine3A, (rigid, stretch): (Rigid, Mat3A), pivot: Pivot) -> SplitMatrix {
    let stretched = Affine3A {
        matrix3: stretch,
        translation: pivot.in_rest - stretch * pivot.in_bind,
    };
    // So that `G N` takes the pivot where C takes it.
    let translation = matrix.transform_point3a(pivot.in_bind) - rigid.rotation * pivot.in_rest;
    (
        stretched,
        Rigid::new(rigid.rotation, translation.into()).to_dual_quat(),
    )
}
