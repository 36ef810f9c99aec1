//! Where the numbers of an element lie.

use serde_json::json;

use crate::support::open_json;

/// glTF 2.0, section 3.6.2.4: each column of a matrix begins at a multiple of four bytes, so those of three bytes leave one.
#[test]
fn columns_of_small_matrices_are_padded() {
    let matrix = "%01%02%03%FF%04%05%06%FF%07%08%09%FF";
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "_FRAME": 1 } }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3 },
            { "componentType": 5121, "type": "MAT3", "count": 3, "bufferView": 0 },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": format!("data:,{}", matrix.repeat(3)) }],
    }))
    .unwrap();
    let [frame] = &character.meshes[0].primitives[0].attributes[..] else {
        panic!("one attribute");
    };
    let expected = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    assert_eq!(frame.values[..], expected.repeat(3));
}
