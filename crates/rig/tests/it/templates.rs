//! Ready skeletons fitted to markers.

use crate::support::{cases, rotation, translation};
use glam::{Mat3, Vec3, vec3};
use proptest::prelude::*;
use rig::{
    FitError, FittedJoint, MarkerSide, Rigid, SkeletonTemplate, TemplateKind, TemplateOptions,
};

/// Where the markers of a biped that is 1.8 m high might be: of the middle, then of the left.
const BIPED: [Vec3; 19] = [
    vec3(0.0, 1.8, 0.0),
    vec3(0.0, 1.53, 0.02),
    vec3(0.0, 0.83, -0.01),
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
];

const QUADRUPED: [Vec3; 14] = [
    vec3(0.0, 1.2, 1.1),
    vec3(0.0, 1.3, 0.8),
    vec3(0.0, 1.0, 0.4),
    vec3(0.0, 0.95, -0.4),
    vec3(0.0, 0.9, -0.5),
    vec3(0.0, 0.6, -1.0),
    vec3(0.1, 0.8, 0.45),
    vec3(0.12, 0.55, 0.3),
    vec3(0.12, 0.28, 0.35),
    vec3(0.12, 0.03, 0.38),
    vec3(0.1, 0.85, -0.4),
    vec3(0.12, 0.55, -0.25),
    vec3(0.12, 0.3, -0.5),
    vec3(0.12, 0.03, -0.42),
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

fn axes(joint: &FittedJoint) -> Mat3 {
    Mat3::from_quat(joint.model_from_joint.rotation)
}

fn every_kind(mut test: impl FnMut(&SkeletonTemplate, Vec<Vec3>)) {
    for kind in TemplateKind::ALL {
        for fingers in 0..=5 {
            for spine in [1, 2, 3, 6] {
                let (template, places) = template(kind, options(fingers, spine));
                test(&template, places);
            }
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
    assert_eq!(markers(5), (35, 35));
    assert_eq!(markers(0), (17, 35));
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
        let (template, places) = template(kind, options(5, 3));
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
