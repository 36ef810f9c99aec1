//! Triangles from lists, strips and fans; points and lines left out.
#![expect(
    clippy::unwrap_used,
    reason = "helper functions of tests are not exempt as tests are"
)]

use character::{Character, Fault, Warning, open_bytes};
use serde_json::json;

/// Five vertices (zeros: the accessor has no view) drawn in a mode.
fn open(mode: u32) -> Character {
    let file = json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "mode": mode, "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 5 }],
    });
    open_bytes("five.gltf", file.to_string().as_bytes()).unwrap()
}

#[test]
fn modes() {
    let check = |mode, expected: &[[u32; 3]]| {
        assert_eq!(
            open(mode).meshes[0].primitives[0].triangles,
            expected,
            "mode {mode}"
        );
    };
    check(4, &[[0, 1, 2]]);
    check(5, &[[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
    check(6, &[[1, 2, 0], [2, 3, 0], [3, 4, 0]]);
}

#[test]
fn the_rest_of_a_list_is_counted() {
    let place = "/meshes/0/primitives/0".to_owned();
    assert_eq!(
        open(4).warnings,
        [Warning::IncompleteTriangle { place, indices: 2 }]
    );
    assert_eq!(open(5).warnings, []);
}

#[test]
fn points_and_lines_are_left_out() {
    for mode in 0..=3 {
        let character = open(mode);
        assert!(character.meshes[0].primitives.is_empty());
        assert!(matches!(
            character.warnings[..],
            [Warning::NoTriangles { .. }]
        ));
    }
}

#[test]
fn side_files_need_a_folder() {
    let file =
        json!({ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4, "uri": "a.bin" }] });
    let error = open_bytes("alone.gltf", file.to_string().as_bytes()).unwrap_err();
    assert!(matches!(error.fault, Fault::Uri { .. }), "{error}");
}
