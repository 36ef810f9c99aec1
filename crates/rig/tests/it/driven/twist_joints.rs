//! Twist joints along limbs: where they stand, what they are called, how the twist spreads.

use crate::support::{cases, rotation};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    ConstraintKind, DrivenMemory, DrivenSet, EditError, InsertedTwist, JointIndex, JointRole,
    LimbTwist, LimitAxes, LocalTransform, NamePatterns, NodeConstraints, Pose, ScaleInheritance,
    Skeleton, SkeletonBuilder, Trs, TwistSource, TwistedLimb, forward, joint_roles,
};

const SHOULDER: u32 = 0;
const ARM: u32 = 10;
const HAND: u32 = 20;
const TIP: u32 = 30;
const OTHER: u32 = 40;

/// A shoulder with an arm whose axes lie anyhow, a hand, a fingertip; and beside it a joint that comes later in the list.
fn arm(names: [&str; 3], rests: [Quat; 2], bone: Vec3) -> Skeleton {
    let local = |translation: Vec3, rotation: Quat| {
        LocalTransform::Trs(Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    };
    let [shoulder, arm, hand] = names;
    SkeletonBuilder::new()
        .joint(
            SHOULDER,
            None,
            shoulder,
            local(Vec3::Y, Quat::from_rotation_x(0.3)),
        )
        .joint(
            ARM,
            Some(SHOULDER),
            arm,
            local(Vec3::new(0.2, 0.1, 0.0), rests[0]),
        )
        .joint(HAND, Some(ARM), hand, local(bone, rests[1]))
        .joint(TIP, Some(HAND), "tip", local(Vec3::X * 0.2, Quat::IDENTITY))
        .joint(
            OTHER,
            Some(SHOULDER),
            "other",
            local(Vec3::NEG_Y, Quat::IDENTITY),
        )
        .build()
        .unwrap()
}

fn plain() -> Skeleton {
    arm(
        ["shoulder.L", "arm.L", "hand.L"],
        [Quat::IDENTITY; 2],
        Vec3::Y,
    )
}

fn asked(count: usize, source: TwistSource) -> LimbTwist {
    LimbTwist {
        limb: ARM,
        end: HAND,
        count,
        source,
    }
}

/// How a joint is turned in the model, relative to its rest there.
fn turned(skeleton: &Skeleton, pose: &Pose, joint: JointIndex) -> Quat {
    let flags = vec![ScaleInheritance::Children; skeleton.len()];
    let posed = forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let now = Quat::from_mat3a(&posed.model_from_posed_joint(joint).matrix3);
    now * skeleton.rest_model_from_joint(joint).rotation.conjugate()
}

fn driven(inserted: &InsertedTwist, pose: &Pose) -> Pose {
    let skeleton = inserted.remap.skeleton();
    let channels = inserted.limbs.iter();
    let channels = channels.flat_map(|limb| limb.channels.clone());
    let set = DrivenSet::new(channels.collect(), skeleton).unwrap();
    let mut pose = inserted.remap.pose(pose);
    set.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    // A pose that was keyed with its twist joints is driven to itself.
    let mut again = pose.clone();
    set.apply(&mut again, &mut [], &mut DrivenMemory::default());
    let mut pairs = pose.rigid.iter().zip(&again.rigid);
    assert!(pairs.all(|(one, other)| is_same(one.rotation, other.rotation)));
    pose
}

fn is_same(one: Quat, other: Quat) -> bool {
    one.dot(other).abs() > 1.0 - 1e-5
}

/// Any turn that is no half turn across the bone.
fn turn() -> impl Strategy<Value = Quat> {
    ([-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0], -2.4_f32..2.4).prop_map(|(axis, angle)| {
        let axis = Vec3::from_array(axis).normalize_or(Vec3::Y);
        Quat::from_axis_angle(axis, angle)
    })
}

proptest! {
    #![proptest_config(cases(96))]

    /// All other joints rest and hang as they did, to the bit; the new ones stand evenly between limb and end, and carry nothing.
    #[test]
    fn joints_come_between_and_change_nothing(
        rests in [rotation(), rotation()],
        bone in [0.1_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        count in 1_usize..5,
        is_end in any::<bool>(),
    ) {
        let source = if is_end { TwistSource::End } else { TwistSource::Own };
        let skeleton = arm(["shoulder.L", "arm.L", "hand.L"], rests, Vec3::from_array(bone));
        let inserted = skeleton.with_twist_joints(&[asked(count, source)], 100).unwrap();
        let after = inserted.remap.skeleton();
        prop_assert_eq!(after.len(), skeleton.len() + count);
        for joint in skeleton.joints() {
            let new = inserted.remap.new_of(joint).unwrap();
            prop_assert_eq!(after.rest_model_from_joint(new), skeleton.rest_model_from_joint(joint));
            prop_assert_eq!(after.local(new), skeleton.local(joint));
            let parent = skeleton.parent(joint).and_then(|parent| inserted.remap.new_of(parent));
            prop_assert_eq!(after.parent(new), parent);
        }
        let limb = &inserted.limbs[0];
        let [head, end] = [limb.limb, limb.end].map(|joint| after.rest_model_from_joint(joint).translation);
        prop_assert_eq!(limb.joints.len(), count);
        for (number, twist) in (1_u8..).zip(&limb.joints) {
            let place = f32::from(number) / f32::from(u8::try_from(count).unwrap() + 1);
            prop_assert!((twist.place - place).abs() < 1e-6);
            let rest = after.rest_model_from_joint(twist.joint);
            prop_assert!(rest.translation.distance(head.lerp(end, place)) < 1e-5);
            prop_assert_eq!(after.parent(twist.joint), Some(limb.limb));
            prop_assert_eq!(after.children(twist.joint).count(), 0);
            // One of its axes goes along the bone.
            let way = rest.rotation.conjugate() * (end - head).normalize();
            prop_assert!(way.abs().max_element() > 1.0 - 1e-5);
        }
        // Joints that are there already are driven alike.
        let joints: Vec<JointIndex> = limb.joints.iter().rev().map(|twist| twist.joint).collect();
        let found = TwistedLimb::of_joints(after, limb.limb, limb.end, &joints, source).unwrap();
        for (one, other) in limb.channels.iter().zip(&found.channels) {
            prop_assert_eq!((one.driver, one.target), (other.driver, other.target));
            let [one, other] = [one, other].map(|channel| channel.curve.value(1.0));
            prop_assert!((one - other).abs() < 1e-5);
        }
        let places: Vec<f32> = limb.nodes.iter().map(|node| node.place).collect();
        prop_assert!(places.is_sorted());
        prop_assert_eq!(limb.nodes[if is_end { 0 } else { count }].joint, limb.limb);
    }

    /// What the hand twists about the forearm spreads evenly along it, and what it bends does not.
    #[test]
    fn a_forearm_follows_its_hand(
        rests in [rotation(), rotation()],
        bone in [0.1_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        turns in [turn(), turn()],
        count in 1_usize..5,
    ) {
        let skeleton = arm(["shoulder.L", "arm.L", "hand.L"], rests, Vec3::from_array(bone));
        let inserted = skeleton.with_twist_joints(&[asked(count, TwistSource::End)], 100).unwrap();
        let after = inserted.remap.skeleton();
        let [arm, hand] = [ARM, HAND].map(|key| skeleton.joint_of_key(key).unwrap());
        let mut pose = Pose::rest(&skeleton);
        (pose.rigid[arm.index()].rotation, pose.rigid[hand.index()].rotation) = (turns[0], turns[1]);
        let [head, end] = [arm, hand].map(|joint| skeleton.rest_model_from_joint(joint));
        let way = (end.translation - head.translation).normalize();
        let of_hand = end.rotation.conjugate() * way;
        let twist = LimitAxes::about(of_hand, Vec3::X).part(turns[1], 0.0).twist;
        let pose = driven(&inserted, &pose);
        let limb = &inserted.limbs[0];
        let carried = turned(after, &pose, limb.limb);
        for own in &limb.joints {
            let expected = carried * Quat::from_axis_angle(way, own.place * twist);
            prop_assert!(is_same(turned(after, &pose, own.joint), expected));
        }
    }

    /// An upper arm's own twist is all at the elbow and none at the shoulder, while it swings as a whole.
    #[test]
    fn an_upper_arm_leaves_its_twist_to_the_elbow(
        rests in [rotation(), rotation()],
        bone in [0.1_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        turn in turn(),
        count in 1_usize..5,
    ) {
        let skeleton = arm(["shoulder.L", "arm.L", "hand.L"], rests, Vec3::from_array(bone));
        let inserted = skeleton.with_twist_joints(&[asked(count, TwistSource::Own)], 100).unwrap();
        let arm = skeleton.joint_of_key(ARM).unwrap();
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[arm.index()].rotation = turn;
        // q = s t, t about the bone.
        let axes = LimitAxes::about(Vec3::from_array(bone), Vec3::X);
        let parts = axes.part(turn, 0.0);
        let pose = driven(&inserted, &pose);
        let rest = skeleton.rest_model_from_joint(arm).rotation;
        for own in &inserted.limbs[0].joints {
            let shared = axes.join(rig::SwingTwist { twist: own.place * parts.twist, ..parts });
            let expected = rest * shared * rest.conjugate();
            prop_assert!(is_same(turned(inserted.remap.skeleton(), &pose, own.joint), expected));
        }
    }
}

/// In an ordinary rig what follows a hand is a roll constraint, which turns the joints alike; what undoes a twist is none.
#[test]
fn a_forearm_can_be_written_as_constraints() {
    let skeleton = plain();
    let sources = [TwistSource::End, TwistSource::Own];
    let [end, own] = sources.map(|source| {
        let inserted = skeleton.with_twist_joints(&[asked(3, source)], 100);
        inserted.unwrap()
    });
    let after = end.remap.skeleton();
    let channels = &end.limbs[0].channels;
    let rolls = channels.iter();
    let rolls = rolls.map(|channel| channel.as_node_constraint(after).unwrap());
    let rolls: Vec<_> = rolls.collect();
    assert!(
        rolls
            .iter()
            .all(|roll| matches!(roll.kind, ConstraintKind::Roll(rig::Axis::Y)))
    );
    let mut pose = Pose::rest(&skeleton);
    let hand = skeleton.joint_of_key(HAND).unwrap();
    pose.rigid[hand.index()].rotation = Quat::from_rotation_z(0.6) * Quat::from_rotation_y(1.4);
    let by_channels = driven(&end, &pose);
    let mut by_rolls = end.remap.pose(&pose);
    let flags = vec![ScaleInheritance::Children; after.len()];
    let rolls = NodeConstraints::new(rolls, after).unwrap();
    rolls.apply(after, &mut by_rolls, &flags).unwrap();
    for (one, other) in by_channels.rigid.iter().zip(&by_rolls.rigid) {
        assert!(is_same(one.rotation, other.rotation));
    }
    let mut undone = own.limbs[0].channels.iter();
    let after = own.remap.skeleton();
    assert!(undone.all(|channel| channel.as_node_constraint(after).is_none()));
}

/// Names stay with their side, so that both sides are partners, and say what the joints are; roles of all others stay.
#[test]
fn names_keep_their_side() {
    let patterns = NamePatterns::default();
    let cases = [
        (
            ["clavicle.L", "upper_arm.L", "forearm.L"],
            "upper_arm.twist2.L",
        ),
        (
            ["clavicle_l", "upperarm_l", "lowerarm_l"],
            "upperarm_twist2_l",
        ),
        (["LeftShoulder", "LeftArm", "LeftForeArm"], "LeftArm.twist2"),
        (
            ["Shoulder Left", "Arm Left", "Forearm Left"],
            "Arm twist2 Left",
        ),
        (["collar", "upper arm", "forearm"], "upper arm.twist2"),
    ];
    for (names, expected) in cases {
        let skeleton = arm(names, [Quat::IDENTITY; 2], Vec3::Y);
        let inserted = skeleton.with_twist_joints(&[asked(2, TwistSource::Own)], 100);
        let inserted = inserted.unwrap();
        let after = inserted.remap.skeleton();
        let twist = inserted.limbs[0].joints[1].joint;
        assert_eq!(after.name(twist), expected);
        if let Some(partner) = patterns.mirror_name(names[1]) {
            let others = [names[0], &partner, names[2]];
            let other = arm(others, [Quat::IDENTITY; 2], Vec3::Y);
            let other = other.with_twist_joints(&[asked(2, TwistSource::Own)], 100);
            let other = other.unwrap();
            let of_partner = other.limbs[0].joints[1].joint;
            let mirrored = patterns.mirror_name(expected);
            assert_eq!(
                mirrored.as_deref(),
                Some(other.remap.skeleton().name(of_partner))
            );
        }
        let (before, roles) = (joint_roles(&skeleton), joint_roles(after));
        assert_eq!(roles[twist.index()], JointRole::Twist, "{names:?}");
        for joint in skeleton.joints() {
            let new = inserted.remap.new_of(joint).unwrap();
            assert_eq!(
                roles[new.index()],
                before[joint.index()],
                "{}",
                skeleton.name(joint)
            );
        }
    }
    assert_eq!(TwistSource::usual(JointRole::Shoulder), TwistSource::Own);
    assert_eq!(TwistSource::usual(JointRole::Elbow), TwistSource::End);
}

#[test]
fn what_cannot_get_twist_joints_is_named() {
    let skeleton = plain();
    let refused = |asked: LimbTwist| skeleton.with_twist_joints(&[asked], 100).unwrap_err();
    let usual = asked(1, TwistSource::End);
    for count in [0, 5] {
        assert_eq!(
            refused(asked(count, TwistSource::End)),
            EditError::TwistCount { found: count }
        );
    }
    assert_eq!(
        refused(LimbTwist { limb: 7, ..usual }),
        EditError::NoJoint { key: 7 }
    );
    let no_child = refused(LimbTwist { end: TIP, ..usual });
    assert!(matches!(no_child, EditError::NotAChild { child, .. } if child == "tip"));
    let taken = skeleton.with_twist_joints(&[usual], HAND).unwrap_err();
    assert!(matches!(taken, EditError::Taken { key: HAND, .. }));
    let full = skeleton.with_twist_joints(&[asked(2, TwistSource::End)], u32::MAX);
    assert_eq!(full.unwrap_err(), EditError::Full);
    let point = arm(
        ["shoulder.L", "arm.L", "hand.L"],
        [Quat::IDENTITY; 2],
        Vec3::ZERO,
    );
    let point = point
        .with_twist_joints(&[usual], 100)
        .unwrap_err()
        .to_string();
    assert!(
        point.contains("hand.L") && point.contains("arm.L"),
        "{point}"
    );
    // Once more: the limb has them.
    let once = skeleton.with_twist_joints(&[usual], 100).unwrap();
    let again = once.remap.skeleton().with_twist_joints(&[usual], 200);
    let name = "arm.twist1.L".to_owned();
    assert_eq!(again.unwrap_err(), EditError::NameTaken { name });
    let twice = skeleton.with_twist_joints(&[usual, usual], 100);
    assert!(matches!(twice, Err(EditError::NameTaken { .. })));
}
