//! Left and right: names, pairs of joints, and poses seen in a mirror.

use crate::support::{cases, distance, key, linear, rigid, rotation, size, translation, widen};
use glam::{DAffine3, DMat3, Mat3, Quat, Vec3};
use proptest::prelude::*;
use proptest::sample::Index;
use rig::{
    JointIndex, JointPairs, LocalTransform, NamePatternError, NamePatterns, Pose, Rigid,
    ScaleInheritance, Skeleton, SkeletonBuilder, Stretch, Trs, forward, mirror_pose,
};

// ---- names ----------------------------------------------------------------------------------------------------------

#[test]
fn marks_count_where_they_stand_whole() {
    let patterns = NamePatterns::default();
    let cases = [
        ("hand.L", Some("hand.R")),
        ("hand.R", Some("hand.L")),
        ("hand.L.001", Some("hand.R.001")),
        ("hand.Lower", None),
        ("arm_l", Some("arm_r")),
        ("arm_l_02", Some("arm_r_02")),
        ("arm_low", None),
        ("upperarm_R", Some("upperarm_L")),
        ("wing_2_1.L", Some("wing_2_1.R")),
        ("L_arm", Some("R_arm")),
        ("ALL_arm", None),
        ("r_foot_end", Some("l_foot_end")),
        ("mixamorig:LeftForeArm", Some("mixamorig:RightForeArm")),
        ("LeftHandThumb1", Some("RightHandThumb1")),
        ("ArmLeft", Some("ArmRight")),
        ("Arm Left", Some("Arm Right")),
        ("Leftover", None),
        ("cleft", None),
        ("bright", None),
        ("leftArm", Some("rightArm")),
        ("hand-l", Some("hand-r")),
        ("Bip01 L Hand", Some("Bip01 R Hand")),
        ("lShldrBend", Some("rShldrBend")),
        ("LArm", Some("RArm")),
        ("ArmL", Some("ArmR")),
        ("左腕", Some("右腕")),
        ("Upper Arm L", Some("Upper Arm R")),
        ("mano_izquierda", Some("mano_derecha")),
        ("ひだりうで", Some("みぎうで")),
        ("ミギヒジ", Some("ヒダリヒジ")),
        ("VänsterHand", Some("HögerHand")),
        ("lar_hoger.001", Some("lar_vanster.001")),
        ("brat_stânga", Some("brat_dreapta")),
        ("Leg", None),
        ("Collar", None),
        ("root", None),
        ("LEFT_ARM", Some("RIGHT_ARM")),
        ("spine", None),
        ("", None),
        ("é.L", Some("é.R")),
        (".L", Some(".R")),
        ("手_L", Some("手_R")),
    ];
    for (name, expected) in cases {
        assert_eq!(patterns.mirror_name(name).as_deref(), expected, "{name}");
        let is_left = patterns.is_left(name);
        assert_eq!(is_left.is_some(), expected.is_some(), "{name}");
        if let Some(other) = patterns.mirror_name(name) {
            assert_eq!(patterns.is_left(&other), is_left.map(|left| !left));
            assert_eq!(patterns.mirror_name(&other).as_deref(), Some(name));
        }
    }
}

#[test]
fn names_of_the_left_are_told_from_those_of_the_right() {
    let patterns = NamePatterns::default();
    for name in [
        "hand.L",
        "mixamorig:LeftFoot",
        "左腕",
        "mano_izquierda",
        "LArm",
    ] {
        assert_eq!(patterns.is_left(name), Some(true), "{name}");
    }
    for name in ["hand.R", "RIGHT_ARM", "mano_derecha", "ArmR"] {
        assert_eq!(patterns.is_left(name), Some(false), "{name}");
    }
    assert_eq!(patterns.is_left("Leftover"), None);
}

#[test]
fn lists_are_read_and_refused_with_a_reason() {
    let read = |text: &str| text.parse::<NamePatterns>();
    let own = read(" _izq/_der ,\n Links / Rechts\n\n").unwrap();
    assert_eq!(own.to_string(), "_izq/_der, Links/Rechts");
    assert_eq!(read(&own.to_string()).unwrap(), own);
    assert_eq!(own.mirror_name("mano_izq").as_deref(), Some("mano_der"));
    assert_eq!(own.mirror_name("hand.L"), None);
    assert_eq!(read("").unwrap().pairs(), []);
    let standard = NamePatterns::default();
    assert_eq!(read(&standard.to_string()).unwrap(), standard);

    let bad = [
        ("left", "is no pair"),
        ("a/b/c", "is no pair"),
        ("/R", "empty side"),
        ("L/", "empty side"),
        ("/", "empty side"),
        (".L/.L", "must differ"),
        (".L/.R, .R/.L", "must differ"),
        (".L/.R, a/b, .L/.R", "given twice"),
    ];
    for (text, words) in bad {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let pair = |left: &str, right: &str| NamePatterns::new([(left.to_owned(), right.to_owned())]);
    for mark in ["a,b", "a/b", " a", "a\n"] {
        assert!(
            matches!(pair(mark, "x"), Err(NamePatternError::Sign { .. })),
            "{mark:?}"
        );
    }
    let many = (0..65).map(|i| (format!("l{i}"), format!("r{i}")));
    assert_eq!(
        NamePatterns::new(many),
        Err(NamePatternError::TooMany { found: 65 })
    );
}

proptest! {
    #![proptest_config(cases(2000))]

    /// Whatever the name: no panic, and another name.
    #[test]
    fn any_name_is_mirrored_or_left(name in "([a-cLR]|[lr._ -]|Left|right|[0-9]|é){0,9}") {
        let patterns = NamePatterns::default();
        if let Some(other) = patterns.mirror_name(&name) {
            prop_assert_ne!(&other, &name);
        }
        prop_assert!("".parse::<NamePatterns>().unwrap().mirror_name(&name).is_none());
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        if let Ok(patterns) = text.parse::<NamePatterns>() {
            prop_assert_eq!(patterns.to_string().parse::<NamePatterns>().unwrap(), patterns);
        }
    }
}

// ---- pairs ----------------------------------------------------------------------------------------------------------

fn skeleton(joints: &[(&str, Option<u32>, Vec3)]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, &(name, parent, at)) in joints.iter().enumerate() {
        let local = Trs {
            translation: at,
            ..Trs::IDENTITY
        };
        builder = builder.joint(key(place), parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn partner(skeleton: &Skeleton, pairs: &JointPairs, key: u32) -> Option<u32> {
    let joint = skeleton.joints().find(|&joint| skeleton.key(joint) == key);
    pairs
        .partner(joint.unwrap())
        .map(|partner| skeleton.key(partner))
}

#[test]
fn joints_are_paired_by_name_and_else_by_place() {
    let skeleton = skeleton(&[
        ("hips", None, Vec3::Y),
        // By name, though they stand nowhere near each other's mirror images.
        ("leg.L", Some(0), Vec3::new(0.1, -0.1, 0.0)),
        ("leg.R", Some(0), Vec3::new(-0.2, -0.4, 0.3)),
        // By place, since the names say nothing; a little off.
        ("a", Some(0), Vec3::new(0.3, 0.5, 0.0)),
        ("b", Some(0), Vec3::new(-0.301, 0.5, 0.001)),
        // A mark whose other side is missing, with nobody over there.
        ("tail.L", Some(0), Vec3::new(0.4, 0.0, 0.0)),
        // In the middle, two of them in one place.
        ("spine", Some(0), Vec3::new(0.0, 0.3, 0.0)),
        ("helper", Some(0), Vec3::new(0.0005, 0.3, 0.0)),
        // A name that stands twice is nobody's.
        ("eye.L", Some(0), Vec3::new(0.05, 0.7, 0.1)),
        ("eye.R", Some(0), Vec3::new(-0.05, 0.7, 0.1)),
        ("eye.R", Some(0), Vec3::new(-0.15, 0.7, 0.1)),
    ]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let expected = [
        (0, Some(0)),
        (1, Some(2)),
        (2, Some(1)),
        (3, Some(4)),
        (4, Some(3)),
        (5, None),
        (6, Some(6)),
        (7, Some(7)),
        (8, Some(9)),
        (9, Some(8)),
        (10, None),
    ];
    for (joint, other) in expected {
        assert_eq!(partner(&skeleton, &pairs, joint), other, "{joint}");
    }
    let alone: Vec<&str> = pairs.alone().map(|joint| skeleton.name(joint)).collect();
    assert_eq!(alone, ["tail.L", "eye.R"]);
    let beyond = JointIndex(u16::MAX);
    assert_eq!(pairs.partner(beyond), None);
}

/// Two fingers in one place are distinguished by their parents.
#[test]
fn joints_in_one_place_follow_their_parents() {
    let skeleton = skeleton(&[
        ("root", None, Vec3::ZERO),
        ("a", Some(0), Vec3::new(1.0, 0.0, 0.0)),
        ("b", Some(0), Vec3::new(-1.0, 0.0, 0.0)),
        ("c", Some(0), Vec3::new(1.0, 1.0, 0.0)),
        ("d", Some(0), Vec3::new(-1.0, 1.0, 0.0)),
        ("of a", Some(1), Vec3::new(0.5, 0.5, 0.0)),
        ("of c", Some(3), Vec3::new(0.5, -0.5, 0.0)),
        ("of d", Some(4), Vec3::new(-0.5, -0.5, 0.0)),
        ("of b", Some(2), Vec3::new(-0.5, 0.5, 0.0)),
    ]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    assert_eq!(partner(&skeleton, &pairs, 5), Some(8));
    assert_eq!(partner(&skeleton, &pairs, 6), Some(7));
}

#[test]
fn skeletons_without_extent_are_paired_without_harm() {
    let none = skeleton(&[]);
    assert_eq!(
        JointPairs::new(&none, &NamePatterns::default()),
        JointPairs::default()
    );
    let middle = skeleton(&[("a", None, Vec3::ZERO), ("b", Some(0), Vec3::ZERO)]);
    let pairs = JointPairs::new(&middle, &NamePatterns::default());
    assert_eq!(partner(&middle, &pairs, 1), Some(1));
    let sideways = skeleton(&[("a", None, Vec3::X * 5.0), ("b", Some(0), Vec3::ZERO)]);
    let pairs = JointPairs::new(&sideways, &NamePatterns::default());
    assert_eq!(pairs.alone().count(), 2);
}

// ---- poses ----------------------------------------------------------------------------------------------------------

/// A joint of one side, or of the middle, of a symmetric skeleton.
#[derive(Clone, Debug)]
struct HalfJoint {
    parent: Index,
    central: bool,
    place: Vec3,
    turns: [Quat; 2],
    user: [(Rigid, Mat3); 2],
    scale_inheritance: bool,
}

fn half_joint() -> impl Strategy<Value = HalfJoint> {
    let turns = [rotation(), rotation()];
    let user = [(rigid(), linear()), (rigid(), linear())];
    let fields = (
        any::<Index>(),
        any::<bool>(),
        translation(),
        turns,
        user,
        any::<bool>(),
    );
    fields.prop_map(
        |(parent, central, place, turns, user, scale_inheritance)| HalfJoint {
            parent,
            central,
            place,
            turns,
            user,
            scale_inheritance,
        },
    )
}

struct Symmetric {
    skeleton: Skeleton,
    pairs: JointPairs,
    pose: Pose,
    scale_inheritance: Vec<ScaleInheritance>,
}

/// A joint as it is given to the builder, with what is done to it.
#[derive(Clone)]
struct Made {
    key: u32,
    parent: Option<u32>,
    name: String,
    frame: Rigid,
    user: (Rigid, Mat3),
    scale_inheritance: ScaleInheritance,
}

/// One side of a joint; in the middle both sides are the left one.
fn made(place: usize, side: usize, half: &HalfJoint, is_central: bool) -> Made {
    let side = if is_central { 0 } else { side };
    let (sign, mark) = match (is_central, side) {
        (true, _) => (0.0, ""),
        (false, 0) => (1.0, ".L"),
        (false, _) => (-1.0, ".R"),
    };
    Made {
        key: key(2 * place + side),
        parent: None,
        name: format!("j{place}{mark}"),
        frame: Rigid::new(half.turns[side], half.place * Vec3::new(sign, 1.0, 1.0)),
        user: half.user[side],
        scale_inheritance: if half.scale_inheritance {
            ScaleInheritance::Children
        } else {
            ScaleInheritance::Joint
        },
    }
}

/// Places are mirrored, the turns of the frames are anything. Below a side there is no middle.
fn symmetric(halves: &[HalfJoint]) -> Symmetric {
    let mut joints: Vec<[Made; 2]> = Vec::new();
    for (place, half) in halves.iter().enumerate() {
        let parent = (place > 0).then(|| &joints[half.parent.index(place)]);
        let parents = parent.map(|[left, right]| [left.key, right.key]);
        let is_central = half.central && parents.is_none_or(|[left, right]| left == right);
        let side = |side: usize| Made {
            parent: parents.map(|parents| parents[side]),
            ..made(place, side, half, is_central)
        };
        joints.push([side(0), side(1)]);
    }
    let mut all: Vec<Made> = joints.into_iter().flatten().collect();
    all.dedup_by_key(|joint| joint.key);
    let of = |key: u32| all.iter().find(|joint| joint.key == key).unwrap();
    let mut builder = SkeletonBuilder::new();
    for joint in &all {
        let above = joint.parent.map(|parent| of(parent).frame);
        let local = above.map_or(joint.frame, |above| above.inverse() * joint.frame);
        let local = Trs {
            translation: local.translation,
            rotation: local.rotation,
            scale: Vec3::ONE,
        };
        builder = builder.joint(
            joint.key,
            joint.parent,
            &joint.name,
            LocalTransform::Trs(local),
        );
    }
    let skeleton = builder.build().unwrap();
    let mut pose = Pose::rest(&skeleton);
    for joint in skeleton.joints() {
        let (rigid, linear) = of(skeleton.key(joint)).user;
        pose.rigid[joint.index()] = rigid;
        pose.stretch[joint.index()] = Stretch::from_symmetric(linear);
    }
    let scale_inheritance = skeleton
        .joints()
        .map(|joint| of(skeleton.key(joint)).scale_inheritance);
    Symmetric {
        pose,
        scale_inheritance: scale_inheritance.collect(),
        pairs: JointPairs::new(&skeleton, &NamePatterns::default()),
        skeleton,
    }
}

fn close(a: &Pose, b: &Pose) -> bool {
    let rigid = a.rigid.iter().zip(&b.rigid).all(|(a, b)| {
        a.rotation.abs_diff_eq(b.rotation, 1e-5) && a.translation.abs_diff_eq(b.translation, 1e-5)
    });
    let stretch = a
        .stretch
        .iter()
        .zip(&b.stretch)
        .all(|(a, b)| a.scale.abs_diff_eq(b.scale, 3e-5) && a.shear.abs_diff_eq(b.shear, 3e-5));
    rigid && stretch && a.morph_weights == b.morph_weights
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn twice_mirrored_is_the_pose(halves in prop::collection::vec(half_joint(), 1..7)) {
        let Symmetric { skeleton, pairs, mut pose, .. } = symmetric(&halves);
        pose.morph_weights = vec![0.3, -2.0];
        prop_assert_eq!(pairs.alone().count(), 0);
        let there = mirror_pose(&skeleton, &pose, &pairs);
        prop_assert!(there.rigid.iter().all(|rigid| rigid.rotation.is_normalized()));
        let back = mirror_pose(&skeleton, &there, &pairs);
        prop_assert!(close(&pose, &back), "{:?}\n{:?}", pose, back);
        let rest = Pose::rest(&skeleton);
        prop_assert_eq!(mirror_pose(&skeleton, &rest, &pairs), rest);
    }

    /// `W'_j B_j⁻¹ = M W_i B_i⁻¹ M`: what moves with a joint moves on the other side as the mirror shows it.
    #[test]
    fn the_posed_skeleton_is_the_mirror_image(halves in prop::collection::vec(half_joint(), 1..7)) {
        let Symmetric { skeleton, pairs, pose, scale_inheritance } = symmetric(&halves);
        let there = mirror_pose(&skeleton, &pose, &pairs);
        let before = forward(&skeleton, pose.user_transforms(), &scale_inheritance).unwrap();
        let after = forward(&skeleton, there.user_transforms(), &scale_inheritance).unwrap();
        let mirror = DAffine3::from_mat3(DMat3::from_diagonal(glam::DVec3::new(-1.0, 1.0, 1.0)));
        let moved = |posed: &rig::PosedSkeleton<'_>, joint: JointIndex| {
            let rest = skeleton.rest_model_from_joint(joint).to_affine();
            widen(posed.model_from_posed_joint(joint)) * widen(rest).inverse()
        };
        let largest = skeleton.joints().map(|joint| size(&moved(&before, joint))).fold(1.0, f64::max);
        for joint in skeleton.joints() {
            let partner = pairs.partner(joint).unwrap();
            let expected = mirror * moved(&before, partner) * mirror;
            let found = moved(&after, joint);
            let off = distance(&expected, &found);
            prop_assert!(off < 2e-5 * largest * largest, "{off} of {largest}: {joint:?} {partner:?}");
        }
    }
}

/// Joints without a partner keep what they have; so does what the pose or the pairs do not know.
#[test]
fn unpaired_joints_keep_what_they_have() {
    let skeleton = skeleton(&[
        ("root", None, Vec3::ZERO),
        ("arm.L", Some(0), Vec3::X),
        ("arm.R", Some(0), -Vec3::X),
        ("tail", Some(0), Vec3::new(0.5, 0.0, -1.0)),
    ]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let place = |name| skeleton.find(name).unwrap().index();
    let (left, right, tail) = (place("arm.L"), place("arm.R"), place("tail"));
    let mut pose = Pose::rest(&skeleton);
    pose.rigid[left] = Rigid::new(Quat::from_rotation_z(0.5), Vec3::new(0.1, 0.2, 0.3));
    pose.stretch[left].shear.x = 0.2;
    pose.rigid[tail].rotation = Quat::from_rotation_y(1.0);
    let seen = mirror_pose(&skeleton, &pose, &pairs);
    assert_eq!(seen.rigid[tail], pose.rigid[tail]);
    assert_eq!(seen.rigid[left], Rigid::IDENTITY);
    assert!(
        seen.rigid[right]
            .rotation
            .abs_diff_eq(Quat::from_rotation_z(-0.5), 1e-6)
    );
    assert!(
        seen.rigid[right]
            .translation
            .abs_diff_eq(Vec3::new(-0.1, 0.2, 0.3), 1e-6)
    );
    assert!((seen.stretch[right].shear.x + 0.2).abs() < 1e-6);

    assert_eq!(mirror_pose(&skeleton, &pose, &JointPairs::default()), pose);
    let short = Pose {
        rigid: vec![Rigid::IDENTITY],
        ..Pose::default()
    };
    assert_eq!(mirror_pose(&skeleton, &short, &pairs), short);
}
