//! Curves: numbers as the inspector has them, and the edits that dragged keys and tangents mean.

use glam::Vec3;
use rig::{
    Clip, ClipEdit, JointChannel, KeyMode, KeyValue, NewKey, Pose, Segment, Tangents, Target,
};
use session::state::timeline::curve_edits::{raise_edit, slope_edit};
use session::state::timeline::curves::{Curve, Number, curves};
use session::text::euler::single::{degrees, rotation};

use super::{ARM, clip, key, skeleton};

const PLACE: Target = Target::Joint(rig::JointIndex(1), JointChannel::Translation);

fn with_keys(keys: Vec<NewKey>) -> Clip {
    let (clip, _) = clip(Vec::new())
        .with_edit(&ClipEdit::SetKeys(keys))
        .unwrap();
    clip
}

fn turn(time: f32, angles: Vec3) -> NewKey {
    NewKey {
        target: ARM,
        time,
        value: KeyValue::Rotation(rotation(angles)),
        tangents: None,
        mode: Some(KeyMode::default()),
    }
}

fn place(time: f32, x: f32) -> NewKey {
    NewKey {
        target: PLACE,
        value: KeyValue::Vector(Vec3::new(0.5 + x, 0.5, 0.0)),
        ..turn(time, Vec3::ZERO)
    }
}

fn curve(clip: &Clip, target: Target, axis: usize) -> Curve {
    let found = curves(&skeleton(), clip, target, (0.0, 4.0), 200);
    let wanted = Number { target, axis };
    found
        .into_iter()
        .find(|curve| curve.number == wanted)
        .unwrap()
}

fn shown(clip: &Clip, time: f32) -> (Vec3, Vec3) {
    let skeleton = skeleton();
    let pose = clip.sample(&skeleton, &Pose::rest(&skeleton), time);
    let rigid = pose.rigid[1];
    (degrees(rigid.rotation), rigid.translation)
}

#[test]
fn a_curve_says_its_number_at_a_time() {
    let straight = |time: f32, x: f32| NewKey {
        mode: Some(KeyMode {
            out: Segment::Linear,
            ..KeyMode::default()
        }),
        ..place(time, x)
    };
    let clip = with_keys(vec![straight(0.0, 0.0), straight(2.0, 1.0)]);
    let curve = curve(&clip, PLACE, 0);
    for (time, wanted) in [(0.0, 0.0), (0.333, 0.1665), (2.0, 1.0), (4.0, 1.0)] {
        let found = curve.at(time).unwrap();
        assert!((found - wanted).abs() < 1e-5, "{time}: {found}");
    }
    assert_eq!((curve.at(-0.1), curve.at(4.1)), (None, None));
    assert_eq!(curve.number.text(0.25), "0.250");
    let turn = Number {
        target: ARM,
        axis: 1,
    };
    assert_eq!(turn.text(45.04), "45.0°");
    assert_eq!(turn.name(&super::character()), "Rotation Y");
}

#[test]
fn angles_run_on_past_half_a_turn() {
    let steps: Vec<NewKey> = (0..=8_u8)
        .map(|step| turn(f32::from(step) * 0.5, Vec3::Z * 90.0 * f32::from(step)))
        .collect();
    let clip = with_keys(steps);
    let curve = curve(&clip, ARM, 2);
    for pair in curve.points.windows(2) {
        assert!((pair[1][1] - pair[0][1]).abs() < 20.0, "{pair:?}");
    }
    let last = curve.points.last().unwrap();
    assert!((last[1] - 720.0).abs() < 0.01, "{last:?}");
    assert_eq!(curve.keys.len(), 9);
    assert!(curve.number.name(&super::character()) == "Rotation Z");
}

#[test]
fn slopes_are_those_of_the_curve() {
    let clip = with_keys(vec![
        turn(0.0, Vec3::ZERO),
        turn(1.0, Vec3::new(10.0, 20.0, 40.0)),
        turn(2.0, Vec3::new(30.0, 30.0, 90.0)),
        place(0.0, 0.0),
        place(1.0, 0.3),
        place(2.0, 0.4),
    ]);
    for (target, axis) in [(ARM, 0), (ARM, 1), (ARM, 2), (PLACE, 0)] {
        let curve = curve(&clip, target, axis);
        let [into, out] = curve.keys[1].slopes.map(Option::unwrap);
        let of = |time: f32| {
            let (angles, place) = shown(&clip, time);
            if target == ARM {
                angles[axis]
            } else {
                place[axis]
            }
        };
        let measured = (of(1.005) - of(0.995)) / 0.01;
        let close = |slope: f32| (slope - measured).abs() < 0.02 * measured.abs() + 0.02;
        assert!(
            close(into) && close(out),
            "{target:?} {axis}: {into} {out} {measured}"
        );
        let [before, after] = [curve.keys[0].slopes, curve.keys[2].slopes];
        assert!(
            before[0].is_none() && after[1].is_none(),
            "nothing beyond the ends"
        );
    }
}

#[test]
fn raising_changes_one_number_by_so_much() {
    let clip = with_keys(vec![
        turn(0.0, Vec3::ZERO),
        turn(1.0, Vec3::new(10.0, 20.0, 40.0)),
        place(1.0, 0.3),
    ]);
    let skeleton = skeleton();
    let edit = raise_edit(&skeleton, &clip, &[key(ARM, 1.0)], (2, 25.0));
    let (after, _) = clip.with_edit(&edit).unwrap();
    let (angles, place) = shown(&after, 1.0);
    assert!(
        angles.abs_diff_eq(Vec3::new(10.0, 20.0, 65.0), 1e-3),
        "{angles}"
    );
    assert!(place.abs_diff_eq(Vec3::X * 0.3, 1e-6));
    let edit = raise_edit(&skeleton, &clip, &[key(PLACE, 1.0)], (1, -2.0));
    let (after, _) = clip.with_edit(&edit).unwrap();
    let (_, place) = shown(&after, 1.0);
    assert!(
        place.abs_diff_eq(Vec3::new(0.3, -2.0, 0.0), 1e-5),
        "{place}"
    );
    let keys = after.keys(ARM).unwrap().times().len();
    assert_eq!(keys, 2, "the mode and the number of keys stay");
}

#[test]
fn a_tangent_goes_where_it_is_pulled() {
    let clip = with_keys(vec![
        turn(0.0, Vec3::ZERO),
        turn(1.0, Vec3::new(10.0, 20.0, 40.0)),
        turn(2.0, Vec3::new(30.0, 30.0, 90.0)),
        place(0.0, 0.0),
        place(1.0, 0.3),
        place(2.0, 0.4),
    ]);
    let skeleton = skeleton();
    for (target, axis) in [(ARM, 1), (PLACE, 0)] {
        let at = key(target, 1.0);
        let edit = slope_edit(&skeleton, &clip, (at, axis), (1, 70.0), None).unwrap();
        let (aligned, _) = clip.with_edit(&edit).unwrap();
        let found = curve(&aligned, target, axis).keys[1];
        assert_eq!(found.mode.tangents, Tangents::Aligned);
        for slope in found.slopes.map(Option::unwrap) {
            assert!((slope - 70.0).abs() < 0.5, "{target:?}: {slope}");
        }
        let others = (0..3).filter(|other| *other != axis);
        for other in others {
            let [before, after] = [&clip, &aligned].map(|clip| curve(clip, target, other).keys[1]);
            let [before, after] = [before.slopes[1].unwrap(), after.slopes[1].unwrap()];
            assert!(
                (before - after).abs() < 0.5,
                "{target:?} {other}: {before} {after}"
            );
        }
        // Free ones part.
        let free = ClipEdit::SetModes {
            keys: vec![at],
            out: Some(Segment::Cubic),
            tangents: Some(Tangents::Free),
        };
        let (free, _) = aligned.with_edit(&free).unwrap();
        let edit = slope_edit(&skeleton, &free, (at, axis), (0, -30.0), None).unwrap();
        let (free, _) = free.with_edit(&edit).unwrap();
        let [into, out] = curve(&free, target, axis).keys[1]
            .slopes
            .map(Option::unwrap);
        assert!(
            (into + 30.0).abs() < 0.5 && (out - 70.0).abs() < 0.7,
            "{into} {out}"
        );
    }
}

#[test]
fn a_key_that_turns_up_has_no_say_in_its_angles() {
    let clip = with_keys(vec![turn(0.0, Vec3::ZERO), turn(1.0, Vec3::Y * 90.0)]);
    let keys = curve(&clip, ARM, 0).keys;
    assert!(keys[1].is_locked && !keys[0].is_locked);
    let missing = slope_edit(&skeleton(), &clip, (key(ARM, 0.7), 0), (0, 1.0), None);
    assert_eq!(missing, None);
    assert_eq!(curves(&skeleton(), &clip, PLACE, (0.0, 1.0), 10), []);
    let none = raise_edit(&skeleton(), &clip, &[key(ARM, 0.7)], (0, 1.0));
    assert_eq!(none, ClipEdit::SetKeys(Vec::new()));
}

/// Keys whose angles run on to triples that the inspector would not show: raised by so much they go up by so much, and tangents rise
/// as they are pulled.
#[test]
fn what_is_drawn_is_what_is_raised_and_pulled() {
    let clip = with_keys(vec![
        turn(0.0, Vec3::new(100.0, 40.0, 80.0)),
        turn(1.0, Vec3::new(115.0, 50.0, 95.0)),
        turn(2.0, Vec3::new(130.0, 60.0, 110.0)),
        turn(3.0, Vec3::new(140.0, 65.0, 120.0)),
    ]);
    let skeleton = skeleton();
    let inspected = shown(&clip, 2.0).0;
    assert!(
        inspected.y > 100.0,
        "the inspector has the other triple: {inspected}"
    );
    for axis in 0..3 {
        let before = curve(&clip, ARM, axis).keys;
        for place in [2, 3] {
            let at = before[place].at;
            let edit = raise_edit(&skeleton, &clip, &[at], (axis, 4.0));
            let (after, _) = clip.with_edit(&edit).unwrap();
            let is = curve(&after, ARM, axis).keys[place].value;
            let was = before[place].value;
            assert!((is - was - 4.0).abs() < 0.02, "{axis} {place}: {was} {is}");
        }
        let at = before[2].at;
        let edit = slope_edit(&skeleton, &clip, (at, axis), (1, 35.0), None).unwrap();
        let (after, _) = clip.with_edit(&edit).unwrap();
        let pulled = curve(&after, ARM, axis);
        for slope in pulled.keys[2].slopes.map(Option::unwrap) {
            assert!((slope - 35.0).abs() < 0.5, "{axis}: {slope}");
        }
        // The line goes where its tangent says.
        let beside = curves(&skeleton, &after, ARM, (2.0, 2.01), 2);
        let points = &beside[axis].points;
        let near = |time: f32| points.iter().find(|point| (point[0] - time).abs() < 1e-4);
        let rise = near(2.01).unwrap()[1] - near(2.0).unwrap()[1];
        assert!((rise / 0.01 - 35.0).abs() < 2.0, "{axis}: {rise}");
    }
}

/// Curves of a part of a long clip: its keys and one beside them on each side, with the numbers that the whole would show.
#[test]
fn a_part_of_a_hundred_thousand_keys_is_drawn_as_the_whole_has_it() {
    let times: Vec<f32> = (0..100_000_u32).map(|frame| frame as f32 / 60.0).collect();
    let clip = clip(vec![super::turning(1, &times)]);
    let found = curves(&skeleton(), &clip, ARM, (1000.0, 1001.0), 100);
    let keys = &found[2].keys;
    assert!((62..=64).contains(&keys.len()), "{}", keys.len());
    assert!(keys[0].at.time <= 1000.0 && keys[keys.len() - 1].at.time >= 1001.0);
    for key in keys {
        let wanted = key.at.time.to_degrees();
        assert!((key.value - wanted).abs() < 0.1, "{} {wanted}", key.value);
    }
    let all = super::all_keys(&clip);
    let copied = session::state::timeline::clipboard::KeyClipboard::copy(&skeleton(), &clip, &all);
    assert_eq!(copied.len(), 100_000);
    let keys: Vec<rig::KeyAt> = all.into_iter().collect();
    let edit = raise_edit(&skeleton(), &clip, &keys, (2, 10.0));
    let (after, _) = clip.with_edit(&edit).unwrap();
    let (angles, _) = shown(&after, 0.5);
    assert!((angles.z - 0.5_f32.to_degrees() - 10.0).abs() < 0.01);
}
