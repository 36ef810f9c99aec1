//! Skinning matrices in f64, by the recursion of joints in their own axes.

use glam::{DAffine3, DMat3, DVec3, Mat3, Vec3};
use rig::{JointIndex, Pose, Rig, ScaleInheritance};

pub(crate) fn to_f64(matrix: glam::Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: Mat3::from(matrix.matrix3).as_dmat3(),
        translation: Vec3::from(matrix.translation).as_dvec3(),
    }
}

/// A joint in a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// `E_i`.
    pub(crate) before: DAffine3,
    /// `W_i`.
    pub(crate) with: DAffine3,
    stretch: DMat3,
}

fn rigid(rigid: rig::Rigid) -> DAffine3 {
    let rotation = rigid.rotation.as_dquat().normalize();
    DAffine3::from_rotation_translation(rotation, rigid.translation.as_dvec3())
}

/// `R_i` from the rest frames in the model, which are what is carried.
fn rest(rig: &Rig, joint: JointIndex) -> DAffine3 {
    let frame = rigid(rig.skeleton.rest_model_from_joint(joint));
    let parent = rig.skeleton.parent(joint);
    parent.map_or(frame, |parent| {
        rigid(rig.skeleton.rest_model_from_joint(parent)).inverse() * frame
    })
}

/// Frames of all joints, with or without stretches.
pub(crate) fn frames(rig: &Rig, pose: &Pose, is_stretched: bool) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    for joint in rig.skeleton.joints() {
        let mut local = rest(rig, joint);
        let stretch = if is_stretched {
            pose.stretch[joint.index()].to_mat3().as_dmat3()
        } else {
            DMat3::IDENTITY
        };
        let above = match rig.skeleton.parent(joint).map(JointIndex::index) {
            None => DAffine3::IDENTITY,
            Some(parent) if rig.scale_inheritance[parent] == ScaleInheritance::Joint => {
                local.translation = frames[parent].stretch * local.translation;
                frames[parent].before
            }
            Some(parent) => frames[parent].with,
        };
        let before = above * local * rigid(pose.rigid[joint.index()]);
        let own = DAffine3::from_mat3(stretch);
        frames.push(Frame {
            before,
            with: before * own,
            stretch,
        });
    }
    frames
}

/// `C_i`, place by place.
pub(crate) fn linear(rig: &Rig, pose: &Pose) -> Vec<DAffine3> {
    let (bind, frames) = (&rig.binds[0], frames(rig, pose, true));
    let places = bind.joints().iter().enumerate();
    places
        .map(|(place, joint)| frames[joint.index()].with * to_f64(bind.joint_from_bind(place)))
        .collect()
}

/// The motions without stretches.
pub(crate) fn rigid_motions(rig: &Rig, pose: &Pose) -> Vec<DAffine3> {
    let (bind, frames) = (&rig.binds[0], frames(rig, pose, false));
    let listed = bind.joints().iter();
    listed
        .map(|&joint| frames[joint.index()].before * rigid(bind.rest_from_joint(joint)).inverse())
        .collect()
}

/// How far apart two maps are, as a share of the size: of the points about a head, a unit away, and of how far these are from the origin, before
/// and after.
pub(crate) fn apart(found: DAffine3, expected: DAffine3, head: DVec3, size: f64) -> f64 {
    let mut worst: f64 = 0.0;
    for corner in 0..8_u8 {
        let side = |axis: u8| if corner >> axis & 1 == 1 { 0.5 } else { -0.5 };
        let point = head + DVec3::new(side(0), side(1), side(2));
        let distance = found
            .transform_point3(point)
            .distance(expected.transform_point3(point));
        if distance.is_nan() {
            return f64::INFINITY;
        }
        worst = worst.max(distance);
    }
    worst / size
}

/// What errors are measured by: how far anything is from the origin at rest and posed, and how much it is stretched.
pub(crate) fn size(rig: &Rig, pose: &Pose) -> f64 {
    let frames = frames(rig, pose, true);
    let mut size: f64 = 1.0;
    for joint in rig.skeleton.joints() {
        let head = rig.skeleton.rest_model_from_joint(joint).translation;
        let Frame { with, .. } = frames[joint.index()];
        let largest = with
            .matrix3
            .to_cols_array()
            .into_iter()
            .fold(0.0, |a: f64, b| a.max(b.abs()));
        let reach = head.as_dvec3().length();
        size = size
            .max(reach * largest.max(1.0))
            .max(with.translation.length())
            .max(largest);
    }
    1.0 + size
}
