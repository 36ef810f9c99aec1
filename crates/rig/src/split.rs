//! Where the non-rigid part of a skinning matrix is pivoted.

use crate::{JointIndex, PosedSkin, Rigid, forward::Frames, polar};
use dq_math::DualQuat;
use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3A};

/// How a skinning matrix `C_i` is split into a non-rigid `N_i`, blended linearly in the rest pose, and a rigid `G_i`, blended
/// as a dual quaternion, with **`G_i N_i = C_i` exactly**.
///
/// A vertex with one influence is the same under every split; they differ where influences blend. For `S = 1` each is plain
/// dual quaternion skinning.
///
/// `V⁻¹` below brings the mesh to the skeleton's units: see [`BindPose`](crate::BindPose). It is 1 in ordinary files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
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
pub(crate) type SplitMatrix = (Affine3A, DualQuat);

/// Splits the skinning matrices of a posed skin.
pub(crate) enum Splitter<'a> {
    /// With `E0_i`.
    Elongated(&'a PosedSkin<'a>, Frames),
    /// With the pivot of a joint.
    Pivoted(&'a PosedSkin<'a>, fn(&PosedSkin<'_>, JointIndex) -> Pivot),
}

impl<'a> Splitter<'a> {
    pub(crate) fn new(skin: &'a PosedSkin<'a>, split: Split) -> Self {
        match split {
            Split::ElongatedRest => Self::Elongated(skin, elongated_frames(skin)),
            Split::Head => Self::Pivoted(skin, |skin, joint| Pivot {
                in_bind: skin.bind().model_from_joint(joint).translation.into(),
                in_rest: skin.bind().rest_from_joint(joint).translation.into(),
            }),
            Split::Origin => Self::Pivoted(skin, |_, _| Pivot {
                in_bind: Vec3A::ZERO,
                in_rest: Vec3A::ZERO,
            }),
        }
    }

    /// The factors, one pair per joint of the skin's list.
    pub(crate) fn listed(&self) -> Vec<SplitMatrix> {
        match self {
            Self::Elongated(skin, rest) => {
                let listed = skin.bind().joints().iter().enumerate();
                listed
                    .map(|(place, &joint)| {
                        let (stretched_from_joint, motion) = elongated_rest(skin, rest, joint);
                        let joint_from_bind = skin.bind().joint_from_bind(place);
                        (stretched_from_joint * joint_from_bind, motion)
                    })
                    .collect()
            }
            Self::Pivoted(skin, pivot) => {
                let listed = skin.bind().joints().iter().zip(skin.posed_from_bind());
                listed
                    .map(|(&joint, matrix)| split_about(matrix, pivot(skin, joint)))
                    .collect()
            }
        }
    }

    /// The real part of `G_i` of a joint that the skin need not list.
    pub(crate) fn unlisted_rotation(&self, joint: JointIndex) -> Quat {
        match self {
            Self::Elongated(skin, rest) => elongated_rest(skin, rest, joint).1.real,
            Self::Pivoted(skin, _) => rigid_part(skin.unlisted_posed_from_bind(joint)).0.rotation,
        }
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
/// S itself is never inverted or decomposed, so flat, mirrored and unsymmetric stretches work. Returns `A''_i Ŝ_i` and `G_i`.
fn elongated_rest(skin: &PosedSkin<'_>, rest: &Frames, joint: JointIndex) -> SplitMatrix {
    let posed = skin.posed();
    let (posed_frame, stretch) = rigid_part(posed.model_from_posed_frame(joint));
    let (elongated, _) = rigid_part(rest.before_stretch[joint.index()]);
    let own = Mat3A::from(posed.user_transforms()[joint.index()].linear);
    let stretch = Affine3A {
        matrix3: Mat3A::from(stretch) * own,
        translation: Vec3A::ZERO,
    };
    (
        elongated.to_affine() * stretch,
        (posed_frame * elongated.inverse()).to_dual_quat(),
    )
}

/// `E0_i` and `E0_i S_i`.
fn elongated_frames(skin: &PosedSkin<'_>) -> Frames {
    let posed = skin.posed();
    let user = posed.user_transforms();
    Frames::of(
        posed.skeleton().parents(),
        posed.scale_inheritance(),
        |joint| {
            (
                skin.bind().parent_from_joint()[joint],
                Rigid::IDENTITY,
                user[joint].linear.into(),
            )
        },
    )
}

/// The point that stays where it is under N, in both spaces.
#[derive(Clone, Copy)]
pub(crate) struct Pivot {
    in_bind: Vec3A,
    in_rest: Vec3A,
}

/// `lin C = R S`; N stretches about the pivot, G is what remains.
fn split_about(matrix: Affine3A, pivot: Pivot) -> SplitMatrix {
    let (rigid, stretch) = rigid_part(matrix);
    let stretch = Mat3A::from(stretch);
    let stretched = Affine3A {
        matrix3: stretch,
        translation: pivot.in_rest - stretch * pivot.in_bind,
    };
    let translation = matrix.transform_point3a(pivot.in_bind) - rigid.rotation * pivot.in_rest;
    (
        stretched,
        Rigid::new(rigid.rotation, translation.into()).to_dual_quat(),
    )
}

/// Rotation and translation of an affine map, and the stretch of its linear part.
pub(crate) fn rigid_part(matrix: Affine3A) -> (Rigid, Mat3) {
    let polar = polar(matrix.matrix3.into());
    let rigid = Rigid::new(polar.rotation, matrix.translation.into());
    (rigid, polar.stretch)
}
