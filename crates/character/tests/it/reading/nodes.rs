//! The order of the skeleton: parent before child, siblings as the file lists them.

use serde_json::json;

use crate::support::open_json;

#[test]
fn siblings_keep_the_order_in_which_their_parent_lists_them() {
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [
            { "name": "thumb" },
            { "name": "hand", "children": [4, 0, 3] },
            { "name": "tip" },
            { "name": "middle" },
            { "name": "index", "children": [2] },
        ],
    }))
    .unwrap();
    let skeleton = &character.rig.skeleton;
    let names: Vec<&str> = skeleton
        .joints()
        .map(|joint| skeleton.name(joint))
        .collect();
    assert_eq!(names, ["hand", "index", "tip", "thumb", "middle"]);
}
