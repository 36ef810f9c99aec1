//! Tracks whose tangents have lengths, in `extras` beside the plain keys that files have for them.

use character::{Character, SaveOptions, open_bytes, to_bytes};
use glam::Vec3;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, HandleLength, JointChannel, JointIndex, JointTrack, Key,
    KeyKind, KeyMode, KeyValue, Keyed, Segment, Tangents, Target, Track,
};
use serde_json::json;

use super::{again, biped, with_json};

/// Keys with lengths of tangents, of which the second is marked.
fn weighted<T: Keyed>(values: [T; 3]) -> Track<T> {
    let keys = values
        .into_iter()
        .zip([0.0, 0.5, 1.0])
        .map(|(value, time)| Key {
            time,
            value,
            tangents: [T::STILL; 2],
            mode: KeyMode {
                out: Segment::Cubic,
                tangents: Tangents::Auto,
                kind: match time == 0.5 {
                    true => KeyKind::Extreme,
                    false => KeyKind::Key,
                },
                handles: [0.7, 0.15].map(HandleLength::from_share),
            },
        });
    Track::from_keys(keys.collect(), None).unwrap()
}

/// The first clip of the biped, whose arm has such keys of its place and of its turn.
fn with_weights() -> (Character, JointIndex) {
    let character = biped();
    let arm = character.rig.skeleton.find("upper_arm.R").unwrap();
    let rest = character.rig.skeleton.local_keys(arm);
    let place = rest.translation;
    let places = [place, place + 0.1 * Vec3::X, place - 0.05 * Vec3::Y];
    let turns = [0.0, 0.8, -0.4].map(|angle| rest.rotation * glam::Quat::from_rotation_z(angle));
    let track = |channel| {
        AnyTrack::Joint(JointTrack {
            joint: arm,
            channel,
        })
    };
    let set = ClipEdit::SetTracks {
        set: vec![
            track(Channel::Translation(weighted(places))),
            track(Channel::Rotation(weighted(turns))),
        ],
        remove: Vec::new(),
    };
    let mut clips = character.clips.to_vec();
    clips[0] = clips[0].with_edit(&set).unwrap().0;
    (character.with_clips(clips), arm)
}

fn both(arm: JointIndex) -> [Target; 2] {
    [JointChannel::Translation, JointChannel::Rotation].map(|kind| Target::Joint(arm, kind))
}

fn value(clip: &Clip, target: Target, time: f32) -> KeyValue {
    clip.keys(target).unwrap().sample(time)
}

fn away(one: KeyValue, other: KeyValue) -> f32 {
    match (one, other) {
        (KeyValue::Vector(one), KeyValue::Vector(other)) => (one - other).length(),
        (KeyValue::Rotation(one), KeyValue::Rotation(other)) => {
            (one - other).length().min((one + other).length())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn lengths_of_tangents_are_kept_beside_plain_keys() {
    let (character, arm) = with_weights();
    let saved = again(&character, &SaveOptions::default());
    let tracks = |character: &Character| {
        let own = character.clips[0].tracks().iter();
        own.filter(|track| track.joint == arm)
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(tracks(&saved), tracks(&character));
    // As it is, it is written as it is.
    let same = open_bytes("same", &to_bytes(&saved).unwrap()).unwrap();
    assert_eq!(tracks(&same), tracks(&character));
    // Other programs read plain keys, which stay at the curve.
    let bytes = to_bytes(&character).unwrap();
    let mut json = open_bytes("bytes", &bytes).unwrap().source.json();
    let own = &mut json["animations"][0]["extras"]["dualskin"];
    assert_eq!(own["weighted_tracks"].as_array().unwrap().len(), 2);
    own["weighted_tracks"] = json!([]);
    let plain = open_bytes("plain", &with_json(&bytes, &json)).unwrap();
    for target in both(arm) {
        let own = plain.clips[0].keys(target).unwrap();
        assert!(own.times().len() > 3);
        for step in 0..=40_u8 {
            let time = f32::from(step) / 40.0;
            let [one, other] = [&character, &plain].map(|of| value(&of.clips[0], target, time));
            // A chord of 1.7e-4 is an angle of 0.02°.
            assert!(away(one, other) < 1.7e-4, "{one:?} for {other:?} at {time}");
        }
    }
}

/// What another program has made of the keys counts, not what the tangents were.
#[test]
fn lengths_that_say_otherwise_than_the_file_are_passed_over() {
    let (character, arm) = with_weights();
    let bytes = to_bytes(&character).unwrap();
    let saved = open_bytes("saved", &bytes).unwrap();
    let change = |of: usize, member: &str, value: serde_json::Value| {
        let mut json = saved.source.json();
        let own = &mut json["animations"][0]["extras"]["dualskin"]["weighted_tracks"][of];
        own[member] = value;
        let opened = open_bytes("changed", &with_json(&bytes, &json)).unwrap();
        both(arm).map(|target| {
            let keys = opened.clips[0].keys(target).unwrap();
            (0..keys.times().len()).any(|key| keys.mode(key).is_weighted())
        })
    };
    let third = 1.0 / 3.0;
    assert_eq!(
        change(0, "lengths", json!([third, third, third, 0.9, 0.9, third])),
        [false, true]
    );
    assert_eq!(
        change(1, "lengths", json!([0.5, 2.0, 0.5, 0.5, 0.5, 0.5])),
        [true, false]
    );
    assert_eq!(change(1, "lengths", json!([0.5])), [true, false]);
    assert_eq!(change(0, "node", json!(99_999)), [false, true]);
}
