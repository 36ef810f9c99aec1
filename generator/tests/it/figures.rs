//! What the built-in figures promise: how many joints and triangles, two equal sides, weights that stay on their limb,
//! and clips that show what they are named after.
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use generator::{Motion, Shape, glb};
use glam::{DVec3, Vec3};
use rig::{Channel, Clip};

use crate::support::{shape, shapes};

fn motion(shape: &'static Shape, name: &str) -> &'static Motion {
    shape.motions.iter().find(|m| m.name == name).unwrap()
}

fn joint(shape: &Shape, name: &str) -> usize {
    shape.joints.iter().position(|j| j.name == name).unwrap()
}

/// Name, vertices as the surface has them, triangles, joints.
type Promise = (
    &'static str,
    RangeInclusive<usize>,
    RangeInclusive<usize>,
    usize,
);

const PROMISES: [Promise; 5] = [
    ("biped", 4_500..=5_200, 9_000..=10_000, 54),
    ("hand", 2_200..=2_600, 4_400..=5_200, 23),
    ("creature", 6_500..=7_200, 13_000..=14_200, 56),
    ("woman", 2_600..=2_760, 5_204..=5_516, 78),
    ("cloth", 5_800..=6_200, 11_600..=12_400, 49),
];

#[test]
fn they_have_the_promised_size() {
    for (name, vertices, triangles, joints) in PROMISES {
        let surface = &shape(name).surface;
        let count = surface.triangles.len() + 2 * surface.quads.len();
        assert!(
            vertices.contains(&surface.points.len()),
            "{name}: {}",
            surface.points.len()
        );
        assert!(triangles.contains(&count), "{name}: {count}");
        assert_eq!(shape(name).joints.len(), joints, "{name}");
    }
}

#[test]
fn the_biped_comes_first_and_stands_on_the_ground() {
    assert_eq!(shapes()[0].name, "biped");
    let heights = shape("biped").surface.points.iter().map(|p| p.position.y);
    let (low, high) = heights.fold((f64::INFINITY, 0.0_f64), |(l, h), y| (l.min(y), h.max(y)));
    assert!(low.abs() < 0.004, "{low}");
    assert!((1.70..1.82).contains(&high), "{high}");
}

/// Vertices, triangles and joints of the woman in Kavan and Žára 2005, table 1. Vertices at borders of two materials
/// count once in each.
const WOMAN_OF_THE_PAPER: [f64; 3] = [3_356.0, 5_205.0, 78.0];

#[test]
fn the_woman_is_as_large_as_that_of_the_paper() {
    let opened = character::open_bytes("woman", &glb(shape("woman")).unwrap()).unwrap();
    let primitives = || opened.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let vertices: usize = primitives().map(|p| p.positions.len()).sum();
    let triangles: usize = primitives().map(|p| p.triangles.len()).sum();
    let joints = opened.rig.skeleton.len();
    let counts = [vertices, triangles, joints].map(|n| f64::from(u32::try_from(n).unwrap()));
    for (ours, theirs) in counts.iter().zip(WOMAN_OF_THE_PAPER) {
        assert!((ours / theirs - 1.0).abs() < 0.06, "{ours} {theirs}");
    }
    assert_eq!(shape("woman").joints.len(), 78);
    let heights = shape("woman").surface.points.iter().map(|p| p.position.y);
    let (low, high) = heights.fold((f64::INFINITY, 0.0_f64), |(l, h), y| (l.min(y), h.max(y)));
    assert!(
        low.abs() < 0.004 && (1.68..1.72).contains(&high),
        "{low} {high}"
    );
}

fn other_side(name: &str) -> String {
    match (name.strip_suffix(".L"), name.strip_suffix(".R")) {
        (Some(stem), _) => format!("{stem}.R"),
        (_, Some(stem)) => format!("{stem}.L"),
        _ => name.to_owned(),
    }
}

#[test]
fn joints_of_both_sides_are_images() {
    for name in ["biped", "creature", "woman"] {
        let shape = shape(name);
        assert!(shape.joints.iter().any(|j| j.name == "thigh.L"), "{name}");
        for found in &shape.joints {
            let image = &shape.joints[joint(shape, &other_side(&found.name))];
            let mirrored = found.head * DVec3::new(-1.0, 1.0, 1.0);
            assert_eq!(image.head, mirrored, "{name} {}", found.name);
            assert_eq!(
                found.name.ends_with(".L"),
                0.0 < found.head.x,
                "{}",
                found.name
            );
            let along = found.rotation * DVec3::Y * DVec3::new(-1.0, 1.0, 1.0);
            assert!(
                (image.rotation * DVec3::Y - along).length() < 1e-9,
                "{}",
                found.name
            );
        }
    }
}

#[test]
fn skins_of_both_sides_are_images_with_their_weights() {
    for name in ["biped", "creature", "woman"] {
        let shape = shape(name);
        let key = |p: DVec3| (p.to_array()).map(|c| (c + 0.0).to_bits());
        let points = &shape.surface.points;
        let place: BTreeMap<_, _> = points
            .iter()
            .enumerate()
            .map(|(v, p)| (key(p.position), v))
            .collect();
        let mirror: Vec<usize> = shape
            .joints
            .iter()
            .map(|j| joint(shape, &other_side(&j.name)))
            .collect();
        for point in points {
            let image = &points[place[&key(point.position * DVec3::new(-1.0, 1.0, 1.0))]];
            for (weight, &joint) in point.weights.iter().zip(&mirror) {
                assert_eq!(*weight, image.weights[joint], "{name} {}", point.position);
            }
        }
    }
}

/// Part of a limb's weights that must be nothing where another part of the body rules.
fn together(shape: &Shape, first: &[&str], second: &[&str]) -> f64 {
    let sum = |weights: &[f64], stems: &[&str]| {
        let joints = shape.joints.iter().zip(weights);
        let of_limb = joints.filter(|(j, _)| {
            stems
                .iter()
                .any(|stem| j.name.starts_with(stem) && !j.name.ends_with(".R"))
        });
        of_limb.map(|(_, weight)| weight).sum::<f64>()
    };
    let rows = shape
        .surface
        .points
        .iter()
        .map(|p| sum(&p.weights, first).min(sum(&p.weights, second)));
    rows.fold(0.0, f64::max)
}

fn check_limbs_keep_their_weights(shape: &Shape) {
    let fingers = ["thumb", "index", "middle", "ring", "little"];
    for (k, finger) in fingers.iter().enumerate() {
        for other in &fingers[k + 1..] {
            let [a, b] = [finger, other].map(|stem| format!("{stem}_2"));
            let shared = together(shape, &[&a], &[&b]);
            assert!(shared < 0.10, "{} {finger} {other}: {shared}", shape.name);
        }
        let shared = together(
            shape,
            &[&format!("{finger}_2")],
            &["thigh", "hips", "shin", "spine"],
        );
        assert_eq!(shared, 0.0, "{finger}");
    }
    assert_eq!(
        together(
            shape,
            &["forearm", "hand"],
            &["spine", "hips", "chest", "thigh"]
        ),
        0.0
    );
    assert_eq!(
        together(shape, &["head"], &["spine", "upper_arm", "hips"]),
        0.0
    );
}

#[test]
fn weights_do_not_stray() {
    for name in ["biped", "woman"] {
        check_limbs_keep_their_weights(shape(name));
    }
    let biped = shape("biped");
    let legs = biped
        .surface
        .points
        .iter()
        .filter(|p| p.position.y < 0.6)
        .map(|p| {
            let on = |end: &str| {
                let rows = biped.joints.iter().zip(&p.weights);
                rows.filter(|(j, _)| j.name.ends_with(end))
                    .map(|(_, w)| w)
                    .sum::<f64>()
            };
            on(".L").min(on(".R"))
        });
    assert_eq!(legs.fold(0.0, f64::max), 0.0);
}

#[test]
fn every_joint_moves_some_skin() {
    for (name, ..) in PROMISES {
        let shape = shape(name);
        let most = |index: usize| {
            let weights = shape.surface.points.iter().map(|p| p.weights[index]);
            weights.fold(0.0, f64::max)
        };
        let idle = shape
            .joints
            .iter()
            .enumerate()
            .map(|(k, joint)| (&joint.name, most(k)));
        let idle: Vec<_> = idle.filter(|(_, most)| *most < 0.3).collect();
        assert!(idle.is_empty(), "{name}: {idle:?}");
    }
}

#[test]
fn the_range_of_motion_twists_bends_and_scales() {
    let biped = shape("biped");
    let clip = motion(biped, "range of motion");
    let most = |name: &str| {
        let found = clip
            .turnings
            .iter()
            .find(|t| t.joint == joint(biped, name))
            .unwrap();
        let angles = found
            .rotations
            .iter()
            .map(|q| 2.0 * q.w.abs().clamp(0.0, 1.0).acos().to_degrees());
        angles.fold(0.0, f64::max)
    };
    for (stem, degrees) in [
        ("forearm", 110.0),
        ("forearm_twist", 70.0),
        ("shin", 90.0),
        ("index_2", 70.0),
    ] {
        for end in ["L", "R"] {
            let turned = most(&format!("{stem}.{end}"));
            assert!(degrees < turned, "{stem}.{end}: {turned}");
        }
    }
    assert!(20.0 < most("spine") && 20.0 < most("chest"));
    let scaled: Vec<&str> = clip
        .stretchings
        .iter()
        .map(|s| biped.joints[s.joint].name.as_str())
        .collect();
    assert_eq!(scaled, ["belly", "upper_arm.L"]);
    for stretching in &clip.stretchings {
        let most = stretching
            .factors
            .iter()
            .map(|f| f.max_element())
            .fold(0.0, f64::max);
        assert!(1.3 < most, "{most}");
    }
    let seconds = clip.turnings[0].times.last().unwrap();
    assert!((10.0..=14.0).contains(seconds), "{seconds}");
}

#[test]
fn the_file_carries_scales_and_shifts() {
    let character = character::open_bytes("biped", &glb(shape("biped")).unwrap()).unwrap();
    let clip = |name: &str| -> &Clip {
        character
            .clips
            .iter()
            .find(|c| c.name() == Some(name))
            .unwrap()
    };
    let has = |name: &str, kind: fn(&Channel) -> bool| {
        clip(name).tracks().iter().any(|t| kind(&t.channel))
    };
    assert!(has("range of motion", |c| matches!(c, Channel::Scale(_))));
    assert!(has("walk", |c| matches!(c, Channel::Translation(_))));
}

#[test]
fn a_standing_foot_neither_slides_nor_sinks() {
    check_standing_foot("biped");
    check_standing_foot("woman");
}

fn check_standing_foot(name: &str) {
    let character = character::open_bytes(name, &glb(shape(name)).unwrap()).unwrap();
    let skeleton = &character.rig.skeleton;
    let clip = character
        .clips
        .iter()
        .find(|c| c.name() == Some("walk"))
        .unwrap();
    let rest = rig::Pose::rest(skeleton);
    let foot = skeleton.find("foot.L").unwrap();
    let ankle = |time: f32| {
        let pose = clip.sample(skeleton, &rest, time);
        let frames = rig::forward(
            skeleton,
            pose.user_transforms(),
            &character.rig.scale_inheritance,
        )
        .unwrap();
        Vec3::from(frames.model_from_posed_joint(foot).translation)
    };
    // While the whole sole is on the ground: an even way backwards at one height.
    let times = [0.12, 0.20, 0.28, 0.36];
    let places = times.map(ankle);
    for (pair, time) in places.windows(2).zip(times) {
        assert!((pair[1].y - pair[0].y).abs() < 0.003, "{time}: {pair:?}");
        let speed = (pair[0].z - pair[1].z) / 0.08;
        assert!((speed - 0.576).abs() < 0.04, "{time}: {speed}");
    }
}
