//! Pose presets as files: what is written comes back, and what cannot be read says where and why.
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{JointPreset, PosePreset};
use session::files::builtin;
use session::state::presets::{PresetFile, SHIPPED, read, shipped_presets, write, write_over};
use testkit::arbitrary;

fn one(joint: JointPreset) -> PresetFile {
    PresetFile {
        name: "one".to_owned(),
        preset: PosePreset {
            joints: vec![joint],
        },
        ..PresetFile::default()
    }
}

fn number(limit: f32) -> impl Strategy<Value = f32> + Clone {
    prop_oneof![
        2 => Just(0.0_f32),
        1 => Just(-0.0_f32),
        1 => Just(1.0_f32),
        1 => Just(limit),
        1 => Just(f32::MIN_POSITIVE),
        1 => arbitrary::tiny(),
        4 => -4.0..4.0_f32,
        2 => -limit..limit,
    ]
}

fn three(limit: f32) -> impl Strategy<Value = Option<Vec3>> + Clone {
    prop::option::of([number(limit), number(limit), number(limit)].prop_map(Vec3::from_array))
}

/// Any rotation, and turns about Y near 90°, where three angles are least able.
fn rotation() -> impl Strategy<Value = Quat> + Clone {
    let locked = (-7.0..-1.0_f32, -3.0..3.0_f32, -3.0..3.0_f32).prop_map(|(off, x, z)| {
        let y = core::f32::consts::FRAC_PI_2 - 10f32.powf(off);
        (Quat::from_rotation_z(z) * Quat::from_rotation_y(y) * Quat::from_rotation_x(x)).normalize()
    });
    prop_oneof![3 => arbitrary::rotation(), 1 => locked]
}

fn joint() -> impl Strategy<Value = JointPreset> + Clone {
    let name = prop_oneof!["[a-z]{1,8}", "\\PC{1,6}", Just("a\"b\\c\n/#2".to_owned())];
    (
        name,
        prop::option::of(rotation()),
        three(1e9),
        three(1e6),
        three(1e6),
    )
        .prop_map(|(joint, rotation, translation, scale, shear)| JointPreset {
            joint,
            rotation,
            translation,
            scale,
            shear,
        })
}

fn file() -> impl Strategy<Value = PresetFile> {
    let texts = || prop::option::of("\\PC{0,12}");
    let joints = prop::collection::vec(joint(), 0..6).prop_map(|mut joints| {
        for (place, joint) in joints.iter_mut().enumerate() {
            joint.joint = format!("{place}{}", joint.joint);
        }
        joints
    });
    ("\\S\\PC{0,12}", texts(), texts(), joints).prop_map(|(name, note, made_for, joints)| {
        PresetFile {
            name,
            note,
            made_for,
            preset: PosePreset { joints },
        }
    })
}

fn angle(a: Quat, b: Quat) -> f64 {
    let between = a.as_dquat().normalize().conjugate() * b.as_dquat().normalize();
    2.0 * between.xyz().length().atan2(between.w.abs())
}

fn without_rotations(file: &PresetFile) -> PresetFile {
    let mut file = file.clone();
    for joint in &mut file.preset.joints {
        joint.rotation = None;
    }
    file
}

proptest! {
    #[test]
    fn what_is_written_comes_back(file in file()) {
        let text = write(&file);
        let back = read(&text, "x.ron").unwrap();
        prop_assert_eq!(without_rotations(&back), without_rotations(&file));
        for (joint, before) in back.preset.joints.iter().zip(&file.preset.joints) {
            prop_assert_eq!(joint.rotation.is_some(), before.rotation.is_some());
            let pair = joint.rotation.zip(before.rotation);
            prop_assert!(pair.is_none_or(|(a, b)| angle(a, b) < 1e-6), "{:?} {:?}", joint, before);
        }
        let again = (0..9).fold(back, |file, _| read(&write(&file), "x.ron").unwrap());
        for (joint, before) in again.preset.joints.iter().zip(&file.preset.joints) {
            let pair = joint.rotation.zip(before.rotation);
            prop_assert!(pair.is_none_or(|(a, b)| angle(a, b) < 2e-6), "drifts: {:?} {:?}", joint, before);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _either = read(&text, "x.ron");
    }

    #[test]
    fn any_mutilated_preset_is_read_or_refused_in_one_sentence(file in file(), at in any::<prop::sample::Index>(), put in "[(){}:,\"/a0-]{0,3}") {
        let text = write(&file);
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        let at = places[at.index(places.len())];
        let next = text[at..].chars().next().map_or(0, char::len_utf8);
        let mutilated = format!("{}{put}{}", &text[..at], &text[at + next..]);
        if let Err(error) = read(&mutilated, "x.ron") {
            let said = error.to_string();
            prop_assert!(said.starts_with("x.ron, line "), "{said}");
            prop_assert!(said.ends_with('.') || said.ends_with('?'), "{said}");
        }
    }
}

#[test]
fn what_is_written_is_for_people() {
    let file = PresetFile {
        name: "Squat".to_owned(),
        note: Some("Feet stay where they are.".to_owned()),
        made_for: Some("biped".to_owned()),
        preset: PosePreset {
            joints: vec![
                JointPreset {
                    joint: "thigh.L".to_owned(),
                    rotation: Some(Quat::from_rotation_x(-80f32.to_radians())),
                    ..JointPreset::default()
                },
                JointPreset {
                    joint: "spine".to_owned(),
                    translation: Some(Vec3::new(0.0, -0.35, 1e-7)),
                    scale: Some(Vec3::new(1.1, 1.0, 1.1)),
                    shear: Some(Vec3::new(0.2, 0.0, 0.0)),
                    ..JointPreset::default()
                },
            ],
        },
    };
    let text = write(&file);
    let body = text.as_str();
    let comment = body
        .lines()
        .take_while(|line| line.starts_with("//"))
        .count();
    assert_eq!(comment, 5);
    let rest: Vec<&str> = body.lines().skip(comment).collect();
    assert_eq!(
        rest.join("\n"),
        r#"(
    version: 1,
    name: "Squat",
    note: "Feet stay where they are.",
    made_for: "biped",
    joints: {
        "thigh.L": (rotation: (-80, 0, 0)),
        "spine": (translation: (0, -0.35, 1e-7), scale: (1.1, 1, 1.1), shear: (0.2, 0, 0)),
    },
)"#
    );
}

#[test]
fn a_hand_may_write_less_and_otherwise() {
    let text = "\u{feff}/* mine */ PosePreset(joints: {\"a\": (rotation: Some((0, 0, 0.5, 0.5)), scale: (2.,1,+1)), // one\n}, version: 1)";
    let file = read(text, "folder/mine.ron").unwrap();
    assert_eq!(file.name, "mine");
    let joint = &file.preset.joints[0];
    let half = core::f32::consts::FRAC_1_SQRT_2;
    assert!(
        joint
            .rotation
            .unwrap()
            .abs_diff_eq(Quat::from_xyzw(0.0, 0.0, half, half), 1e-6)
    );
    assert_eq!(joint.scale, Some(Vec3::new(2.0, 1.0, 1.0)));
    assert_eq!((joint.translation, joint.shear), (None, None));
}

#[test]
fn what_no_file_can_hold_is_held_or_left_out() {
    let joint = JointPreset {
        joint: "a".to_owned(),
        rotation: Some(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)),
        translation: Some(Vec3::new(f32::INFINITY, -f32::MAX, 0.0)),
        scale: Some(Vec3::new(1.0, f32::NAN, 1.0)),
        shear: None,
    };
    let back = read(&write(&one(joint)), "x.ron").unwrap();
    let joint = &back.preset.joints[0];
    assert_eq!((joint.rotation, joint.scale), (None, None));
    assert_eq!(joint.translation, Some(Vec3::new(1e9, -1e9, 0.0)));
}

#[test]
fn writing_anew_keeps_the_comment_at_the_top() {
    let file = one(JointPreset::default());
    let kept = write_over(
        "// mine\n\n//  and mine\n(version: 1, joints: {}) // lost\n",
        &file,
    );
    assert!(kept.starts_with("// mine\n\n//  and mine\n(\n"), "{kept}");
    assert!(!kept.contains("lost"));
    assert_eq!(write_over("(version: 1)", &file), write(&file));
    assert_eq!(write_over("// no end", &file).lines().nth(1), Some("("));
}

#[test]
fn shipped_poses_fit_their_characters() {
    for shipped in SHIPPED {
        let (character, file) = (shipped.character, shipped.file);
        let preset = shipped
            .read()
            .unwrap_or_else(|error| panic!("{character}: {error}"));
        let opened = builtin::find(character).unwrap().open().unwrap();
        let matched = preset.preset.match_joints(&opened.rig.skeleton);
        assert!(matched.is_whole(), "{character}/{file}: {matched:?}");
        assert!(!matched.joints.is_empty() && preset.note.is_some());
        assert_eq!(preset.made_for.as_deref(), Some(character), "{file}");
        // What is shipped is written as the editor writes.
        assert_eq!(write(&preset), shipped.text, "{character}/{file}");
    }
    let is_rigged = |builtin: &&builtin::Builtin| builtin.name != "biped_mesh";
    for builtin in builtin::ALL.iter().filter(is_rigged) {
        let names: Vec<String> = shipped_presets(builtin.name)
            .into_iter()
            .map(|file| file.name)
            .collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert!(
            names.len() >= 4 && distinct.len() == names.len(),
            "{}: {names:?}",
            builtin.name
        );
    }
    assert!(shipped_presets("nobody").is_empty());
}

/// Text, place, and words that the sentence must have.
const BAD: &[(&str, (usize, usize), &[&str])] = &[
    ("", (1, 1), &["expected an opening bracket"]),
    (
        "(joints: {})",
        (1, 12),
        &["`version` is missing", "version: 1"],
    ),
    ("(version: 1)", (1, 12), &["`joints` is missing"]),
    (
        "(version: 2, joints: [], bones: 3)",
        (1, 11),
        &["version 2", "newer Dualskin"],
    ),
    ("(bones: 3,\n version: 7)", (2, 11), &["version 7", "newer"]),
    (
        "(version: 0, joints: {})",
        (1, 11),
        &["version 0", "write version 1"],
    ),
    ("(version: \"1\", joints: {})", (1, 11), &["whole number"]),
    (
        "(version: 1,\n joins: {})",
        (2, 2),
        &["unknown name `joins`", "did you mean `joints`?"],
    ),
    (
        "(version: 1,\n joints: {\"a\": (rotatoin: (0, 0, 0))})",
        (2, 17),
        &["did you mean `rotation`?"],
    ),
    (
        "(version: 1,\n joints: {\"a\": (colour: 3)})",
        (2, 17),
        &["unknown name `colour`", "`scale` and `shear`"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: 2)})",
        (1, 36),
        &["opening bracket"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: (1, 1))})",
        (1, 36),
        &["three numbers, but here are 2", "(1, 1, 1)"],
    ),
    (
        "(version: 1, joints: {\"a\": (rotation: (1, 1))})",
        (1, 39),
        &["three angles", "here are 2", "(0, 45, 0)"],
    ),
    (
        "(version: 1, joints: {\"a\": (rotation: (1, 1, 1, 1, 1))})",
        (1, 53),
        &["here are 5"],
    ),
    (
        "(version: 1, joints: {\"a\": (rotation: (0, 0, 0, 0))})",
        (1, 39),
        &["length 0", "(0, 0, 0, 1)"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: (\"1\", 1, 1))})",
        (1, 37),
        &["expected a number"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: (NaN, 1, 1))})",
        (1, 36),
        &["NaN", "1000000"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: (inf, 1, 1))})",
        (1, 36),
        &["inf", "1000000"],
    ),
    (
        "(version: 1, joints: {\"a\": (translation: (0, 1e30, 1))})",
        (1, 42),
        &["1e30", "translation", "1000000000"],
    ),
    (
        "(version: 1, joints: {\"a\": (rotation: (0, 1e30, 1))})",
        (1, 39),
        &["1e30", "36000"],
    ),
    (
        "(version: 1, joints: {\"a\": (),\n \"b\": (),\n \"a\": ()})",
        (3, 2),
        &["\"a\"", "line 1", "one line of both"],
    ),
    (
        "(version: 1, joints: {\"a\\\"\": (),\n \"a\\\"\": ()})",
        (2, 2),
        &["one line of both"],
    ),
    (
        "(version: 1, joints: {\"a\": (scale: (1, 1, 1), scale: (1, 1, 1))})",
        (1, 47),
        &["`scale` stands here a second time"],
    ),
    ("(version: 1, joints: {\"\": ()})", (1, 23), &["no name"]),
    ("(version: 1, joints: {a: ()})", (1, 23), &["quotes"]),
    ("(version: 1, joints: [])", (1, 22), &["curly brackets"]),
    ("(version: 1, name: 3, joints: {})", (1, 20), &["in quotes"]),
    ("(version: 1, joints: {}", (1, 24), &["closing"]),
    ("(version: 1, joints: {\"a: ()})", (1, 31), &["quote"]),
    (
        "(version: 1, joints: {}) and more",
        (1, 26),
        &["after the last bracket"],
    ),
    ("(version: 1 joints: {})", (1, 13), &["comma"]),
    (
        "(version: 1, joints: {\"a\" (scale: (1, 1, 1))})",
        (1, 27),
        &["colon"],
    ),
];

#[test]
fn every_fault_names_its_place_and_a_remedy() {
    let mut wrong = Vec::new();
    for (text, place, words) in BAD {
        let error = read(text, "poses/bad.ron").unwrap_err();
        let (said, fault) = (error.to_string(), &error.fault);
        let is_told = words.iter().all(|word| said.contains(word));
        let is_near = fault.line == place.0 && fault.column.abs_diff(place.1) <= 12;
        if !is_told || !is_near || !said.starts_with("poses/bad.ron, line ") {
            wrong.push(format!("{text}\n   wanted {place:?} {words:?}\n   {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
