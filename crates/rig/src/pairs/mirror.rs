//! Poses seen in a mirror.

use crate::{JointIndex, JointPairs, Pose, Rigid, Skeleton, Stretch};
use glam::{Mat3, Quat, Vec3};

/// A pose seen in the mirror of the model: what a joint does, its partner does on the other side.
///
/// With `M = 1 − 2 n nᵀ` and n the normal of [the joint's plane](JointPairs::plane_of), which is x in ordinary files, `B` the rest frames'
/// rotations, and i the partner of j:
///
/// ```text
/// P_j  = −B_jᵀ M B_i                   a rotation, since both −M and B are
/// R'_j = P_j R_i P_jᵀ                  turns about the axes as the mirror shows them
/// t'_j = −P_j t_i
/// S'_j = P_j S_i P_jᵀ                  symmetric again, with the same stretches
/// ```
///
/// This is `U'_j = (B_j⁻¹ M B_i) U_i (B_i⁻¹ M B_j)` of the rigid rest frames, whatever their axes, without the distance by
/// which the joints' places miss being mirror images: a joint turns and stretches about its own place. Where the rest is
/// symmetric, partners' parents are partners and scale inheritance is the same on both sides, the posed character is the
/// mirror image of what it was.
///
/// Joints without a partner keep what they have, and so do the weights of morph targets. Twice mirrored is the pose, to
/// rounding; a joint at rest stays at rest exactly. Joints that the pose does not have, or the pairs, stay as they are.
#[must_use]
pub fn mirror_pose(skeleton: &Skeleton, pose: &Pose, pairs: &JointPairs) -> Pose {
    let mut seen = pose.clone();
    let slots = seen.rigid.iter_mut().zip(&mut seen.stretch);
    for (joint, (rigid, stretch)) in skeleton.joints().zip(slots) {
        let Some(partner) = pairs.partner(joint).filter(|p| p.index() < skeleton.len()) else {
            continue;
        };
        let other = (
            pose.rigid.get(partner.index()),
            pose.stretch.get(partner.index()),
        );
        if let (Some(&other_rigid), Some(&other_stretch)) = other {
            let turn = turn_between(skeleton, [joint, partner], pairs.plane_of(joint).normal);
            *rigid = mirrored_rigid(turn, other_rigid);
            *stretch = mirrored_stretch(turn, other_stretch);
        }
    }
    seen
}

/// `P_j` of a joint and its partner: −M is half a turn about the normal of the plane.
pub(crate) fn turn_between(skeleton: &Skeleton, pair: [JointIndex; 2], normal: Vec3) -> Quat {
    let [to, from] = pair.map(|joint| skeleton.rest_model_from_joint(joint).rotation.as_dquat());
    let half_turn = glam::DQuat::from_vec4(normal.as_dvec3().extend(0.0));
    (to.conjugate() * half_turn * from).normalize().as_quat()
}

pub(crate) fn mirrored_rigid(turn: Quat, rigid: Rigid) -> Rigid {
    let rotation = if rigid.rotation == Quat::IDENTITY {
        rigid.rotation
    } else {
        // The scalar part, and with it the sign, stays what it is.
        let axis = turn * rigid.rotation.xyz();
        Quat::from_vec4(axis.extend(rigid.rotation.w)).normalize()
    };
    // Adding zero turns −0 into 0.
    Rigid::new(rotation, -(turn * rigid.translation) + Vec3::ZERO)
}

fn mirrored_stretch(turn: Quat, stretch: Stretch) -> Stretch {
    if stretch == Stretch::IDENTITY {
        return stretch;
    }
    let turn = Mat3::from_quat(turn);
    Stretch::from_symmetric(turn * stretch.to_mat3() * turn.transpose())
}
