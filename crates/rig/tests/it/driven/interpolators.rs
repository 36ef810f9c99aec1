//! Morph targets that follow poses: what they are at their own poses, at those of others and between.

use crate::support::{cases, rotation};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    DrivenError, DrivenMemory, DrivenSet, InterpolatedPose, JointIndex, LocalTransform,
    MappedJoint, Pose, PoseInterpolator, PoseInterpolatorError, PoseKernel, Skeleton,
    SkeletonBuilder, Trs,
};

const KERNELS: [PoseKernel; 2] = [PoseKernel::Gaussian, PoseKernel::Linear];

fn joints(count: u16) -> Vec<JointIndex> {
    (0..count).map(JointIndex).collect()
}

fn poses(rotations: &[Vec<Quat>]) -> Vec<InterpolatedPose> {
    let numbered = rotations.iter().cloned().enumerate();
    numbered
        .map(|(morph, rotations)| InterpolatedPose { rotations, morph })
        .collect()
}

fn one(kernel: PoseKernel, rotations: &[Vec<Quat>]) -> PoseInterpolator {
    let count = u16::try_from(rotations[0].len()).unwrap();
    PoseInterpolator::new(joints(count), kernel, poses(rotations)).unwrap()
}

fn skeleton(count: u32) -> Skeleton {
    let names = (0..count).map(|joint| (joint, joint.checked_sub(1)));
    let all = names.fold(SkeletonBuilder::new(), |all, (joint, parent)| {
        all.joint(
            joint,
            parent,
            &format!("j{joint}"),
            LocalTransform::Trs(Trs::IDENTITY),
        )
    });
    all.build().unwrap()
}

/// The least angle by which two poses differ in a joint, at most: those that are apart by less are not asked for.
fn are_apart(all: &[Vec<Quat>], least: f32) -> bool {
    let rest = vec![Quat::IDENTITY; all[0].len()];
    let all: Vec<&Vec<Quat>> = std::iter::once(&rest).chain(all).collect();
    let apart = |one: &[Quat], other: &[Quat]| {
        let pairs = one.iter().zip(other);
        pairs
            .map(|(one, other)| one.angle_between(*other).min(other.angle_between(-*one)))
            .fold(0.0_f32, f32::max)
    };
    (0..all.len()).all(|one| (0..one).all(|other| apart(all[one], all[other]) > least))
}

proptest! {
    #![proptest_config(cases(96))]

    /// 1 at its own pose, 0 at rest and at all others, within 0 and 1 everywhere; whatever the signs of quaternions are.
    #[test]
    fn poses_are_met(
        all in prop::collection::vec(prop::array::uniform2(rotation()), 1..5),
        elsewhere in prop::array::uniform2(rotation()),
    ) {
        let all: Vec<Vec<Quat>> = all.iter().map(|pose| pose.to_vec()).collect();
        prop_assume!(are_apart(&all, 0.2));
        for kernel in KERNELS {
            let own = one(kernel, &all);
            for (place, pose) in all.iter().enumerate() {
                let negated: Vec<Quat> = pose.iter().map(|own| -*own).collect();
                for (other, value) in own.values(&negated).into_iter().enumerate() {
                    let wanted = f32::from(u8::from(other == place));
                    prop_assert!((value - wanted).abs() < 1e-4, "{kernel:?}: {value} at {place}");
                }
            }
            let at_rest = own.values(&[Quat::IDENTITY; 2]);
            prop_assert!(at_rest.iter().all(|value| *value == 0.0), "{at_rest:?}");
            let between = own.values(&elsewhere);
            prop_assert!(between.iter().all(|value| (0.0..=1.0).contains(value)), "{between:?}");
        }
    }
}

/// Other axes of a joint change nothing, and fewer poses are what they would be alone.
#[test]
fn poses_go_along_with_their_joints_and_targets() {
    let bent = vec![
        vec![Quat::from_rotation_z(1.2)],
        vec![Quat::from_rotation_z(-0.8)],
    ];
    let turn = Quat::from_rotation_y(0.7);
    let here = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.2);
    for kernel in KERNELS {
        let own = one(kernel, &bent);
        let joint = JointIndex(4);
        let moved = own
            .with_joints_mapped(|_| Some(MappedJoint { joint, turn }))
            .unwrap();
        assert_eq!(moved.joints(), [joint]);
        let [before, after] = [
            own.values(&[here]),
            moved.values(&[turn * here * turn.conjugate()]),
        ];
        for (before, after) in before.iter().zip(after) {
            assert!((before - after).abs() < 1e-5, "{before} {after}");
        }
        assert_eq!(own.with_joints_mapped(|_| None), None);
        let left = own
            .with_morphs_mapped(|morph| (morph == 1).then_some(7))
            .unwrap();
        let alone = one(kernel, &bent[1..]);
        assert_eq!(left.values(&[here]), alone.values(&[here]));
        assert_eq!(left.poses()[0].morph, 7);
    }
}

/// Straight: half at half of the way, as points of rotations have it, and nothing on the other side.
#[test]
fn a_linear_pose_falls_straight() {
    let own = one(PoseKernel::Linear, &[vec![Quat::from_rotation_x(1.0)]]);
    // Chords of a circle: 1 − sin(1/4)/sin(1/2).
    let half = own.values(&[Quat::from_rotation_x(0.5)])[0];
    let wanted = 1.0 - 0.25_f32.sin() / 0.5_f32.sin();
    assert!((half - wanted).abs() < 1e-5, "{half}");
    assert_eq!(own.values(&[Quat::from_rotation_x(-0.5)]), [0.0]);
}

#[test]
fn what_makes_no_interpolator_is_refused() {
    let bent = |angle| vec![Quat::from_rotation_x(angle)];
    let refused = |count, all: &[Vec<Quat>]| {
        PoseInterpolator::new(joints(count), PoseKernel::Gaussian, poses(all)).unwrap_err()
    };
    let many = vec![Quat::from_rotation_x(1.0); 4];
    assert_eq!(
        refused(4, &[many]),
        PoseInterpolatorError::Joints { joints: 4 }
    );
    assert_eq!(
        refused(0, &[vec![]]),
        PoseInterpolatorError::Joints { joints: 0 }
    );
    assert_eq!(refused(1, &[]), PoseInterpolatorError::Poses { poses: 0 });
    assert_eq!(
        refused(1, &[bent(0.01)]),
        PoseInterpolatorError::Rest { pose: 1 }
    );
    let same = PoseInterpolatorError::Same { one: 1, other: 2 };
    assert_eq!(refused(1, &[bent(1.0), bent(1.01)]), same);
    let none = PoseInterpolatorError::Rotations { pose: 1, joints: 1 };
    assert_eq!(
        refused(1, &[vec![Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)]]),
        none
    );
    assert_eq!(refused(1, &[vec![]]), none);
}

/// In a set they come after what turns their joints, and a target follows one thing alone.
#[test]
fn a_set_evaluates_poses_after_channels() {
    let skeleton = skeleton(2);
    let own = one(PoseKernel::Gaussian, &[vec![Quat::from_rotation_z(1.0)]]);
    let set = DrivenSet::default().with_interpolators(vec![own.clone()], &skeleton);
    let set = set.unwrap();
    assert_eq!(set.driven_morphs().into_iter().collect::<Vec<_>>(), [0]);
    let mut pose = Pose::rest(&skeleton);
    pose.morph_weights = vec![0.5];
    pose.rigid[0].rotation = Quat::from_axis_angle(Vec3::Z, 1.0);
    set.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    assert_eq!(pose.morph_weights, [1.0], "in place of what was posed");
    let twice = DrivenSet::default().with_interpolators(vec![own.clone(), own], &skeleton);
    assert!(matches!(twice, Err(DrivenError::Twice { .. })), "{twice:?}");
}
