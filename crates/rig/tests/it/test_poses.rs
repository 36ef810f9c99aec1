//! Test poses made for any skeleton.

use crate::pairs::bind_of;
use crate::support::{cases, key, rigid};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use proptest::sample::Index;
use rig::{
    AddressMatch, Addresses, JointIndex, JointPairs, LocalTransform, MOST_TEST_POSES, NamePatterns,
    PairEvidence, Pose, Rig, Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, TestPose, Trs,
    forward, joint_motions, mirror_pose, test_poses,
};
use std::collections::BTreeSet;

const NAMES: [&str; 24] = [
    "",
    "hips",
    "spine",
    "spine_1",
    "neck",
    "head",
    "upper_arm.L",
    "upper_arm.R",
    "forearm.L",
    "forearm.R",
    "hand.L",
    "hand.R",
    "index_1.L",
    "index_1.R",
    "thigh.L",
    "thigh.R",
    "shin.L",
    "shin.R",
    "foot.L",
    "foot.R",
    "tail_1",
    "bone",
    "arm_twist.L",
    "palm",
];

type Raw = (usize, Option<Index>, Rigid, bool);

fn skeleton_of(joints: &[Raw]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (i, (name, parent, rest, _)) in joints.iter().enumerate() {
        let local = Trs {
            translation: rest.translation,
            rotation: rest.rotation,
            scale: Vec3::ONE,
        };
        let parent = parent.filter(|_| i > 0).map(|parent| key(parent.index(i)));
        builder = builder.joint(key(i), parent, NAMES[*name], LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn raw() -> impl Strategy<Value = Vec<Raw>> {
    let parent = prop::option::weighted(0.95, any::<Index>());
    let joint = (0..NAMES.len(), parent, rigid(), prop::bool::weighted(0.8));
    prop::collection::vec(joint, 1..60)
}

fn by_names(skeleton: &Skeleton) -> JointPairs {
    JointPairs::new(skeleton, &NamePatterns::default())
}

fn angle_between(a: Quat, b: Quat) -> f32 {
    2.0 * (1.0 - a.dot(b).abs().min(1.0)).max(0.0).sqrt()
}

fn turned(poses: &[TestPose]) -> BTreeSet<&str> {
    let joints = poses.iter().flat_map(|pose| &pose.preset.joints);
    joints.map(|joint| joint.joint.as_str()).collect()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_skeleton_gets_rotations_for_all_that_moves(
        joints in raw(),
        by_hand in prop::collection::vec(any::<[Index; 2]>(), 0..4),
    ) {
        let skeleton = skeleton_of(&joints);
        let by_key = |joint| joints[skeleton.key(joint) as usize].3;
        let moves: Vec<bool> = skeleton.joints().map(by_key).collect();
        // Whatever somebody pairs by hand: a joint with the one below it, or with one in the middle.
        let all: Vec<JointIndex> = skeleton.joints().collect();
        let chosen = |pair: &[Index; 2]| pair.map(|joint| all[joint.index(all.len())]);
        let by_hand: Vec<[JointIndex; 2]> = by_hand.iter().map(chosen).collect();
        let pairs = JointPairs::find(&PairEvidence {
            skeleton: &skeleton,
            binds: &[],
            patterns: &NamePatterns::default(),
            by_hand: &by_hand,
            alone: &[],
            map: &[],
        });
        let poses = test_poses(&skeleton, &pairs, &moves);
        prop_assert_eq!(&poses, &test_poses(&skeleton, &pairs, &moves), "the same again");
        prop_assert!(poses.len() <= MOST_TEST_POSES);
        let names: BTreeSet<&str> = poses.iter().map(|pose| pose.name.as_str()).collect();
        prop_assert_eq!(names.len(), poses.len());
        let rest = Pose::rest(&skeleton);
        for pose in &poses {
            prop_assert!(pose.preset.match_joints(&skeleton).is_whole(), "{}", pose.name);
            for joint in &pose.preset.joints {
                prop_assert!(joint.translation.is_none() && joint.scale.is_none() && joint.shear.is_none());
                let turn = joint.rotation.unwrap();
                prop_assert!(turn.is_finite() && (turn.length() - 1.0).abs() < 1e-4);
            }
            let posed = pose.preset.apply_to(&skeleton, &rest, 1.0, None);
            let seen = mirror_pose(&skeleton, &posed, &pairs);
            for joint in skeleton.joints() {
                if pairs.partner(joint).is_some_and(|partner| partner != joint) {
                    let [here, there] = [&posed, &seen].map(|pose| pose.rigid[joint.index()].rotation);
                    prop_assert!(angle_between(here, there) < 1e-3, "{} of {}", joint.index(), pose.name);
                }
            }
        }
        let addresses = Addresses::new(&skeleton);
        let turned = turned(&poses);
        let moves_any = moves.contains(&true);
        for joint in skeleton.joints() {
            let address = addresses.of(joint);
            let is_found = addresses.find(&address) == AddressMatch::One(joint);
            if is_found && (moves[joint.index()] || !moves_any) {
                prop_assert!(turned.contains(address.as_str()), "{address} is in none");
            }
        }
    }
}

/// A figure in T pose that looks along +Z, as other programs name its joints.
fn figure() -> Skeleton {
    let joints: [(&str, Option<&str>, [f32; 3]); 16] = [
        ("Hips", None, [0.0, 1.0, 0.0]),
        ("Spine", Some("Hips"), [0.0, 0.2, 0.0]),
        ("Neck", Some("Spine"), [0.0, 0.4, 0.0]),
        ("Head", Some("Neck"), [0.0, 0.1, 0.0]),
        ("LeftArm", Some("Spine"), [0.2, 0.35, 0.0]),
        ("LeftForeArm", Some("LeftArm"), [0.3, 0.0, 0.0]),
        ("LeftHand", Some("LeftForeArm"), [0.25, 0.0, 0.0]),
        ("RightArm", Some("Spine"), [-0.2, 0.35, 0.0]),
        ("RightForeArm", Some("RightArm"), [-0.3, 0.0, 0.0]),
        ("RightHand", Some("RightForeArm"), [-0.25, 0.0, 0.0]),
        ("LeftUpLeg", Some("Hips"), [0.1, -0.05, 0.0]),
        ("LeftLeg", Some("LeftUpLeg"), [0.0, -0.45, 0.0]),
        ("LeftFoot", Some("LeftLeg"), [0.0, -0.45, 0.0]),
        ("RightUpLeg", Some("Hips"), [-0.1, -0.05, 0.0]),
        ("RightLeg", Some("RightUpLeg"), [0.0, -0.45, 0.0]),
        ("RightFoot", Some("RightLeg"), [0.0, -0.45, 0.0]),
    ];
    let mut builder = SkeletonBuilder::new();
    for (i, (name, parent, way)) in joints.iter().enumerate() {
        let local = Trs {
            translation: Vec3::from_array(*way),
            ..Trs::IDENTITY
        };
        let parent = parent.map(|parent| {
            let place = joints.iter().position(|(name, ..)| *name == parent);
            key(place.unwrap())
        });
        builder = builder.joint(key(i), parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn place_in(skeleton: &Skeleton, poses: &[TestPose], pose: &str, joint: &str) -> Vec3 {
    let found = poses.iter().find(|test| test.name == pose).unwrap();
    let posed = found
        .preset
        .apply_to(skeleton, &Pose::rest(skeleton), 1.0, None);
    let children = vec![ScaleInheritance::Children; skeleton.len()];
    let posed = forward(skeleton, posed.user_transforms(), &children).unwrap();
    let joint = skeleton.find(joint).unwrap();
    posed.model_from_posed_joint(joint).translation.into()
}

#[test]
fn names_make_whole_body_poses_that_go_the_right_way() {
    let skeleton = figure();
    let poses = test_poses(&skeleton, &by_names(&skeleton), &[]);
    let at = |pose: &str, joint: &str| place_in(&skeleton, &poses, pose, joint);
    let rest = |joint: &str| {
        skeleton
            .rest_model_from_joint(skeleton.find(joint).unwrap())
            .translation
    };
    assert!(at("Arms up", "LeftHand").y > rest("Head").y + 0.3);
    assert!(at("Arms up", "RightHand").y > rest("Head").y + 0.3);
    assert!(at("Squat", "LeftLeg").z > 0.3, "the knees come forward");
    assert!(
        at("Squat", "RightFoot").z < at("Squat", "RightLeg").z,
        "and bend back"
    );
    assert!(
        at("Elbow bend", "LeftHand").z > 0.1,
        "the forearm comes forward"
    );
    assert!(at("Knee bend", "LeftFoot").z < -0.3, "the shin goes back");
    assert!(at("Shoulder spread", "RightHand").y > rest("RightHand").y + 0.3);
    assert!(at("Hip spread", "LeftFoot").x > 0.3, "the legs go apart");
    assert!(at("Spine bend", "Head").z > 0.2, "forward");
    assert!(
        at("Hips tilt", "Head").distance(rest("Head")) < 0.2,
        "the trunk keeps upright"
    );
    let [left, right] = ["LeftHand", "RightHand"].map(|hand| at("Shoulder twist", hand));
    assert!((left * Vec3::new(-1.0, 1.0, 1.0)).distance(right) < 1e-5);
}

#[test]
fn many_joints_without_names_make_few_poses() {
    let mut builder = SkeletonBuilder::new();
    // A hundred chains of three joints.
    for chain in 0..100 {
        for link in 0..3 {
            let joint = 1 + 3 * chain + link;
            let parent = if link == 0 { 0 } else { joint - 1 };
            let local = Trs {
                translation: Vec3::Y,
                ..Trs::IDENTITY
            };
            builder = builder.joint(
                key(joint),
                Some(key(parent)),
                "",
                LocalTransform::Trs(local),
            );
        }
    }
    builder = builder.joint(key(0), None, "root", LocalTransform::Trs(Trs::IDENTITY));
    let skeleton = builder.build().unwrap();
    let poses = test_poses(&skeleton, &by_names(&skeleton), &[]);
    assert!(poses.len() <= MOST_TEST_POSES, "{}", poses.len());
    assert_eq!(turned(&poses).len(), 301);
    assert!(test_poses(&Skeleton::default(), &JointPairs::default(), &[]).is_empty());
}

/// The figure turned as a whole, with toes or without.
fn turned_figure(turn: Quat, has_toes: bool) -> Skeleton {
    let figure = figure();
    let mut builder = SkeletonBuilder::new();
    for joint in figure.joints() {
        let LocalTransform::Trs(mut local) = *figure.local(joint) else {
            continue;
        };
        let parent = figure.parent(joint).map(|parent| figure.key(parent));
        if parent.is_none() {
            local.rotation = turn * local.rotation;
            local.translation = turn * local.translation;
        }
        let name = figure.name(joint);
        builder = builder.joint(figure.key(joint), parent, name, LocalTransform::Trs(local));
        if has_toes && name.ends_with("Foot") {
            let toes = name.replace("Foot", "Toes");
            let local = Trs {
                translation: Vec3::new(0.0, -0.05, 0.15),
                ..Trs::IDENTITY
            };
            let key = 100 + figure.key(joint);
            let parent = Some(figure.key(joint));
            builder = builder.joint(key, parent, &toes, LocalTransform::Trs(local));
        }
    }
    builder.build().unwrap()
}

/// Whichever way a figure stands and looks, what its joints do has the same name, range and axes of their own.
#[test]
fn a_figure_turned_as_a_whole_gets_the_same_motions() {
    use std::f32::consts::{FRAC_PI_2, PI};
    let turns = [
        Quat::from_rotation_y(FRAC_PI_2),
        Quat::from_rotation_y(-FRAC_PI_2),
        Quat::from_rotation_y(PI),
        Quat::from_rotation_x(FRAC_PI_2),
        Quat::from_rotation_x(FRAC_PI_2) * Quat::from_rotation_y(FRAC_PI_2),
        Quat::from_rotation_z(-FRAC_PI_2),
    ];
    // Left and right by names alone, by feet alone, and by both.
    let none: NamePatterns = "".parse().unwrap();
    let all = NamePatterns::default();
    let known = [(&all, false), (&none, true), (&all, true)];
    for (turn, (patterns, has_toes)) in turns.iter().flat_map(|turn| known.map(|by| (turn, by))) {
        let upright = turned_figure(Quat::IDENTITY, has_toes);
        let figure = turned_figure(*turn, has_toes);
        let about = format!("{turn} toes: {has_toes} names: {}", patterns.pairs().len());
        let pairs = [&upright, &figure].map(|figure| JointPairs::new(figure, patterns));
        let motions = [(&upright, &pairs[0]), (&figure, &pairs[1])];
        let motions = motions.map(|(figure, pairs)| joint_motions(figure, pairs));
        for (joint, (ways, turned)) in upright.joints().zip(motions[0].iter().zip(&motions[1])) {
            assert_eq!(ways.len(), turned.len());
            for (way, turned) in ways.iter().zip(turned) {
                let name = upright.name(joint);
                assert_eq!((way.name, way.degrees), (turned.name, turned.degrees));
                let apart = way.axis.distance(turned.axis);
                assert!(apart < 1e-3, "{about}: {name} {}: {apart}", way.name);
            }
        }
        let poses = [(&upright, &pairs[0]), (&figure, &pairs[1])];
        let poses = poses.map(|(figure, pairs)| test_poses(figure, pairs, &[]));
        assert_eq!(poses[0].len(), poses[1].len(), "{about}");
        for (pose, turned) in poses[0].iter().zip(&poses[1]) {
            assert_eq!(pose.name, turned.name, "{about}");
            let joints = pose.preset.joints.iter().zip(&turned.preset.joints);
            for (one, other) in joints {
                let [here, there] = [one, other].map(|joint| joint.rotation.unwrap());
                let apart = angle_between(here, there);
                assert!(apart < 1e-2, "{about}: {} in {}", one.joint, pose.name);
            }
        }
    }
}

/// The local transformation of a joint of a figure that is turned as a whole and stands elsewhere.
fn placed(figure: &Skeleton, joint: JointIndex, turn: Quat, at: Vec3) -> LocalTransform {
    match *figure.local(joint) {
        LocalTransform::Trs(mut local) if figure.parent(joint).is_none() => {
            local.rotation = turn * local.rotation;
            local.translation = at + turn * local.translation;
            LocalTransform::Trs(local)
        }
        local => local,
    }
}

/// One figure that looks along +z, and another one beside it that looks elsewhere, each with its own left and front.
#[test]
fn each_figure_of_a_scene_goes_by_its_own_front() {
    let figure = figure();
    let alone = joint_motions(&figure, &by_names(&figure));
    for degrees in [0.0_f32, 90.0, 180.0] {
        let mut builder = SkeletonBuilder::new();
        for (first, degrees, at) in [(0, 0.0, Vec3::ZERO), (100, degrees, Vec3::X * 3.0)] {
            let turn = Quat::from_rotation_y(degrees.to_radians());
            for joint in figure.joints() {
                let local = placed(&figure, joint, turn, at);
                let parent = figure.parent(joint);
                let parent = parent.map(|parent| first + figure.key(parent));
                let key = first + figure.key(joint);
                builder = builder.joint(key, parent, figure.name(joint), local);
            }
        }
        let skeleton = builder.build().unwrap();
        let binds = [0, 100].map(|first| bind_of(&skeleton, |key| key / 100 == first / 100));
        let rig = Rig::new(skeleton, binds.to_vec());
        let pairs = JointPairs::of_rig(&rig, &NamePatterns::default());
        let motions = joint_motions(&rig.skeleton, &pairs);
        for joint in rig.skeleton.joints() {
            let one = figure.joint_of_key(rig.skeleton.key(joint) % 100).unwrap();
            let (ways, wanted) = (&motions[joint.index()], &alone[one.index()]);
            assert_eq!(ways.len(), wanted.len());
            for (way, wanted) in ways.iter().zip(wanted) {
                assert_eq!((way.name, way.degrees), (wanted.name, wanted.degrees));
                let apart = way.axis.distance(wanted.axis);
                let name = figure.name(one);
                assert!(apart < 1e-3, "{degrees}: {name} {}: {apart}", way.name);
            }
        }
    }
}

/// Beside a figure that stands upright one on four legs: each does what its own legs can.
#[test]
fn a_figure_on_four_legs_strides_beside_one_that_squats() {
    let dog: [(&str, Option<u32>, [f32; 3]); 8] = [
        ("Hips", None, [3.0, 1.0, -0.5]),
        ("Spine", Some(0), [0.0, 0.0, 0.8]),
        ("Arm", Some(1), [0.2, -0.1, 0.2]),
        ("ForeArm", Some(2), [0.0, -0.4, 0.0]),
        ("Hand", Some(3), [0.0, -0.4, 0.0]),
        ("UpLeg", Some(0), [0.2, -0.1, 0.0]),
        ("Leg", Some(5), [0.0, -0.4, 0.0]),
        ("Foot", Some(6), [0.0, -0.4, 0.0]),
    ];
    let mut builder = SkeletonBuilder::new();
    let upright = figure();
    for joint in upright.joints() {
        let parent = upright.parent(joint).map(|parent| upright.key(parent));
        let (key, name) = (upright.key(joint), upright.name(joint));
        builder = builder.joint(key, parent, name, *upright.local(joint));
    }
    for (number, (name, parent, way)) in (0..).zip(dog) {
        let middle = number < 2;
        let sides = [("Left", 100, 1.0), ("Right", 200, -1.0)];
        for (side, first, sign) in sides.into_iter().take(if middle { 1 } else { 2 }) {
            let side = if middle { "" } else { side };
            let name = format!("dog:{side}{name}");
            let local = Trs {
                translation: Vec3::new(sign * way[0], way[1], way[2]),
                ..Trs::IDENTITY
            };
            // What is in the middle is there once.
            let key_of = |number: u32| if number < 2 { 100 } else { first } + number;
            let parent = parent.map(key_of);
            let local = LocalTransform::Trs(local);
            builder = builder.joint(key_of(number), parent, &name, local);
        }
    }
    let skeleton = builder.build().unwrap();
    let binds = [false, true].map(|is_dog| bind_of(&skeleton, |key| (key >= 100) == is_dog));
    let rig = Rig::new(skeleton, binds.to_vec());
    let pairs = JointPairs::of_rig(&rig, &NamePatterns::default());
    let poses = test_poses(&rig.skeleton, &pairs, &[]);
    for (name, is_dog) in [
        ("Reach", true),
        ("Gather", true),
        ("Arms up", false),
        ("Squat", false),
    ] {
        let found = poses.iter().find(|pose| pose.name == name).unwrap();
        for joint in &found.preset.joints {
            assert_eq!(
                joint.joint.contains("dog"),
                is_dog,
                "{name}: {}",
                joint.joint
            );
        }
    }
}

/// A bone that turns in goes to the middle on both sides, whichever way the figure looks.
#[test]
fn feet_that_turn_in_come_together() {
    for degrees in [0.0_f32, 90.0, 180.0, 270.0] {
        let turn = Quat::from_rotation_y(degrees.to_radians());
        let skeleton = turned_figure(turn, true);
        let motions = joint_motions(&skeleton, &by_names(&skeleton));
        for side in ["Left", "Right"] {
            let hip = skeleton.find(&format!("{side}UpLeg")).unwrap();
            let toes = skeleton.find(&format!("{side}Toes")).unwrap();
            let mut ways = motions[hip.index()].iter();
            let way = ways.find(|way| way.name == "turn in").unwrap();
            let rest = skeleton.rest_model_from_joint(hip);
            let by = Quat::from_axis_angle(way.axis, way.degrees.to_radians());
            let place = skeleton.rest_model_from_joint(toes).translation - rest.translation;
            let place = rest.rotation * by * rest.rotation.conjugate() * place;
            let out = rest.translation * Vec3::new(1.0, 0.0, 1.0);
            assert!(place.dot(out.normalize()) < -0.05, "{side} at {degrees}");
        }
    }
}
