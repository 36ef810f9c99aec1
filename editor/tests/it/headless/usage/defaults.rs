//! One default everywhere: what the window, the command line and the crates do where nothing is said.

use std::fs;

use dq_math::SignRule;
use glam::{Quat, Vec3};
use rig::{Method, NormalRule, ScaleInheritance};
use scene::asked_method::AskedMethod;
use scene::deform::{DeformedPrimitive, deform};
use scene::method_choice::MethodChoice;
use scene::posed_character::Look;
use scene::view::pane_shows::{PaneInheritance, PaneShows};
use session::state::opening::load::load;
use session::state::weight_fit::FitChoice;

use crate::headless::skin::skin;
use crate::headless::support::{dualskin, words};

/// A command with an option of it, and what it takes where nothing is said; none where the file, or nothing, decides.
type Row = (&'static str, &'static str, Option<&'static str>);

const TABLE: [Row; 18] = [
    ("skin", "--signs", Some("followed")),
    ("render", "--signs", Some("followed")),
    ("share", "--signs", Some("followed")),
    ("bake", "--signs", Some("followed")),
    ("check", "--signs", Some("followed")),
    ("weights fit", "--signs", Some("followed")),
    ("weights limit", "--signs", Some("followed")),
    // Its dual quaternions are made by other programs, of matrices, which say nothing of turns.
    ("shader", "--signs", Some("first")),
    ("skin", "--scale-inheritance", None),
    ("render", "--scale-inheritance", None),
    ("share", "--scale-inheritance", None),
    ("bake", "--scale-inheritance", None),
    ("skin", "--normals", Some("usual")),
    ("render", "--normals", Some("usual")),
    ("render", "--compare", Some("linear,two-phase")),
    ("share", "--compare", Some("linear,two-phase")),
    ("check", "--methods", Some("linear,two-phase")),
    ("weights fit", "--method", Some("dual-quaternion")),
];

/// What the help of a command says that an option is by default.
fn default_in_help(command: &str, option: &str) -> Option<String> {
    let (status, help, _) = words(&dualskin(&format!("{command} --help")));
    assert_eq!(status, 0, "{command}");
    let begins = |line: &str| line.trim_start().starts_with(&format!("{option} <"));
    let lines: Vec<&str> = help.lines().skip_while(|line| !begins(line)).collect();
    assert!(!lines.is_empty(), "{command} has no {option}:\n{help}");
    let own = lines.iter().enumerate();
    let own = own.take_while(|(place, line)| *place == 0 || !line.trim_start().starts_with('-'));
    let own: Vec<&str> = own.map(|(_, line)| line.trim()).collect();
    let text = own.join(" ");
    let (_, rest) = text.split_once("[default: ")?;
    let (default, _) = rest.split_once(']')?;
    Some(default.to_owned())
}

#[test]
fn commands_have_the_defaults_of_the_table() {
    for (command, option, expected) in TABLE {
        let found = default_in_help(command, option);
        match expected {
            Some(expected) => assert_eq!(found.as_deref(), Some(expected), "{command} {option}"),
            None => assert!(
                found.is_some_and(|said| said.starts_with("as in the file")),
                "{command} {option}"
            ),
        }
    }
}

/// The same table, for who takes the crates or opens the window.
#[test]
fn crates_and_window_have_those_of_the_command_line() {
    let of = |option: &str, command: &str| {
        let row = TABLE.iter().find(|row| (row.0, row.1) == (command, option));
        row.unwrap().2.unwrap()
    };
    let signs = of("--signs", "render");
    assert_eq!(SignRule::default().name(), signs);
    assert_eq!(Look::default().signs.name(), signs);
    assert_eq!(FitChoice::default().look.signs.name(), signs);
    let panes = PaneShows::of_two();
    for pane in &panes {
        assert_eq!(pane.look.signs.name(), signs);
        assert_eq!(pane.scale_inheritance, PaneInheritance::AsSet);
        assert_eq!(pane.normals.rule(), NormalRule::default());
        assert_eq!(pane.normals.rule().name(), of("--normals", "render"));
    }
    let shown: Vec<&str> = panes.iter().map(|pane| pane.look.name()).collect();
    assert_eq!(shown.join(","), of("--compare", "render"));
    assert_eq!(shown[0], Method::default().name());
    assert_eq!(shown[0], MethodChoice::default().name());
    assert_eq!(shown[0], AskedMethod::default().to_string());
    let fit = FitChoice::default().look.method.name();
    assert_eq!(fit, of("--method", "weights fit"));
    // As in glTF, where a file says nothing else.
    assert_eq!(ScaleInheritance::default(), ScaleInheritance::Children);
    let opened = load("builtin:arm").unwrap();
    assert!(!opened.rig.scale_inheritance.is_empty());
}

/// The pages name the default, and the short names of methods.
#[test]
fn documents_say_the_same() {
    for (page, said) in [
        ("docs/commands.md", ["*followed*", "`lbs`", "`dqs`"]),
        ("docs/mathematics.md", ["*followed*", "`lbs`", "`dqs`"]),
        ("docs/glossary.md", ["*followed*", "`lbs`", "`dqs`"]),
    ] {
        let text = fs::read_to_string(testkit::folders::workspace().join(page)).unwrap();
        for words in said {
            assert!(text.contains(words), "{page} says nothing of {words}");
        }
    }
}

#[test]
fn short_names_are_read_everywhere_and_written_nowhere() {
    for (short, long) in [("lbs", "linear"), ("dqs", "dual-quaternion")] {
        assert_eq!(short.parse::<Method>().unwrap().name(), long);
        let (written, _) = skin(&format!("builtin:cylinder --method {short}"));
        assert_eq!(written["method"], long);
    }
    let (status, _, _) = words(&dualskin("check builtin:cylinder --methods lbs,dqs --json"));
    assert!(status <= 1, "it is read, whatever it finds");
}

/// Joints of characters are turned step by step around the whole circle but for the last degrees: by default nothing jumps, in any
/// method that has signs, and with the paper's rule something does.
#[test]
fn nothing_flips_at_half_a_turn_by_default() {
    for (name, place, axis) in [
        ("builtin:cylinder", 1, Vec3::Y),
        ("builtin:arm", 2, Vec3::X),
        ("builtin:arm", 3, Vec3::new(0.6, 0.0, 0.8)),
    ] {
        let character = load(name).unwrap();
        let joints = &character.rig.scale_inheritance;
        let rest = scene::deform::base_pose(&character);
        for method in [Method::DualQuaternion, Method::TWO_PHASE, Method::Affine] {
            let largest_step = |look: Look| {
                let mut before: Option<Vec<DeformedPrimitive>> = None;
                let mut largest = 0.0_f32;
                for degrees in (0..=340).step_by(4) {
                    let mut pose = rest.clone();
                    let angle = f32::from(i16::try_from(degrees).unwrap()).to_radians();
                    pose.rigid[place].rotation *= turn(axis, angle);
                    let now = deform(&character, &pose, joints, look).unwrap();
                    if let Some(before) = &before {
                        largest = largest.max(farthest(before, &now));
                    }
                    before = Some(now);
                }
                largest
            };
            let usual = largest_step(Look::new(method));
            let paper = largest_step(Look {
                signs: SignRule::First,
                ..Look::new(method)
            });
            assert!(usual < 0.5 * paper, "{name} {method}: {usual} of {paper}");
        }
    }
}

/// With its sign, up to a full turn.
fn turn(axis: Vec3, angle: f32) -> Quat {
    let (sin, cos) = (0.5 * angle).sin_cos();
    let axis = axis.normalize() * sin;
    Quat::from_xyzw(axis.x, axis.y, axis.z, cos)
}

fn farthest(one: &[DeformedPrimitive], other: &[DeformedPrimitive]) -> f32 {
    let pairs = one.iter().zip(other).flat_map(|(one, other)| {
        let both = one.positions.iter().zip(&other.positions);
        both.map(|(a, b)| a.distance(*b))
    });
    pairs.fold(0.0, f32::max)
}

/// What is typed behind a method counts for it alone, and its own word is before that of all.
#[test]
fn a_method_has_signs_and_inheritance_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let preset = folder.path().join("far.ron");
    fs::write(
        &preset,
        "(version: 1, name: \"Far\", joints: {\"forearm\": (rotation: (230, 0, 0), scale: (1, 2, 1))})",
    )
    .unwrap();
    let skinned = |rest: &str| {
        let preset = preset.display();
        let (mut document, _) = skin(&format!("builtin:arm --pose {preset} {rest}"));
        document["primitives"].take()
    };
    let followed = skinned("--method two-phase");
    let first = skinned("--method two-phase --signs first");
    let joint = skinned("--method two-phase --scale-inheritance joint");
    assert!(followed != first && followed != joint);
    assert_eq!(
        skinned("--method two-phase:followed --signs first"),
        followed
    );
    assert_eq!(skinned("--method two-phase:first"), first);
    assert_eq!(skinned("--method two-phase::joint"), joint);
    assert_eq!(
        skinned("--method two-phase:first:joint"),
        skinned("--method two-phase --signs first --scale-inheritance joint")
    );
}

#[test]
fn check_tells_signs_apart_and_refuses_an_inheritance() {
    let line = "check builtin:cylinder --methods two-phase,two-phase:first,linear --json";
    let (_, report, _) = words(&dualskin(line));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let named = |name: &str| checks.iter().any(|check| check["method"] == name);
    assert!(named("two-phase") && named("two-phase:first") && named("linear"));
    let (status, _, told) = words(&dualskin("check builtin:cylinder --methods linear::joint"));
    assert!(status == 2 && told.contains("linear::joint"), "{told}");
    // What is advised is not refused.
    for (typed, advised) in [
        ("linear:first", "linear"),
        ("lbs:running", "linear"),
        ("two-phase:first:all", "two-phase:first"),
        ("affine:first:joint:more", "two-phase:first"),
    ] {
        let (status, _, told) = words(&dualskin(&format!(
            "check builtin:cylinder --methods {typed}"
        )));
        assert_eq!(status, 2, "{typed}: {told}");
        assert!(told.contains(&format!("as {advised}")), "{typed}: {told}");
        assert!(!told.contains("::"), "{typed}: {told}");
    }
}

/// The help of an option that takes a method names all of them, or the command whose help does.
#[test]
fn every_help_leads_to_all_methods() {
    for (command, names_all) in [
        ("skin", true),
        ("render", true),
        ("bake", true),
        ("clips reduce", true),
        ("check", false),
        ("share", false),
        ("shader", false),
        ("weights limit", false),
        ("weights fit", false),
    ] {
        let (status, help, _) = words(&dualskin(&format!("{command} --help")));
        assert_eq!(status, 0, "{command}");
        let help = help.split_whitespace().collect::<Vec<&str>>().join(" ");
        if names_all {
            for method in Method::ALL {
                let name = method.name();
                assert!(
                    help.contains(name),
                    "{command} does not name {name}: {help}"
                );
            }
        } else {
            assert!(help.contains("dualskin skin --help"), "{command}: {help}");
        }
    }
}
