//! What glTF 2.0 asks of a saved file, and `open` does not check.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::list;

/// Lists without repetitions, no matrix that is animated, nothing empty, nothing that stands in no scene.
pub(crate) fn assert_rules(name: &str, json: &Value) {
    let has_own = |list: &[Value]| {
        let all: BTreeSet<String> = list.iter().map(Value::to_string).collect();
        all.len() == list.len()
    };
    for skin in list(&json["skins"]) {
        assert!(
            has_own(list(&skin["joints"])),
            "{name}: a joint twice in {skin}"
        );
    }
    for animation in list(&json["animations"]) {
        let targets: Vec<Value> = list(&animation["channels"])
            .iter()
            .map(|c| c["target"].clone())
            .collect();
        let on_nodes = targets.iter().filter(|target| target.get("node").is_some());
        let on_nodes: Vec<Value> = on_nodes.cloned().collect();
        assert!(has_own(&on_nodes), "{name}: two channels of one target");
        for target in on_nodes {
            let node = &json["nodes"][usize::try_from(target["node"].as_u64().unwrap()).unwrap()];
            let is_moved = node.get("matrix").is_some() && target["path"] != "weights";
            assert!(!is_moved, "{name}: a matrix is animated");
        }
    }
    for list_name in [
        "nodes",
        "meshes",
        "skins",
        "accessors",
        "bufferViews",
        "animations",
    ] {
        let empty = json
            .get(list_name)
            .is_some_and(|part| list(part).is_empty());
        assert!(!empty, "{name}: {list_name} is empty");
    }
    let shown = |node: usize| {
        let mut scenes = list(&json["scenes"]).iter();
        scenes.any(|scene| list(&scene["nodes"]).contains(&Value::from(node)))
    };
    for (number, node) in list(&json["nodes"]).iter().enumerate() {
        let is_root = !list(&json["nodes"])
            .iter()
            .any(|parent| list(&parent["children"]).contains(&Value::from(number)));
        if node.get("camera").or(node.get("mesh")).is_some()
            && is_root
            && json.get("scenes").is_some()
        {
            assert!(shown(number), "{name}: node {number} is in no scene");
        }
    }
}

/// Joints of a skin have a node in common, as glTF asks, unless they came without.
pub(crate) fn assert_common_roots(name: &str, original: &Value, saved: &Value) {
    for (number, skin) in list(&saved["skins"]).iter().enumerate() {
        let came = list(&original["skins"]).get(number);
        if came.is_none_or(|skin| n_roots(original, skin) == 1) {
            assert_eq!(n_roots(saved, skin), 1, "{name}: skin {number}");
        }
    }
}

fn n_roots(json: &Value, skin: &Value) -> usize {
    let mut parents = BTreeMap::new();
    for (number, node) in list(&json["nodes"]).iter().enumerate() {
        for child in list(&node["children"]) {
            parents.insert(child.as_u64().unwrap(), u64::try_from(number).unwrap());
        }
    }
    let root = |joint: &Value| {
        let above = |node: &u64| parents.get(node).copied();
        std::iter::successors(joint.as_u64(), above).last()
    };
    let roots: BTreeSet<_> = list(&skin["joints"]).iter().map(root).collect();
    roots.len()
}
