//! Every way a skeleton can be wrong, and what a right one looks like.

use glam::{Affine3A, DAffine3, Mat3, Quat, Vec3};
use rig::{
    JointIndex, LocalTransform, MAX_JOINTS, Rig, ScaleInheritance, Skeleton, SkeletonBuilder,
    SkeletonError, Trs,
};
use std::time::{Duration, Instant};

fn build(joints: &[(u32, Option<u32>)]) -> Result<Skeleton, SkeletonError> {
    let add = |builder: SkeletonBuilder, &(key, parent)| {
        builder.joint(key, parent, "", LocalTransform::default())
    };
    joints.iter().fold(SkeletonBuilder::new(), add).build()
}

fn check(joints: &[(u32, Option<u32>)], expected: SkeletonError) {
    assert_eq!(build(joints), Err(expected), "{joints:?}");
}

#[test]
fn every_way_to_be_invalid() {
    check(&[(7, None), (7, None)], SkeletonError::Duplicate { key: 7 });
    check(
        &[(7, None), (8, Some(7)), (8, None)],
        SkeletonError::Duplicate { key: 8 },
    );
    check(
        &[(7, Some(9))],
        SkeletonError::UnknownParent { key: 7, parent: 9 },
    );
    check(&[(3, Some(3))], SkeletonError::Cycle { key: 3 });
    check(
        &[(5, Some(4)), (4, Some(5))],
        SkeletonError::Cycle { key: 4 },
    );
    check(
        &[
            (0, None),
            (1, Some(0)),
            (2, Some(4)),
            (3, Some(2)),
            (4, Some(3)),
        ],
        SkeletonError::Cycle { key: 2 },
    );
    // Joint 1 hangs from the cycle but is not on it.
    check(
        &[(1, Some(6)), (6, Some(5)), (5, Some(6)), (0, Some(1))],
        SkeletonError::Cycle { key: 5 },
    );
}

#[test]
fn every_number_that_is_not_finite() {
    let trs = |change: fn(&mut Trs)| {
        let mut trs = Trs::IDENTITY;
        change(&mut trs);
        LocalTransform::Trs(trs)
    };
    let matrix = Affine3A::from_mat3_translation(Mat3::IDENTITY * f32::NAN, Vec3::ZERO);
    for local in [
        trs(|trs| trs.translation.y = f32::NAN),
        trs(|trs| trs.translation.z = f32::INFINITY),
        trs(|trs| trs.rotation.w = f32::NEG_INFINITY),
        trs(|trs| trs.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        trs(|trs| trs.scale.x = f32::NAN),
        LocalTransform::Matrix(matrix),
    ] {
        let built = SkeletonBuilder::new()
            .joint(0, None, "", LocalTransform::default())
            .joint(5, Some(0), "", local)
            .build();
        assert_eq!(built, Err(SkeletonError::NotFinite { key: 5 }), "{local:?}");
    }
}

#[test]
fn finite_transforms_that_multiply_beyond_f32_are_refused() {
    let huge = LocalTransform::Trs(Trs {
        scale: Vec3::splat(1e30),
        ..Trs::IDENTITY
    });
    let built = SkeletonBuilder::new()
        .joint(1, None, "", huge)
        .joint(2, Some(1), "", huge)
        .build();
    assert_eq!(built, Err(SkeletonError::NotFinite { key: 2 }));
    let tiny = LocalTransform::Trs(Trs {
        scale: Vec3::splat(1e-30),
        ..Trs::IDENTITY
    });
    let chain = (0..40).fold(SkeletonBuilder::new(), |builder, i| {
        builder.joint(i, i.checked_sub(1), "", tiny)
    });
    let skeleton = chain.build().unwrap();
    assert!(skeleton.joints().all(|joint| {
        skeleton
            .rest_stretch(joint)
            .as_dmat3()
            .inverse()
            .as_mat3()
            .is_finite()
    }));
}

#[test]
fn parents_come_before_children_depth_first_in_the_order_added() {
    let skeleton = build(&[
        (30, Some(10)),
        (20, Some(40)),
        (10, None),
        (50, None),
        (40, Some(10)),
        (60, Some(40)),
    ])
    .unwrap();
    let keys: Vec<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
    assert_eq!(keys, [10, 30, 40, 20, 60, 50]);
    for joint in skeleton.joints() {
        assert!(skeleton.parent(joint).is_none_or(|parent| parent < joint));
    }
    let children: Vec<_> = skeleton.children(JointIndex(2)).collect();
    assert_eq!(children, [JointIndex(3), JointIndex(4)]);
    assert_eq!(skeleton.children(JointIndex(0)).count(), 2);
}

#[test]
fn names_may_be_empty_and_repeat() {
    let local = LocalTransform::default();
    let builder = SkeletonBuilder::new()
        .joint(1, None, "", local)
        .joint(2, Some(1), "arm", local);
    let skeleton = builder.joint(3, Some(1), "arm", local).build().unwrap();
    assert_eq!(skeleton.find("arm"), Some(JointIndex(1)));
    assert_eq!(skeleton.find("leg"), None);
    assert_eq!(skeleton.name(JointIndex(2)), "arm");
}

#[test]
fn no_joints_are_an_empty_skeleton() {
    let skeleton = build(&[]).unwrap();
    assert!(skeleton.is_empty());
    assert_eq!(Rig::new(skeleton, Vec::new()).scale_inheritance, []);
    assert_eq!(
        Rig::new(build(&[(0, None)]).unwrap(), Vec::new()).scale_inheritance,
        [ScaleInheritance::Children]
    );
}

/// Deep enough to end any recursion, and against the order of its parents.
#[test]
fn a_chain_of_60_000_joints_is_quick() {
    let start = Instant::now();
    let local = LocalTransform::Trs(Trs {
        translation: Vec3::Y * 1e-3,
        ..Trs::IDENTITY
    });
    let mut builder = SkeletonBuilder::new();
    for i in (0..60_000_u32).rev() {
        builder = builder.joint(i, i.checked_sub(1), "", local);
    }
    let skeleton = builder.build().unwrap();
    let last = skeleton.joints().next_back().unwrap();
    assert_eq!(skeleton.key(last), 59_999);
    assert!((skeleton.rest_model_from_joint(last).translation.y - 60.0).abs() < 1e-3);
    let cycle: Vec<_> = (0..60_000_u32)
        .map(|i| (i, Some((i + 1) % 60_000)))
        .collect();
    check(&cycle, SkeletonError::Cycle { key: 0 });
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn joints_beyond_16_bits_are_refused() {
    let joints: Vec<_> = (0..65_536_u32).map(|i| (i, None)).collect();
    check(&joints, SkeletonError::TooMany { found: 65_536 });
    let skeleton = build(&joints[..MAX_JOINTS]).unwrap();
    assert_eq!(skeleton.len(), 65_535);
    assert_eq!(skeleton.joints().next_back(), Some(JointIndex(65_534)));
}

#[test]
fn rest_frames_are_the_file_frames_made_rigid() {
    let local = |scale: Vec3| {
        LocalTransform::Trs(Trs {
            scale,
            rotation: Quat::from_rotation_z(0.5),
            translation: Vec3::X,
        })
    };
    let builder = SkeletonBuilder::new().joint(0, None, "", local(Vec3::splat(100.0)));
    let builder = builder.joint(1, Some(0), "", local(Vec3::new(1.0, -2.0, 3.0)));
    let skeleton = builder
        .joint(2, Some(1), "", local(Vec3::new(1.0, 0.0, 1.0)))
        .build()
        .unwrap();
    assert!(
        skeleton
            .rest_stretch(JointIndex(0))
            .abs_diff_eq(Mat3::IDENTITY * 100.0, 1e-4)
    );
    let mirrored = skeleton.rest_stretch(JointIndex(1));
    assert!(mirrored.determinant() < 0.0 && mirrored.abs_diff_eq(mirrored.transpose(), 0.0));
    assert_eq!(
        skeleton.rest_stretch(JointIndex(2)),
        Mat3::IDENTITY,
        "a singular rest scale takes the identity"
    );
    let offset = skeleton.parent_from_joint(JointIndex(1)).translation;
    assert!(offset.abs_diff_eq(Vec3::X * 100.0, 1e-3), "{offset}");
}

/// Far from the origin, rest frames relative to each other must not lose the digits that the file has.
#[test]
fn far_from_the_origin_relative_frames_keep_their_size() {
    let far = LocalTransform::Trs(Trs {
        translation: Vec3::splat(1000.0),
        rotation: Quat::from_rotation_x(1.0),
        ..Trs::IDENTITY
    });
    let near = LocalTransform::Trs(Trs {
        translation: Vec3::Y,
        ..Trs::IDENTITY
    });
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", far)
        .joint(1, Some(0), "", near)
        .build()
        .unwrap();
    let [above, below] = [0, 1].map(|joint| {
        let rest = skeleton.rest_model_from_joint(JointIndex(joint));
        let (rotation, translation) = (rest.rotation.as_dquat(), rest.translation.as_dvec3());
        DAffine3::from_rotation_translation(rotation.normalize(), translation)
    });
    // The ends are rounded to 6e-5 there; nothing is to be added to that.
    let rounded = (above.inverse() * below).translation.as_vec3();
    assert!(rounded.abs_diff_eq(Vec3::Y, 1e-4), "{rounded}");
    let found = skeleton.parent_from_joint(JointIndex(1)).translation;
    assert!(found.abs_diff_eq(rounded, 1e-6), "{found} for {rounded}");
}

#[test]
fn channels_of_a_matrix() {
    let trs = Trs {
        translation: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_rotation_y(0.7),
        scale: Vec3::new(-2.0, 3.0, 0.5),
    };
    let found = LocalTransform::Matrix(trs.to_affine()).to_trs();
    assert!(
        found.to_affine().abs_diff_eq(trs.to_affine(), 1e-5),
        "{found:?}"
    );
    let flat = LocalTransform::Matrix(Affine3A::from_scale(Vec3::new(2.0, 0.0, 1.0))).to_trs();
    assert_eq!(
        flat,
        Trs {
            scale: Vec3::new(2.0, 0.0, 1.0),
            ..Trs::IDENTITY
        }
    );
}
