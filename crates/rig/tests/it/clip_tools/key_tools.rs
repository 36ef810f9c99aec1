//! Keys set into curves, shaped by their neighbors, and repeated: by what must hold of any clip.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    Clip, ClipEdit, ClipId, JointChannel, JointIndex, Key, KeyAdjustment, KeyAt, KeyMode, KeyValue,
    Keyed, Keys, NewKey, Repeat, RepeatError, RepeatOffset, Segment, Tangents, Target, Track,
};

use crate::support::cases;

const PLACE: Target = Target::Joint(JointIndex(0), JointChannel::Translation);
const TURN: Target = Target::Joint(JointIndex(0), JointChannel::Rotation);
const WEIGHT: Target = Target::Morph(0);

fn axis() -> Vec3 {
    Vec3::new(1.0, 2.0, -0.5).normalize()
}

/// A number as a value of a track: a place, a turn about a leaning axis in radians, or a weight.
fn value_of(target: Target, number: f32) -> KeyValue {
    match target {
        PLACE => KeyValue::Vector(Vec3::new(number, -number, 0.3)),
        TURN => KeyValue::Rotation(Quat::from_axis_angle(axis(), number)),
        _ => KeyValue::Number(number),
    }
}

/// A number per second as the tangent of the value of a number.
fn tangent_of(target: Target, number: f32, slope: f32) -> KeyValue {
    match value_of(target, number) {
        KeyValue::Vector(_) => KeyValue::Vector(Vec3::new(slope, -slope, 0.0)),
        KeyValue::Rotation(turn) => {
            let half = (0.5 * slope * axis()).extend(0.0);
            KeyValue::Rotation(turn * Quat::from_vec4(half))
        }
        KeyValue::Number(_) => KeyValue::Number(slope),
    }
}

/// Tracks of each kind with the same numbers.
fn clip(numbers: &[f32], times: &[f32], mode: KeyMode) -> Clip {
    let keys = times.iter().zip(numbers).flat_map(|(&time, &number)| {
        [PLACE, TURN, WEIGHT].map(|target| NewKey {
            target,
            time,
            value: value_of(target, number),
            tangents: None,
            mode: Some(mode),
        })
    });
    let edit = ClipEdit::SetKeys(keys.collect());
    Clip::new(ClipId(0), None, 0.0).with_edit(&edit).unwrap().0
}

fn with(clip: &Clip, edit: &ClipEdit) -> Clip {
    clip.with_edit(edit).unwrap().0
}

fn keys_at(times: &[f32]) -> Vec<KeyAt> {
    let at = |&time: &f32| [PLACE, TURN, WEIGHT].map(|target| KeyAt { target, time });
    times.iter().flat_map(at).collect()
}

fn distance(one: KeyValue, other: KeyValue) -> f32 {
    match (one, other) {
        (KeyValue::Vector(one), KeyValue::Vector(other)) => one.distance(other),
        // The angle by its chord: that by its cosine has no digits where it is small.
        (KeyValue::Rotation(one), KeyValue::Rotation(other)) => {
            let chord = (one - other).length().min((one + other).length());
            4.0 * (0.5 * chord).min(1.0).asin()
        }
        (KeyValue::Number(one), KeyValue::Number(other)) => (one - other).abs(),
        _ => f32::INFINITY,
    }
}

/// The difference of two tangents: unlike a rotation, one is not its negative.
fn tangents_apart(one: KeyValue, other: KeyValue) -> f32 {
    match (one, other) {
        (KeyValue::Rotation(one), KeyValue::Rotation(other)) => (one - other).length(),
        _ => distance(one, other),
    }
}

/// All keys of a track.
fn track_keys(clip: &Clip, target: Target) -> Vec<Key<KeyValue>> {
    fn of<T: Keyed>(track: &Track<T>) -> Vec<Key<KeyValue>> {
        let keys = track.keys().into_iter().map(|key| Key {
            time: key.time,
            value: key.value.to_value(),
            tangents: key.tangents.map(T::to_value),
            mode: key.mode,
        });
        keys.collect()
    }
    match clip.keys(target).unwrap() {
        Keys::Vector(track) => of(track),
        Keys::Rotation(track) => of(track),
        Keys::Number(track) => of(track),
    }
}

/// The largest difference of two clips at the middle of each sixteenth of a second.
fn apart(one: &Clip, other: &Clip, target: Target) -> f32 {
    let at = |clip: &Clip, time: f32| clip.keys(target).unwrap().sample(time);
    let times = (0..80_u8).map(|step| (f32::from(step) + 0.5) / 16.0);
    let away = times.map(|time| distance(at(one, time), at(other, time)));
    away.fold(0.0, f32::max)
}

const TIMES: [f32; 5] = [0.0, 0.5, 1.25, 3.0, 4.0];

fn modes() -> impl Strategy<Value = KeyMode> {
    let out = prop_oneof![
        Just(Segment::Hold),
        Just(Segment::Linear),
        Just(Segment::Cubic)
    ];
    let tangents = prop_oneof![Just(Tangents::Auto), Just(Tangents::Flat)];
    (out, tangents).prop_map(|(out, tangents)| KeyMode {
        out,
        tangents,
        ..KeyMode::default()
    })
}

proptest! {
    #![proptest_config(cases(48))]

    /// Numbers keep their curves but for rounding, rotations within what is promised; loops and both sides of the keys too.
    #[test]
    fn a_key_set_into_a_curve_leaves_it(
        numbers in prop::array::uniform5(-0.75_f32..0.75),
        time in 0.0_f32..5.0,
        mode in modes(),
        is_loop: bool,
    ) {
        let mut before = clip(&numbers, &TIMES, mode);
        if is_loop {
            before = with(&before, &ClipEdit::SetRepeat(Repeat::Loop));
        }
        let edit = before.insert_edit(&keys_at(&[time, 0.5]));
        let after = with(&before, &edit);
        let is_near = TIMES.iter().any(|key| (key - time).abs() <= rig::SAME_KEY);
        prop_assert_eq!(after.key_count(), if is_near { 15 } else { 18 });
        for (target, most) in [(PLACE, 2e-5), (WEIGHT, 2e-5), (TURN, 2.0_f32.to_radians())] {
            let off = apart(&before, &after, target);
            prop_assert!(off <= most, "{target:?}: {off}");
        }
    }

    /// Nothing of it changes a bit, a whole blend is the neighbor, and flattened keys lie on the line.
    #[test]
    fn shapes_reach_what_they_promise(
        numbers in prop::array::uniform5(-0.75_f32..0.75),
        shape in prop::sample::select(KeyAdjustment::ALL.to_vec()),
    ) {
        let linear = KeyMode { out: Segment::Linear, tangents: Tangents::Free, ..KeyMode::default() };
        let before = clip(&numbers, &TIMES, linear);
        let inner = keys_at(&TIMES[1..4]);
        let still = before.adjust_edit(&inner, shape, 0.0);
        prop_assert_eq!(&still, &ClipEdit::SetKeys(Vec::new()));
        prop_assert_eq!(&before.adjust_edit(&inner, shape, f32::NAN), &still);
        let value = |clip: &Clip, target, time| clip.keys(target).unwrap().sample(time);
        let shaped = |shape, amount| with(&before, &before.adjust_edit(&inner, shape, amount));
        let ends = [(1.0, 4.0), (-1.0, 0.0)];
        for (amount, end) in ends {
            let blended = shaped(KeyAdjustment::Blend, amount);
            for key in &inner {
                let (is, wanted) = (value(&blended, key.target, key.time), value(&before, key.target, end));
                prop_assert!(distance(is, wanted) < 1e-6, "{key:?} {is:?} {wanted:?}");
            }
        }
        let line = with(&before, &ClipEdit::DeleteKeys(inner.clone()));
        let flat = shaped(KeyAdjustment::Push, -1.0);
        let pushed = shaped(KeyAdjustment::Push, 1.0);
        for key in &inner {
            let at = |clip: &Clip| value(clip, key.target, key.time);
            prop_assert!(distance(at(&flat), at(&line)) < 2e-6);
            let (was, is) = (distance(at(&before), at(&line)), distance(at(&pushed), at(&line)));
            prop_assert!((is - 2.0 * was).abs() < 5e-5, "{was} {is}");
        }
    }

    /// Smoothing keeps keys on a line, at any distances of time, and takes noise away.
    #[test]
    fn smoothing_keeps_lines(slope in -0.3_f32..0.3, noise in 0.05_f32..0.2) {
        let linear = KeyMode { out: Segment::Linear, tangents: Tangents::Free, ..KeyMode::default() };
        let numbers = TIMES.map(|time| 0.1 + slope * time);
        let line = clip(&numbers, &TIMES, linear);
        let all = keys_at(&TIMES);
        let smoothed = with(&line, &line.adjust_edit(&all, KeyAdjustment::Smooth, 1.0));
        let mut noisy = numbers;
        noisy[2] += noise;
        let noisy = clip(&noisy, &TIMES, linear);
        let calm = with(&noisy, &noisy.adjust_edit(&keys_at(&[TIMES[2]]), KeyAdjustment::Smooth, 1.0));
        for target in [PLACE, TURN, WEIGHT] {
            prop_assert!(apart(&line, &smoothed, target) < 2e-6, "{target:?}");
            let (was, is) = (apart(&noisy, &line, target), apart(&calm, &line, target));
            prop_assert!(is < 0.8 * was, "{target:?}: {was} {is}");
        }
    }

    /// Copies have the numbers of the cycle, and go on where they are told to; a key beyond is taken over.
    #[test]
    fn repeated_keys_are_the_cycle_again(
        numbers in prop::array::uniform3(-0.5_f32..0.5),
        copies in 1_u16..4,
    ) {
        let mode = KeyMode::default();
        let cycle = [0.5_f32, 1.0, 1.5];
        let [a, b, c] = numbers;
        let before = clip(&[a, b, c, 0.2], &[0.5, 1.0, 1.5, 1.75], mode);
        let keys = keys_at(&cycle);
        for offset in [RepeatOffset::Nothing, RepeatOffset::Translation, RepeatOffset::All] {
            let after = before.with_repeated_keys(&keys, copies, offset).unwrap();
            let times = after.keys(PLACE).unwrap().times().to_vec();
            prop_assert_eq!(times.len(), 3 + 2 * usize::from(copies), "{:?}", times);
            prop_assert!((after.duration() - 1.5 - f32::from(copies)).abs() < 1e-5);
            for (target, goes_on) in [
                (PLACE, offset != RepeatOffset::Nothing),
                (TURN, offset == RepeatOffset::All),
                (WEIGHT, offset == RepeatOffset::All),
            ] {
                let track = after.keys(target).unwrap();
                let on = if goes_on { c - a } else { 0.0 };
                for copy in 1..=copies {
                    let n = f32::from(copy);
                    let wanted = clip(&[b + n * on], &[0.0], mode);
                    let wanted = wanted.keys(target).unwrap().sample(0.0);
                    let off = distance(track.sample(1.0 + n), wanted);
                    prop_assert!(off < 1e-5, "{target:?} {offset:?} {copy}: {off}");
                }
            }
        }
    }

    /// Every key of every copy is that of the cycle; where two meet, the first one's way on follows the last one's value and way there.
    #[test]
    fn copies_meet_in_one_key(
        numbers in prop::array::uniform3(-0.5_f32..0.5),
        slopes in prop::array::uniform6(-1.0_f32..1.0),
        copies in 1_u16..4,
    ) {
        let outs = [Segment::Hold, Segment::Cubic, Segment::Linear];
        let mode = |place: usize| KeyMode { out: outs[place], tangents: Tangents::Free, ..KeyMode::default() };
        let times = [0.5_f32, 1.0, 1.5];
        let keys = (0..3_usize).flat_map(|place| [PLACE, TURN, WEIGHT].map(|target| NewKey {
            target,
            time: times[place],
            value: value_of(target, numbers[place]),
            tangents: Some([0, 1].map(|side| tangent_of(target, numbers[place], slopes[2 * place + side]))),
            mode: Some(mode(place)),
        }));
        let before = with(&Clip::new(ClipId(0), None, 0.0), &ClipEdit::SetKeys(keys.collect()));
        let all = [RepeatOffset::Nothing, RepeatOffset::Translation, RepeatOffset::All];
        for (offset, target) in all.into_iter().flat_map(|offset| [PLACE, TURN, WEIGHT].map(|target| (offset, target))) {
            let after = before.with_repeated_keys(&keys_at(&times), copies, offset).unwrap();
            let goes_on = offset == RepeatOffset::All || (offset == RepeatOffset::Translation && target == PLACE);
            let on = if goes_on { numbers[2] - numbers[0] } else { 0.0 };
            let mut found = track_keys(&after, target).into_iter();
            for (copy, place) in (0..=copies).flat_map(|copy| (0..3_usize).map(move |place| (copy, place))) {
                if copy > 0 && place == 0 {
                    continue;
                }
                let away = if place == 2 && copy < copies { 0 } else { place };
                let number = numbers[place] + f32::from(copy) * on;
                let key = found.next().unwrap();
                prop_assert_eq!(key.time, times[place] + f32::from(copy));
                prop_assert_eq!(key.mode, mode(away), "{:?} {:?} {} {}", target, offset, copy, place);
                let off = [
                    distance(key.value, value_of(target, number)),
                    tangents_apart(key.tangents[0], tangent_of(target, number, slopes[2 * place])),
                    tangents_apart(key.tangents[1], tangent_of(target, number, slopes[2 * away + 1])),
                ];
                prop_assert!(off.iter().all(|off| *off < 1e-5), "{target:?} {offset:?} {copy} {place}: {off:?}");
            }
            prop_assert_eq!(found.next(), None);
        }
    }
}

#[test]
fn ease_is_slow_at_both_ends() {
    let linear = KeyMode {
        out: Segment::Linear,
        tangents: Tangents::Free,
        ..KeyMode::default()
    };
    let times = [0.0, 1.0, 2.0, 3.0, 4.0];
    let before = clip(&[0.0, 0.25, 0.5, 0.75, 1.0], &times, linear);
    let eased = with(
        &before,
        &before.adjust_edit(&keys_at(&times[1..4]), KeyAdjustment::Ease, 1.0),
    );
    let weights = times.map(|time| match eased.keys(WEIGHT).unwrap().sample(time) {
        KeyValue::Number(number) => number,
        other => panic!("{other:?}"),
    });
    let smooth = |s: f32| s * s * (3.0 - 2.0 * s);
    for (weight, time) in weights.into_iter().zip(times) {
        assert!(
            (weight - smooth(time / 4.0)).abs() < 1e-6,
            "{time}: {weight}"
        );
    }
    // Without neighbors the ends of the run are its neighbors.
    let all = with(
        &before,
        &before.adjust_edit(&keys_at(&times), KeyAdjustment::Ease, 1.0),
    );
    assert_eq!(apart(&all, &eased, PLACE), 0.0);
}

#[test]
fn what_cannot_be_repeated_says_why() {
    let clip = clip(&[0.0, 1.0], &[0.0, 1.0], KeyMode::default());
    let one = clip.with_repeated_keys(&keys_at(&[1.0]), 3, RepeatOffset::All);
    assert_eq!(one, Err(RepeatError::NoRange));
    let many: Vec<KeyAt> = (0..2000_u16)
        .flat_map(|key| keys_at(&[f32::from(key)]))
        .collect();
    let many = clip.with_repeated_keys(&many, 1000, RepeatOffset::All);
    assert_eq!(many, Err(RepeatError::TooMany));
}
