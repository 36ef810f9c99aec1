//! Which nodes are drawn as joints.

use character::open_bytes;
use rig::JointIndex;
use scene::drawn_joints::drawn_joints;
use scene::facts::Facts;
use scene::view::joint_mark::mark_of;

/// A skeleton that nobody has bound yet, beside one that has a skin, reopens as joints; a lamp with its helper does not, and
/// neither does what holds a mesh.
#[test]
fn a_skeleton_without_a_skin_is_drawn_beside_one_that_has_a_skin() {
    let text = r#"{
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0, 1, 4, 6]}],
        "nodes": [
            {"name": "bound"},
            {"name": "hip", "children": [2]},
            {"name": "knee", "children": [3], "translation": [0, 1, 0]},
            {"name": "foot", "translation": [0, 1, 0]},
            {"name": "lamp", "children": [5]},
            {"name": "lamp direction"},
            {"name": "figure", "children": [7, 8]},
            {"name": "body", "mesh": 0},
            {"name": "place"}
        ],
        "meshes": [{"primitives": [{"attributes": {}}]}],
        "skins": [{"joints": [0]}]
    }"#;
    let character = open_bytes("two.gltf", text.as_bytes()).unwrap();
    let skeleton = &character.rig.skeleton;
    let drawn = drawn_joints(&character);
    let names = skeleton.joints().filter(|joint| drawn[joint.index()]);
    let names: Vec<&str> = names.map(|joint| skeleton.name(joint)).collect();
    assert_eq!(names, ["bound", "hip", "knee", "foot"]);
    let facts = Facts::of(&character);
    assert_eq!(facts.joint_count, 1, "that a skin lists");
    let find = |name: &str| skeleton.find(name).unwrap();
    assert!(facts.is_drawn(find("foot")) && !facts.is_drawn(find("lamp")));
    assert!(!facts.is_drawn(JointIndex(99)));
    assert_eq!(mark_of(&character, find("foot")), Some(3));
    assert_eq!(mark_of(&character, find("body")), None);
}

/// The mesh of a figure that has no skeleton yet is no joint, beside joints and alone; nodes that move meshes by lengths of their own
/// are.
#[test]
fn a_node_that_only_places_a_mesh_is_not_drawn() {
    let drawn = |nodes: &str, roots: &str| -> Vec<String> {
        let text = format!(
            r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": {roots}}}], "nodes": {nodes},
            "meshes": [{{"primitives": [{{"attributes": {{}}}}]}}]}}"#
        );
        let character = open_bytes("unbound.gltf", text.as_bytes()).unwrap();
        let skeleton = &character.rig.skeleton;
        let (is_drawn, facts) = (drawn_joints(&character), Facts::of(&character));
        let joints = skeleton.joints().filter(|joint| {
            assert_eq!(facts.is_drawn(*joint), is_drawn[joint.index()]);
            is_drawn[joint.index()]
        });
        joints
            .map(|joint| skeleton.name(joint).to_owned())
            .collect()
    };
    let body = r#"{"name": "body", "mesh": 0}"#;
    let none: [&str; 0] = [];
    assert_eq!(drawn(&format!("[{body}]"), "[0]"), none);
    let parts = r#"{"name": "figure", "translation": [0, 1, 0], "children": [0, 1]}"#;
    let hair = r#"{"name": "hair", "mesh": 0}"#;
    assert_eq!(drawn(&format!("[{body}, {hair}, {parts}]"), "[2]"), none);
    let hip = r#"{"name": "hip"}"#;
    assert_eq!(drawn(&format!("[{body}, {hip}]"), "[0, 1]"), ["hip"]);
    let arm = r#"{"name": "arm", "translation": [0, 1, 0], "mesh": 0}"#;
    let robot = r#"{"name": "robot", "mesh": 0, "children": [0]}"#;
    assert_eq!(drawn(&format!("[{arm}, {robot}]"), "[1]"), ["robot", "arm"]);
}
