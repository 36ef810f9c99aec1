//! The ends of clips: keys after them, and ends that become the beginning.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, ClipId, Interpolation, JointIndex, JointTrack, Key, KeyKind,
    KeyMode, MorphTrack, Repeat, SAME_KEY, Segment, Tangents, Target, Track,
};

const RATES: [f64; 5] = [12.0, 24.0, 25.0, 30_000.0 / 1001.0, 60.0];

fn time_of(frame: u32, rate: f64) -> f32 {
    seconds(f64::from(frame), rate)
}

#[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
fn seconds(frames: f64, rate: f64) -> f32 {
    (frames / rate) as f32
}

/// Modes of keys, as they come from a hand and from files.
fn mode() -> impl Strategy<Value = KeyMode> {
    let out = prop_oneof![
        Just(Segment::Cubic),
        Just(Segment::Linear),
        Just(Segment::Hold)
    ];
    let tangents = prop_oneof![
        Just(Tangents::Auto),
        Just(Tangents::Free),
        Just(Tangents::Flat),
        Just(Tangents::Aligned)
    ];
    let kind = prop_oneof![
        6 => Just(KeyKind::Key),
        1 => Just(KeyKind::Breakdown),
        1 => Just(KeyKind::Extreme)
    ];
    (out, tangents, kind).prop_map(|(out, tangents, kind)| KeyMode {
        out,
        tangents,
        kind,
        ..KeyMode::default()
    })
}

/// Frames that rise, and what stands at each.
fn keys() -> impl Strategy<Value = Vec<(u32, [f32; 3], KeyMode)>> {
    prop::collection::vec(
        (1_u32..9, prop::array::uniform3(-2.0_f32..2.0), mode()),
        2..9,
    )
    .prop_map(|mut keys| {
        let mut frame = 0;
        for (step, key) in keys.iter_mut().enumerate() {
            frame += if step == 0 { 0 } else { key.0 };
            key.0 = frame;
        }
        keys
    })
}

/// A clip that moves, turns and shapes by the same keys.
fn clip(keys: &[(u32, [f32; 3], KeyMode)], rate: f64, end: f32) -> Clip {
    let of = |time: f32, [x, y, z]: [f32; 3], mode| Key {
        time,
        value: Vec3::new(x, y, z),
        tangents: [Vec3::new(y, z, x), Vec3::new(z, x, y)],
        mode,
    };
    let moved = keys
        .iter()
        .map(|&(frame, value, mode)| of(time_of(frame, rate), value, mode));
    let moved: Vec<Key<Vec3>> = moved.collect();
    let turned = moved.iter().map(|key| Key {
        time: key.time,
        value: Quat::from_scaled_axis(key.value),
        tangents: [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 2],
        mode: key.mode,
    });
    let shaped = moved.iter().map(|key| Key {
        time: key.time,
        value: key.value.x,
        tangents: key.tangents.map(|slope| slope.x),
        mode: key.mode,
    });
    let tracks = [
        Channel::Translation(Track::from_keys(moved.clone(), Some(end)).unwrap()),
        Channel::Rotation(Track::from_keys(turned.collect(), Some(end)).unwrap()),
    ];
    let joint = |channel| JointTrack {
        joint: JointIndex(0),
        channel,
    };
    let track = Track::from_keys(shaped.collect(), Some(end)).unwrap();
    let morphs = vec![MorphTrack { weight: 0, track }];
    let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks.map(joint).into(), morphs);
    clip.with_duration(end)
}

fn times(clip: &Clip, target: Target) -> Vec<f32> {
    clip.keys(target)
        .map_or_else(Vec::new, |keys| keys.times().to_vec())
}

/// The largest number by which two clips differ at a time, in any channel.
fn apart(one: &Clip, other: &Clip, time: f32) -> f32 {
    let mut most = 0.0_f32;
    for (one, other) in one.tracks().iter().zip(other.tracks()) {
        most = most.max(match (&one.channel, &other.channel) {
            (Channel::Translation(one), Channel::Translation(other)) => {
                (one.sample(time) - other.sample(time)).abs().max_element()
            }
            (Channel::Rotation(one), Channel::Rotation(other)) => {
                2.0 * (1.0 - one.sample(time).dot(other.sample(time)).abs())
            }
            _ => f32::INFINITY,
        });
    }
    for (one, other) in one.morphs().iter().zip(other.morphs()) {
        most = most.max((one.track.sample(time) - other.track.sample(time)).abs());
    }
    most
}

fn with(clip: &Clip, set: Vec<AnyTrack>) -> Clip {
    let remove = Vec::new();
    clip.with_edit(&ClipEdit::SetTracks { set, remove })
        .unwrap()
        .0
}

/// Ends that are as near to each other as this are one, and get no key.
const SAME_ENDS: f32 = 1e-4;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Cut at any end, a clip shows the same until there, and no key stands later.
    #[test]
    fn a_clip_cut_at_its_end_shows_the_same_until_there(keys in keys(), rate in 0..RATES.len(), end in 0.0..1.3_f32, shares in prop::collection::vec(0.0..1.0_f32, 12)) {
        let whole = clip(&keys, RATES[rate], time_of(keys.last().unwrap().0, RATES[rate]));
        let end = (end * whole.duration()).max(0.01);
        let short = whole.clone().with_duration(end);
        let cut = short.cut_at_end().unwrap();
        prop_assert_eq!(cut.is_some(), whole.duration() > end + SAME_KEY);
        let cut = cut.unwrap_or_else(|| short.clone());
        prop_assert_eq!(cut.duration(), end);
        prop_assert!(cut.last_key() <= end + SAME_KEY);
        prop_assert_eq!(cut.targets().count(), short.targets().count());
        for share in shares {
            let time = share * end;
            prop_assert!(apart(&cut, &short, time) < 2e-3, "{} at {}", apart(&cut, &short, time), time);
        }
    }

    /// Closed by its last keys, a clip ends as it begins, with at most one key more a track; all others stay where they were.
    #[test]
    fn last_keys_become_the_first(keys in keys(), rate in 0..RATES.len(), more in 0_u32..5) {
        let rate = RATES[rate];
        let last = keys.last().unwrap().0;
        let end = time_of(last + more, rate);
        let before = clip(&keys, rate, end);
        let closed = with(&before, before.last_keys_as_first().unwrap());
        for (track, was) in closed.tracks().iter().zip(before.tracks()) {
            let (now, was) = (track.channel.times(), was.channel.times());
            prop_assert!(now.len() <= was.len() + 1);
            prop_assert!(was.iter().all(|time| now.contains(time)), "{:?} {:?}", was, now);
            prop_assert_eq!(now.last(), Some(&end));
            match &track.channel {
                Channel::Translation(keys) => {
                    let (start, last) = (keys.sample(0.0), keys.sample(end));
                    prop_assert!(start.abs_diff_eq(last, SAME_ENDS), "{start} {last}");
                }
                Channel::Rotation(keys) => {
                    prop_assert!(keys.sample(0.0).dot(keys.sample(end)).abs() > 1.0 - 1e-6);
                }
                _ => {}
            }
        }
        let shaped = [0.0, end].map(|time| closed.morphs()[0].track.sample(time));
        prop_assert!((shaped[0] - shaped[1]).abs() <= SAME_ENDS, "{shaped:?}");
        prop_assert!(closed.last_keys_as_first().unwrap().is_empty(), "it is closed");
    }

    /// Baked over the end, every key but the last stands on a frame, whatever the rate and the window.
    #[test]
    fn a_loop_closed_on_frames_has_keys_there(keys in keys(), rate in 0..RATES.len(), share in 0.05..1.0_f32, between in 0.0..1.0_f64) {
        let rate = RATES[rate];
        let end = seconds(f64::from(keys.last().unwrap().0) + between, rate);
        let before = clip(&keys, rate, end);
        let closed = with(&before, before.loop_closed_on_frames(share * end, rate).unwrap());
        for target in closed.targets() {
            for time in times(&closed, target) {
                let frame = f64::from(time) * rate;
                let is_end = (time - end).abs() <= SAME_KEY;
                prop_assert!(is_end || (frame - frame.round()).abs() < 2e-3, "{frame} of {end}");
            }
        }
        let value = |time: f32| match &closed.tracks()[0].channel {
            Channel::Translation(keys) => keys.sample(time),
            _ => Vec3::NAN,
        };
        prop_assert!(value(0.0).abs_diff_eq(value(end), 1e-6));
    }
}

/// A held track has no key on the frame that the window begins at but its own, a rounding beside it: that one stays.
#[test]
fn a_held_key_beside_the_first_frame_of_the_window_stays() {
    let held = KeyMode {
        out: Segment::Hold,
        tangents: Tangents::Free,
        ..KeyMode::default()
    };
    let key = |time: f32, value: f32| Key {
        time,
        value,
        tangents: [0.0; 2],
        mode: held,
    };
    let keys = vec![key(0.0, 0.0), key(0.33333, 5.0), key(1.0, 7.0)];
    let track = Track::from_keys(keys, Some(1.0)).unwrap();
    let clip = Clip::new(ClipId(0), None, 1.0)
        .with_tracks(Vec::new(), vec![MorphTrack { weight: 0, track }]);
    let from_frame_10 = seconds(20.0, 30.0);
    let closed = with(
        &clip,
        clip.loop_closed_on_frames(from_frame_10, 30.0).unwrap(),
    );
    let track = &closed.morphs()[0].track;
    assert_eq!(track.times(), [0.0, 0.33333, 1.0]);
    let values = [0.1, 0.34, 0.9, 1.0].map(|time| track.sample(time));
    assert_eq!(values, [0.0, 5.0, 5.0, 0.0]);
}

/// Automatic tangents run through the seam: the slopes on both sides are one.
#[test]
fn automatic_tangents_run_through_a_loop_closed_by_its_last_key() {
    let automatic = KeyMode {
        out: Segment::Cubic,
        tangents: Tangents::Auto,
        ..KeyMode::default()
    };
    let key = |time: f32, value: f32| Key {
        time,
        value,
        tangents: [0.0; 2],
        mode: automatic,
    };
    let keys = vec![key(0.0, 0.5), key(0.5, 1.0), key(1.5, -1.0), key(2.0, 3.0)];
    let track = Track::from_keys(keys, Some(2.0)).unwrap();
    let clip = Clip::new(ClipId(0), None, 2.0)
        .with_tracks(Vec::new(), vec![MorphTrack { weight: 3, track }]);
    assert_eq!(clip.repeat(), Repeat::Loop);
    let closed = with(&clip, clip.last_keys_as_first().unwrap());
    let track = &closed.morphs()[0].track;
    assert_eq!(track.times(), [0.0, 0.5, 1.5, 2.0]);
    let (first, last) = (track.keys()[0], track.keys()[3]);
    assert_eq!(first.value, last.value);
    assert_eq!(first.tangents[1], last.tangents[0]);
    assert!(first.tangents[1] > 0.1, "it goes through: {first:?}");
    let density = closed.key_density(24.0);
    assert!((density - 4.0 / 49.0).abs() < 1e-9, "{density}");
    let linear = Track::new([0.0, 1.0], vec![0.0, 1.0], Interpolation::Linear).unwrap();
    let dense = Clip::new(ClipId(0), None, 0.0).with_tracks(
        Vec::new(),
        vec![MorphTrack {
            weight: 0,
            track: linear,
        }],
    );
    assert_eq!(dense.key_density(1.0), 1.0);
    assert_eq!(Clip::new(ClipId(0), None, 1.0).key_density(24.0), 0.0);
}
