//! Files of markers: what is written is read back, and what cannot be meant is refused where it stands.

use character::Character;
use glam::{Vec3, vec3};
use rig::{FaceJoints, SkeletonTemplate, TemplateKind, TemplateOptions, TwistJoints};
use session::state::fitting::marker_file::{marker_text, take};
use session::state::fitting::{Cloud, Fitting, Sureness};
use session::state::opening::load::load;

fn figure() -> Character {
    load("builtin:biped_mesh").unwrap()
}

fn fitting(kind: TemplateKind) -> Fitting {
    Fitting::new(kind, &Cloud::at_rest(kind, &figure()).unwrap())
}

fn places(fitting: &Fitting) -> Vec<(String, Vec3, Option<Sureness>)> {
    let markers = fitting.markers();
    markers
        .map(|(index, marker, place)| (marker.label(), place, fitting.sureness(index)))
        .collect()
}

fn at(fitting: &Fitting, label: &str) -> (Vec3, Sureness) {
    let marker = fitting.marker(label).unwrap();
    (
        fitting.place(marker).unwrap(),
        fitting.sureness(marker).unwrap(),
    )
}

fn taken(text: &str, fitting: &mut Fitting) {
    take(text.as_bytes(), "m.ron", fitting).unwrap();
}

#[test]
fn what_is_written_changes_nothing_when_it_is_read() {
    for kind in TemplateKind::ALL {
        let mut one = fitting(kind);
        let mut text = marker_text(&one);
        for _ in 0..2 {
            let before = (places(&one), one.options);
            taken(&text, &mut one);
            assert_eq!((places(&one), one.options), before, "{text}");
            assert_eq!(marker_text(&one), text);
            // With both sides apart all of them are written.
            if let Some(left) = one.marker("Left knee") {
                one.mirror(false);
                one.put(left, vec3(0.3, 0.5, 0.1));
            }
            // And joints that are there only where they are asked for.
            one.choose(with_all(one.options));
            text = marker_text(&one);
        }
        let mut other = fitting(kind);
        taken(&text, &mut other);
        assert_eq!(other.joints(), one.joints(), "{text}");
        let is_two_sided = kind != TemplateKind::Hand;
        assert_eq!(text.contains("\"Right knee\""), is_two_sided, "{text}");
        assert!(!text.contains("\"Right ankle\""), "{text}");
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

#[test]
fn a_marker_that_is_mended_takes_its_partner_along_and_counts_as_found() {
    let mut one = fitting(TemplateKind::Biped);
    let chin = at(&one, "Chin").0;
    let text = format!(
        "Markers(version: 1, spine: 3, markers: {{
            \"Left wrist\": (place: (0.6, 1.2, 0.1), sure: guess),
            \"Chin\": (place: ({:?}, {:?}, {:?}), sure: guess),
        }})",
        chin.x, chin.y, chin.z
    );
    taken(&text, &mut one);
    assert_eq!(
        at(&one, "Left wrist"),
        (vec3(0.6, 1.2, 0.1), Sureness::Found)
    );
    assert_eq!(
        at(&one, "Right wrist"),
        (vec3(-0.6, 1.2, 0.1), Sureness::Found)
    );
    assert_eq!(at(&one, "Chin"), (chin, Sureness::Guess));
    assert_eq!(one.options.spine, 3);
    // Both sides are as they are listed, and so is what lies off the middle.
    let text = "(version: 1, markers: {
        \"Right wrist\": (place: (-0.5, 1.1, 0.0)),
        \"Left wrist\": (place: (0.7, 1.3, 0.0)),
        \"Groin\": (place: (0.05, 0.9, 0.0)) })";
    taken(text, &mut one);
    assert_eq!(at(&one, "Right wrist").0, vec3(-0.5, 1.1, 0.0));
    assert_eq!(at(&one, "Left wrist").0, vec3(0.7, 1.3, 0.0));
    assert_eq!(at(&one, "Groin").0.x, 0.05);
}

/// Lines among the markers, from line 2 on: where the fault is, and a word of what is said.
const MARKERS: [(&str, &str, &str); 7] = [
    (
        "\"Left wirst\": (place: (1, 2, 3))",
        "line 2, column 1",
        "did you mean `Left wrist`?",
    ),
    (
        "\"Chin\": (place: (NaN, 2, 3))",
        "line 2, column 1",
        "`Chin` is no place",
    ),
    (
        "\"Chin\": (place: (1e39, 2, 3))",
        "line 2, column 1",
        "three finite numbers",
    ),
    ("\"Chin\": (place: (1, 2))", "line 2", "3"),
    ("\"Chin\": (1, 2, 3)", "line 2", ""),
    (
        "\"Chin\": (place: (1, 2, 3), sure: perhaps)",
        "line 2",
        "`found`",
    ),
    (
        "\"Chin\": (place: (1, 2, 3)),\n \"Chin\": (place: (1, 2, 3))",
        "line 3, column 2",
        "second time",
    ),
];

/// The same of whole files.
const FILES: [(&str, &str, &str); 12] = [
    ("(version: 2)", "line 1", "newer"),
    (
        "(version: 1,\n skeleton: hand)",
        "line 2, column 2",
        "markers of a hand",
    ),
    ("(version: 1,\n skeleton: spider)", "line 2", "`quadruped`"),
    (
        "(version: 1,\n // spine: 1\n spine: 9)",
        "line 3, column 2",
        "1 to 6",
    ),
    (
        "(version: 1, tail: 3)",
        "line 1, column 14",
        "a biped has no `tail`",
    ),
    (
        "(version: 1, side: left)",
        "line 1, column 14",
        "a biped has no `side`",
    ),
    (
        "(version: 1, toes: true)",
        "line 1, column 14",
        "a biped has no `toes`",
    ),
    (
        "(version: 1, face: (ears: true))",
        "line 1, column 21",
        "a biped has no `ears`",
    ),
    (
        "(version: 1,\n twist: (thigh: 4))",
        "line 2, column 10",
        "0 to 3 twist joints",
    ),
    ("(version: 1,\n face: (nose: true))", "line 2", "nose"),
    (
        "(version: 1, marker: {})",
        "line 1",
        "did you mean `markers`?",
    ),
    ("no markers", "line 1", ""),
];

#[test]
fn what_cannot_be_meant_is_refused_where_it_stands() {
    let long = format!("\"{}\": (place: (1, 2, 3))", "x".repeat(5000));
    let among = |line: &str| format!("(version: 1, markers: {{\n{line}\n}})");
    let markers = MARKERS.map(|(line, place, word)| (among(line), place, word));
    let files = FILES.map(|(text, place, word)| (text.to_owned(), place, word));
    let long = [(among(&long), "line 2, column 1", "Left wrist")];
    let figure = fitting(TemplateKind::Biped);
    for (text, place, word) in markers.into_iter().chain(files).chain(long) {
        let mut one = figure.clone();
        let said = take(text.as_bytes(), "m.ron", &mut one).unwrap_err();
        assert!(said.starts_with(&format!("m.ron, {place}")), "{said}");
        assert!(said.contains(word), "{said}");
        assert!(said.ends_with(['.', '?']) && said.len() < 900, "{said}");
        assert_eq!(places(&one), places(&figure), "{said}");
    }
    let mut one = fitting(TemplateKind::Hand);
    let said = take(b"(version: 1, fingers: 0)", "m.ron", &mut one).unwrap_err();
    assert!(said.contains("a hand has 1 to 5"), "{said}");
    assert!(take(&[0xff], "m.ron", &mut one).is_err());
    // Cut off anywhere it is no file, and none is so long.
    let text = marker_text(&one);
    let whole = text.trim_end().len();
    for end in 0..whole {
        assert!(take(&text.as_bytes()[..end], "m.ron", &mut one).is_err());
    }
    let huge = format!("{text}{}", " ".repeat(2 << 20));
    let said = take(huge.as_bytes(), "m.ron", &mut one).unwrap_err();
    assert!(said.contains("bytes"), "{said}");
}

/// A marker from which no joint follows, with the numbers of fingers and tail that are given, is refused where it stands; all others are
/// taken.
#[test]
fn markers_that_no_joint_follows_from_are_refused() {
    for kind in TemplateKind::ALL {
        let figure = fitting(kind);
        let (mut taken, mut refused) = (0, 0);
        for number in u8::from(kind == TemplateKind::Hand)..=5 {
            let (member, options) = with_number(kind, number, figure.options);
            for marker in SkeletonTemplate::new(kind, options).markers() {
                let label = marker.label();
                let text = format!(
                    "(version: 1, {member}: {number}, markers: {{\n\"{label}\": (place: (0.1, 1, 0.2)) }})"
                );
                let said = take(text.as_bytes(), "m.ron", &mut figure.clone());
                let place = "m.ron, line 2, column 1: no joint follows from";
                let is_refused =
                    said.is_err_and(|said| said.starts_with(place) && said.contains(&label));
                assert_eq!(is_refused, !marker.is_used, "{text}");
                taken += usize::from(marker.is_used);
                refused += usize::from(is_refused);
            }
        }
        assert!(taken > 5 && refused > 0, "{kind:?}: {taken}, {refused}");
    }
}

/// The member of a file that says how many fingers there are, or joints of a tail, and the options with so many.
fn with_number(
    kind: TemplateKind,
    number: u8,
    options: TemplateOptions,
) -> (&'static str, TemplateOptions) {
    let (fingers, tail) = match kind {
        TemplateKind::Quadruped => (options.fingers, number),
        TemplateKind::Biped | TemplateKind::Hand => (number, options.tail),
    };
    let member = match kind {
        TemplateKind::Quadruped => "tail",
        TemplateKind::Biped | TemplateKind::Hand => "fingers",
    };
    (
        member,
        TemplateOptions {
            fingers,
            tail,
            ..options
        },
    )
}
