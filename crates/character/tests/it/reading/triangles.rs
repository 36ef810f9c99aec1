//! Triangles from lists, strips and fans; points and lines left out.

use character::Character;
use serde_json::json;

use crate::support::{codes, open_json};

/// Five vertices (zeros: the accessor has no view) drawn in a mode.
fn open(mode: u32) -> Character {
    let file = json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "mode": mode, "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 5 }],
    });
    open_json(&file).unwrap()
}

#[test]
fn modes() {
    let check = |mode, expected: &[[u32; 3]]| {
        let character = open(mode);
        let found = &character.meshes[0].primitives[0].triangles;
        assert_eq!(found[..], expected[..], "mode {mode}");
    };
    check(4, &[[0, 1, 2]]);
    check(5, &[[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
    check(6, &[[1, 2, 0], [2, 3, 0], [3, 4, 0]]);
}

#[test]
fn the_rest_of_a_list_is_counted() {
    let character = open(4);
    assert_eq!(codes(&character), ["incomplete-triangle"]);
    assert_eq!(character.warnings[0].count, 2);
    assert_eq!(open(5).warnings, []);
}

#[test]
fn points_and_lines_are_left_out() {
    for mode in 0..=3 {
        let character = open(mode);
        assert!(character.meshes[0].primitives.is_empty());
        assert_eq!(codes(&character), ["no-triangles"]);
    }
}
