//! Ready skeletons fitted to markers.

use crate::support::{cases, rotation, translation};
use glam::{Mat3, Vec3, vec3};
use proptest::prelude::*;
use rig::{
    FaceJoints, FitError, FittedJoint, JointPairs, Limb, LocalTransform, MarkerSide, NamePatterns,
    Rigid, Skeleton, SkeletonBuilder, SkeletonTemplate, TemplateKind, TemplateOptions, Trs,
    TwistJoints, joint_motions,
};

/// Where the markers of a biped that is 1.8 m high might be: of the middle, then of the left.
const BIPED: [Vec3; 21] = [
    vec3(0.0, 1.8, 0.0),
    vec3(0.0, 1.53, 0.02),
    vec3(0.0, 0.83, -0.01),
    vec3(0.0, 1.54, 0.11),
    vec3(0.17, 1.41, -0.02),
    vec3(0.37, 1.21, -0.05),
    vec3(0.53, 1.03, 0.0),
    vec3(0.57, 0.93, 0.08),
    vec3(0.64, 0.89, 0.07),
    vec3(0.65, 0.88, 0.04),
    vec3(0.65, 0.89, 0.01),
    vec3(0.63, 0.91, -0.02),
    vec3(0.10, 0.5, 0.03),
    vec3(0.11, 0.09, -0.02),
    vec3(0.12, 0.03, 0.19),
    vec3(0.55, 0.98, 0.06),
    vec3(0.58, 0.95, 0.04),
    vec3(0.59, 0.95, 0.02),
    vec3(0.59, 0.95, 0.0),
    vec3(0.58, 0.96, -0.01),
    vec3(0.03, 1.66, 0.1),
];

const QUADRUPED: [Vec3; 20] = [
    vec3(0.0, 1.2, 1.1),
    vec3(0.0, 1.3, 0.8),
    vec3(0.0, 1.0, 0.4),
    vec3(0.0, 0.95, -0.4),
    vec3(0.0, 0.9, -0.5),
    vec3(0.0, 0.6, -1.0),
    vec3(0.0, 1.15, 1.06),
    vec3(0.1, 0.8, 0.45),
    vec3(0.12, 0.55, 0.3),
    vec3(0.12, 0.28, 0.35),
    vec3(0.12, 0.03, 0.38),
    vec3(0.1, 0.85, -0.4),
    vec3(0.12, 0.55, -0.25),
    vec3(0.12, 0.3, -0.5),
    vec3(0.12, 0.03, -0.42),
    vec3(0.12, 0.02, 0.44),
    vec3(0.12, 0.02, -0.36),
    vec3(0.05, 1.27, 0.95),
    vec3(0.06, 1.35, 0.82),
    vec3(0.1, 1.45, 0.8),
];

const HAND: [Vec3; 12] = [
    vec3(0.0, 0.0, 0.0),
    vec3(0.25, 0.0, 0.0),
    vec3(0.35, -0.03, 0.09),
    vec3(0.43, 0.0, 0.05),
    vec3(0.45, 0.0, 0.01),
    vec3(0.43, 0.0, -0.03),
    vec3(0.4, 0.0, -0.06),
    vec3(0.3, -0.02, 0.05),
    vec3(0.34, 0.0, 0.03),
    vec3(0.35, 0.0, 0.01),
    vec3(0.34, 0.0, -0.01),
    vec3(0.33, 0.0, -0.03),
];

fn options(fingers: u8, spine: u8) -> TemplateOptions {
    TemplateOptions {
        fingers,
        spine,
        ..TemplateOptions::default()
    }
}

/// Options with all joints that there are only where they are asked for.
fn with_all(options: TemplateOptions) -> TemplateOptions {
    TemplateOptions {
        toes: true,
        twist: TwistJoints {
            upper_arm: 1,
            forearm: 2,
            thigh: 3,
        },
        face: FaceJoints {
            eyes: true,
            jaw: true,
            ears: true,
        },
        ..options
    }
}

/// A template with places for its markers; those of the right are images of those of the left.
fn template(kind: TemplateKind, options: TemplateOptions) -> (SkeletonTemplate, Vec<Vec3>) {
    let template = SkeletonTemplate::new(kind, options);
    let mut places = match kind {
        TemplateKind::Biped => BIPED.to_vec(),
        TemplateKind::Quadruped => QUADRUPED.to_vec(),
        TemplateKind::Hand => HAND.to_vec(),
    };
    for marker in template.markers().iter().skip(places.len()) {
        places.push(places[marker.partner] * vec3(-1.0, 1.0, 1.0));
    }
    assert_eq!(places.len(), template.markers().len());
    (template, places)
}

fn find<'a>(joints: &'a [FittedJoint], name: &str) -> &'a FittedJoint {
    joints.iter().find(|joint| joint.name == name).unwrap()
}

/// Names and parents alone.
fn skeleton_of(joints: &[FittedJoint]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (key, joint) in (0..).zip(joints) {
        let parent = joint.parent.map(|parent| u32::try_from(parent).unwrap());
        let local = LocalTransform::Trs(Trs::IDENTITY);
        builder = builder.joint(key, parent, &joint.name, local);
    }
    builder.build().unwrap()
}

fn axes(joint: &FittedJoint) -> Mat3 {
    Mat3::from_quat(joint.model_from_joint.rotation)
}

fn every_kind(mut test: impl FnMut(&SkeletonTemplate, Vec<Vec3>)) {
    let counts = (0..=5).flat_map(|fingers| [1, 2, 3, 6].map(|spine| options(fingers, spine)));
    let options: Vec<TemplateOptions> = counts.flat_map(|plain| [plain, with_all(plain)]).collect();
    for kind in TemplateKind::ALL {
        for &options in &options {
            let (template, places) = template(kind, options);
            test(&template, places);
        }
    }
}

#[test]
fn parents_come_first_names_are_unique_and_bones_point_to_children() {
    every_kind(|template, places| {
        let joints = template.fit(&places).unwrap();
        assert_eq!(joints.len(), template.len());
        for (place, joint) in joints.iter().enumerate() {
            assert_eq!(joint.parent.is_none(), place == 0, "{}", joint.name);
            assert!(joint.parent.is_none_or(|parent| parent < place));
            let same = joints.iter().filter(|other| other.name == joint.name);
            assert_eq!(same.count(), 1, "{}", joint.name);
            let along = (joint.tail - joint.model_from_joint.translation).normalize();
            assert!(
                axes(joint).y_axis.abs_diff_eq(along, 1e-4),
                "{}",
                joint.name
            );
            let children = joints.iter().filter(|other| other.parent == Some(place));
            let heads: Vec<Vec3> = children
                .map(|child| child.model_from_joint.translation)
                .collect();
            if let [only] = heads.as_slice() {
                assert!(only.abs_diff_eq(joint.tail, 1e-4), "{}", joint.name);
            }
        }
    });
}

#[test]
fn every_joint_but_the_hips_turns_by_what_its_name_says() {
    every_kind(|template, places| {
        let skeleton = skeleton_of(&template.fit(&places).unwrap());
        let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
        let motions = joint_motions(&skeleton, &pairs);
        for joint in skeleton.joints() {
            let name = skeleton.name(joint);
            let is_known = !motions[joint.index()].is_empty();
            assert_eq!(
                is_known,
                name != "hips",
                "{name} of a {}",
                template.kind().name()
            );
        }
    });
}

#[test]
fn symmetric_markers_make_a_symmetric_skeleton() {
    every_kind(|template, places| {
        if template.kind() == TemplateKind::Hand {
            return;
        }
        let joints = template.fit(&places).unwrap();
        for joint in &joints {
            let at = joint.model_from_joint.translation;
            let Some(stem) = joint.name.strip_suffix(".L") else {
                assert!(
                    joint.name.ends_with(".R") || at.x.abs() < 1e-6,
                    "{}",
                    joint.name
                );
                continue;
            };
            let other = find(&joints, &format!("{stem}.R"));
            let [x, y, z, w] = joint.model_from_joint.rotation.to_array();
            let mirrored = glam::Quat::from_xyzw(x, -y, -z, w);
            let image = Rigid::new(mirrored, at * vec3(-1.0, 1.0, 1.0));
            let found = other.model_from_joint;
            assert!(found.translation.abs_diff_eq(image.translation, 1e-5));
            let turned = found.rotation.dot(image.rotation).abs();
            assert!(turned > 1.0 - 1e-5, "{}: {turned}", joint.name);
        }
    });
}

#[test]
fn elbows_and_knees_bend_about_one_axis() {
    for (kind, limbs) in [
        (
            TemplateKind::Biped,
            [["upper_arm.L", "forearm.L"], ["thigh.L", "shin.L"]],
        ),
        (
            TemplateKind::Quadruped,
            [["upper_arm.L", "forearm.L"], ["thigh.L", "shin.L"]],
        ),
    ] {
        let (template, places) = template(kind, options(5, 2));
        let joints = template.fit(&places).unwrap();
        for [upper, lower] in limbs {
            let [upper, lower] = [upper, lower].map(|name| axes(find(&joints, name)));
            let same = upper.x_axis.dot(lower.x_axis);
            assert!(same > 0.999, "{kind:?}: {same}");
            // The plane of the limb is across it.
            let plane = upper.y_axis.cross(lower.y_axis).normalize();
            assert!(plane.dot(upper.x_axis).abs() > 0.99, "{kind:?}");
        }
    }
}

#[test]
fn a_biped_has_the_axes_of_the_usual_one() {
    let (template, places) = template(TemplateKind::Biped, options(5, 2));
    let joints = template.fit(&places).unwrap();
    let front = |name: &str| axes(find(&joints, name)).z_axis;
    // Elbows bend to the front about +X, knees to the back about −X: both have their Z to the front.
    for name in [
        "spine",
        "head",
        "upper_arm.L",
        "forearm.R",
        "thigh.L",
        "shin.R",
    ] {
        assert!(front(name).z > 0.8, "{name}: {}", front(name));
    }
    // Fingers close about +X, towards the palm, which faces the body and the floor.
    for name in ["hand.L", "index_1.L", "little_3.L"] {
        assert!(front(name).x < -0.4 && front(name).y < -0.4, "{name}");
        let right = front(&name.replace(".L", ".R"));
        assert!(right.x > 0.4 && right.y < -0.4, "{name}");
    }
    assert!(front("foot.L").y > 0.4);
}

#[test]
fn options_say_how_many_joints_there_are() {
    let count = |fingers, spine| {
        let options = options(fingers, spine);
        SkeletonTemplate::new(TemplateKind::Biped, options).len()
    };
    let [plain, full] = [count(0, 2), count(5, 2)];
    assert_eq!(full - plain, 2 * 5 * 3);
    assert_eq!(count(3, 2) - plain, 2 * 3 * 3);
    assert_eq!(count(0, 5) - plain, 3);
    // Beyond the limits: the limits.
    assert_eq!(count(200, 2), full);
    assert_eq!(count(5, 0), count(5, 1));
    let markers = |fingers| {
        let template = SkeletonTemplate::new(TemplateKind::Biped, options(fingers, 2));
        let used = template.markers().iter().filter(|marker| marker.is_used);
        (used.count(), template.markers().len())
    };
    assert_eq!(markers(5), (35, 38));
    assert_eq!(markers(0), (17, 38));
}

/// Twist joints stand at equal parts of their limb, with its axes, and nothing else is another joint for them.
#[test]
fn twist_joints_share_a_limb_and_leave_all_others_as_they_are() {
    let plain = options(5, 2);
    let (made, places) = template(TemplateKind::Biped, plain);
    let before = made.fit(&places).unwrap();
    let twist = with_all(plain).twist;
    let with_twist = TemplateOptions { twist, ..plain };
    let after = SkeletonTemplate::new(TemplateKind::Biped, with_twist);
    let after = after.fit(&places).unwrap();
    for joint in &before {
        let same = find(&after, &joint.name);
        assert_eq!(same.model_from_joint, joint.model_from_joint);
        assert_eq!(same.tail, joint.tail);
        let parent = |of: &[FittedJoint], joint: &FittedJoint| {
            joint.parent.map(|parent| of[parent].name.clone())
        };
        assert_eq!(parent(&after, same), parent(&before, joint));
    }
    assert_eq!(after.len(), before.len() + 2 * (1 + 2 + 3));
    for (limb, count) in [("upper_arm", 1_u8), ("forearm", 2), ("thigh", 3)] {
        for side in ["L", "R"] {
            let bone = find(&after, &format!("{limb}.{side}"));
            let head = bone.model_from_joint.translation;
            for number in 1..=count {
                let joint = find(&after, &format!("{limb}_twist_{number}.{side}"));
                assert_eq!(&after[joint.parent.unwrap()], bone);
                let share = f32::from(number) / f32::from(count + 1);
                let at = head.lerp(bone.tail, share);
                assert!(joint.model_from_joint.translation.abs_diff_eq(at, 1e-6));
                let turned = joint
                    .model_from_joint
                    .rotation
                    .dot(bone.model_from_joint.rotation);
                assert!(turned > 1.0 - 1e-6, "{limb}: {turned}");
            }
        }
    }
    // Limbs are found as without them, and beyond the limit is the limit.
    let skeleton = skeleton_of(&after);
    for [root, middle, end] in [
        ["upper_arm.L", "forearm.L", "hand.L"],
        ["thigh.R", "shin.R", "foot.R"],
    ] {
        let [root, middle, end] = [root, middle, end].map(|name| skeleton.find(name).unwrap());
        let limb = Limb::ending_with(&skeleton, end);
        assert_eq!(limb, Some(Limb { root, middle, end }));
    }
    let most = TwistJoints {
        thigh: 200,
        ..TwistJoints::default()
    };
    let options = TemplateOptions {
        twist: most,
        ..plain
    };
    let template = SkeletonTemplate::new(TemplateKind::Biped, options);
    assert_eq!(template.len(), before.len() + 2 * 3);
}

/// Eyes look to the front, the jaw goes to its tip, and toes begin where the paw ends.
#[test]
fn faces_and_toes_are_there_where_they_are_asked_for() {
    for (kind, count) in [(TemplateKind::Biped, 3), (TemplateKind::Quadruped, 5 + 4)] {
        let plain = TemplateOptions::default();
        let less = SkeletonTemplate::new(kind, plain).len();
        let all = TemplateOptions {
            twist: TwistJoints::default(),
            ..with_all(plain)
        };
        let (template, places) = template(kind, all);
        assert_eq!(template.len(), less + count, "{kind:?}");
        assert!(template.markers().iter().all(|marker| marker.is_used));
        let joints = template.fit(&places).unwrap();
        let at = |label: &str| places[template.marker(label).unwrap()];
        for (name, label) in [("eye.L", "Left eye"), ("eye.R", "Right eye")] {
            let eye = find(&joints, name);
            assert!(
                eye.model_from_joint
                    .translation
                    .abs_diff_eq(at(label), 1e-6)
            );
            assert!(axes(eye).y_axis.z > 0.95, "{}", axes(eye).y_axis);
            assert_eq!(joints[eye.parent.unwrap()].name, "head");
        }
        assert!(find(&joints, "jaw").tail.abs_diff_eq(at("Jaw tip"), 1e-6));
        if kind == TemplateKind::Quadruped {
            let (paw, toes) = (find(&joints, "hand.L"), find(&joints, "front_toes.L"));
            assert_eq!(toes.model_from_joint.translation, paw.tail);
            assert!(toes.tail.abs_diff_eq(at("Left front toes"), 1e-6));
            let ear = find(&joints, "ear.R");
            assert!(ear.tail.abs_diff_eq(at("Right ear tip"), 1e-6));
        }
    }
}

/// Whatever the number of fingers, each has its knuckle and its tip; the knuckle of a finger is its first joint, that of a thumb its
/// second.
#[test]
fn fingers_go_from_their_knuckles_to_their_tips() {
    for fingers in 1..=5 {
        let options = options(fingers, 2);
        let (template, places) = template(TemplateKind::Hand, options);
        let joints = template.fit(&places).unwrap();
        assert_eq!(options.finger_set().len(), usize::from(fingers));
        for (finger, name) in ["thumb", "index", "middle", "ring", "little"]
            .iter()
            .enumerate()
        {
            let has = options.finger_set().contains(&finger);
            let joint = |number: u8| {
                let name = format!("{name}_{number}.L");
                joints.iter().find(|joint| joint.name == name)
            };
            let (first, third) = (joint(if finger == 0 { 2 } else { 1 }), joint(3));
            assert_eq!(
                [first.is_some(), third.is_some()],
                [has; 2],
                "{name} of {fingers}"
            );
            if let (Some(first), Some(third)) = (first, third) {
                let [tip, knuckle] = [places[2 + finger], places[7 + finger]];
                assert!(first.model_from_joint.translation.distance(knuckle) < 1e-6);
                assert!(third.tail.distance(tip) < 1e-6);
            }
        }
    }
}

#[test]
fn bad_markers_are_refused_in_words() {
    let (template, places) = template(TemplateKind::Biped, options(5, 2));
    let one = vec![Vec3::ONE; places.len()];
    assert!(template.fit(&one).is_err());
    let line: Vec<Vec3> = places.iter().map(|place| Vec3::Y * place.y).collect();
    assert_eq!(template.fit(&line), Err(FitError::OneLine));
    let few = template.fit(&places[1..]);
    assert!(matches!(few, Err(FitError::Count { .. })));
    let mut lost = places.clone();
    lost[1] = Vec3::NAN;
    let said = template.fit(&lost).unwrap_err().to_string();
    assert!(said.contains("Chin"), "{said}");
    let mut short = places.clone();
    let elbow = template.marker("Left elbow").unwrap();
    short[elbow] = short[template.marker("Left shoulder").unwrap()];
    let said = template.fit(&short).unwrap_err().to_string();
    assert!(said.contains("upper_arm.L"), "{said}");
}

#[test]
fn a_hand_is_a_left_or_a_right_one() {
    for left in [true, false] {
        let options = TemplateOptions {
            left,
            ..TemplateOptions::default()
        };
        let (template, places) = template(TemplateKind::Hand, options);
        let joints = template.fit(&places).unwrap();
        let end = if left { ".L" } else { ".R" };
        assert!(joints.iter().all(|joint| joint.name.ends_with(end)));
        let side = template.markers()[0].side;
        assert_eq!(side == MarkerSide::Left, left);
        // The same places with the palm on the other side.
        let palm = axes(find(&joints, &format!("hand{end}"))).z_axis.y;
        assert!(if left { palm < -0.9 } else { palm > 0.9 }, "{palm}");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn joints_move_turn_and_scale_with_the_markers(
        turn in rotation(),
        by in translation(),
        scale in 0.01_f32..100.0,
        kind in prop::sample::select(TemplateKind::ALL.to_vec()),
    ) {
        let (template, places) = template(kind, with_all(options(5, 3)));
        let moved: Vec<Vec3> = places.iter().map(|place| turn * (*place * scale) + by).collect();
        let size = scale.max(by.length());
        let before = template.fit(&places).unwrap();
        let after = template.fit(&moved).unwrap();
        for (one, other) in before.iter().zip(&after) {
            let at = turn * (one.model_from_joint.translation * scale) + by;
            let off = other.model_from_joint.translation.distance(at);
            prop_assert!(off < 1e-5 * size, "{}: {off}", one.name);
            // Directions of short bones are as exact as the places of the markers.
            let exact = size / scale < 10.0;
            let want = turn * one.model_from_joint.rotation;
            let same = want.dot(other.model_from_joint.rotation).abs();
            prop_assert!(!exact || same > 1.0 - 1e-4, "{}: {same}", one.name);
        }
    }
}
