//! Rotations as curves of angles: conversion there, baking back, and edits of single axes.

use glam::{DQuat, DVec3, Quat};
use proptest::prelude::*;
use rig::{
    Axis, Channel, Clip, ClipEdit, ClipError, ClipId, EulerCurves, EulerError, EulerOrder,
    Interpolation, JointChannel, JointIndex, JointTrack, Key, KeyAt, KeyKind, KeyMode, KeyValue,
    MOST_EULER_KEYS, NewKey, Repeat, Segment, Tangents, Target, Track,
};

use crate::support::{cases, rotation};

const JOINT: JointIndex = JointIndex(0);
const TURN: Target = Target::Joint(JOINT, JointChannel::Rotation);
/// Within this before a key, in seconds, an angle that was held jumps.
const JUMP: f32 = 2.1e-4;
/// Times that are looked at in a segment.
const BETWEEN: u8 = 23;

const fn angle(axis: Axis) -> Target {
    Target::Joint(JOINT, JointChannel::Angle(axis))
}

fn mode() -> impl Strategy<Value = KeyMode> {
    use prop::sample::select;
    let out = select(vec![Segment::Hold, Segment::Linear, Segment::Cubic]);
    let tangents = select(vec![Tangents::Auto, Tangents::Flat, Tangents::Free]);
    (out, tangents).prop_map(|(out, tangents)| KeyMode {
        out,
        tangents,
        kind: KeyKind::Key,
        ..KeyMode::default()
    })
}

fn track<T: rig::Keyed>(
    value: impl Strategy<Value = T>,
    gap: std::ops::Range<f32>,
) -> impl Strategy<Value = Track<T>> {
    let key = (gap, value, mode());
    prop::collection::vec(key, 2..6).prop_map(|keys| {
        let mut time = 0.0;
        let keys = keys.into_iter().map(|(gap, value, mode)| {
            time += gap;
            Key {
                time,
                value,
                tangents: [T::STILL; 2],
                mode,
            }
        });
        Track::from_keys(keys.collect(), None).unwrap()
    })
}

fn order() -> impl Strategy<Value = EulerOrder> {
    prop::sample::select(EulerOrder::ALL.to_vec())
}

/// The angle between two rotations in degrees, also where single precision has no cosine of it.
fn off(one: DQuat, other: DQuat) -> f64 {
    let other = if one.dot(other) < 0.0 { -other } else { other };
    (4.0 * (0.5 * (one.normalize() - other.normalize()).length()).asin()).to_degrees()
}

fn exact(curves: &EulerCurves, time: f32) -> DQuat {
    let rest = curves.rest().as_dquat().normalize();
    rest * curves.order().rotation(curves.angles(time))
}

/// The times of keys, and some between them.
fn times_of(keys: &[f32]) -> Vec<f32> {
    let between = keys.windows(2).flat_map(|pair| {
        let step = (pair[1] - pair[0]) / f32::from(BETWEEN);
        (1..BETWEEN).map(move |place| pair[0] + f32::from(place) * step)
    });
    keys.iter().copied().chain(between).collect()
}

proptest! {
    #![proptest_config(cases(48))]

    /// What is beside a changed key alone is made anew, and nobody can tell.
    #[test]
    fn curves_that_are_edited_are_those_that_are_made_of_their_keys(
        axes in [track(-150.0..150.0_f32, 0.3..1.5), track(-80.0..80.0_f32, 0.2..0.9), track(-150.0..150.0_f32, 0.3..1.5)],
        edits in prop::collection::vec((0..3_usize, 0.0..6.0_f32, prop::option::of(-150.0..150.0_f32)), 1..5),
        order in order(),
        rest in rotation(),
    ) {
        let curves = EulerCurves::new(order, rest, axes.map(Some)).unwrap();
        let mut clip = Clip::new(ClipId(0), None, 0.0).with_euler(JOINT, Some(curves));
        for (axis, time, value) in edits {
            let target = angle(Axis::ALL[axis]);
            let times = clip.keys(target).map_or_else(Vec::new, |keys| keys.times().to_vec());
            let near = times.iter().copied().find(|key| *key >= time);
            let edit = match (value, near) {
                (None, Some(near)) if times.len() > 1 => ClipEdit::DeleteKeys(vec![KeyAt { target, time: near }]),
                (value, near) => ClipEdit::SetKeys(vec![NewKey {
                    target,
                    time: near.filter(|_| time > 2.0).unwrap_or(time),
                    value: KeyValue::Number(value.unwrap_or(10.0)),
                    tangents: None,
                    mode: None,
                }]),
            };
            clip = clip.with_edit(&edit).unwrap().0;
            let edited = clip.euler(JOINT).unwrap();
            let made = EulerCurves::new(order, rest, edited.axes().clone()).unwrap();
            prop_assert_eq!(edited, &made);
        }
    }

    #[test]
    fn any_rotation_becomes_curves_and_comes_back(
        of in track(rotation(), 0.3..1.5),
        order in order(),
        rest in rotation(),
    ) {
        let converted = EulerCurves::from_rotation(&of, order, rest).unwrap();
        let curves = &converted.curves;
        let keys = of.times();
        for axis in Axis::ALL {
            let own = curves.axis(axis).unwrap().times();
            let has_all = keys.iter().all(|key| own.contains(key));
            prop_assert!(has_all, "{axis:?}");
        }
        for &key in keys {
            let [one, other] = [of.sample(key), curves.baked().sample(key)];
            prop_assert!(off(one.as_dquat(), other.as_dquat()) < 1e-3, "at the key {key}");
        }
        // Very close to where two axes are one, at great speed, it is as near as it says.
        let told = f64::from(1.2 * (converted.error + curves.error()) + 0.005);
        for time in times_of(keys) {
            let next = keys.partition_point(|key| *key <= time);
            let jumps = next.checked_sub(1).is_some_and(|last| of.mode(last).out == Segment::Hold)
                && keys.get(next).is_some_and(|next| next - time < JUMP);
            if !jumps {
                let [one, other] = [of.sample(time), curves.baked().sample(time)];
                let off = off(one.as_dquat(), other.as_dquat());
                prop_assert!(off <= told.max(0.02), "{off}° at {time}");
            }
        }
    }

    #[test]
    fn baked_keys_turn_as_the_angles_do(
        x in prop::option::of(track(-200.0_f32..200.0, 0.1..1.0)),
        y in track(-200.0_f32..200.0, 0.1..1.0),
        z in prop::option::of(track(-200.0_f32..200.0, 0.1..1.0)),
        order in order(),
        rest in rotation(),
    ) {
        let curves = EulerCurves::new(order, rest, [x, Some(y), z]).unwrap();
        prop_assert!(curves.error() <= 0.01, "{}", curves.error());
        let axes = curves.axes().iter().flatten();
        let keys: Vec<f32> = axes.flat_map(Track::times).copied().collect();
        for time in times_of(curves.axis(Axis::Y).unwrap().times()) {
            let jumps = keys.iter().any(|key| *key > time && key - time < JUMP);
            if !jumps {
                let off = off(exact(&curves, time), curves.baked().sample(time).as_dquat());
                prop_assert!(off <= 0.011, "{off}° at {time}");
            }
        }
    }

    #[test]
    fn angles_are_those_of_the_rotation_nearest_to_others(
        degrees in prop::array::uniform3(-500.0_f64..500.0),
        order in order(),
    ) {
        let degrees = DVec3::from_array(degrees);
        let turned = order.rotation(degrees);
        // The very angles are nearest to themselves.
        let found = order.angles(turned, degrees);
        prop_assert!(off(order.rotation(found), turned) < 1e-6);
        let middle = degrees[order.axes()[1].index()].to_radians().cos().abs();
        prop_assert!(middle < 1e-3 || found.abs_diff_eq(degrees, 1e-6), "{found}");
        // Elsewhere each is no further off than half a turn.
        let found = order.angles(turned, DVec3::ZERO);
        prop_assert!(off(order.rotation(found), turned) < 1e-6);
        prop_assert!(found.abs().max_element() <= 180.0 + 1e-9);
    }
}

fn turning() -> Clip {
    let values = [0.0, 80.0, 40.0].map(|degrees: f32| Quat::from_rotation_z(degrees.to_radians()));
    let keys = Track::new([0.0, 0.5, 1.0], values.to_vec(), Interpolation::Linear).unwrap();
    let tracks = vec![JointTrack {
        joint: JOINT,
        channel: Channel::Rotation(keys),
    }];
    Clip::new(ClipId(0), None, 2.0)
        .with_repeat(Repeat::Once)
        .with_tracks(tracks, Vec::new())
}

fn rotation_keys(clip: &Clip) -> &Track<Quat> {
    let keys = clip.keys(TURN);
    let rotation = keys.and_then(|keys| match keys {
        rig::Keys::Rotation(keys) => Some(keys),
        rig::Keys::Vector(_) | rig::Keys::Number(_) => None,
    });
    rotation.unwrap()
}

fn with_curves() -> Clip {
    let clip = turning();
    let keys = rotation_keys(&clip);
    let converted = EulerCurves::from_rotation(keys, EulerOrder::Xyz, Quat::IDENTITY).unwrap();
    assert_eq!(converted.added, 0, "about one axis it is straight");
    clip.with_euler(JOINT, Some(converted.curves))
}

fn times(clip: &Clip, axis: Axis) -> Vec<f32> {
    let keys = clip.keys(angle(axis));
    keys.map_or_else(Vec::new, |keys| keys.times().to_vec())
}

fn new_key(target: Target, time: f32, value: KeyValue) -> NewKey {
    NewKey {
        target,
        time,
        value,
        tangents: None,
        mode: None,
    }
}

fn edited(clip: &Clip, edit: &ClipEdit) -> Clip {
    clip.with_edit(edit).unwrap().0
}

/// The angles that the clip turns the joint by, nearest to those of its curves.
fn turned(clip: &Clip, time: f32) -> DVec3 {
    let keys = rotation_keys(clip);
    let curves = clip.euler(JOINT).unwrap();
    curves.angles_near(keys.sample(time), time)
}

#[test]
fn the_keys_of_one_axis_are_edited_alone() {
    use Axis::{X, Y, Z};
    let clip = with_curves();
    assert!(clip.keyed_targets().eq([X, Y, Z].map(angle)));
    assert!(clip.targets().eq([TURN]));
    let key = new_key(angle(X), 0.25, KeyValue::Number(30.0));
    let clip = edited(&clip, &ClipEdit::SetKeys(vec![key]));
    assert_eq!(times(&clip, X), [0.0, 0.25, 0.5, 1.0]);
    assert_eq!(times(&clip, Z), [0.0, 0.5, 1.0]);
    assert!(turned(&clip, 0.25).abs_diff_eq(DVec3::new(30.0, 0.0, 40.0), 1e-3));
    // Moved, deleted, passed on otherwise: the others stay.
    let at = |axis, time| KeyAt {
        target: angle(axis),
        time,
    };
    let retime = ClipEdit::Retime {
        keys: vec![(at(Z, 0.5), 0.75)],
        tangent_factor: 1.0,
    };
    let clip = edited(&clip, &retime);
    assert_eq!(times(&clip, Z), [0.0, 0.75, 1.0]);
    assert_eq!(times(&clip, Y), [0.0, 0.5, 1.0]);
    assert!((turned(&clip, 0.75).z - 80.0).abs() < 1e-3);
    let hold = ClipEdit::SetModes {
        keys: vec![at(Z, 0.0)],
        out: Some(Segment::Hold),
        tangents: None,
    };
    let held = edited(&clip, &hold);
    assert!(turned(&held, 0.74).z.abs() < 1e-3);
    assert!((turned(&held, 0.25).x - 30.0).abs() < 0.01);
    // An axis without keys stands at 0; without any key the joint is as at rest.
    let all = |axes: &[Axis]| {
        let of_axis = |&axis: &Axis| {
            let times = times(&clip, axis).into_iter();
            times.map(move |time| at(axis, time)).collect::<Vec<_>>()
        };
        ClipEdit::DeleteKeys(axes.iter().flat_map(of_axis).collect())
    };
    let flat = edited(&clip, &all(&[X]));
    assert!(turned(&flat, 0.25).x.abs() < 1e-3);
    assert!(flat.keyed_targets().eq([Y, Z].map(angle)));
    // A key of it begins at 0 where it was.
    let key = new_key(TURN, 0.5, KeyValue::Rotation(Quat::from_rotation_x(0.5)));
    let again = edited(&flat, &ClipEdit::SetKeys(vec![key]));
    assert_eq!(times(&again, X), [0.0, 0.5]);
    let none = edited(&clip, &all(&[X, Y, Z]));
    assert!(none.is_empty() && none.euler(JOINT).is_none());
}

/// Of several new keys for an axis that had none, each is what it says: at the beginning, and at 0.
#[test]
fn an_axis_without_keys_takes_several() {
    let z = with_curves().euler(JOINT).unwrap().axis(Axis::Z).cloned();
    let curves = EulerCurves::new(EulerOrder::Xyz, Quat::IDENTITY, [None, None, z]).unwrap();
    let clip = turning().with_euler(JOINT, Some(curves));
    let turns = [(0.0_f32, 0.5_f32), (0.5, 0.0), (1.0, 0.4)];
    let keys = turns.map(|(time, turn)| {
        let turn = KeyValue::Rotation(Quat::from_rotation_x(turn));
        new_key(TURN, time, turn)
    });
    let keyed = edited(&clip, &ClipEdit::SetKeys(keys.to_vec()));
    assert!(keyed.keyed_targets().eq([Axis::X, Axis::Z].map(angle)));
    assert_eq!(times(&keyed, Axis::X), [0.0, 0.5, 1.0]);
    for (time, turn) in turns {
        let found = turned(&keyed, time).x;
        let wanted = f64::from(turn.to_degrees());
        assert!((found - wanted).abs() < 1e-3, "{found} at {time}");
    }
}

#[test]
fn marks_of_keys_outlast_another_order_and_the_curves() {
    let mark = ClipEdit::SetKinds {
        keys: vec![KeyAt {
            target: angle(Axis::X),
            time: 0.5,
        }],
        kind: KeyKind::Extreme,
    };
    let clip = edited(&with_curves(), &mark);
    let other = clip
        .euler(JOINT)
        .unwrap()
        .in_order(EulerOrder::Zyx)
        .unwrap();
    let clip = clip.with_euler(JOINT, Some(other.curves));
    let plain = clip.clone().with_euler(JOINT, None);
    for target in [angle(Axis::Z), TURN] {
        let of = if target == TURN { &plain } else { &clip };
        let keys = of.keys(target).unwrap();
        let marked = (0..keys.times().len()).filter(|key| keys.mode(*key).kind == KeyKind::Extreme);
        let marked: Vec<f32> = marked.map(|key| keys.times()[key]).collect();
        assert_eq!(marked, [0.5], "{target:?}");
    }
}

#[test]
fn a_key_of_the_rotation_is_one_of_each_angle_and_other_tracks_drop_the_curves() {
    use Axis::{X, Y, Z};
    let clip = with_curves();
    let wanted = EulerOrder::Xyz.rotation(DVec3::new(20.0, -30.0, 70.0));
    let key = new_key(TURN, 0.75, KeyValue::Rotation(-wanted.as_quat()));
    let keyed = edited(&clip, &ClipEdit::SetKeys(vec![key]));
    for (axis, degrees) in [(X, 20.0), (Y, -30.0), (Z, 70.0)] {
        assert_eq!(times(&keyed, axis), [0.0, 0.5, 0.75, 1.0]);
        let found = keyed.euler(JOINT).unwrap().angles(0.75)[axis.index()];
        assert!((found - degrees).abs() < 1e-3, "{found}");
    }
    let Some(rig::Keys::Rotation(own)) = keyed.keys(TURN) else {
        panic!("it turns")
    };
    assert!(off(own.sample(0.75).as_dquat(), wanted) < 1e-3);
    // What edits the quaternion keys themselves leaves them alone.
    let track = turning().tracks()[0].clone();
    let set = ClipEdit::SetTracks {
        set: vec![rig::AnyTrack::Joint(track)],
        remove: Vec::new(),
    };
    assert_eq!(edited(&keyed, &set), turning());
    let plain = keyed.clone().with_euler(JOINT, None);
    assert!(plain.euler(JOINT).is_none());
    assert_eq!(plain.tracks(), keyed.tracks());
    // A joint without curves has no angles to key.
    let key = new_key(angle(X), 0.5, KeyValue::Number(1.0));
    let refused = turning().with_edit(&ClipEdit::SetKeys(vec![key]));
    assert_eq!(refused.unwrap_err(), ClipError::Value);
}

#[test]
fn another_order_turns_the_same_and_turns_run_on() {
    let keys = Track::new([0.0, 2.0], vec![0.0_f32, 720.0], Interpolation::Linear).unwrap();
    let lean = Track::new([0.0, 1.0], vec![10.0_f32, 50.0], Interpolation::Linear).unwrap();
    let axes = [Some(lean), Some(keys), None];
    let curves = EulerCurves::new(EulerOrder::Xyz, Quat::IDENTITY, axes).unwrap();
    let other = curves.in_order(EulerOrder::Zxy).unwrap();
    assert!(other.error <= 0.01);
    for step in 0..=100_u8 {
        let time = f32::from(step) / 50.0;
        let both = [&curves, &other.curves].map(|curves| exact(curves, time));
        assert!(off(both[0], both[1]) < 0.02, "at {time}");
    }
    // The last turn about Y leaves X where it was; in all it goes round twice.
    let whole = (other.curves.angles(2.0) - other.curves.angles(0.0)).abs();
    assert!((whole.max_element() - 720.0).abs() < 0.1, "{whole}");
}

#[test]
fn what_cannot_be_curves_is_refused() {
    let none = EulerCurves::new(EulerOrder::Xyz, Quat::IDENTITY, [None, None, None]);
    assert_eq!(none.unwrap_err(), EulerError::Empty);
    let key = || Track::new([0.0], vec![1.0_f32], Interpolation::Linear).unwrap();
    let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let flat = EulerCurves::new(EulerOrder::Xyz, zero, [Some(key()), None, None]);
    assert_eq!(flat.unwrap_err(), EulerError::Rest);
    let keys = MOST_EULER_KEYS + 1;
    #[expect(clippy::cast_precision_loss, reason = "small enough")]
    let times: Vec<f32> = (0..keys).map(|key| key as f32 / 64.0).collect();
    let still = Track::new(times, vec![Quat::IDENTITY; keys], Interpolation::Linear).unwrap();
    let many = EulerCurves::from_rotation(&still, EulerOrder::Xyz, Quat::IDENTITY);
    assert_eq!(many.unwrap_err(), EulerError::TooManyKeys { keys });
    // Single keys stay single, and a step stays one.
    let held = Track::new([0.0, 1.0], vec![0.0_f32, 90.0], Interpolation::Step).unwrap();
    let curves = EulerCurves::new(EulerOrder::Xyz, Quat::IDENTITY, [Some(held), None, None]);
    let curves = curves.unwrap();
    assert_eq!(curves.baked().interpolation(), Interpolation::Step);
    assert_eq!(curves.baked().key_count(), 2);
}
