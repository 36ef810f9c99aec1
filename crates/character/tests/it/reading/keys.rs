//! Keys of animation channels: which count, and what is normalized.

use character::Character;
use glam::{Quat, Vec3};
use rig::Channel;
use serde_json::json;

use crate::support::{codes, open_json};

/// A node that a sampler moves: times, then values.
fn open(path: &str, interpolation: &str, times: &[f32], values: &[f32]) -> Character {
    let numbers = times.iter().chain(values);
    let bytes = numbers.flat_map(|number| number.to_le_bytes());
    let data: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
    let width = if path == "rotation" { 4 } else { 3 };
    let (n_times, n_values) = (4 * times.len(), 4 * values.len());
    open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{}],
        "accessors": [
            { "componentType": 5126, "type": "SCALAR", "count": times.len(), "bufferView": 0 },
            { "componentType": 5126, "type": format!("VEC{width}"), "count": values.len() / width, "bufferView": 1 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": n_times },
            { "buffer": 0, "byteOffset": n_times, "byteLength": n_values },
        ],
        "buffers": [{ "byteLength": n_times + n_values, "uri": format!("data:application/octet-stream,{data}") }],
        "animations": [{
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": path } }],
            "samplers": [{ "input": 0, "output": 1, "interpolation": interpolation }],
        }],
    }))
    .unwrap()
}

#[test]
fn of_keys_at_one_time_the_last_counts() {
    let values = [1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0];
    let character = open("translation", "LINEAR", &[0.0, 1.0, 1.0], &values);
    assert_eq!(codes(&character), ["equal-keys"]);
    let Channel::Translation(track) = &character.clips[0].tracks()[0].channel else {
        panic!("{:?}", character.clips);
    };
    assert_eq!(track.times(), [0.0, 1.0]);
    assert_eq!(track.values(), [Vec3::X, Vec3::X * 3.0]);
}

/// The tangents of a cubic spline may have any length.
#[test]
fn rotations_are_normalized_and_their_tangents_are_not() {
    let key = [
        [0.0, 0.0, 3.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [5.0, 0.0, 0.0, 0.0],
    ];
    let values = [key, key].as_flattened().as_flattened().to_vec();
    let character = open("rotation", "CUBICSPLINE", &[0.0, 1.0], &values);
    let Channel::Rotation(track) = &character.clips[0].tracks()[0].channel else {
        panic!("{:?}", character.clips);
    };
    let expected = [
        Quat::from_xyzw(0.0, 0.0, 3.0, 0.0),
        Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        Quat::from_xyzw(5.0, 0.0, 0.0, 0.0),
    ];
    assert_eq!(track.values()[..3], expected);
    assert_eq!(track.values()[3..], expected);
}
