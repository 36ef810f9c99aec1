//! What a skin's bind makes of motions of joints.

use dq_math::DualQuat;
use glam::{DAffine3, DMat3, DQuat, DVec3, Mat3, Vec3};
use rig::{BindPose, Rig, Rigid};

use crate::bind_rest::BindRest;

/// What differs from the identity by no more is the identity: rounding of the numbers that a file has, as a share of one, and of the way from
/// the origin to the furthest head.
const ROUNDING: f64 = 5e-7;

/// Constants of a skin, place by place of its list.
#[derive(Clone, Debug)]
pub(crate) struct PreparedSkin {
    /// The joint's number plus one.
    pub(crate) slots: Vec<u32>,
    /// `D_i = B_i K_i⁻¹ A_i⁻¹` by columns; none where all are the identity.
    pub(crate) matrices: Vec<[[f32; 4]; 4]>,
    /// `Ã_i K_i⁻¹ A_i⁻¹` by columns: the first phase where nothing is stretched. None where all are the identity.
    pub(crate) firsts: Vec<[[f32; 4]; 4]>,
    /// `B_i Ã_i⁻¹`; none where all are the identity.
    pub(crate) motions: Vec<DualQuat>,
    /// Joint by joint, the sign of `B_i Ã_i⁻¹` as the product of its quaternions has it.
    pub(crate) signs: Vec<f32>,
    /// None where the skin's frames `Ã_i` are those of rest, of joints that it does not list too.
    pub(crate) elsewhere: Option<BindRest>,
}

impl PreparedSkin {
    /// Of all skins of a rig with these rest frames.
    pub(crate) fn all(rig: &Rig, frames: &[(DQuat, DVec3)], lanes: usize) -> Vec<Self> {
        let reach = frames
            .iter()
            .map(|(_, head)| head.length())
            .fold(0.0, f64::max);
        let of_bind = |bind| Self::new(rig, bind, frames, (ROUNDING * reach, lanes));
        rig.binds.iter().map(of_bind).collect()
    }

    fn new(
        rig: &Rig,
        bind: &BindPose,
        frames: &[(DQuat, DVec3)],
        (near, lanes): (f64, usize),
    ) -> Self {
        let affine = |joint: usize| {
            let (rotation, head) = frames[joint];
            DAffine3::from_rotation_translation(rotation, head)
        };
        let matrix = |(place, joint): (usize, &rig::JointIndex)| {
            affine(joint.index()) * to_f64(bind.joint_from_bind(place))
        };
        let matrices: Vec<DAffine3> = bind.joints().iter().enumerate().map(matrix).collect();
        let first = |(place, &joint): (usize, &rig::JointIndex)| {
            to_f64(bind.rest_from_joint(joint).to_affine()) * to_f64(bind.joint_from_bind(place))
        };
        let firsts: Vec<DAffine3> = bind.joints().iter().enumerate().map(first).collect();
        let from_bind = |joint: rig::JointIndex| {
            affine(joint.index()) * to_f64(bind.rest_from_joint(joint).to_affine()).inverse()
        };
        let is_plain = |matrix: &DAffine3| is_identity(matrix, near);
        let rests_at_bind = rig.skeleton.joints().map(from_bind).all(|m| is_plain(&m));
        let motions = if rests_at_bind {
            Vec::new()
        } else {
            let listed = bind.joints().iter();
            listed
                .map(|&joint| motion(frames[joint.index()], bind.rest_from_joint(joint)))
                .collect()
        };
        Self {
            slots: bind
                .joints()
                .iter()
                .map(|joint| u32::from(joint.0) + 1)
                .collect(),
            matrices: columns_unless(&matrices, is_plain),
            firsts: columns_unless(&firsts, is_plain),
            motions,
            signs: rig
                .skeleton
                .joints()
                .map(|joint| sign(rig, bind, joint))
                .collect(),
            elsewhere: (!rests_at_bind).then(|| BindRest::new(&rig.skeleton, bind, frames, lanes)),
        }
    }
}

/// None where all are plain.
fn columns_unless(
    matrices: &[DAffine3],
    is_plain: impl Fn(&DAffine3) -> bool,
) -> Vec<[[f32; 4]; 4]> {
    if matrices.iter().all(is_plain) {
        Vec::new()
    } else {
        matrices.iter().map(columns).collect()
    }
}

fn to_f64(matrix: glam::Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: Mat3::from(matrix.matrix3).as_dmat3(),
        translation: Vec3::from(matrix.translation).as_dvec3(),
    }
}

fn is_identity(matrix: &DAffine3, near: f64) -> bool {
    let linear = matrix.matrix3.abs_diff_eq(DMat3::IDENTITY, ROUNDING);
    linear && matrix.translation.length() <= near
}

fn columns(matrix: &DAffine3) -> [[f32; 4]; 4] {
    let [x, y, z] = [
        matrix.matrix3.x_axis,
        matrix.matrix3.y_axis,
        matrix.matrix3.z_axis,
    ];
    let column = |v: DVec3| v.as_vec3().extend(0.0).to_array();
    [column(x), column(y), column(z), column(matrix.translation)]
}

/// `B Ã⁻¹`, with the sign nearer to the identity.
fn motion((rotation, head): (DQuat, DVec3), bind: Rigid) -> DualQuat {
    let turn = rotation * bind.rotation.as_dquat().normalize().conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let moved = head - turn * bind.translation.as_dvec3();
    Rigid::new(turn.as_quat().normalize(), moved.as_vec3()).to_dual_quat()
}

fn sign(rig: &Rig, bind: &BindPose, joint: rig::JointIndex) -> f32 {
    let rest = rig.skeleton.rest_model_from_joint(joint).rotation;
    let product = rest * bind.rest_from_joint(joint).rotation.conjugate();
    if product.w < 0.0 { -1.0 } else { 1.0 }
}
