//! Limbs that reach for a place.

use crate::support::{cases, rigid, rotation, translation};
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    JointIndex, Limb, LimbGoal, LocalTransform, Pose, PosedSkeleton, Rigid, ScaleInheritance,
    Skeleton, SkeletonBuilder, Stretch, Trs, forward, solve_two_bone_ik,
};

/// Of a limb of about two meters.
const NEAR: f32 = 2e-4;

/// A body, hip, knee, foot, and a toe under it.
fn leg(offsets: [Vec3; 5], turns: [Quat; 5]) -> Skeleton {
    let names = ["body", "hip", "knee", "foot", "toe"];
    let mut builder = SkeletonBuilder::new();
    for (key, ((name, translation), rotation)) in
        (0_u32..).zip(names.into_iter().zip(offsets).zip(turns))
    {
        let local = Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        };
        builder = builder.joint(key, key.checked_sub(1), name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

/// Bent forward a little at the knee, as legs are modeled.
fn plain_leg() -> Skeleton {
    leg(
        [
            Vec3::Y * 2.0,
            Vec3::X * 0.1,
            Vec3::new(0.0, -1.0, 0.05),
            Vec3::new(0.0, -1.0, -0.05),
            Vec3::Z * 0.2,
        ],
        [Quat::IDENTITY; 5],
    )
}

const LIMB: Limb = Limb {
    root: JointIndex(1),
    middle: JointIndex(2),
    end: JointIndex(3),
};

fn goal(target: Vec3) -> LimbGoal {
    LimbGoal {
        target,
        pole: None,
        hinge: None,
        keeps_orientation: true,
    }
}

const CHILDREN: [ScaleInheritance; 5] = [ScaleInheritance::Children; 5];

fn posed<'a>(
    skeleton: &'a Skeleton,
    pose: &Pose,
    scale_inheritance: &'a [ScaleInheritance],
) -> PosedSkeleton<'a> {
    forward(skeleton, pose.user_transforms(), scale_inheritance).unwrap()
}

fn place(posed: &PosedSkeleton<'_>, joint: JointIndex) -> Vec3 {
    posed.model_from_posed_frame(joint).translation.into()
}

fn places(skeleton: &Skeleton, pose: &Pose, scale_inheritance: &[ScaleInheritance]) -> [Vec3; 3] {
    let posed = posed(skeleton, pose, scale_inheritance);
    [LIMB.root, LIMB.middle, LIMB.end].map(|joint| place(&posed, joint))
}

#[test]
fn a_limb_is_found_over_joints_that_twist() {
    let names = [
        "body",
        "arm",
        "arm_twist",
        "forearm",
        "forearm.roll",
        "hand",
    ];
    let mut builder = SkeletonBuilder::new();
    for (key, name) in (0_u32..).zip(names) {
        builder = builder.joint(key, key.checked_sub(1), name, LocalTransform::default());
    }
    let skeleton = builder.build().unwrap();
    let [body, arm, _, forearm, _, hand] = [0, 1, 2, 3, 4, 5].map(JointIndex);
    let limb = Limb {
        root: arm,
        middle: forearm,
        end: hand,
    };
    assert_eq!(Limb::ending_with(&skeleton, hand), Some(limb));
    assert_eq!(Limb::ending_with(&skeleton, arm), None);
    assert_eq!(Limb::ending_with(&skeleton, body), None);
}

#[test]
fn a_foot_lifted_bends_the_knee_forward_and_stays_level() {
    let skeleton = plain_leg();
    let rest = Pose::rest(&skeleton);
    let target = Vec3::new(0.1, 0.9, 0.2);
    let after = solve_two_bone_ik(&skeleton, &rest, &CHILDREN, LIMB, &goal(target)).unwrap();
    let [hip, knee, foot] = places(&skeleton, &after, &CHILDREN);
    assert!(foot.distance(target) < 1e-5, "{foot}");
    let middle = (hip + foot) / 2.0;
    assert!(knee.z > middle.z + 0.1, "forward: {knee}");
    assert!((knee.x - 0.1).abs() < 1e-5, "not aside: {knee}");
    let frame = posed(&skeleton, &after, &CHILDREN).model_from_posed_frame(LIMB.end);
    assert!(Mat3::from(frame.matrix3).abs_diff_eq(Mat3::IDENTITY, 1e-5));
    for other in [0, 4] {
        assert_eq!(after.rigid[other], Rigid::IDENTITY);
    }
}

#[test]
fn out_of_reach_the_limb_points_and_is_straight_or_folded() {
    let skeleton = plain_leg();
    let rest = Pose::rest(&skeleton);
    let [hip, ..] = places(&skeleton, &rest, &CHILDREN);
    for way in [Vec3::X, Vec3::NEG_Y, Vec3::Y, Vec3::new(1.0, -2.0, 0.5)] {
        let target = hip + way.normalize() * 5.0;
        let after = solve_two_bone_ik(&skeleton, &rest, &CHILDREN, LIMB, &goal(target)).unwrap();
        let [_, knee, foot] = places(&skeleton, &after, &CHILDREN);
        let length = knee.distance(hip) + foot.distance(knee);
        assert!((foot.distance(hip) - length).abs() < 1e-4, "straight");
        assert!(
            (foot - hip).normalize().abs_diff_eq(way.normalize(), 1e-4),
            "{foot}"
        );
    }
    // A lower bone twice as long cannot come nearer than its half.
    let uneven = leg(
        [
            Vec3::ZERO,
            Vec3::ZERO,
            Vec3::X,
            Vec3::new(2.0, 0.1, 0.0),
            Vec3::X,
        ],
        [Quat::IDENTITY; 5],
    );
    let rest = Pose::rest(&uneven);
    let after = solve_two_bone_ik(&uneven, &rest, &CHILDREN, LIMB, &goal(Vec3::Y * 0.2)).unwrap();
    let [_, _, foot] = places(&uneven, &after, &CHILDREN);
    let lower = Vec3::new(2.0, 0.1, 0.0).length();
    assert!(
        (foot.length() - (lower - 1.0)).abs() < 1e-4,
        "folded: {foot}"
    );
    assert!(foot.normalize().abs_diff_eq(Vec3::Y, 1e-4), "{foot}");
}

#[test]
fn a_straight_limb_bends_as_at_rest_or_about_its_hinge() {
    let bent = plain_leg();
    let mut straight = Pose::rest(&bent);
    straight.rigid[2].rotation = Quat::from_rotation_arc(
        Vec3::new(0.0, -1.0, -0.05).normalize(),
        Vec3::new(0.0, -1.0, 0.05).normalize(),
    );
    let target = Vec3::new(0.1, 0.6, 0.0);
    let after = solve_two_bone_ik(&bent, &straight, &CHILDREN, LIMB, &goal(target)).unwrap();
    let [_, knee, foot] = places(&bent, &after, &CHILDREN);
    assert!(
        knee.z > 0.2 && foot.distance(target) < NEAR,
        "{knee} {foot}"
    );

    let dead_straight = leg(
        [Vec3::Y * 2.0, Vec3::ZERO, Vec3::NEG_Y, Vec3::NEG_Y, Vec3::Z],
        [Quat::IDENTITY; 5],
    );
    let rest = Pose::rest(&dead_straight);
    for hinge in [Vec3::X, Vec3::NEG_X, Vec3::Z] {
        let goal = LimbGoal {
            hinge: Some(hinge),
            ..goal(Vec3::Y)
        };
        let after = solve_two_bone_ik(&dead_straight, &rest, &CHILDREN, LIMB, &goal).unwrap();
        let [hip, knee, foot] = places(&dead_straight, &after, &CHILDREN);
        assert!(foot.distance(Vec3::Y) < NEAR);
        let axis = (knee - hip).cross(foot - knee).normalize();
        assert!(axis.abs_diff_eq(hinge, 1e-3), "{axis} is not {hinge}");
    }
    let after = solve_two_bone_ik(&dead_straight, &rest, &CHILDREN, LIMB, &goal(Vec3::Y)).unwrap();
    let [.., foot] = places(&dead_straight, &after, &CHILDREN);
    assert!(foot.distance(Vec3::Y) < NEAR, "about some axis");
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let skeleton = plain_leg();
    let rest = Pose::rest(&skeleton);
    for target in [Vec3::NAN, Vec3::splat(f32::INFINITY)] {
        let after = solve_two_bone_ik(&skeleton, &rest, &CHILDREN, LIMB, &goal(target)).unwrap();
        assert_eq!(after, rest);
    }
    let wrong = [
        Limb {
            root: LIMB.end,
            ..LIMB
        },
        Limb {
            end: JointIndex(77),
            ..LIMB
        },
        Limb {
            middle: LIMB.root,
            ..LIMB
        },
    ];
    for limb in wrong {
        let after = solve_two_bone_ik(&skeleton, &rest, &CHILDREN, limb, &goal(Vec3::Y)).unwrap();
        assert_eq!(after, rest);
    }
    let mut flat = rest.clone();
    flat.stretch[0] = Stretch::from_scale(Vec3::new(1.0, 0.0, 1.0));
    let after = solve_two_bone_ik(&skeleton, &flat, &CHILDREN, LIMB, &goal(Vec3::Y)).unwrap();
    assert_eq!(after, flat);
    assert!(
        solve_two_bone_ik(&skeleton, &Pose::default(), &CHILDREN, LIMB, &goal(Vec3::Y)).is_err()
    );

    // Bones without a length: nothing bends, and nothing breaks.
    let points = leg([Vec3::ZERO; 5], [Quat::IDENTITY; 5]);
    let rest = Pose::rest(&points);
    let after = solve_two_bone_ik(&points, &rest, &CHILDREN, LIMB, &goal(Vec3::Y)).unwrap();
    assert_eq!(after, rest);
}

fn offsets() -> impl Strategy<Value = [Vec3; 5]> {
    let bone = || (rotation(), 0.2..1.5_f32).prop_map(|(turn, length)| turn * Vec3::Y * length);
    (translation(), translation(), bone(), bone(), translation())
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e])
}

fn poses() -> impl Strategy<Value = [Rigid; 5]> {
    [rigid(), rigid(), rigid(), rigid(), rigid()]
}

fn pose_of(skeleton: &Skeleton, rigids: [Rigid; 5]) -> Pose {
    Pose {
        rigid: rigids.to_vec(),
        ..Pose::rest(skeleton)
    }
}

/// Scale and shear that flattens and mirrors nothing.
fn mild() -> impl Strategy<Value = Stretch> {
    let one = || 0.6..1.6_f32;
    ([one(), one(), one()], [-0.2..0.2_f32, -0.2..0.2, -0.2..0.2]).prop_map(|(scale, shear)| {
        Stretch {
            scale: scale.into(),
            shear: shear.into(),
        }
    })
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn the_end_meets_what_it_can_reach_and_lengths_stay(
        offsets in offsets(),
        turns in [rotation(), rotation(), rotation(), rotation(), rotation()],
        rigids in poses(),
        (way, share) in (rotation(), prop_oneof![4 => 0.0..1.0_f32, 1 => Just(1.0_f32), 1 => Just(0.0_f32)]),
        keeps_orientation in any::<bool>(),
    ) {
        let skeleton = leg(offsets, turns);
        let pose = pose_of(&skeleton, rigids);
        let [hip, knee, foot] = places(&skeleton, &pose, &CHILDREN);
        let (upper, lower) = (hip.distance(knee), knee.distance(foot));
        prop_assume!(upper > 0.05 && lower > 0.05);
        let least = (upper - lower).abs();
        let target = hip + way * Vec3::Y * (least + share * (upper + lower - least));
        let goal = LimbGoal { keeps_orientation, ..goal(target) };
        let after = solve_two_bone_ik(&skeleton, &pose, &CHILDREN, LIMB, &goal).unwrap();
        let [new_hip, new_knee, new_foot] = places(&skeleton, &after, &CHILDREN);
        prop_assert!(new_hip.distance(hip) < 1e-5);
        prop_assert!((new_hip.distance(new_knee) - upper).abs() < NEAR);
        prop_assert!((new_knee.distance(new_foot) - lower).abs() < NEAR);
        prop_assert!(new_foot.distance(target) < NEAR, "{} off", new_foot.distance(target));
        prop_assert!(after.rigid.iter().all(|rigid| rigid.rotation.is_normalized()));
        for (before, after) in pose.rigid.iter().zip(&after.rigid) {
            prop_assert_eq!(before.translation, after.translation);
        }
        if keeps_orientation {
            let turn = |pose: &Pose| {
                let frame = posed(&skeleton, pose, &CHILDREN).model_from_posed_frame(LIMB.end);
                Mat3::from(frame.matrix3)
            };
            prop_assert!(turn(&pose).abs_diff_eq(turn(&after), 1e-4));
        }
    }

    /// Where it is already, it stays.
    #[test]
    fn a_limb_that_is_there_stays(offsets in offsets(), rigids in poses()) {
        let skeleton = leg(offsets, [Quat::IDENTITY; 5]);
        let pose = pose_of(&skeleton, rigids);
        let [hip, knee, foot] = places(&skeleton, &pose, &CHILDREN);
        let (upper, lower) = ((knee - hip).normalize_or_zero(), (foot - knee).normalize_or_zero());
        // Near straight and near folded, a hair of the target is much of the bend.
        prop_assume!(upper.cross(lower).length() > 0.05);
        prop_assume!(foot.distance(hip) > 0.05);
        let after = solve_two_bone_ik(&skeleton, &pose, &CHILDREN, LIMB, &goal(foot)).unwrap();
        for (before, after) in pose.rigid.iter().zip(&after.rigid) {
            prop_assert!(before.rotation.dot(after.rotation).abs() > 1.0 - 1e-5);
        }
    }

    #[test]
    fn the_knee_comes_to_the_side_of_the_pole(
        offsets in offsets(),
        rigids in poses(),
        (way, share) in (rotation(), 0.2..0.8_f32),
        pole in translation(),
    ) {
        let skeleton = leg(offsets, [Quat::IDENTITY; 5]);
        let pose = pose_of(&skeleton, rigids);
        let [hip, knee, foot] = places(&skeleton, &pose, &CHILDREN);
        let (upper, lower) = (hip.distance(knee), knee.distance(foot));
        prop_assume!(upper > 0.05 && lower > 0.05);
        let least = (upper - lower).abs();
        let target = hip + way * Vec3::Y * (least + share * (upper + lower - least));
        let goal = LimbGoal { pole: Some(pole), ..goal(target) };
        let after = solve_two_bone_ik(&skeleton, &pose, &CHILDREN, LIMB, &goal).unwrap();
        let [_, knee, foot] = places(&skeleton, &after, &CHILDREN);
        prop_assert!(foot.distance(target) < 5e-4);
        let axis = (target - hip).normalize();
        let across = |at: Vec3| (at - hip).reject_from_normalized(axis);
        prop_assume!(across(pole).length() > 0.05 && across(knee).length() > 0.05);
        let (knee, pole) = (across(knee).normalize(), across(pole).normalize());
        prop_assert!(knee.dot(pole) > 1.0 - 1e-3, "{knee} {pole}");
    }

    /// Stretch above, on and below the limb: what was reached by some pose of the limb is reached again.
    #[test]
    fn stretched_limbs_reach_too(
        offsets in offsets(),
        rigids in poses(),
        stretch in [mild(), mild(), mild(), mild(), mild()],
        scale_inheritance in [any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()],
        turn in rotation(),
    ) {
        let skeleton = leg(offsets, [Quat::IDENTITY; 5]);
        let scale_inheritance = scale_inheritance.map(|all| if all { ScaleInheritance::Children } else { ScaleInheritance::Joint });
        let mut pose = pose_of(&skeleton, rigids);
        pose.stretch = stretch.to_vec();
        let [hip, knee, foot] = places(&skeleton, &pose, &scale_inheritance);
        let (upper, lower) = ((knee - hip).normalize_or_zero(), (foot - knee).normalize_or_zero());
        prop_assume!(upper.cross(lower).length() > 0.2);
        // The same limb turned at the root: its foot is a place that can be reached with the present bend.
        let mut other = pose.clone();
        other.rigid[1].rotation = (other.rigid[1].rotation * turn).normalize();
        let [.., target] = places(&skeleton, &other, &scale_inheritance);
        let after = solve_two_bone_ik(&skeleton, &pose, &scale_inheritance, LIMB, &goal(target)).unwrap();
        let [new_hip, _, new_foot] = places(&skeleton, &after, &scale_inheritance);
        prop_assert!(new_hip.distance(hip) < 1e-4);
        prop_assert!(new_foot.distance(target) < 2e-3, "{} off", new_foot.distance(target));
        prop_assert_eq!(&after.stretch, &pose.stretch);
    }
}
