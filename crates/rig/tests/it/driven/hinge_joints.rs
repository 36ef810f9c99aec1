//! Pushers and muscles at a hinge: how far from its axis they keep the skin, and which points are theirs.

use glam::{Quat, Vec3};
use rig::{
    DrivenChannel, DrivenMemory, DrivenSet, EditError, FULL_BEND, Hinge, HingeSide, JointIndex,
    LocalTransform, Pose, ScaleInheritance, Skeleton, SkeletonBuilder, Trs, forward,
};

const UPPER: JointIndex = JointIndex(0);
const LOWER: JointIndex = JointIndex(1);
const HELPER: JointIndex = JointIndex(3);
/// How far the point that is looked at is from the axis.
const RADIUS: f32 = 0.2;

/// How the model lies, and how the joint that bends has its axes.
fn turns() -> [Quat; 2] {
    [
        Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-0.4),
        Quat::from_rotation_x(1.1) * Quat::from_rotation_z(0.3),
    ]
}

/// A bone of length one along X from the origin, one more, and a helper where the bones meet or half way to there; all of it turned.
fn bones(helper_at: f32) -> Skeleton {
    let [all, lower] = turns();
    let local = |translation: Vec3, rotation: Quat| {
        LocalTransform::Trs(Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    };
    SkeletonBuilder::new()
        .joint(0, None, "upper", local(Vec3::ZERO, all))
        .joint(1, Some(0), "lower", local(Vec3::X, lower))
        .joint(
            2,
            Some(1),
            "tip",
            local(lower.inverse() * Vec3::X, Quat::IDENTITY),
        )
        .joint(
            3,
            Some(0),
            "helper",
            local(Vec3::X * helper_at, Quat::from_rotation_y(0.5)),
        )
        .build()
        .unwrap()
}

/// Bends about Z of the upper bone, towards its Y.
fn hinge() -> Hinge {
    let [_, lower] = turns();
    Hinge {
        upper: UPPER,
        lower: LOWER,
        axis: lower.inverse() * Vec3::Z,
        bone: lower.inverse() * Vec3::X,
    }
}

/// The pose with the hinge bent, and what the channels make of it.
fn bent(skeleton: &Skeleton, channels: &[DrivenChannel], angle: f32) -> Pose {
    let set = DrivenSet::new(channels.to_vec(), skeleton).unwrap();
    let mut pose = Pose::rest(skeleton);
    pose.rigid[LOWER.index()].rotation = Quat::from_axis_angle(hinge().axis, angle);
    set.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    pose
}

/// Where the helper carries a point of the model at rest, seen from the upper bone.
fn carried(skeleton: &Skeleton, pose: &Pose, point: Vec3) -> Vec3 {
    let flags = [ScaleInheritance::Children; 4];
    let posed = forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let rest = skeleton.rest_model_from_joint(HELPER).to_affine().inverse();
    let [all, _] = turns();
    let moved = posed.model_from_posed_joint(HELPER) * rest;
    all.inverse() * moved.transform_point3(all * point)
}

#[test]
fn a_pusher_keeps_the_outside_as_far_as_it_is_and_pushes_it_beyond() {
    let skeleton = bones(1.0);
    let push = 0.1;
    let channels = hinge().pusher(&skeleton, HELPER, push).unwrap();
    let outside = Vec3::new(1.0, -RADIUS, 0.0);
    for degrees in [30.0_f32, 60.0, 90.0, 120.0, 150.0] {
        let angle = degrees.to_radians();
        let pose = bent(&skeleton, &channels, angle);
        let seen = carried(&skeleton, &pose, outside) - Vec3::X;
        // Between both bones, and out of there by what blending both of them half would lose, times the push.
        let (sin, cos) = (0.5 * angle).sin_cos();
        let lost = 1.0 - cos;
        let expected = Vec3::new(sin, -cos, 0.0) * (RADIUS + push * lost);
        assert!(
            seen.abs_diff_eq(expected, 1e-5),
            "{degrees}: {seen} {expected}"
        );
    }
    // The other way nothing is pushed, and what the joint twists drives nothing.
    let back = bent(&skeleton, &channels, -0.5);
    let seen = carried(&skeleton, &back, outside) - Vec3::X;
    assert!((seen.length() - RADIUS).abs() < 1e-5, "{seen}");
    let mut twisted = Pose::rest(&skeleton);
    twisted.rigid[LOWER.index()].rotation = Quat::from_axis_angle(hinge().bone, 1.0);
    let set = DrivenSet::new(channels.clone(), &skeleton).unwrap();
    set.apply(&mut twisted, &mut [], &mut DrivenMemory::default());
    assert!(carried(&skeleton, &twisted, outside).abs_diff_eq(outside, 1e-5));
    // Muted, nothing moves at all.
    let muted = channels.into_iter().map(|channel| DrivenChannel {
        muted: true,
        ..channel
    });
    let still = bent(&skeleton, &muted.collect::<Vec<_>>(), 1.0);
    assert_eq!(
        still.rigid[HELPER.index()],
        Pose::rest(&skeleton).rigid[HELPER.index()]
    );

    let frame = hinge().frame(&skeleton).unwrap();
    let [all, _] = turns();
    let shares = [-RADIUS, RADIUS].map(|y| frame.pusher_share(all * Vec3::new(1.0, y, 0.3)));
    assert!(
        (shares[0] - 1.0).abs() < 1e-5 && shares[1].abs() < 1e-5,
        "{shares:?}"
    );
    assert!((frame.radius(all * Vec3::new(1.0, -RADIUS, 0.3)) - RADIUS).abs() < 1e-5);
}

#[test]
fn a_muscle_swells_across_its_bone_and_is_of_one_side() {
    let skeleton = bones(0.5);
    let channels = hinge().muscle(&skeleton, HELPER, 0.3).unwrap();
    let at = Vec3::new(0.6, RADIUS, 0.0);
    for (angle, factor) in [
        (0.0, 1.0),
        (0.5 * FULL_BEND, 1.15),
        (FULL_BEND, 1.3),
        (3.0, 1.3),
        (-0.4, 1.0),
    ] {
        let pose = bent(&skeleton, &channels, angle);
        let seen = carried(&skeleton, &pose, at);
        let expected = Vec3::new(0.6, RADIUS * factor, 0.0);
        assert!(
            seen.abs_diff_eq(expected, 1e-4),
            "{angle}: {seen} {expected}"
        );
    }
    let frame = hinge().frame(&skeleton).unwrap();
    let [all, _] = turns();
    let share = |x: f32, y: f32, side| frame.muscle_share(all * Vec3::new(x, y, 0.0), side);
    assert!((share(0.5, RADIUS, HingeSide::Inner) - 1.0).abs() < 1e-5);
    assert!((share(0.5, -RADIUS, HingeSide::Outer) - 1.0).abs() < 1e-5);
    for (x, y, side) in [
        (0.5, -RADIUS, HingeSide::Inner),
        (0.0, RADIUS, HingeSide::Inner),
        (1.3, RADIUS, HingeSide::Inner),
    ] {
        assert!(share(x, y, side).abs() < 1e-5, "{x} {y}");
    }
}

#[test]
fn what_is_no_hinge_is_refused() {
    let skeleton = bones(1.0);
    let along = Hinge {
        axis: hinge().bone,
        ..hinge()
    };
    assert!(matches!(
        along.frame(&skeleton),
        Err(EditError::NoAxis { .. })
    ));
    let apart = Hinge {
        upper: JointIndex(2),
        ..hinge()
    };
    assert!(matches!(
        apart.frame(&skeleton),
        Err(EditError::NotAChild { .. })
    ));
    let nowhere = Hinge {
        lower: JointIndex(9),
        ..hinge()
    };
    assert!(matches!(
        nowhere.frame(&skeleton),
        Err(EditError::NoJoint { .. })
    ));
    let endless = hinge().pusher(&skeleton, HELPER, f32::NAN);
    assert!(matches!(endless, Err(EditError::NotFinite { .. })));
}
