//! Poses and palettes in memory that is used again, and the sizes and numbers that are none.

use crate::support::{Posed, cases, plain_joints, raw_joints};
use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    BindPose, ForwardError, JointIndex, LocalTransform, MAX_JOINTS, Method, Palette, PaletteMemory,
    Pose, PoseMemory, PosedSkin, RigidBlend, ScaleInheritance, Skeleton, SkeletonBuilder,
    SkeletonError, Stretch, forward, forward_into,
};

/// The pose of a random rig; of what is not symmetric the symmetric part.
fn pose(posed: &Posed) -> Pose {
    Pose {
        rigid: posed.user.iter().map(|user| user.rigid).collect(),
        stretch: posed
            .user
            .iter()
            .map(|user| Stretch::from_symmetric(user.linear))
            .collect(),
        morph_weights: Vec::new(),
    }
}

/// A chain of joints a tenth apart.
fn chain(joints: usize) -> Result<Skeleton, SkeletonError> {
    let up = LocalTransform::Matrix(Affine3A::from_translation(Vec3::Y * 0.1));
    let mut builder = SkeletonBuilder::new();
    for joint in 0..u32::try_from(joints).unwrap() {
        builder = builder.joint(joint, joint.checked_sub(1), "", up);
    }
    builder.build()
}

fn bind(skeleton: &Skeleton) -> BindPose {
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let at_rest = |&joint: &JointIndex| skeleton.rest_model_from_joint(joint).inverse().to_affine();
    let matrices: Vec<Affine3A> = joints.iter().map(at_rest).collect();
    BindPose::new(skeleton, &joints, &matrices).unwrap().0
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn memory_that_is_used_again_changes_nothing(one in raw_joints(), other in raw_joints(), plain in plain_joints()) {
        let (mut memory, mut palettes) = (PoseMemory::default(), PaletteMemory::default());
        let mut palette = Palette::default();
        let rigs = [one, other, plain].map(|joints| Posed::new(&joints));
        let blends = RigidBlend::ALL.map(Method::rigid);
        for method in Method::ALL.into_iter().chain(blends) {
            for signs in SignRule::ALL {
                for rig in &rigs {
                    let pose = pose(rig);
                    let fresh = forward(&rig.skeleton, pose.user_transforms(), &rig.scale_inheritance).unwrap();
                    let kept = forward_into(&rig.skeleton, &pose, &rig.scale_inheritance, &mut memory).unwrap();
                    let expected = Palette::new(method, signs, &PosedSkin::new(&fresh, &rig.bind).unwrap());
                    palette.set(method, signs, &PosedSkin::new(&kept, &rig.bind).unwrap(), &mut palettes);
                    prop_assert_eq!(&palette, &expected);
                }
            }
        }
    }
}

#[test]
fn no_joints_and_as_many_as_there_can_be() {
    let refused = chain(MAX_JOINTS + 1).unwrap_err();
    assert_eq!(refused, SkeletonError::TooMany { found: 65_536 });
    let (mut memory, mut palettes) = (PoseMemory::default(), PaletteMemory::default());
    let mut palette = Palette::default();
    for joints in [0, 1, MAX_JOINTS] {
        let skeleton = chain(joints).unwrap();
        let bind = bind(&skeleton);
        let mut pose = Pose::rest(&skeleton);
        let inheritance = vec![ScaleInheritance::Children; joints];
        if joints > 0 {
            pose[JointIndex(0)].rotation = Quat::from_rotation_z(1.0);
        }
        for method in [
            Method::Linear,
            Method::DualQuaternion,
            Method::TWO_PHASE,
            Method::Affine,
        ] {
            let posed = forward_into(&skeleton, &pose, &inheritance, &mut memory).unwrap();
            let skin = PosedSkin::new(&posed, &bind).unwrap();
            palette.set(method, SignRule::Hierarchical, &skin, &mut palettes);
            assert_eq!(palette.len(), joints);
            let maps = palette.joint_maps();
            for (joint, map) in maps.iter().enumerate().step_by(501) {
                let moved = map.transform_point3(Vec3::X);
                let turned = Quat::from_rotation_z(1.0) * (Vec3::X - Vec3::Y * 0.1);
                // In f32 along a chain of up to 6.5 km.
                let length = 0.1 * f32::from(u16::try_from(joint).unwrap());
                let distance = moved.distance(turned + Vec3::Y * 0.1);
                assert!(distance <= 1e-6 + 1e-3 * length, "{method} {joint} {moved}");
            }
        }
        let short = forward_into(&skeleton, &Pose::default(), &inheritance, &mut memory);
        match short {
            Ok(_) => assert_eq!(joints, 0),
            Err(error) => assert_eq!(
                error,
                ForwardError::Pose {
                    expected: joints,
                    found: 0
                }
            ),
        }
    }
}

/// What is no number spoils the joint and those below it, and no other.
#[test]
fn numbers_that_are_none_stay_below() {
    let skeleton = chain(3).unwrap();
    let bind = bind(&skeleton);
    let inheritance = [ScaleInheritance::Children; 3];
    let nothing = f32::NAN;
    let turned =
        |pose: &mut Pose| pose[JointIndex(1)].rotation = Quat::from_xyzw(0.0, nothing, 0.0, 1.0);
    let moved = |pose: &mut Pose| pose[JointIndex(1)].translation.x = f32::INFINITY;
    let scaled = |pose: &mut Pose| pose.stretch[1].scale.y = nothing;
    let sheared = |pose: &mut Pose| pose.stretch[1].shear.y = nothing;
    let changes: [&dyn Fn(&mut Pose); 4] = [&turned, &moved, &scaled, &sheared];
    let (mut memory, mut palettes) = (PoseMemory::default(), PaletteMemory::default());
    let mut palette = Palette::default();
    for change in changes {
        let mut pose = Pose::rest(&skeleton);
        change(&mut pose);
        for (method, signs) in Method::ALL
            .into_iter()
            .flat_map(|method| SignRule::ALL.map(|signs| (method, signs)))
        {
            let posed = forward_into(&skeleton, &pose, &inheritance, &mut memory).unwrap();
            palette.set(
                method,
                signs,
                &PosedSkin::new(&posed, &bind).unwrap(),
                &mut palettes,
            );
            let first = palette.joint_maps()[0];
            assert!(
                first.abs_diff_eq(Affine3A::IDENTITY, 1e-6),
                "{method} {signs}: {first:?}"
            );
        }
    }
}

#[test]
fn a_pose_is_indexed_by_joints() {
    let skeleton = chain(2).unwrap();
    let mut pose = Pose::rest(&skeleton);
    pose[JointIndex(1)].translation = Vec3::X;
    assert_eq!(pose.rigid[1].translation, Vec3::X);
    assert_eq!(pose[JointIndex(0)], pose.rigid[0]);
    let mut copy = Pose::default();
    copy.copy_from(&pose);
    assert_eq!(copy, pose);
}
