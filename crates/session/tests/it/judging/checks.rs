//! Characters held against limits: what each check finds, files of limits, and the poses that are looked at.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use rig::{Channel, Clip, ClipId, GoOn, Interpolation, JointTrack, Method, Track};
use scene::judge::{
    Judging, Measure, MeasureResult, MotionChoice, PosePlan, PoseSource, Range, choose_poses,
    judge_poses,
};
use scene::posed_character::Look;
use session::state::judging::{
    Check, Checked, Judged, LIMITS_EXAMPLE, Limit, Limits, NoSkin, NotJudged, Purpose, Verdict,
    judge,
};
use session::state::opening::load::load;

const ON: &GoOn<'_> = &|_| ControlFlow::Continue(());

fn cylinder() -> Character {
    load("builtin:cylinder").unwrap()
}

pub(crate) fn verdict(character: Character, limits: &Limits, threads: usize) -> Verdict {
    let character = Arc::new(character);
    let of = Judged {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        worn: &[],
        looks: &[Look::new(Method::Linear), Look::new(Method::DualQuaternion)],
        limits,
        threads,
    };
    judge(&of, ON).unwrap().unwrap()
}

/// Only this check, and few poses: what is at rest needs none.
pub(crate) fn limits(check: Check, limit: f64) -> Limits {
    let poses = match check {
        Check::InPoses(_) => "moments: 3, range: 100.0",
        _ => "range: 0.0, clips: []",
    };
    Limits::parse(&format!("(version: 1, {}: {limit}, {poses})", check.id())).unwrap()
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
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        worn: &[],
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
        range: Range::Equal(45.0),
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
    };
    let motion = choose_poses(&character, &choice);
    let names: Vec<String> = motion
        .sources
        .iter()
        .map(|source| source.words(&character))
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
        range: Range::Equal(f32::NAN),
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        ..choice
    };
    assert_eq!(choose_poses(&character, &nothing).sources, []);
    let end = motion.sources.iter().rev().find_map(|source| match source {
        PoseSource::Clip { time, .. } => Some(*time),
        PoseSource::Turned(_) => None,
    });
    assert_eq!(end, Some(character.clips[0].duration()));
}

#[test]
fn files_of_limits_are_read_and_slips_told_with_their_place() {
    let all = Limits::parse(LIMITS_EXAMPLE).unwrap();
    assert!(Check::ALL.iter().all(|&check| all.of(check).is_some()));
    let some = Limits::parse("Limits(version: 1, stretch: 2.5, joints: [\"a\"])").unwrap();
    assert_eq!(
        some.of(Check::InPoses(Measure::Stretch)),
        Some(Limit::Most(2.5))
    );
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
        let fault = Limits::parse(text).unwrap_err();
        assert!(fault.what.contains(wanted), "{text}: {fault:?}");
        assert_eq!(fault.line, line, "{text}: {fault:?}");
    }
    let long = format!("(version: 1, flips: 0){}", " ".repeat(2 << 20));
    assert!(Limits::parse(&long).is_err());
}

/// Names that a character does not have are told, and leave nothing to look at in their place.
#[test]
fn names_that_name_nothing_are_told() {
    let text = "(version: 1, flips: 0, clips: [\"nowhere\"], joints: [\"nobody\"])";
    let found = verdict(cylinder(), &Limits::parse(text).unwrap(), 1);
    assert_eq!(found.unknown, ["clip \"nowhere\"", "joint \"nobody\""]);
    assert_eq!(found.poses, [0, 0]);
}

/// A mesh that one skin shows at several nodes is measured once, and places are told by where they are among all.
#[test]
fn repeated_instances_are_measured_once() {
    let mut character = cylinder();
    let whole = character.instances[0].clone();
    let mut marred = whole.clone();
    marred.mesh = character.meshes.len();
    character.meshes.push(character.meshes[whole.mesh].clone());
    character.instances = vec![marred.clone()];
    let mut once = with_row(&character, 0, &[(0, 0.5), (1, 0.5)]);
    once.instances = vec![whole.clone(), marred.clone()];
    let mut often = once.clone();
    often.instances = vec![whole.clone(), whole.clone(), marred.clone(), whole, marred];
    let primitives = once.meshes[0].primitives.len();
    let limits = Limits::parse("(version: 1, stretch: 100.0, moments: 3)").unwrap();
    let (once, often) = (verdict(once, &limits, 1), verdict(often, &limits, 1));
    assert_eq!(once.poses, often.poses);
    let in_poses = |verdict: &Verdict| {
        let checks = verdict.checks.iter().cloned();
        let checks = checks.filter(|of| matches!(of.check, Check::InPoses(_)));
        checks.collect::<Vec<Checked>>()
    };
    let mut expected = in_poses(&once);
    let mut of_marred = 0;
    for place in expected.iter_mut().flat_map(|check| &mut check.places) {
        if place.vertex.primitive >= primitives {
            place.vertex.primitive += primitives;
            of_marred += 1;
        }
    }
    assert!(of_marred > 0);
    assert_eq!(in_poses(&often), expected);
}

/// Two primitives that share their vertices are measured as one with the triangles of both.
#[test]
fn shared_vertices_are_measured_once() {
    let whole = cylinder();
    let mut apart = whole.clone();
    let primitives = &mut apart.meshes[0].primitives;
    let all = Arc::clone(&primitives[0].triangles);
    let (front, back) = all.split_at(all.len() / 3);
    let mut second = primitives[0].clone();
    primitives[0].triangles = front.into();
    second.triangles = back.into();
    primitives.push(second);
    let limits = Limits::parse("(version: 1, stretch: 100.0, moments: 3)").unwrap();
    let in_poses = |character: Character| {
        let checks = verdict(character, &limits, 1).checks.into_iter();
        let checks = checks.filter(|of| matches!(of.check, Check::InPoses(_)));
        checks.collect::<Vec<Checked>>()
    };
    assert_eq!(in_poses(apart), in_poses(whole));
}

/// A vertex beyond the range of numbers is the worst of all, whatever is measured, and is shown where it is at rest.
#[test]
fn vertices_that_are_nowhere_are_the_worst() {
    let character = cylinder();
    let far = vec![Vec3::ZERO, Vec3::splat(f32::MAX)];
    let tracks = character.rig.binds[0].joints().iter().map(|&joint| {
        let track = Track::new(vec![0.0, 1.0], far.clone(), Interpolation::Linear);
        JointTrack {
            joint,
            channel: Channel::Translation(track.unwrap()),
        }
    });
    let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks.collect(), Vec::new());
    let character = Arc::new(character.with_clips(vec![clip]));
    let at = |time| PoseSource::Clip { clip: 0, time };
    let motion = PosePlan::each_alone(vec![at(0.0), at(1.0)]);
    let looks = [Look::new(Method::Linear), Look::new(Method::DualQuaternion)];
    let judging = Judging {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        motion: &motion,
        looks: &looks,
        measures: &Measure::ALL,
        threads: 1,
    };
    for worst in judge_poses(&judging, ON).unwrap().unwrap() {
        let found = worst.places.first().unwrap();
        assert_eq!((found.value, found.pose), (f32::INFINITY, 1), "{worst:?}");
    }
    let words = Check::InPoses(Measure::Stretch).words(f64::INFINITY);
    assert_eq!(words, "not finite");
}

/// A share is taken of all that is counted; what counts nothing has none, and a purpose stands for all that a file leaves out.
#[test]
fn limits_are_shares_and_purposes() {
    let limits =
        Limits::parse("(version: 1, stray: \"0.5 %\", flips: \"2%\", unbound: 3)").unwrap();
    assert_eq!(limits.of(Check::Stray), Some(Limit::Share(0.005)));
    let flips = Check::InPoses(Measure::Flips);
    assert_eq!(limits.of(flips), Some(Limit::Share(0.02)));
    assert_eq!(limits.of(Check::Unbound), Some(Limit::Most(3.0)));
    let checked = |value, of| Checked {
        check: Check::Stray,
        look: None,
        value,
        of: Some(of),
        limit: limits.of(Check::Stray),
        not_judged: None,
        places: Vec::new(),
    };
    for (value, of, is_over) in [
        (5.0, 1000.0, false),
        (6.0, 1000.0, true),
        (1.0, 100.0, true),
    ] {
        assert_eq!(checked(value, of).is_over(), is_over, "{value} of {of}");
    }
    assert_eq!(checked(6.0, 1000.0).value_words(), "6 (0.6 %)");
    assert_eq!(checked(50_001.0, 1e7).value_words(), "50001 (0.50001 %)");
    // What is beyond its limit reads otherwise than that, and what is not stays short.
    for check in Check::ALL {
        for (most, least) in [(1.0_f64, 1e-7_f64), (0.35, 1e-5), (17.0, 3e-4), (2.0, 0.5)] {
            for value in [most * (1.0 + least), most, 0.9 * most] {
                let checked = Checked {
                    check,
                    limit: Some(Limit::Most(most)),
                    ..checked(value, 1000.0)
                };
                let [value, limit] = [checked.value_words(), checked.limit_words().unwrap()];
                match checked.is_over() {
                    true => assert_ne!(value, limit),
                    false => assert_eq!(value, check.words(checked.value)),
                }
            }
        }
    }
    for purpose in Purpose::ALL {
        let whole = Limits::parse(&format!("(version: 1, purpose: {})", purpose.id())).unwrap();
        assert_eq!(whole, Limits::of_purpose(purpose));
        let text = format!("(version: 1, purpose: {}, influences: 2)", purpose.id());
        let changed = Limits::parse(&text).unwrap();
        assert_eq!(changed.of(Check::Influences), Some(Limit::Most(2.0)));
        assert_eq!(changed.of(Check::Stray), whole.of(Check::Stray));
    }
    for (text, wanted) in [
        ("(version: 1, stretch: \"5 %\")", "counts nothing"),
        ("(version: 1, stray: \"101 %\")", "at most 100 %"),
        ("(version: 1, stray: \"-1 %\")", "zero or more"),
        ("(version: 1, stray: \"many\")", "a share as"),
        ("(version: 1, purpose: stage)", "stage"),
    ] {
        let fault = Limits::parse(text).unwrap_err();
        assert!(fault.what.contains(wanted), "{text}: {fault:?}");
    }
}

/// Nothing is not good: a mesh that no joint moves, and a file without any, with and without leave by the limits.
#[test]
fn what_has_no_skin_is_not_judged() {
    let file = testkit::field::own_folder().join("files/check_nothing.glb");
    let animation = load(file.to_str().unwrap()).unwrap();
    let mesh = load("builtin:biped_mesh").unwrap();
    for (character, why) in [(animation, NoSkin::NoMesh), (mesh, NoSkin::NoWeights)] {
        let found = verdict(character.clone(), &Limits::default(), 1);
        assert_eq!(found.no_skin, Some(why));
        assert!(!found.is_good());
        assert_eq!(found.poses, [0; 2], "nothing is posed for it");
        let blind = found.checks.iter().filter(|of| of.check != Check::Flaws);
        assert!(
            blind
                .clone()
                .all(|of| of.not_judged == Some(NotJudged::NoSkin) && of.value == 0.0)
        );
        assert!(blind.count() > 10);
        let leave = Limits::parse("(version: 1, purpose: any, needs_skin: false)").unwrap();
        assert!(verdict(character, &leave, 1).is_good());
    }
    assert_eq!(verdict(cylinder(), &Limits::default(), 1).no_skin, None);
}

/// What has no length, no area or no volume is not judged, and nothing of it is beyond a limit: all vertices in one point, on one line,
/// on one plane, at the origin and elsewhere.
#[test]
fn what_has_no_extent_is_not_judged() {
    let text =
        "(version: 1, volume_loss: 0.01, stretch: 1.01, normal_error: 1.0, clips: [], range: 80.0)";
    let limits = Limits::parse(text).unwrap();
    let measures = [
        (Measure::VolumeLoss, NotJudged::NoVolume),
        (Measure::Stretch, NotJudged::NoLength),
        (Measure::NormalError, NotJudged::NoArea),
    ];
    let places: [fn(Vec3) -> Vec3; 5] = [
        |_| Vec3::ZERO,
        |_| Vec3::new(0.3, 0.7, -0.2),
        |at| Vec3::new(0.1, 0.2, 0.3) * at.element_sum(),
        |at| at * Vec3::new(1.0, 1.0, 0.0),
        |at| at,
    ];
    for (number, (place, blind)) in places.into_iter().zip([3, 3, 2, 1, 0]).enumerate() {
        let mut character = cylinder();
        for primitive in character
            .meshes
            .iter_mut()
            .flat_map(|of| &mut of.primitives)
        {
            let moved: Vec<Vec3> = primitive.positions.iter().map(|at| place(*at)).collect();
            primitive.positions = moved.into();
        }
        let found = verdict(character, &limits, 2);
        for checked in &found.checks {
            let measure = measures
                .iter()
                .position(|(of, _)| checked.check == Check::InPoses(*of));
            let Some(measure) = measure else { continue };
            // A plane has no volume, a line has no area either, a point has no length.
            let wanted = [0, 2, 1].iter().position(|of| *of == measure).unwrap() < blind;
            let why = wanted.then_some(measures[measure].1);
            assert_eq!(checked.not_judged, why, "{number}: {checked:?}");
            assert!(
                !wanted || checked.places.is_empty(),
                "{number}: {checked:?}"
            );
            assert!(!(wanted && checked.is_over()), "{number}: {checked:?}");
        }
        assert_eq!(found.not_judged().count(), blind, "{number}");
        assert_eq!(found.is_good(), blind == 3, "{number}");
    }
}

/// All worst places of a motion, with every measure.
fn worst_of(character: &Arc<Character>, motion: &PosePlan) -> Vec<MeasureResult> {
    let judging = Judging {
        character,
        scale_inheritance: &character.rig.scale_inheritance,
        motion,
        looks: &[Look::new(Method::Linear), Look::new(Method::TWO_PHASE)],
        measures: &Measure::ALL,
        threads: 2,
    };
    judge_poses(&judging, ON).unwrap().unwrap()
}

/// Joints far from one another are turned at once, which changes no finding: value, joint and pose are those of each turn alone.
#[test]
fn joints_turned_at_once_are_found_as_if_turned_alone() {
    for source in ["builtin:arm", "builtin:cylinder"] {
        let character = Arc::new(load(source).unwrap());
        let choice = MotionChoice {
            clips: &[],
            moments: 1,
            joints: None,
            range: Range::ByName { unnamed: 60.0 },
            joint_limits: &[],
            driven: &rig::DrivenSet::default(),
        };
        let together = choose_poses(&character, &choice);
        let alone = PosePlan::each_alone(together.sources.clone());
        assert!(together.pose_count() < alone.pose_count() || source == "builtin:cylinder");
        let [together, alone] = [together, alone].map(|motion| worst_of(&character, &motion));
        for (one, other) in together.iter().zip(&alone) {
            assert_eq!(
                one.places.len(),
                other.places.len(),
                "{source} {:?}",
                one.measure
            );
            for (one_place, other_place) in one.places.iter().zip(&other.places) {
                let tolerance = 0.01 * other_place.value + 1e-3;
                let apart = (one_place.value - other_place.value).abs();
                assert!(
                    apart <= tolerance,
                    "{source} {:?}: {one_place:?} {other_place:?}",
                    one.measure
                );
            }
            if one.measure != Measure::Flips {
                same_places(one, other, source);
            }
        }
    }
}

/// By joint: two of them may be equally bad but for rounding, as may be two poses of one, of which one turns the joint above along.
fn same_places(one: &MeasureResult, other: &MeasureResult, source: &str) {
    for place in one.places.iter().take(5).filter(|place| place.value > 0.05) {
        let beside = other.places.iter().find(|it| it.joint == place.joint);
        let beside = beside.unwrap_or_else(|| panic!("{source}: {place:?} is of no joint alone"));
        let is_same = (place.vertex, place.pose) == (beside.vertex, beside.pose);
        assert!(
            place.at.distance(beside.at) < 1e-3 || !is_same,
            "{source} {:?}: {place:?} {beside:?}",
            one.measure
        );
    }
}

/// The volume is that of the outer surface: a second wall inside, turned inwards, changes nothing.
#[test]
fn inner_walls_take_no_volume_away() {
    let character = cylinder();
    let limits = Limits::parse("(version: 1, volume_loss: 9.0, clips: [], range: 80.0)").unwrap();
    let volume = |character: Character| {
        let found = verdict(character, &limits, 2);
        let of = |checked: &&Checked| checked.check == Check::InPoses(Measure::VolumeLoss);
        found.checks.iter().find(of).unwrap().clone()
    };
    let one_wall = volume(character.clone());
    assert!(
        one_wall.not_judged.is_none() && one_wall.value > 0.05,
        "{one_wall:?}"
    );
    let double = volume(with_inner_walls(&character));
    assert!(
        (double.value - one_wall.value).abs() < 0.1 * one_wall.value,
        "{} {}",
        double.value,
        one_wall.value
    );
}

/// A shell: each primitive a second time, a little inside along its normals and turned inwards.
fn with_inner_walls(character: &Character) -> Character {
    let mut changed = character.clone();
    for mesh in &mut changed.meshes {
        let mut walls = mesh.primitives.clone();
        for wall in &mut walls {
            let normals = wall.normals.iter();
            let inside = wall.positions.iter().zip(normals);
            let inside: Vec<Vec3> = inside.map(|(at, normal)| *at - 0.02 * *normal).collect();
            wall.positions = inside.into();
            let inwards: Vec<[u32; 3]> =
                wall.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
            wall.triangles = inwards.into();
        }
        mesh.primitives.extend(walls);
    }
    changed
}

/// Asymmetry says nothing of a mesh without mirror images, and something of one that has them.
#[test]
fn asymmetry_is_not_judged_without_mirror_images() {
    let of = |character: Character| {
        let found = verdict(character, &limits(Check::Asymmetry, 0.0), 1);
        let is_this = |of: &&Checked| of.check == Check::Asymmetry;
        found.checks.iter().find(is_this).unwrap().not_judged
    };
    assert_eq!(of(load("builtin:biped").unwrap()), None);
    assert_eq!(
        of(load("builtin:arm").unwrap()),
        Some(NotJudged::NoMirrorImages)
    );
}

/// Prints what is found of the sources in `DUALSKIN_CHECKED`, to choose limits by.
#[test]
#[ignore = "a table for people"]
fn table() {
    let sources = std::env::var("DUALSKIN_CHECKED").unwrap_or_else(|_| "builtin:arm".to_owned());
    for source in sources.split_whitespace() {
        let start = std::time::Instant::now();
        let found = verdict(load(source).unwrap(), &Limits::default(), 2);
        println!(
            "{source}: {:?} {:.1} s",
            found.poses,
            start.elapsed().as_secs_f32()
        );
        for checked in &found.checks {
            let place = checked.places.first().map(|place| place.words());
            println!(
                "  {} {} {} {:?} {}",
                if checked.is_over() { "x" } else { " " },
                checked.title(),
                checked.value_words(),
                checked.limit_words(),
                place.unwrap_or_default()
            );
        }
    }
}
