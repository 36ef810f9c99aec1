//! The report of characters made by hand.

use std::sync::Arc;

use character::{Character, FilePlace, Mesh, Warning, WarningKind};
use glam::{Mat3, Vec3};
use headless::inspect::{json, text};
use rig::{Channel, Clip, Interpolation, JointIndex, JointTrack, Track};
use scene::report::{CharacterReport, MEANING_WIDTH, Severity};
use serde_json::Value;
use session::state::opening::load::load;
use unicode_width::UnicodeWidthStr as _;

use super::chain::{Chain, instance};

/// The codes that a character gives, in order, with their counts; the page is checked on the way.
fn check(character: &Character, expected: &[(&str, usize)]) {
    let report = CharacterReport::of("by hand", character);
    let found: Vec<(&str, usize)> = report
        .problems
        .iter()
        .map(|problem| (problem.code, problem.count))
        .collect();
    assert_eq!(found, expected, "{:#?}", report.problems);
    for problem in &report.problems {
        let width = problem.meaning.width();
        assert!(
            0 < width && width <= MEANING_WIDTH,
            "{width}: {}",
            problem.meaning
        );
    }
    for line in text::page(&report).lines() {
        assert!(line.width() <= 80, "{line}");
    }
}

#[test]
fn a_sound_character_has_no_problems() {
    check(&Chain::default().character(), &[]);
    let page = text::page(&CharacterReport::of(
        "by hand",
        &Chain::default().character(),
    ));
    assert!(page.ends_with("No problems found."), "{page}");
}

#[test]
fn an_empty_character_has_a_page() {
    check(&Character::default(), &[]);
}

#[test]
fn influences_are_judged() {
    let all = |n: u16| (0..n).map(|joint| (joint, 1.0)).collect::<Vec<_>>();
    let chain = Chain {
        names: vec!["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
        rows: vec![all(10), all(5), all(4), Vec::new()],
        ..Chain::default()
    };
    let expected = [
        ("unbound-vertices", 1),
        ("more-than-four-influences", 2),
        ("more-than-eight-influences", 1),
    ];
    check(&chain.character(), &expected);
    let report = CharacterReport::of("by hand", &chain.character());
    assert_eq!(
        report.influences.histogram,
        [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1]
    );
    let meanings: Vec<&str> = report
        .problems
        .iter()
        .map(|problem| problem.meaning.as_str())
        .collect();
    assert!(
        meanings[1].contains("60 %") && meanings[2].contains("20 %"),
        "{meanings:?}"
    );
}

#[test]
fn stretches_are_judged() {
    let uneven = Mat3::from_diagonal(Vec3::new(1.0, 2.0, 4.0));
    let cases: [(Vec3, Mat3, &[&str]); 7] = [
        (Vec3::splat(0.01), Mat3::IDENTITY, &["rest-scale"]),
        (
            Vec3::new(-1.0, 1.0, 1.0),
            Mat3::IDENTITY,
            &["mirrored-rest"],
        ),
        (Vec3::new(1.0, 2.0, 1.0), Mat3::IDENTITY, &["rest-stretch"]),
        (
            Vec3::ONE,
            Mat3::from_diagonal(Vec3::splat(0.5)),
            &["non-rigid-bind"],
        ),
        (Vec3::ONE, uneven, &["non-rigid-bind"]),
        (
            Vec3::ONE,
            Mat3::from_diagonal(Vec3::new(1.0, -1.0, 1.0)),
            &["mirrored-bind"],
        ),
        (
            Vec3::splat(3.0),
            Mat3::from_diagonal(Vec3::splat(0.5)),
            &["non-rigid-bind", "rest-scale"],
        ),
    ];
    for (scale, extra, codes) in cases {
        let expected: Vec<(&str, usize)> = codes.iter().map(|&code| (code, 3)).collect();
        check(
            &Chain {
                scale,
                extra,
                ..Chain::default()
            }
            .character(),
            &expected,
        );
    }
    let report = CharacterReport::of(
        "by hand",
        &Chain {
            extra: uneven,
            ..Chain::default()
        }
        .character(),
    );
    // A bind matrix is the inverse of where the joint stood.
    let expected = [0.25, 0.5, 1.0];
    for (found, expected) in report.skins[0].joints[0]
        .bind_stretch
        .0
        .into_iter()
        .zip(expected)
    {
        assert!((found - expected).abs() < 1e-5, "{report:?}");
    }
    assert!(
        report.problems[0]
            .what
            .ends_with("are bound with stretches of 0.25 to 1"),
        "{}",
        report.problems[0].what
    );
}

#[test]
fn names_are_judged() {
    let chain = |names: [&'static str; 3]| {
        Chain {
            names: names.to_vec(),
            ..Chain::default()
        }
        .character()
    };
    check(&chain(["a", "b", "a"]), &[("duplicate-names", 2)]);
    check(&chain(["", "b", ""]), &[("empty-names", 2)]);
    check(&chain(["a", "A", "a "]), &[]);
    check(
        &chain(["\u{202e}", "\u{202e}", "\u{1b}[2J"]),
        &[("duplicate-names", 2)],
    );
}

#[test]
fn what_moves_nothing_is_noted() {
    let mut character = Chain {
        rows: vec![vec![(1, 1.0)]],
        ..Chain::default()
    }
    .character();
    check(&character, &[("joints-without-influence", 2)]);
    let alike = Chain {
        names: vec!["bone"; 3],
        rows: vec![vec![(1, 1.0)]],
        ..Chain::default()
    };
    let report = CharacterReport::of("by hand", &alike.character());
    let problem = report
        .problems
        .iter()
        .find(|one| one.code == "joints-without-influence");
    let [first, last] = problem.unwrap().which.as_slice() else {
        panic!("{report:?}");
    };
    assert!(first != last && first != "bone" && last != "bone");
    character.meshes.extend([Mesh::default(), Mesh::default()]);
    character.instances.push(instance(1, None));
    let expected = [
        ("unskinned-meshes", 1),
        ("unused-meshes", 1),
        ("joints-without-influence", 2),
    ];
    check(&character, &expected);
    character.instances.clear();
    check(&character, &[("unused-meshes", 3), ("unused-skins", 1)]);
}

#[test]
fn clips_are_judged() {
    let mut character = load("builtin:cylinder").unwrap();
    let twist = character.clips[0].clone();
    let held = Track::new([0.0], vec![Vec3::ZERO], Interpolation::Step).unwrap();
    let track = JointTrack {
        joint: JointIndex(1),
        channel: Channel::Translation(held),
    };
    let still = Clip::default().with_tracks(vec![track], Vec::new());
    character.clips = [twist.clone(), twist, still].into();
    check(
        &character,
        &[("duplicate-clip-names", 2), ("zero-length-clips", 1)],
    );
}

#[test]
fn vertices_beyond_the_range_of_numbers_are_counted() {
    let mut character = Chain::default().character();
    let positions = Arc::make_mut(&mut character.meshes[0].primitives[0].positions);
    positions[0] = Vec3::splat(f32::MAX);
    positions[2] = Vec3::new(f32::NAN, 0.0, 0.0);
    let report = CharacterReport::of("by hand", &character);
    let codes: Vec<&str> = report.problems.iter().map(|problem| problem.code).collect();
    assert!(codes.contains(&"beyond-range"), "{codes:?}");
    serde_json::from_str::<Value>(&json::document(&report).unwrap()).unwrap();
}

/// Every kind of warning has a meaning of its own, one line long, and its count and places add up.
#[test]
fn every_warning_means_something() {
    let mut n_kinds = 0;
    // Rows of zeros are told while there are some, whatever was read: the tests of unbound points of `session` look at them.
    let told = |kind: &&WarningKind| **kind != WarningKind::WeightsAllZero;
    for &kind in WarningKind::ALL.iter().filter(told) {
        let warning = |count, place: &str| Warning {
            kind,
            place: FilePlace::Json(place.to_owned()),
            count,
            detail: "a reason".to_owned(),
        };
        let mut character = Chain::default().character();
        character.warnings = vec![warning(1_000, "/a"), warning(234, "/b")];
        check(&character, &[(kind.code(), 1_234)]);
        let report = CharacterReport::of("by hand", &character);
        let problem = &report.problems[0];
        n_kinds += 1;
        assert!(
            !problem.meaning.starts_with("Repaired here;"),
            "{} has no meaning",
            problem.code
        );
        assert_eq!(problem.which, ["/a", "/b"]);
        // What is said of a whole file of another format counts nothing.
        let is_of_file = matches!(kind, WarningKind::OpenedAsCopy | WarningKind::Converted);
        assert!(
            is_of_file || problem.what.contains("1,234") && !problem.what.contains("/a"),
            "{}",
            problem.what
        );
        assert_eq!(report.warnings.len(), 2);
    }
    assert!(n_kinds > 20);
}

#[test]
fn worse_comes_first() {
    let mut character = Chain {
        names: vec!["a", "a", "b"],
        ..Chain::default()
    }
    .character();
    character.warnings.push(Warning {
        kind: WarningKind::WeightsNotOne,
        place: FilePlace::File,
        count: 1,
        detail: String::new(),
    });
    let report = CharacterReport::of("by hand", &character);
    let severities: Vec<Severity> = report
        .problems
        .iter()
        .map(|problem| problem.severity)
        .collect();
    assert_eq!(severities, [Severity::Problem, Severity::Note]);
}

/// Clips that scale what moves vertices are told, whichever joint and clip it is; those that scale nothing, or as at rest, are not.
#[test]
fn clips_that_scale_joints_are_told() {
    let chain = Chain::default().character();
    let clip = |id: u32, name: &str, joint: u16, factors: [f32; 2]| {
        let values = factors.map(Vec3::splat).to_vec();
        let track = Track::new(vec![0.0, 1.0], values, Interpolation::Linear).unwrap();
        let joint = JointIndex(joint);
        let channel = Channel::Scale(track);
        let clip = Clip::new(rig::ClipId(id), Some(name.to_owned()), 1.0);
        clip.with_tracks(vec![JointTrack { joint, channel }], Vec::new())
    };
    let told = |clips: Vec<Clip>| {
        let report = CharacterReport::of("by hand", &chain.with_clips(clips));
        let mut problems = report.problems.into_iter();
        problems.find(|problem| problem.code == "clips-scale-joints")
    };
    assert!(told(vec![clip(0, "still", 0, [1.0, 1.0])]).is_none());
    for joint in 0..3 {
        let clips = vec![
            clip(0, "still", 1, [1.0, 1.0]),
            clip(1, "育つ", joint, [1.0, 2.5]),
            clip(2, "", joint, [0.5, 1.0]),
        ];
        let problem = told(clips).unwrap();
        assert_eq!(problem.count, 2);
        assert_eq!(problem.which, ["育つ", "clip 2"]);
        assert!(problem.what.contains("1 joint") && problem.what.contains("0.5 to 2.5"));
        assert!(problem.meaning.contains("dual-quaternion"));
    }
}

/// Tangents of a curve are no factors; what it reaches between its keys is.
#[test]
fn curves_that_scale_joints_are_told_by_their_values() {
    let chain = Chain::default().character();
    let told = |channel: Channel| {
        let clip = Clip::new(rig::ClipId(0), None, 1.0);
        let joint = JointIndex(1);
        let clip = clip.with_tracks(vec![JointTrack { joint, channel }], Vec::new());
        let report = CharacterReport::of("by hand", &chain.with_clips(vec![clip]));
        let mut problems = report.problems.into_iter();
        let problem = problems.find(|problem| problem.code == "clips-scale-joints");
        problem.map(|problem| problem.what)
    };
    let curve = |[value, out, into, end]: [f32; 4]| {
        let values = [0.0, value, out, into, end, 0.0].map(Vec3::splat).to_vec();
        Track::new(vec![0.0, 1.0], values, Interpolation::CubicSpline).unwrap()
    };
    let cases = [
        ([1.0, 0.0, 0.0, 1.0], None),
        ([1.2, 0.0, 0.0, 1.2], Some("by a factor of 1.2")),
        ([-1.0, 0.0, 0.0, -1.0], Some("by a factor of -1")),
        ([1.0, 0.0, 0.0, 1.5], Some("by factors of 1 to 1.5")),
        ([1.0, 0.0, 0.0, 1.004], Some("by factors of 1 to 1.004")),
        // One bump of 4 · 0.25, and one there and back of 0.0962 times 6 each way.
        ([1.0, 4.0, -4.0, 1.0], Some("by factors of 1 to 2")),
        ([1.0, 6.0, 6.0, 1.0], Some("by factors of 0.423 to 1.58")),
    ];
    for (numbers, expected) in cases {
        let what = told(Channel::Scale(curve(numbers)));
        match (&what, expected) {
            (None, None) => {}
            (Some(what), Some(words)) => {
                assert!(
                    what.ends_with(&format!("scales 1 joint, {words}")),
                    "{what}"
                );
            }
            _ => panic!("{numbers:?}: {what:?}"),
        }
    }
    let shear = told(Channel::Shear(curve([0.0, 0.0, 0.0, 0.2]))).unwrap();
    assert!(shear.ends_with("shears 1 joint"), "{shear}");
    assert_eq!(told(Channel::Shear(curve([0.0; 4]))), None);
}

#[test]
fn scaling_clips_of_the_field_are_told() {
    let told = |case: &testkit::field::Case| case.expected.contains("clip scales joints");
    let cases: Vec<_> = testkit::field::cases("inspect")
        .into_iter()
        .filter(told)
        .collect();
    assert!(!cases.is_empty());
    for case in cases {
        let character = load(&case.file.to_string_lossy()).unwrap();
        let report = CharacterReport::of("by hand", &character);
        let mut codes = report.problems.iter().map(|problem| problem.code);
        assert!(
            codes.any(|code| code == "clips-scale-joints"),
            "{}",
            case.id
        );
    }
}
