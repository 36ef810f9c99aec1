//! Numbers that are finite but whose products are not: refused, or kept out of clips.

use character::{Character, CharacterError, Fault, FilePlace, LARGEST};
use serde_json::{Value, json};

use crate::skinning::assert_finite;
use crate::support::{codes, open_json};

fn bytes_uri(numbers: &[f32]) -> String {
    let bytes = numbers.iter().flat_map(|x| x.to_le_bytes());
    let data: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
    format!("data:application/octet-stream,{data}")
}

/// A triangle at a chain of nodes, moved by a clip of two scale keys on the first.
fn open(nodes: Value, positions: [f32; 9], scales: [f32; 6]) -> Result<Character, CharacterError> {
    let numbers = [&positions[..], &scales, &[0.0, 1.0]].concat();
    let mesh_node = nodes.as_array().unwrap().len() - 1;
    let mut nodes = nodes;
    nodes[mesh_node]["mesh"] = json!(0);
    open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0 },
            { "componentType": 5126, "type": "VEC3", "count": 2, "bufferView": 1 },
            { "componentType": 5126, "type": "SCALAR", "count": 2, "bufferView": 2 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 36 },
            { "buffer": 0, "byteOffset": 36, "byteLength": 24 },
            { "buffer": 0, "byteOffset": 60, "byteLength": 8 },
        ],
        "buffers": [{ "byteLength": 68, "uri": bytes_uri(&numbers) }],
        "animations": [{
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "scale" } }],
            "samplers": [{ "input": 2, "output": 1 }],
        }],
    }))
}

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

#[test]
fn ordinary_numbers_pass() {
    let character = open(json!([{}]), TRIANGLE, [1.0; 6]).unwrap();
    assert_eq!(character.warnings, []);
    assert_eq!(character.clips[0].tracks().len(), 1);
}

#[test]
fn a_position_out_of_range_is_refused() {
    for far in [2e18, -1e30, f32::MAX] {
        let mut positions = TRIANGLE;
        positions[5] = far;
        let error = open(json!([{}]), positions, [1.0; 6]).unwrap_err();
        let what = "a coordinate (element 1)".to_owned();
        assert_eq!(error.fault, Fault::TooFar { what });
        assert!(
            error
                .to_string()
                .contains("is larger than 1000000000000000000"),
            "{error}"
        );
    }
}

#[test]
fn a_rest_pose_that_multiplies_out_of_range_is_refused() {
    let chain = json!([
        { "scale": [1e10, 1e10, 1e10], "children": [1] },
        { "scale": [1e10, 1e10, 1e10] },
    ]);
    let error = open(chain, TRIANGLE, [1.0; 6]).unwrap_err();
    assert_eq!(error.place, FilePlace::Json("/nodes/1".to_owned()));
    assert!(matches!(error.fault, Fault::TooFar { .. }), "{error}");

    let mut positions = TRIANGLE;
    positions[3] = 1e10;
    let error = open(json!([{ "scale": [1e10, 1.0, 1.0] }]), positions, [1.0; 6]).unwrap_err();
    assert!(
        error.to_string().contains("the mesh of this node"),
        "{error}"
    );
}

#[test]
fn a_clip_that_multiplies_out_of_range_is_emptied() {
    let chain = json!([{ "children": [1] }, { "scale": [1e10, 1e10, 1e10] }]);
    let character = open(chain, TRIANGLE, [1.0, 1.0, 1.0, 1e10, 1.0, 1.0]).unwrap();
    assert_eq!(codes(&character), ["clip-too-far"]);
    assert_eq!(
        character.warnings[0].to_string(),
        "/animations/0: emptied 1 clip, which carries this node farther than 1000000000000000000"
    );
    assert!(character.clips[0].tracks().is_empty());
    assert_finite("emptied", &character);
}

#[test]
fn a_key_out_of_range_drops_its_channel() {
    for bad in [1e19, f32::INFINITY, f32::NAN] {
        let scales = [1.0, 1.0, 1.0, 1.0, bad, 1.0];
        let character = open(json!([{}]), TRIANGLE, scales).unwrap();
        assert_eq!(codes(&character), ["channel-dropped", "empty-clip"]);
    }
}

#[test]
fn the_limit_itself_is_in_range() {
    let mut positions = TRIANGLE;
    positions[0] = LARGEST / 4.0;
    let character = open(json!([{}]), positions, [1.0; 6]).unwrap();
    assert_finite("large", &character);
    assert_eq!(character.warnings, []);
}
