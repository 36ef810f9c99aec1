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
    /// Kavan et al. 2008, section 4.2, extended to any [`ScaleReach`](crate::ScaleReach).
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

/// The factors of a posed skin under one split.
pub(crate) struct Factors {
    /// `(N_i, G_i)`, one per joint of the skin's list.
    pub(crate) listed: Vec<SplitMatrix>,
    /// The real part of `G_i`, one per joint of the skeleton, for signs along the hierarchy.
    pub(crate) rotations: Vec<Quat>,
}

impl Factors {
    pub(crate) fn of(skin: &PosedSkin<'_>, split: Split) -> Self {
        match split {
            Split::ElongatedRest => elongated_rest(skin),
            Split::Head => pivoted(skin, |joint| Pivot {
                in_bind: skin.bind().model_from_joint(joint).translation.into(),
                in_rest: skin.bind().rest_from_joint(joint).translation.into(),
            }),
            Split::Origin => pivoted(skin, |_| Pivot {
                in_bind: Vec3A::ZERO,
                in_rest: Vec3A::ZERO,
            }),
        }
    }
}

/// The elongated rest, for any reach.
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
/// S itself is never inverted or decomposed, so flat, mirrored and unsymmetric stretches work.
fn elongated_rest(skin: &PosedSkin<'_>) -> Factors {
    let posed = skin.posed();
    let rest = elongated_frames(skin);
    let joints: Vec<(Rigid, Rigid, Mat3A)> = posed
        .skeleton()
        .joints()
        .map(|joint| {
            let (posed_frame, stretch) = rigid_part(posed.model_from_posed_frame(joint));
            let (elongated, _) = rigid_part(rest.before_stretch[joint.index()]);
            let own = Mat3A::from(posed.user_transforms()[joint.index()].linear);
            (posed_frame, elongated, Mat3A::from(stretch) * own)
        })
        .collect();
    let motions: Vec<DualQuat> = joints
        .iter()
        .map(|(posed, elongated, _)| (*posed * elongated.inverse()).to_dual_quat())
        .collect();
    let listed = skin.bind().joints().iter().enumerate();
    Factors {
        listed: listed
            .map(|(place, joint)| {
                let (_, elongated, stretch) = joints[joint.index()];
                let stretched_from_joint = elongated.to_affine()
                    * Affine3A {
                        matrix3: stretch,
                        translation: Vec3A::ZERO,
                    };
                (
                    stretched_from_joint * skin.bind().joint_from_bind(place),
                    motions[joint.index()],
                )
            })
            .collect(),
        rotations: motions.iter().map(|motion| motion.real).collect(),
    }
}

/// `E0_i` and `E0_i S_i`.
fn elongated_frames(skin: &PosedSkin<'_>) -> Frames {
    let posed = skin.posed();
    let user = posed.user_transforms();
    Frames::of(posed.skeleton().parents(), posed.reach(), |joint| {
        (
            skin.bind().parent_from_joint()[joint],
            Rigid::IDENTITY,
            user[joint].linear.into(),
        )
    })
}

/// `lin C = R S`; N stretches about a pivot given by joint, G is what remains.
fn pivoted(skin: &PosedSkin<'_>, pivot: impl Fn(JointIndex) -> Pivot) -> Factors {
    let matrices = skin.posed_from_bind();
    let listed = skin.bind().joints().iter().zip(&matrices);
    let listed: Vec<SplitMatrix> = listed
        .map(|(&joint, matrix)| split_about(*matrix, pivot(joint)))
        .collect();
    let rotations = rotations_of_all(skin, listed.iter().map(|(_, motion)| motion.real));
    Factors { listed, rotations }
}

/// The polar rotations of the skinning matrices of all joints of the skeleton. `listed` are those of the skin's list, in its
/// order; of a joint listed twice the first counts.
pub(crate) fn rotations_of_all(
    skin: &PosedSkin<'_>,
    listed: impl Iterator<Item = Quat>,
) -> Vec<Quat> {
    let skeleton = skin.posed().skeleton();
    let mut rotations: Vec<Option<Quat>> = vec![None; skeleton.len()];
    for (joint, rotation) in skin.bind().joints().iter().zip(listed) {
        rotations[joint.index()].get_or_insert(rotation);
    }
    let joints = skeleton.joints().zip(rotations);
    joints
        .map(|(joint, listed)| {
            listed.unwrap_or_else(|| rigid_part(skin.unlisted_posed_from_bind(joint)).0.rotation)
        })
        .collect()
}

/// The point that stays where it is under N, in both spaces.
#[derive(Clone, Copy)]
struct Pivot {
    in_bind: Vec3A,
    in_rest: Vec3A,
}

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
