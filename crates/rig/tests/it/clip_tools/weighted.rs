//! Tangents with lengths: by what must hold of any curve.

use glam::{DQuat, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    Axis, Clip, ClipEdit, ClipId, EulerCurves, EulerOrder, HandleLength, JointChannel, JointIndex,
    Key, KeyAt, KeyKind, KeyMode, KeyValue, Keyed as _, NewKey, SAME_KEY, Segment, Tangents,
    Target, Track,
};

use crate::support::cases;

const PLACE: Target = Target::Joint(JointIndex(0), JointChannel::Translation);
const WEIGHT: Target = Target::Morph(0);
/// Times that are looked at in a segment.
const BETWEEN: u8 = 23;

fn lengths() -> impl Strategy<Value = [HandleLength; 2]> {
    let share = || prop_oneof![1 => Just(1.0 / 3.0), 4 => 0.05..0.95];
    (share(), share()).prop_map(|(into, out): (f64, f64)| [into, out].map(HandleLength::from_share))
}

fn mode() -> impl Strategy<Value = KeyMode> {
    use Tangents::{Aligned, Auto, Flat, Free};
    let tangents = prop::sample::select(vec![Auto, Flat, Aligned, Free]);
    (tangents, lengths()).prop_map(|(tangents, handles)| KeyMode {
        out: Segment::Cubic,
        tangents,
        kind: KeyKind::Key,
        handles,
    })
}

/// Numbers with slopes and modes, over rising times.
fn track() -> impl Strategy<Value = Track<f32>> {
    let key = (
        0.3..1.5_f32,
        -2.0..2.0_f32,
        [-6.0..6.0_f32, -6.0..6.0],
        mode(),
    );
    prop::collection::vec(key, 2..5).prop_map(|keys| {
        let mut time = -0.3;
        let keys = keys.into_iter().map(|(gap, value, tangents, mode)| {
            time += gap;
            Key {
                time,
                value,
                tangents,
                mode,
            }
        });
        Track::from_keys(keys.collect(), None).unwrap()
    })
}

/// The same numbers as a weight and as a place.
fn clip(track: &Track<f32>) -> Clip {
    let vector = |number: f32| KeyValue::Vector(Vec3::new(number, -number, 0.5 * number));
    let keys = track.keys().into_iter().flat_map(|key| {
        [PLACE, WEIGHT].map(|target| {
            let of = |number: f32| match target {
                PLACE => vector(number),
                _ => KeyValue::Number(number),
            };
            NewKey {
                target,
                time: key.time.max(0.0),
                value: of(key.value),
                tangents: Some(key.tangents.map(of)),
                mode: Some(key.mode),
            }
        })
    });
    let edit = ClipEdit::SetKeys(keys.collect());
    Clip::new(ClipId(0), None, 0.0).with_edit(&edit).unwrap().0
}

/// The number of a target at a time.
fn number(clip: &Clip, target: Target, time: f32) -> f32 {
    match clip.keys(target).unwrap().sample(time) {
        KeyValue::Vector(vector) => vector.x,
        KeyValue::Number(number) => number,
        KeyValue::Rotation(rotation) => rotation.x,
    }
}

/// The times of keys, and some between them.
fn times_of(keys: &[f32]) -> Vec<f32> {
    let between = keys.windows(2).flat_map(|pair| {
        let step = (pair[1] - pair[0]) / f32::from(BETWEEN);
        (1..BETWEEN).map(move |place| pair[0] + f32::from(place) * step)
    });
    keys.iter().copied().chain(between).collect()
}

/// The angle between two rotations in degrees, also where single precision has no cosine of it.
fn off(one: DQuat, other: DQuat) -> f64 {
    let other = if one.dot(other) < 0.0 { -other } else { other };
    (4.0 * (0.5 * (one.normalize() - other.normalize()).length()).asin()).to_degrees()
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn tangents_of_a_third_are_plain_to_the_bit(track in track()) {
        let third = [HandleLength::from_share(1.0 / 3.0); 2];
        let with = |kind: KeyKind, handles: [HandleLength; 2]| {
            let keys = track.keys().into_iter().map(|key| Key {
                mode: KeyMode { tangents: Tangents::Free, kind, handles, ..key.mode },
                ..key
            });
            Track::from_keys(keys.collect(), None).unwrap()
        };
        let plain = with(KeyKind::Key, KeyMode::default().handles);
        prop_assert!(plain.modes().is_none());
        let marked = with(KeyKind::Extreme, third);
        prop_assert!(!marked.is_weighted());
        for time in times_of(track.times()) {
            prop_assert_eq!(plain.sample(time).to_bits(), marked.sample(time).to_bits());
        }
        prop_assert_eq!(marked.plain().unwrap(), None);
    }

    #[test]
    fn keys_that_are_inserted_change_nothing(track in track(), shares in [0.05..0.95_f32, 0.05..0.95]) {
        let clip = clip(&track);
        let own: Vec<f32> = clip.keys(WEIGHT).unwrap().times().to_vec();
        let (from, to) = (own[0], own[1]);
        let keys = shares.iter().flat_map(|share| {
            let time = from + (to - from) * share;
            [PLACE, WEIGHT].map(|target| KeyAt { target, time })
        });
        let edit = clip.insert_edit(&keys.collect::<Vec<_>>());
        let (after, _) = clip.with_edit(&edit).unwrap();
        prop_assert!(after.keys(WEIGHT).unwrap().times().len() > own.len());
        for time in times_of(&own) {
            for target in [PLACE, WEIGHT] {
                let [was, is] = [&clip, &after].map(|clip| number(clip, target, time));
                prop_assert!((was - is).abs() < 2e-4, "{was} became {is} at {time}");
            }
        }
    }

    #[test]
    fn keys_that_are_set_where_a_curve_is_leave_it(track in track(), share in 0.05..0.95_f32) {
        let keys = track.keys().into_iter().map(|key| Key {
            mode: KeyMode { tangents: Tangents::Free, ..key.mode },
            ..key
        });
        let clip = clip(&Track::from_keys(keys.collect(), None).unwrap());
        let own: Vec<f32> = clip.keys(WEIGHT).unwrap().times().to_vec();
        let time = own[0] + (own[1] - own[0]) * share;
        let new = NewKey {
            target: WEIGHT,
            time,
            value: KeyValue::Number(number(&clip, WEIGHT, time)),
            tangents: None,
            mode: None,
        };
        let (after, _) = clip.with_edit(&ClipEdit::SetKeys(vec![new])).unwrap();
        for time in times_of(&own) {
            let [was, is] = [&clip, &after].map(|clip| number(clip, WEIGHT, time));
            prop_assert!((was - is).abs() < 2e-4, "{was} became {is} at {time}");
        }
    }

    #[test]
    fn a_clip_that_is_cut_keeps_its_curves(track in track(), share in 0.1..0.9_f32) {
        let clip = clip(&track);
        let end = clip.duration() * share;
        let whole = clip.clone().with_duration(end);
        let cut = whole.cut_at_end().unwrap().unwrap();
        for step in 0..=20_u8 {
            let time = end * f32::from(step) / 20.0;
            let [was, is] = [&whole, &cut].map(|clip| number(clip, PLACE, time));
            prop_assert!((was - is).abs() < 2e-4, "{was} became {is} at {time}");
        }
    }

    #[test]
    fn a_loop_is_closed_over_curves_as_they_are(track in track(), share in 0.1..0.9_f32) {
        let clip = clip(&track);
        let end = clip.duration();
        let set = clip.loop_closed(share * end).unwrap();
        let edit = ClipEdit::SetTracks { set, remove: Vec::new() };
        let (closed, _) = clip.with_edit(&edit).unwrap();
        let [first, last] = [0.0, end].map(|time| number(&clip, PLACE, time));
        for time in times_of(clip.keys(PLACE).unwrap().times()) {
            let u = (1.0 - (end - time) / (share * end)).clamp(0.0, 1.0);
            let was = number(&clip, PLACE, time) + u * u * (3.0 - 2.0 * u) * (first - last);
            let is = number(&closed, PLACE, time);
            // The window begins at a key that is a rounding beside its beginning.
            let snapped = 2.0 * SAME_KEY / (share * end) * (first - last).abs();
            prop_assert!((was - is).abs() < 1e-3 + snapped, "{was} became {is} at {time}");
        }
    }

    #[test]
    fn lengths_go_along_when_time_is_stretched_and_turned_round(track in track(), turns in any::<bool>()) {
        let clip = clip(&track);
        let end = clip.duration();
        let factor = if turns { -1.0 } else { 1.5 };
        let moved = |time: f32| if turns { end - time } else { 1.5 * time };
        let own: Vec<f32> = clip.keys(WEIGHT).unwrap().times().to_vec();
        let keys = own.iter().flat_map(|&time| {
            [PLACE, WEIGHT].map(|target| (KeyAt { target, time }, moved(time)))
        });
        let edit = ClipEdit::Retime { keys: keys.collect(), tangent_factor: factor };
        let (after, _) = clip.with_edit(&edit).unwrap();
        for time in times_of(&own) {
            let was = number(&clip, PLACE, time);
            let is = number(&after, PLACE, moved(time));
            prop_assert!((was - is).abs() < 2e-4, "{was} became {is} at {time}");
        }
    }

    #[test]
    fn plain_keys_stay_at_the_curve(track in track(), turn in -1.0..1.0_f32) {
        let keys = track.keys();
        let height = keys.windows(2).flat_map(|pair| {
            let seconds = pair[1].time - pair[0].time;
            let slopes = [pair[0].tangents[1] * seconds, pair[1].tangents[0] * seconds];
            [pair[1].value - pair[0].value, slopes[0], slopes[1]]
        });
        let height = height.map(f32::abs).fold(0.0, f32::max);
        if let Some(plain) = track.plain().unwrap() {
            prop_assert!(!plain.track.is_weighted());
            prop_assert!(plain.track.modes().is_none());
            for time in times_of(track.times()) {
                let away = (track.sample(time) - plain.track.sample(time)).abs();
                prop_assert!(away <= 4e-5 * height + 4e-6, "{away} at {time}");
            }
        }
        let axis = Vec3::new(1.0, 2.0, -0.5).normalize();
        let turned = keys.iter().map(|key| {
            let tangents = match key.mode.tangents {
                Tangents::Auto => Tangents::Auto,
                Tangents::Flat | Tangents::Aligned | Tangents::Free => Tangents::Flat,
            };
            let part = 0.25 * key.value;
            Key {
                time: key.time,
                value: Quat::from_axis_angle(axis, turn * part) * Quat::from_rotation_z(part),
                tangents: [Quat::STILL; 2],
                mode: KeyMode { tangents, ..key.mode },
            }
        });
        let turned = Track::from_keys(turned.collect(), None).unwrap();
        if let Some(plain) = turned.plain().unwrap() {
            prop_assert!(plain.error <= 0.01, "{}°", plain.error);
            for time in times_of(track.times()) {
                let [one, other] = [&turned, &plain.track].map(|it| it.sample(time).as_dquat());
                let away = off(one, other);
                prop_assert!(away <= 0.01, "{away}° at {time}");
            }
        }
    }

    #[test]
    fn euler_curves_with_lengths_are_baked_as_they_are(x in track(), y in track(), z in track()) {
        // A hundred degrees for one, and no steeper than a hand would make it.
        let degrees = |track: &Track<f32>| {
            let keys = track.keys().into_iter().map(|key| Key {
                value: 40.0 * key.value,
                tangents: key.tangents.map(|slope| 20.0 * slope),
                mode: KeyMode {
                    handles: key.mode.handles.map(|length| {
                        HandleLength::from_share(length.share().clamp(0.15, 0.6))
                    }),
                    ..key.mode
                },
                ..key
            });
            Some(Track::from_keys(keys.collect(), None).unwrap())
        };
        let axes = [&x, &y, &z].map(degrees);
        let curves = EulerCurves::new(EulerOrder::Zxy, Quat::from_rotation_x(0.4), axes).unwrap();
        let rest = curves.rest().as_dquat().normalize();
        for time in times_of(curves.axis(Axis::Y).unwrap().times()) {
            let exact = rest * curves.order().rotation(curves.angles(time));
            let away = off(exact, curves.baked().sample(time).as_dquat());
            prop_assert!(away <= 0.015, "{away}° at {time}");
        }
    }
}

/// A long tangent holds the curve to its slope; two that are too long together never turn time back.
#[test]
fn a_longer_tangent_holds_the_curve_to_its_slope() {
    let curve = |shares: [f64; 2]| {
        let key = |time: f32, value: f32, share: f64| Key {
            time,
            value,
            tangents: [0.0; 2],
            mode: KeyMode {
                tangents: Tangents::Flat,
                handles: [HandleLength::from_share(share); 2],
                ..KeyMode::default()
            },
        };
        let keys = vec![key(0.0, 0.0, shares[0]), key(1.0, 1.0, shares[1])];
        Track::from_keys(keys, None).unwrap()
    };
    let at = |shares: [f64; 2]| curve(shares).sample(0.25);
    assert!(at([0.9, 0.1]) < at([1.0 / 3.0; 2]));
    assert!(at([0.05, 0.9]) > at([1.0 / 3.0; 2]));
    // Flat halves that meet in the middle, where they are scaled to: as steep there as a cubic can be.
    let both = curve([1.0, 1.0]);
    assert_eq!(both.sample(0.5), 0.5);
    let rising: Vec<f32> = (0..=100_u8)
        .map(|step| both.sample(f32::from(step) / 100.0))
        .collect();
    assert!(
        rising.windows(2).all(|pair| pair[0] <= pair[1]),
        "{rising:?}"
    );
}
