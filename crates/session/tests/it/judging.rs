//! Characters held against limits: what each check finds, files of limits, and the poses that are looked at.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use rig::{GoOn, Method};
use scene::deform::base_pose;
use scene::judge::{JudgedPose, Judging, Measure, MotionChoice, PoseSource, judged, judged_poses};
use scene::posed_character::Look;
use session::files::load::load;
use session::judging::{Check, Judged, LIMITS_EXAMPLE, Limits, Verdict, judge};

const ON: &GoOn<'_> = &|_| ControlFlow::Continue(());

fn cylinder() -> Character {
    load("builtin:cylinder").unwrap()
}

fn verdict(character: Character, limits: &Limits, threads: usize) -> Verdict {
    let character = Arc::new(character);
    let of = Judged {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        looks: &[Look::new(Method::Linear), Look::new(Method::DualQuaternion)],
        limits,
        threads,
    };
    judge(&of, ON).unwrap().unwrap()
}

/// Only this check, and few poses: what is at rest needs none.
fn limits(check: Check, limit: f64) -> Limits {
    let poses = match check {
        Check::InPoses(_) => "moments: 3, range: 100.0",
        _ => "range: 0.0, clips: []",
    };
    Limits::parsed(&format!("(version: 1, {}: {limit}, {poses})", check.id())).unwrap()
}

/// With other weights of one vertex.
fn with_row(character: &Character, vertex: usize, row: &[(u16, f32)]) -> Character {
    let mut edit = WeightEdit {
        mesh: character.instances[0].mesh,
        ..WeightEdit::default()
    };
    let vertex = u32::try_from(vertex).unwrap();
    edit.rows.push(vertex, row.iter().copied());
    character.with_weights(&[edit]).unwrap()
}

/// A cylinder on which a check finds something.
fn broken(check: Check) -> Character {
    let character = cylinder();
    match check {
        Check::BadWeights => with_row(&character, 0, &[(0, 1.5), (1, -0.5)]),
        _ => character,
    }
}

/// A limit at rest is kept by what is just good, and is broken by the same character if it is less than what was found.
#[test]
fn limits_at_rest_are_kept_and_broken() {
    for check in [Check::Influences, Check::BadWeights] {
        let check_of = |verdict: &Verdict| {
            let mut found = verdict.checks.iter();
            let value = found.find(|of| of.check == check && of.limit.is_some());
            value.cloned()
        };
        let character = broken(check);
        let found = check_of(&verdict(character.clone(), &limits(check, 0.0), 1)).unwrap();
        assert!(found.value > 0.0 && found.is_over(), "{check:?}: {found:?}");
        assert!(!found.places.is_empty(), "{check:?}");
        assert!(
            found
                .places
                .is_sorted_by(|one, other| one.value >= other.value)
        );
        let said = found.reason();
        assert!(
            said.contains(check.title()) && said.contains("worst at"),
            "{said}"
        );
        let kept = verdict(character.clone(), &limits(check, found.value), 1);
        assert_eq!(kept.over().count(), 0, "{check:?}");
        let broken = verdict(character, &limits(check, found.value * 0.99), 1);
        assert_eq!(broken.over().count(), 1, "{check:?}");
    }
}

#[test]
fn a_good_character_is_good_and_threads_change_nothing() {
    let one = verdict(cylinder(), &Limits::default(), 1);
    let reasons: Vec<String> = one.over().map(|over| over.reason()).collect();
    assert_eq!(reasons, Vec::<String>::new());
    assert_eq!(one, verdict(cylinder(), &Limits::default(), 3));
    // Every joint alone and with the one above it, about three axes to both sides, and the clips.
    let character = cylinder();
    let moments = 24 * character.clips.len();
    let joints = character.rig.binds[0].joints().len();
    assert_eq!(one.poses, [moments + 6 * joints + 6 * (joints - 1); 2]);
    // Broken off, nothing comes of it.
    let character = Arc::new(character);
    let of = Judged {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        looks: &[Look::default()],
        limits: &Limits::default(),
        threads: 2,
    };
    assert!(judge(&of, &|_| ControlFlow::Break(())).is_none());
}

#[test]
fn poses_are_named_and_bounded() {
    let character = cylinder();
    let choice = MotionChoice {
        clips: &[0],
        moments: 2,
        joints: None,
        degrees: 45.0,
    };
    let motion = judged_poses(&character, &choice);
    let names: Vec<String> = motion
        .poses
        .iter()
        .map(|posed| posed.source.words(&character))
        .collect();
    assert!(
        names[0].starts_with("clip “") && names[0].ends_with(" at 0.00 s"),
        "{names:?}"
    );
    assert!(
        names.iter().any(|name| name.ends_with(" z −45°")),
        "{names:?}"
    );
    assert!(names.iter().any(|name| name.contains(" and ")), "{names:?}");
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len(), "no pose twice");
    // A clip that is not there, and no range of motion: nothing, and no fault.
    let nothing = MotionChoice {
        clips: &[99],
        degrees: f32::NAN,
        ..choice
    };
    assert_eq!(judged_poses(&character, &nothing).poses, []);
    let end = motion
        .poses
        .iter()
        .rev()
        .find_map(|posed| match posed.source {
            PoseSource::Clip { time, .. } => Some(time),
            PoseSource::Turn { .. } => None,
        });
    assert_eq!(end, Some(character.clips[0].duration()));
}

#[test]
fn files_of_limits_are_read_and_slips_told_with_their_place() {
    let all = Limits::parsed(LIMITS_EXAMPLE).unwrap();
    assert!(Check::ALL.iter().all(|&check| all.of(check).is_some()));
    let some = Limits::parsed("Limits(version: 1, stretch: 2.5, joints: [\"a\"])").unwrap();
    assert_eq!(some.of(Check::InPoses(Measure::Stretch)), Some(2.5));
    assert_eq!(some.of(Check::Influences), None);
    assert_eq!(some.joints.as_deref(), Some(&["a".to_owned()][..]));
    for (text, line, wanted) in [
        ("(version: 1)", 1, "no limit is named"),
        ("(version: 2, flips: 0)", 1, "version 2"),
        ("(version: 1,\n  flipz: 0)", 2, "flip"),
        ("(version: 1,\n  flips: -1)", 2, "zero or more"),
        (
            "(version: 1,\n  // flips: 0\n  flips: NaN)",
            3,
            "zero or more",
        ),
        ("(version: 1, flips: \"no\")", 1, ""),
        ("(version: 1, flips: 0,\n moments: 0)", 2, "1 to 1000"),
        ("(version: 1, flips: 0,\n range: 1e9)", 2, "0 to 360"),
        ("(version: 1, flips: 0", 1, ""),
    ] {
        let fault = Limits::parsed(text).unwrap_err();
        assert!(fault.what.contains(wanted), "{text}: {fault:?}");
        assert_eq!(fault.line, line, "{text}: {fault:?}");
    }
    let long = format!("(version: 1, flips: 0){}", " ".repeat(2 << 20));
    assert!(Limits::parsed(&long).is_err());
}

/// Names that a character does not have are told, and leave nothing to look at in their place.
#[test]
fn names_that_name_nothing_are_told() {
    let text = "(version: 1, flips: 0, clips: [\"nowhere\"], joints: [\"nobody\"])";
    let found = verdict(cylinder(), &Limits::parsed(text).unwrap(), 1);
    assert_eq!(found.unknown, ["clip \"nowhere\"", "joint \"nobody\""]);
    assert_eq!(found.poses, [0, 0]);
}

/// A vertex beyond the range of numbers is the worst of all, whatever is measured, and is shown where it is at rest.
#[test]
fn vertices_that_are_nowhere_are_the_worst() {
    let character = Arc::new(cylinder());
    let bind = &character.rig.binds[0];
    let mut pose = base_pose(&character);
    for joint in bind.joints() {
        pose.rigid[joint.index()].translation = Vec3::splat(f32::MAX);
    }
    let source = PoseSource::Clip { clip: 0, time: 0.0 };
    let poses = [base_pose(&character), pose].map(|pose| JudgedPose { source, pose });
    let looks = [Look::new(Method::Linear), Look::new(Method::DualQuaternion)];
    let judging = Judging {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        poses: &poses,
        looks: &looks,
        measures: &Measure::ALL,
        threads: 1,
    };
    for worst in judged(&judging, ON).unwrap().unwrap() {
        let found = worst.places.first().unwrap();
        assert_eq!((found.value, found.pose), (f32::INFINITY, 1), "{worst:?}");
    }
    let words = Check::InPoses(Measure::Stretch).words(f64::INFINITY);
    assert_eq!(words, "not finite");
}
