//! `KHR_animation_pointer`: pointers at transforms and morph weights of nodes are plain channels, all others are told.

use character::{Character, open, open_bytes};
use glam::{Quat, Vec3};
use rig::{Channel, Clip, JointTrack, Track};
use serde_json::{Value, json};
use testkit::field;

use crate::saving::save_clips::arm;
use crate::support::{codes, list, open_json};

/// The file of a character as JSON with its numbers in a data URI.
fn as_json(character: &Character) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gltf");
    character::save(character, &path).unwrap();
    let mut json: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let opened = open(&path).unwrap();
    for (buffer, file) in json["buffers"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .zip(&opened.source.side_files)
    {
        let escaped: String = file
            .bytes
            .iter()
            .map(|byte| format!("%{byte:02X}"))
            .collect();
        buffer["uri"] = json!(format!("data:application/octet-stream,{escaped}"));
    }
    json
}

/// The arm, one clip of which moves translation, rotation and scale of several joints.
fn plain() -> Value {
    let arm = arm();
    let times = [0.0, 0.4, 1.0];
    let turns = arm.clips[0].tracks()[0].channel.clone();
    let vectors = |of: f32| {
        let values = times.map(|time| Vec3::new(1.0 + time * of, 1.0, 1.0 - 0.3 * time));
        Track::new(times, values.to_vec(), rig::Interpolation::Linear).unwrap()
    };
    let joints: Vec<_> = arm.rig.skeleton.joints().collect();
    let tracks = vec![
        JointTrack {
            joint: joints[0],
            channel: Channel::Translation(vectors(0.5)),
        },
        JointTrack {
            joint: joints[1],
            channel: turns,
        },
        JointTrack {
            joint: joints[2],
            channel: Channel::Scale(vectors(-0.5)),
        },
    ];
    let clip = arm.clips[0].clone().with_tracks(tracks, Vec::new());
    as_json(&arm.with_clips(vec![clip]))
}

/// The same with pointers instead of nodes and paths, in those channels that are chosen.
fn pointing(mut json: Value, chosen: impl Fn(usize) -> bool) -> Value {
    json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    let channels = json["animations"][0]["channels"].as_array_mut().unwrap();
    for (_, channel) in channels
        .iter_mut()
        .enumerate()
        .filter(|(place, _)| chosen(*place))
    {
        let target = &channel["target"];
        let pointer = format!(
            "/nodes/{}/{}",
            target["node"],
            target["path"].as_str().unwrap()
        );
        channel["target"] = target_of(&pointer);
    }
    json
}

fn target_of(pointer: &str) -> Value {
    json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": { "pointer": pointer } } })
}

#[test]
fn pointers_at_transforms_play_as_plain_channels() {
    let plain = plain();
    let expected = open_json(&plain).unwrap();
    assert_eq!(expected.clips[0].tracks().len(), 3);
    for chosen in 1..8_usize {
        let json = pointing(plain.clone(), |place| chosen & 1 << place != 0);
        let character = open_json(&json).unwrap();
        assert_eq!(codes(&character), Vec::<&str>::new());
        assert_eq!(character.clips, expected.clips, "channels {chosen:03b}");
    }
}

#[test]
fn a_file_may_require_them() {
    let mut json = pointing(plain(), |_| true);
    json["extensionsRequired"] = json!(["KHR_animation_pointer"]);
    let character = open_json(&json).unwrap();
    assert_eq!(codes(&character), Vec::<&str>::new());
    assert_eq!(character.clips[0].tracks().len(), 3);
}

#[test]
fn what_was_not_edited_comes_back_as_it_was() {
    let json = pointing(plain(), |place| place != 1);
    let character = open_json(&json).unwrap();
    let saved: Value = serde_json::from_slice(&character::to_bytes(&character).unwrap()).unwrap();
    assert_eq!(saved, json);
    // Another name touches the animation, but none of its channels.
    let renamed = renamed(&character.clips[0]);
    let saved = character::to_bytes(&character.with_clips(vec![renamed])).unwrap();
    let saved: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(
        saved["animations"][0]["channels"],
        json["animations"][0]["channels"]
    );
}

fn renamed(clip: &Clip) -> Clip {
    let other = Clip::new(clip.id(), Some("other".to_owned()), clip.duration());
    let other = other.with_source(clip.source());
    other.with_tracks(clip.tracks().to_vec(), clip.morphs().to_vec())
}

/// With its turns at half the speed.
fn slower(clip: &Clip) -> Clip {
    let tracks = clip.tracks().iter().map(|track| {
        let Channel::Rotation(keys) = &track.channel else {
            return track.clone();
        };
        let times: Vec<f32> = keys.times().iter().map(|time| time * 2.0).collect();
        let keys = Track::new(times, keys.values().to_vec(), keys.interpolation()).unwrap();
        JointTrack {
            channel: Channel::Rotation(keys),
            ..*track
        }
    });
    clip.clone().with_tracks(tracks.collect(), Vec::new())
}

#[test]
fn edited_tracks_are_read_back_and_move_nothing_twice() {
    for chosen in [0_usize, 2, 5, 7] {
        let json = pointing(plain(), |place| chosen & 1 << place != 0);
        let character = open_json(&json).unwrap();
        let edited = character.with_clips(vec![slower(&character.clips[0])]);
        assert!(edited.clips != character.clips);
        let again = open_bytes("again.gltf", &character::to_bytes(&edited).unwrap()).unwrap();
        assert_eq!(codes(&again), Vec::<&str>::new());
        assert_eq!(
            again.clips[0].tracks(),
            edited.clips[0].tracks(),
            "channels {chosen:03b}"
        );
        // Without tracks nothing is left of them.
        let none = character.clips[0]
            .clone()
            .with_tracks(Vec::new(), Vec::new());
        let none = character.with_clips(vec![none]);
        let again = open_bytes("again.gltf", &character::to_bytes(&none).unwrap()).unwrap();
        let moved = again.clips[0].tracks().iter();
        assert!(
            moved.clone().all(|track| track.channel.times().len() <= 2),
            "the rest, held"
        );
    }
}

#[test]
fn the_first_of_a_pointer_and_a_plain_channel_at_one_target_counts() {
    for pointer_first in [true, false] {
        let mut json = pointing(plain(), |_| false);
        json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
        let channels = json["animations"][0]["channels"].as_array_mut().unwrap();
        let is_rotation = |channel: &Value| channel["target"]["path"] == "rotation";
        let own = channels.iter().position(is_rotation).unwrap();
        let mut other = channels[own].clone();
        let node = other["target"]["node"].clone();
        other["target"] = target_of(&format!("/nodes/{node}/rotation"));
        channels.insert(if pointer_first { 0 } else { own + 1 }, other);
        let character = open_json(&json).unwrap();
        let [warning] = &character.warnings[..] else {
            panic!("{:?}", character.warnings);
        };
        assert_eq!(warning.code(), "channel-dropped");
        assert!(
            warning
                .to_string()
                .contains(&format!("/channels/{}", own + 1)),
            "{warning}"
        );
        assert_eq!(character.clips[0].tracks().len(), 3);
        // A saved edit has one channel for the target.
        let edited = character.with_clips(vec![slower(&character.clips[0])]);
        let again = open_bytes("again.gltf", &character::to_bytes(&edited).unwrap()).unwrap();
        assert_eq!(again.clips[0].tracks().len(), 3);
    }
}

#[test]
fn pointers_at_all_else_are_left_out_and_named() {
    for (pointer, said) in [
        (
            "/materials/0/pbrMetallicRoughness/baseColorFactor",
            "/materials/0",
        ),
        ("/meshes/0/weights", "/meshes/0/weights"),
        ("/nodes/0/weights/0", "/nodes/0/weights/0"),
        ("/nodes/77/rotation", "node 77"),
        (
            "/extensions/KHR_lights_punctual/lights/0/color",
            "/extensions",
        ),
        (
            "/nodes/0/extensions/KHR_node_visibility/visible",
            "KHR_node_visibility",
        ),
        ("", "no transform of a node"),
    ] {
        let mut json = pointing(plain(), |_| false);
        json["animations"][0]["channels"][1]["target"] = target_of(pointer);
        let character = open_json(&json).unwrap();
        let [warning] = &character.warnings[..] else {
            panic!("{pointer}: {:?}", character.warnings);
        };
        let text = warning.to_string();
        assert!(
            warning.code() == "channel-dropped" && text.contains(said),
            "{text}"
        );
        assert!(!text.contains("something else than a node"), "{text}");
        assert_eq!(character.clips[0].tracks().len(), 2);
        // It stays in the file beside what is edited.
        let edited = character.with_clips(vec![renamed(&character.clips[0])]);
        let saved: Value = serde_json::from_slice(&character::to_bytes(&edited).unwrap()).unwrap();
        let kept = list(&saved["animations"][0]["channels"]).iter();
        assert!(
            kept.clone()
                .any(|channel| channel["target"] == target_of(pointer)),
            "{pointer}"
        );
    }
}

/// 121 nodes, of which node 3 shows a mesh with a morph target, and a clip of one key that moves what the pointer names.
fn pointed(pointer: &str) -> Character {
    // A time of 0; no turn, as a quaternion; and three ones.
    let numbers = format!("data:,{}{}", "%00".repeat(16), "%00%00%80%3F".repeat(3));
    let output = match pointer.rsplit('/').next() {
        Some("translation" | "scale") => 2,
        Some("weights") => 3,
        _ => 1,
    };
    let mut nodes = vec![json!({}); 121];
    nodes[3] = json!({ "mesh": 0 });
    open_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_animation_pointer"],
        "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 4 }, "targets": [{ "POSITION": 4 }] }] }],
        "animations": [{
            "channels": [{ "sampler": 0, "target": target_of(pointer) }],
            "samplers": [{ "input": 0, "output": output }],
        }],
        "accessors": [
            { "componentType": 5126, "type": "SCALAR", "count": 1, "bufferView": 0 },
            { "componentType": 5126, "type": "VEC4", "count": 1, "bufferView": 1 },
            { "componentType": 5126, "type": "VEC3", "count": 1, "bufferView": 2 },
            { "componentType": 5126, "type": "SCALAR", "count": 1, "bufferView": 2 },
            { "componentType": 5126, "type": "VEC3", "count": 3 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 4 },
            { "buffer": 0, "byteOffset": 4, "byteLength": 16 },
            { "buffer": 0, "byteOffset": 16, "byteLength": 12 },
        ],
        "buffers": [{ "byteLength": 28, "uri": numbers }],
    }))
    .unwrap()
}

/// The nodes that the first clip moves, and what of them.
fn moved(character: &Character) -> Vec<(u32, &'static str)> {
    let skeleton = &character.rig.skeleton;
    let clip = &character.clips[0];
    let joints = clip.tracks().iter().map(|track| {
        let path = match &track.channel {
            Channel::Translation(_) => "translation",
            Channel::Rotation(_) => "rotation",
            Channel::Scale(_) => "scale",
            Channel::Shear(_) => "shear",
        };
        (skeleton.key(track.joint), path)
    });
    let weights = clip.morphs().iter().map(|track| {
        let mut shown = character.instances.iter();
        let shown = shown.find(|instance| instance.morph.contains(&track.weight));
        (skeleton.key(shown.unwrap().node), "weights")
    });
    joints.chain(weights).collect()
}

/// Numbers of nodes are written as RFC 6901 has indices, and nothing stands before or behind.
#[test]
fn transforms_and_weights_of_nodes_are_told_from_all_else() {
    for (node, path) in [
        (0, "translation"),
        (7, "rotation"),
        (120, "scale"),
        (3, "weights"),
    ] {
        let character = pointed(&format!("/nodes/{node}/{path}"));
        assert_eq!(codes(&character), Vec::<&str>::new(), "{node} {path}");
        assert_eq!(moved(&character), [(node, path)]);
    }
    for other in [
        "",
        "/nodes/1",
        "/nodes/01/rotation",
        "/nodes/+1/rotation",
        "/nodes//rotation",
        "/nodes/1/weights/0",
        "/nodes/1/rotation/",
        "/nodes/-1/rotation",
        "/nodes/99999999999999999999999/rotation",
        "nodes/1/rotation",
        "/meshes/0/weights",
        "/materials/0/pbrMetallicRoughness/baseColorFactor",
        "/nodes/1/extensions/KHR_node_visibility/visible",
    ] {
        let character = pointed(other);
        assert_eq!(
            codes(&character),
            ["channel-dropped", "empty-clip"],
            "{other}"
        );
        let told = character.warnings[0].to_string();
        assert!(told.contains("no transform of a node"), "{other}: {told}");
        assert_eq!(moved(&character), []);
    }
}

/// The number before a word of a sentence.
fn number_before(words: &str, end: &str) -> f32 {
    let before = words.split(end).next().unwrap();
    before.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Every case of the field whose clip points at a node: nothing is left out, and a joint bends as the words of the case say.
#[test]
fn files_of_the_field_move() {
    let cases = field::cases("skin FILE").into_iter();
    let cases = cases.filter(|case| case.expected.contains("/nodes/"));
    let mut n_cases = 0;
    for case in cases {
        let character = open(&case.file).unwrap();
        assert_eq!(codes(&character), Vec::<&str>::new(), "{}", case.id);
        let degrees = number_before(&case.expected, " degrees at ");
        let time = number_before(case.expected.split(" degrees at ").nth(1).unwrap(), " s)");
        let pose = character.clips[0].sample(&character.rig.skeleton, &character.file_pose(), time);
        let turns = character.rig.skeleton.joints();
        let turns = turns.map(|joint| pose[joint].rotation.angle_between(Quat::IDENTITY));
        let most = turns.fold(0.0, f32::max).to_degrees();
        assert!((most - degrees).abs() < 0.1, "{}: {most}", case.id);
        n_cases += 1;
    }
    assert!(n_cases > 0);
}
