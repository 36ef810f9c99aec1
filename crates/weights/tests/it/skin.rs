//! What operations know of a skin's joints.

use glam::{Affine3A, Vec3};
use rig::{
    BindPose, JointIndex, JointPairs, LocalTransform, NamePatterns, Skeleton, SkeletonBuilder, Trs,
};
use weights::{Bone, parents, partners};

fn moved(by: Vec3) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation: by,
        ..Trs::IDENTITY
    })
}

/// A root, a helper that no skin lists, a chest above it with an arm on either side; in another order than the skeleton's.
fn torso() -> (Skeleton, BindPose) {
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "root", moved(Vec3::ZERO))
        .joint(1, Some(0), "helper", moved(Vec3::Y))
        .joint(2, Some(1), "chest", moved(Vec3::Y))
        .joint(3, Some(2), "arm.L", moved(Vec3::X * 2.0))
        .joint(4, Some(2), "arm.R", moved(Vec3::X * -2.0))
        .build()
        .expect("a tree");
    let named = |name| skeleton.find(name).expect("is there");
    let joints: Vec<JointIndex> = ["arm.R", "arm.L", "chest", "root"].map(named).to_vec();
    let binds = joints.iter().map(|&joint| {
        let place = skeleton.rest_model_from_joint(joint).translation;
        Affine3A::from_translation(-place)
    });
    let binds: Vec<Affine3A> = binds.collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &binds).expect("one matrix a joint");
    (skeleton, bind)
}

#[test]
fn bones_go_to_children_and_on_at_the_ends() {
    let (skeleton, bind) = torso();
    let bones = Bone::of_skin(&skeleton, &bind);
    let joints: Vec<u16> = bones.iter().map(|bone| bone.joint).collect();
    assert_eq!(joints, [0, 1, 2, 2, 3]);
    let up = Vec3::Y * 2.0;
    assert!(bones[4].head.distance(Vec3::ZERO) < 1e-6 && bones[4].tail.distance(up) < 1e-6);
    let end = bones[1];
    assert!(end.tail.distance(up + Vec3::X * 3.0) < 1e-6 && (end.length() - 1.0).abs() < 1e-6);
    assert!((bones[4].distance(Vec3::new(1.0, 1.0, 0.0)) - 1.0).abs() < 1e-6);
    assert!((bones[4].distance(Vec3::Y * 5.0) - 3.0).abs() < 1e-6);
}

#[test]
fn parents_and_partners_are_places_of_the_list() {
    let (skeleton, bind) = torso();
    assert_eq!(parents(&skeleton, &bind), [Some(2), Some(2), Some(3), None]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let found = partners(&skeleton, &bind, &pairs);
    assert_eq!(found, [Some(1), Some(0), Some(2), Some(3)]);
}

#[test]
fn a_bone_without_length_is_a_point() {
    let bone = Bone {
        joint: 0,
        head: Vec3::ONE,
        tail: Vec3::ONE,
    };
    assert_eq!(bone.distance(Vec3::new(1.0, 3.0, 1.0)), 2.0);
}
