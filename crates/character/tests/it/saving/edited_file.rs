//! The file of an edited character: what is changed is changed in its place, all else stays as it came, and numbers that nothing names
//! any more are gone with their bytes.

use character::{Character, SkeletonEdit, open_bytes, to_bytes};
use glam::Vec3;
use rig::{Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, Track};
use serde_json::{Value, json};

use crate::support::{index, list};

fn opened(text: &str) -> Character {
    open_bytes("made.gltf", text.as_bytes()).unwrap()
}

/// Its JSON on one line.
fn saved(character: &Character) -> String {
    let json: Value = serde_json::from_slice(&to_bytes(character).unwrap()).unwrap();
    json.to_string()
}

fn rename(joint: u32, name: &str) -> SkeletonEdit {
    let name = name.to_owned();
    SkeletonEdit::Rename { joint, name }
}

/// Members and elements keep their places, new ones come last, and a list that has become empty is gone.
#[test]
fn what_is_changed_is_changed_in_its_place() {
    const CAME: &str = concat!(
        r#"{"zz":[1,null,{}],"asset":{"extras":"é","version":"2.0"},"scenes":[{"name":"s","nodes":[0]}],"#,
        r#""nodes":[{"children":[1,2],"name":"root","extras":{"z":-7,"a":[0.5]}},{"extras":"é","translation":[0,1,0]},"#,
        r#"{"translation":[1.5,0.0,0],"name":"gone"}],"none":null}"#
    );
    const SECOND: &str = r#",{"extras":"é","translation":[0,1,0]}"#;
    const THIRD: &str = r#",{"translation":[1.5,0.0,0],"name":"gone"}"#;
    let came = opened(CAME);
    assert_eq!(saved(&came), CAME);
    let dissolve = |joint| SkeletonEdit::Dissolve { joint };
    let one = CAME.replace(r#""name":"root""#, r#""name":"one""#);
    let two = r#",{"extras":"é","translation":[0,1,0],"name":"two"}"#;
    let fewer = CAME.replace("[1,2]", "[1]").replace(THIRD, "");
    let none = fewer.replace(r#""children":[1],"#, "").replace(SECOND, "");
    for (edits, expected) in [
        (vec![rename(0, "one")], one),
        (vec![rename(1, "two")], CAME.replace(SECOND, two)),
        (vec![dissolve(2)], fewer.clone()),
        (vec![dissolve(2), dissolve(1)], none),
    ] {
        assert_eq!(saved(&came.apply_edits(&edits).unwrap()), expected);
    }
    // All of it at once, and a joint more.
    let by = [0.0, 0.0, 1.0];
    let more = SkeletonEdit::Extrude { joint: 1, by };
    let edits = [rename(0, "one"), rename(1, "two"), dissolve(2), more];
    let text = saved(&came.apply_edits(&edits).unwrap());
    let json: Value = serde_json::from_str(&text).unwrap();
    let added = json["nodes"][2].to_string();
    assert!(
        added.starts_with(r#"{"name":"two_1","translation":["#),
        "{added}"
    );
    let second = r#",{"extras":"é","translation":[0,1,0],"name":"two","children":[2]},"#;
    let expected = fewer.replace(r#""name":"root""#, r#""name":"one""#);
    let expected = expected.replace(SECOND, &format!("{second}{added}"));
    assert_eq!(text, expected);
}

/// A node that a clip moves by numbers of the file's own.
const MOVED: &str = concat!(
    r#"{"asset":{"version":"2.0"},"nodes":[{"name":"root"}],"#,
    r#""buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],"#,
    r#""bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],"#,
    r#""accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},"#,
    r#"{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],"#,
    r#""animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"#,
    r#""samplers":[{"input":0,"interpolation":"LINEAR","output":1}]}]}"#
);

/// They come behind all others, stay there while something else is edited, and leave the lists as they were.
#[test]
fn numbers_of_edits_come_to_the_end_of_lists_and_leave_it() {
    let came = opened(MOVED);
    assert_eq!(came.warnings, []);
    let keys = [Vec3::ZERO, Vec3::Y].to_vec();
    let keys = Track::new([0.0, 0.5], keys, Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(keys),
    };
    let more = Clip::new(ClipId(9), Some("more".to_owned()), 0.0);
    let more = more.with_tracks(vec![track], Vec::new());
    let with_more = saved(&came.with_clips(vec![came.clips[0].clone(), more]));
    let json: Value = serde_json::from_str(&with_more).unwrap();
    let before: Value = serde_json::from_str(MOVED).unwrap();
    for (name, added) in [
        ("buffers", 1),
        ("bufferViews", 2),
        ("accessors", 2),
        ("animations", 1),
    ] {
        let (now, before) = (list(&json[name]), list(&before[name]));
        assert_eq!(now.len(), before.len() + added, "{name}");
        assert!(now.starts_with(before), "{name}");
    }
    let again = opened(&with_more);
    let renamed = again.apply_edit(&rename(0, "one")).unwrap().character;
    let expected = with_more.replace(r#""name":"root""#, r#""name":"one""#);
    assert_eq!(saved(&renamed), expected);
    let without = again.with_clips(vec![again.clips[0].clone()]);
    assert_eq!(saved(&without), MOVED);
}

/// A binary file of one buffer of so many bytes, 1, 2, 3 and so on, and what pads them to words. The first views are those of a clip's
/// numbers.
fn chunk_file(length: usize, gone: &[[usize; 2]], kept: &[[usize; 2]]) -> Vec<u8> {
    let view = |[start, length]: &[usize; 2]| json!({ "buffer": 0, "byteOffset": start, "byteLength": length });
    let views: Vec<Value> = gone.iter().chain(kept).map(view).collect();
    let numbers = gone.iter().enumerate();
    let numbers = numbers.map(|(view, [_, length])| {
        json!({ "bufferView": view, "componentType": 5121, "count": length, "type": "SCALAR" })
    });
    let samplers = (0..gone.len()).map(|number| json!({ "input": number, "output": number }));
    let json = json!({
        "asset": { "version": "2.0" },
        "nodes": [{}],
        "animations": [{ "channels": [], "samplers": samplers.collect::<Vec<_>>() }],
        "accessors": numbers.collect::<Vec<_>>(),
        "bufferViews": views,
        "buffers": [{ "byteLength": length }],
    });
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes: Vec<u8> = (1_u8..).take(length).collect();
    bytes.resize(length.next_multiple_of(4), 0);
    let word = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    let head = [
        word(2),
        word(28 + text.len() + bytes.len()),
        word(text.len()),
    ];
    let head = head.as_flattened();
    let length = word(bytes.len());
    [
        &b"glTF"[..],
        head,
        b"JSON",
        &text,
        &length,
        b"BIN\0",
        &bytes,
    ]
    .concat()
}

/// What is left without the clip: the bytes of the buffer with their padding, its length, and where the other views are.
fn cut(length: usize, gone: &[[usize; 2]], kept: &[[usize; 2]]) -> (Vec<u8>, usize, Vec<usize>) {
    let character = open_bytes("made.glb", &chunk_file(length, gone, kept)).unwrap();
    assert_eq!(character.clips.len(), 1);
    let without = to_bytes(&character.with_clips(Vec::new())).unwrap();
    let source = open_bytes("left.glb", &without).unwrap().source;
    let json = source.json();
    assert!(json.get("accessors").or(json.get("animations")).is_none());
    let offsets = list(&json["bufferViews"]).iter();
    let offsets = offsets.map(|view| index(&view["byteOffset"]));
    (
        source.binary.as_ref().unwrap().to_vec(),
        index(&json["buffers"][0]["byteLength"]),
        offsets.collect(),
    )
}

/// The padding of a container is no part of the buffer: it goes with what it comes after, and does not count.
#[test]
fn padding_is_cut_and_not_counted() {
    let first = vec![1, 2, 3, 4];
    assert_eq!(cut(10, &[[4, 6]], &[[0, 4]]), (first.clone(), 4, vec![0]));
    assert_eq!(cut(9, &[[4, 5]], &[[0, 4]]), (first, 4, vec![0]));
    let last = vec![5, 6, 7, 8, 9, 10, 0, 0];
    assert_eq!(cut(10, &[[0, 4]], &[[4, 6]]), (last, 6, vec![0]));
    // In the middle nothing but whole words goes.
    let outer = vec![1, 2, 3, 4, 9, 10, 0, 0];
    assert_eq!(
        cut(10, &[[4, 4]], &[[0, 4], [8, 2]]),
        (outer, 6, vec![0, 4])
    );
    // A buffer has a byte at least.
    let (chunk, length, _) = cut(10, &[[0, 10]], &[]);
    assert_eq!((chunk.len(), length), (4, 4));
}
