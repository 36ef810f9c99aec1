//! Binding a skin: every way to be wrong, unlisted joints, singular matrices; and lengths that the next functions check.

use dq_math::SignRule;
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    BindError, BindPose, BindWarning, ForwardError, JointIndex, JointSlot, LocalTransform,
    MatrixPalette, Pose, PosedSkin, Rigid, RigidBlend, ScaleInheritance, Skeleton, SkeletonBuilder,
    Split, Trs, TwoPhasePalette, UserTransform, forward,
};

/// A root with two arms of two joints each, 0 → (1 → 2, 3 → 4), a unit apart.
fn skeleton() -> Skeleton {
    let step = |x: f32| {
        LocalTransform::Trs(Trs {
            translation: Vec3::new(x, 1.0, 0.0),
            ..Trs::IDENTITY
        })
    };
    SkeletonBuilder::new()
        .joint(0, None, "root", LocalTransform::default())
        .joint(1, Some(0), "left", step(-1.0))
        .joint(2, Some(1), "left end", step(0.0))
        .joint(3, Some(0), "right", step(1.0))
        .joint(4, Some(3), "right end", step(0.0))
        .build()
        .unwrap()
}

fn check(joints: &[u16], matrices: &[Affine3A], expected: BindError) {
    let joints: Vec<_> = joints.iter().copied().map(JointIndex).collect();
    assert_eq!(BindPose::new(&skeleton(), &joints, matrices), Err(expected));
}

#[test]
fn every_way_to_be_invalid() {
    let one = Affine3A::IDENTITY;
    check(
        &[0, 1],
        &[one],
        BindError::Lengths {
            joints: 2,
            matrices: 1,
        },
    );
    check(
        &[],
        &[one],
        BindError::Lengths {
            joints: 0,
            matrices: 1,
        },
    );
    check(
        &[0, 5],
        &[one, one],
        BindError::JointOutOfRange {
            place: 1,
            joint: 5,
            joint_count: 5,
        },
    );
    check(
        &[65535],
        &[one],
        BindError::JointOutOfRange {
            place: 0,
            joint: 65535,
            joint_count: 5,
        },
    );
    check(
        &vec![0; 65536],
        &vec![one; 65536],
        BindError::TooMany { found: 65536 },
    );
}

#[test]
fn no_joints_are_an_empty_bind() {
    let (bind, warnings) = BindPose::new(&skeleton(), &[], &[]).unwrap();
    assert!(bind.is_empty() && warnings.is_empty());
    for joint in skeleton().joints() {
        assert_eq!(
            bind.model_from_joint(joint),
            skeleton().rest_model_from_joint(joint)
        );
    }
}

#[test]
fn singular_matrices_are_taken_as_the_identity_with_a_warning() {
    let turned = Mat3::from_quat(Quat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize());
    let flat = turned * Mat3::from_diagonal(Vec3::new(1.0, 0.0, 1.0)) * turned;
    let bad = [
        Affine3A::ZERO,
        Affine3A::NAN,
        Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)),
        Affine3A::from_translation(Vec3::new(0.0, f32::INFINITY, 0.0)),
        Affine3A::from_mat3(flat),
        Affine3A::from_mat3_translation(flat, Vec3::ONE),
    ];
    for matrix in bad {
        let matrices = [Affine3A::IDENTITY, matrix];
        let (bind, warnings) =
            BindPose::new(&skeleton(), &[JointIndex(0), JointIndex(1)], &matrices).unwrap();
        assert_eq!(warnings, [BindWarning::Singular { place: 1 }], "{matrix:?}");
        assert_eq!(bind.joint_from_bind(1), Affine3A::IDENTITY);
        assert_eq!(bind.model_from_joint(JointIndex(1)), Rigid::IDENTITY);
    }
    for scale in [1e-20_f32, 1e-3, 1e4, 1e20] {
        let matrix = Affine3A::from_scale(Vec3::splat(scale));
        let (bind, warnings) = BindPose::new(&skeleton(), &[JointIndex(0)], &[matrix]).unwrap();
        assert_eq!(warnings, [], "{scale}");
        assert_eq!(bind.joint_from_bind(0), matrix);
    }
}

#[test]
fn unlisted_joints_follow_the_nearest_bound_descendant_else_their_parent() {
    let skeleton = skeleton();
    let moved = |x: f32| Rigid::new(Quat::from_rotation_z(0.5), Vec3::new(x, 0.0, 0.0));
    let bind_of = |listed: &[(u16, f32)]| {
        let joints: Vec<_> = listed.iter().map(|&(joint, _)| JointIndex(joint)).collect();
        let frames = listed
            .iter()
            .map(|&(joint, x)| moved(x) * skeleton.rest_model_from_joint(JointIndex(joint)));
        let matrices: Vec<_> = frames.map(|frame| frame.inverse().to_affine()).collect();
        BindPose::new(&skeleton, &joints, &matrices).unwrap().0
    };
    let check = |listed: &[(u16, f32)], joint: u16, x: f32| {
        let found = bind_of(listed)
            .model_from_joint(JointIndex(joint))
            .to_affine();
        let expected = (moved(x) * skeleton.rest_model_from_joint(JointIndex(joint))).to_affine();
        assert!(
            found.abs_diff_eq(expected, 1e-5),
            "{listed:?} {joint}: {found:?}, expected {expected:?}"
        );
    };
    check(&[(2, 1.0), (4, 2.0)], 0, 1.0); // two grandchildren: the first
    check(&[(2, 1.0), (3, 2.0)], 0, 2.0); // a child is nearer than a grandchild
    check(&[(2, 1.0), (3, 2.0)], 1, 1.0); // its own child
    check(&[(2, 1.0), (3, 2.0)], 4, 2.0); // none below: from the parent
    check(&[(0, 1.0)], 2, 1.0); // from the grandparent
    check(&[(1, 3.0)], 3, 3.0); // through the root, from the other arm
    check(&[(1, 3.0), (1, 4.0)], 1, 3.0); // listed twice: the first
}

#[test]
fn a_joint_listed_twice_has_two_matrices() {
    let skeleton = skeleton();
    let matrices = [Affine3A::IDENTITY, Affine3A::from_translation(Vec3::X)];
    let (bind, _) = BindPose::new(&skeleton, &[JointIndex(3), JointIndex(3)], &matrices).unwrap();
    let user = Pose::rest(&skeleton).user_transforms();
    let scale_inheritance = [ScaleInheritance::Children; 5];
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    let palette = MatrixPalette::new(&PosedSkin::new(&posed, &bind).unwrap()).posed_from_bind;
    assert_eq!(
        palette[1].translation - palette[0].translation,
        glam::Vec3A::X
    );
    assert_eq!(bind.slot_of(JointIndex(3)), Some(JointSlot(0)));
    assert_eq!(bind.slot_of(JointIndex(2)), None);
    assert_eq!(bind.joint_at(JointSlot(1)), Some(JointIndex(3)));
    assert_eq!(bind.joint_at(JointSlot(2)), None);
    let slots: Vec<_> = bind.slots().collect();
    assert_eq!(slots, [0, 1].map(|slot| (JointSlot(slot), JointIndex(3))));
}

#[test]
fn lengths_are_validated_by_a_pose() {
    let skeleton = skeleton();
    let (user, scale_inheritance) = ([UserTransform::IDENTITY; 5], [ScaleInheritance::Joint; 5]);
    let error = |users: usize, flags: usize| {
        forward(&skeleton, &user[..users], &scale_inheritance[..flags]).err()
    };
    assert_eq!(error(5, 5), None);
    assert_eq!(
        error(4, 5),
        Some(ForwardError::Pose {
            expected: 5,
            found: 4
        })
    );
    assert_eq!(
        error(5, 0),
        Some(ForwardError::ScaleInheritance {
            expected: 5,
            found: 0
        })
    );
    let other = SkeletonBuilder::new().build().unwrap();
    let (bind, _) = BindPose::new(&other, &[], &[]).unwrap();
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    assert_eq!(
        PosedSkin::new(&posed, &bind).err(),
        Some(ForwardError::Bind {
            expected: 0,
            found: 5
        })
    );
}

/// The inverse bind matrices of joints at rest, for a mesh that `bind_from_rest` takes to its own units.
fn matrices_in_units(skeleton: &Skeleton, bind_from_rest: Affine3A) -> Vec<Affine3A> {
    let joints = skeleton.joints();
    let rest = |joint| skeleton.rest_model_from_joint(joint).to_affine();
    joints
        .map(|joint| (bind_from_rest * rest(joint)).inverse())
        .collect()
}

#[test]
fn a_mesh_in_units_of_its_own_is_brought_to_those_of_the_skeleton() {
    let skeleton = skeleton();
    let joints: Vec<_> = skeleton.joints().collect();
    for units in [
        Vec3::splat(3000.0),
        Vec3::splat(0.01),
        Vec3::new(100.0, 200.0, 50.0),
    ] {
        let (bind, warnings) = BindPose::new(
            &skeleton,
            &joints,
            &matrices_in_units(&skeleton, Affine3A::from_scale(units)),
        )
        .unwrap();
        assert!(warnings.is_empty());
        assert!(
            (bind.rest_from_bind() * units).abs_diff_eq(Vec3::ONE, 1e-5),
            "{units}"
        );
        for &joint in &joints {
            let rest = skeleton.rest_model_from_joint(joint).translation;
            assert!(
                bind.rest_from_joint(joint)
                    .translation
                    .abs_diff_eq(rest, 1e-5)
            );
            let in_mesh = bind.model_from_joint(joint).translation;
            assert!(in_mesh.abs_diff_eq(units * rest, 1e-5 * units.max_element()));
        }
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[1].rotation = Quat::from_rotation_z(1.0);
        let scale_inheritance = vec![ScaleInheritance::Children; skeleton.len()];
        let posed = forward(&skeleton, pose.user_transforms(), &scale_inheritance).unwrap();
        let skin = PosedSkin::new(&posed, &bind).unwrap();
        for split in [Split::ElongatedRest, Split::Head] {
            let palette =
                TwoPhasePalette::new(&skin, split, RigidBlend::DualQuaternion, SignRule::First);
            // Without a stretch of the user, phase one is the change of units, the same for all joints.
            for matrix in palette.stretched_from_bind {
                let moved = matrix.transform_point3(units * Vec3::new(0.3, 0.4, 0.5));
                assert!(
                    moved.abs_diff_eq(Vec3::new(0.3, 0.4, 0.5), 1e-4),
                    "{split:?} {moved}"
                );
            }
        }
    }
}

/// Joints in centimeters over a mesh in meters: all share a stretch, and stand at the bind as far apart as they do at rest.
#[test]
fn a_stretch_that_no_distance_shows_is_the_joints_own() {
    let skeleton = skeleton();
    let joints: Vec<_> = skeleton.joints().collect();
    let matrices: Vec<_> = matrices_in_units(&skeleton, Affine3A::IDENTITY)
        .into_iter()
        .map(|joint_from_model| Affine3A::from_scale(Vec3::splat(0.01)) * joint_from_model)
        .collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    assert_eq!(bind.rest_from_bind(), Mat3::IDENTITY);
    for &joint in &joints {
        let (found, rest) = (
            bind.rest_from_joint(joint),
            skeleton.rest_model_from_joint(joint),
        );
        assert!(
            found.translation.abs_diff_eq(rest.translation, 1e-5),
            "{joint:?}: {found:?}"
        );
    }
}

#[test]
fn joints_that_share_no_stretch_keep_the_units_of_the_mesh() {
    let skeleton = skeleton();
    let joints: Vec<_> = skeleton.joints().collect();
    let mut matrices = matrices_in_units(&skeleton, Affine3A::IDENTITY);
    matrices[2] = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0)) * matrices[2];
    let (bind, _) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    assert_eq!(bind.rest_from_bind(), Mat3::IDENTITY);
}
