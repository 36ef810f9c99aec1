//! Motion captures: joints lie where the file says, in every unit and with either axis up.

use character::{Character, WarningKind, open_bytes};
use formats::{Format, convert, open};
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{Pose, ScaleInheritance, forward};

/// Hips, a leg and a head; a meter of hips in the file's unit, and its axes from those of glTF.
struct Figure {
    unit: f32,
    axes: Mat3,
}

const JOINTS: [(&str, Option<usize>, Vec3); 5] = [
    ("Hips", None, Vec3::ZERO),
    ("LeftUpLeg", Some(0), Vec3::new(0.1, -0.05, 0.0)),
    ("LeftLeg", Some(1), Vec3::new(0.0, -0.45, 0.01)),
    ("LeftFoot", Some(2), Vec3::new(0.0, -0.4, -0.02)),
    ("Neck", Some(0), Vec3::new(0.0, 0.55, 0.0)),
];
const FOOT_END: Vec3 = Vec3::new(0.0, -0.05, 0.15);
const HEAD_END: Vec3 = Vec3::new(0.0, 0.2, 0.0);

impl Figure {
    fn three(&self, vector: Vec3) -> String {
        let Vec3 { x, y, z } = self.axes * (vector * self.unit);
        format!("{x} {y} {z}")
    }

    /// Frames of a place of the hips and an angle in degrees of every joint's turns about the file's Z, X and Y.
    fn text(&self, frames: &[(Vec3, [f32; 3])]) -> String {
        let joint = |number: usize, channels: &str, more: &str| {
            let (name, parent, offset) = JOINTS[number];
            let keyword = if parent.is_some() { "JOINT" } else { "ROOT" };
            format!(
                "{keyword} {name}\n{{\nOFFSET {}\nCHANNELS {channels}\n{more}}}\n",
                self.three(offset)
            )
        };
        let end = |at| format!("End Site\n{{\nOFFSET {}\n}}\n", self.three(at));
        let three = "3 Zrotation Xrotation Yrotation";
        let foot = joint(3, three, &end(FOOT_END));
        let leg = joint(1, three, &joint(2, three, &foot));
        let head = joint(4, three, &end(HEAD_END));
        let hips = joint(
            0,
            "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
            &format!("{leg}{head}"),
        );
        let row = |(at, [z, x, y]): &(Vec3, [f32; 3])| {
            format!(
                "{} {}\n",
                self.three(*at),
                format!("{z} {x} {y} ").repeat(JOINTS.len())
            )
        };
        let rows: String = frames.iter().map(row).collect();
        format!(
            "HIERARCHY\n{hips}MOTION\nFrames: {}\nFrame Time: 0.04\n{rows}",
            frames.len()
        )
    }

    fn opened(&self, frames: &[(Vec3, [f32; 3])]) -> (Character, Vec<String>) {
        let converted =
            convert("folder/walk.bvh", self.text(frames).as_bytes(), Format::Bvh).unwrap();
        (open_bytes("walk", &converted.glb).unwrap(), converted.notes)
    }
}

/// Heads by name in a frame of the clip, or at rest.
fn heads(character: &Character, time: Option<f32>) -> Vec<(String, Vec3)> {
    let skeleton = &character.rig.skeleton;
    let rest = Pose::rest(skeleton);
    let pose = match time {
        Some(time) => character.clips[0].sample(skeleton, &rest, time),
        None => rest,
    };
    let inheritance = vec![ScaleInheritance::default(); skeleton.len()];
    let posed = forward(skeleton, pose.user_transforms(), &inheritance).unwrap();
    let head = |joint| posed.model_from_posed_joint(joint).translation.into();
    skeleton
        .joints()
        .map(|joint| (skeleton.name(joint).to_owned(), head(joint)))
        .collect()
}

/// The same by the formula of the format, in meters and with Y up.
fn expected(at: Vec3, turn: Quat) -> Vec<(&'static str, Vec3)> {
    let mut frames: Vec<(Quat, Vec3)> = Vec::new();
    let mut heads = Vec::new();
    for (name, parent, offset) in JOINTS {
        let (parent, head) = parent.map_or((Quat::IDENTITY, Vec3::ZERO), |parent| frames[parent]);
        let head = if frames.is_empty() {
            at
        } else {
            head + parent * offset
        };
        heads.push((name, head));
        frames.push((parent * turn, head));
    }
    heads.push(("LeftFoot end", frames[3].1 + frames[3].0 * FOOT_END));
    heads.push(("Neck end", frames[4].1 + frames[4].0 * HEAD_END));
    heads
}

const Z_UP: Mat3 = Mat3::from_cols(Vec3::X, Vec3::Z, Vec3::NEG_Y);

/// Places of the hips, with turns about the file's Z, X and Y in degrees.
const FRAMES: [(Vec3, [f32; 3]); 2] = [
    (Vec3::new(0.2, 0.9, 1.0), [0.0; 3]),
    (Vec3::new(0.3, 0.8, 1.2), [0.0, 10.0, 20.0]),
];

fn check_frames(figure: &Figure, character: &Character) {
    for (time, (at, angles)) in [0.0, 0.04].into_iter().zip(FRAMES) {
        let [z, x, y] = angles.map(f32::to_radians);
        let turn = Quat::from_rotation_z(z) * Quat::from_rotation_x(x) * Quat::from_rotation_y(y);
        // Turns are about the axes of the file.
        let axes = Quat::from_mat3(&figure.axes);
        let found = heads(character, Some(time));
        for (name, head) in expected(at, axes.conjugate() * turn * axes) {
            let (_, found) = found.iter().find(|(found, _)| found == name).unwrap();
            assert!(
                (*found - head).length() < 2e-4,
                "{} {time} {name}: {found} {head}",
                figure.unit
            );
        }
    }
}

#[test]
fn joints_lie_where_the_file_says_in_any_unit() {
    let units = [
        (1.0, ""),
        (100.0, "centimeters"),
        (1000.0, "millimeters"),
        (39.37, "inches"),
    ];
    for (unit, word) in units {
        for axes in [Mat3::IDENTITY, Z_UP] {
            let figure = Figure { unit, axes };
            let (character, notes) = figure.opened(&FRAMES);
            let says = |what: &str| notes.iter().any(|note| note.contains(what));
            assert_eq!(says("Z axis"), axes == Z_UP, "{notes:?}");
            assert_eq!(says("lengths are taken for"), !word.is_empty(), "{notes:?}");
            assert!(word.is_empty() || says(word), "{notes:?}");
            check_frames(&figure, &character);
        }
    }
}

#[test]
fn at_rest_the_figure_stands_on_the_ground() {
    let figure = Figure {
        unit: 100.0,
        axes: Mat3::IDENTITY,
    };
    let (character, _) = figure.opened(&[(Vec3::Y, [0.0; 3])]);
    let lowest = heads(&character, None)
        .into_iter()
        .map(|(_, head)| head.y)
        .fold(f32::INFINITY, f32::min);
    assert!(lowest.abs() < 1e-5, "{lowest}");
    assert_eq!(character.clips[0].name(), Some("walk"));
}

#[test]
fn a_file_is_opened_as_a_copy_and_says_what_was_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Walk 1.bvh");
    let figure = Figure {
        unit: 100.0,
        axes: Mat3::IDENTITY,
    };
    whole_file::write_whole(&path, figure.text(&[(Vec3::Y, [0.0; 3])]).as_bytes()).unwrap();
    assert_eq!(formats::format_of_file(&path), Some(Format::Bvh));
    let character = open(&path, Format::Bvh, &mut |_| {
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(character.name, "Walk 1");
    let kinds: Vec<WarningKind> = character
        .warnings
        .iter()
        .map(|warning| warning.kind)
        .collect();
    assert_eq!(kinds, [WarningKind::OpenedAsCopy, WarningKind::Converted]);
    assert!(character.warnings[1].to_string().contains("centimeters"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever size and angles: finite joints, or an error.
    #[test]
    fn odd_figures_are_opened_or_refused(unit in prop_oneof![Just(0.0_f32), Just(1e-20), Just(1e20), Just(1e38), 1e-3_f32..1e6], angles in prop::collection::vec(prop::array::uniform3(-1e6_f32..1e6), 1..4)) {
        let figure = Figure { unit, axes: Mat3::IDENTITY };
        let frames: Vec<(Vec3, [f32; 3])> = angles.into_iter().map(|angles| (Vec3::Y, angles)).collect();
        let converted = convert("odd", figure.text(&frames).as_bytes(), Format::Bvh);
        let opened = converted.ok().and_then(|converted| open_bytes("odd", &converted.glb).ok());
        for (name, head) in opened.iter().flat_map(|character| heads(character, Some(0.04))) {
            prop_assert!(head.is_finite(), "{name}");
        }
    }
}
