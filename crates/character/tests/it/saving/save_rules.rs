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

/// How many nodes, accessors and buffer views nothing in glTF names: nodes in no scene and of no parent.
pub(crate) fn unnamed(json: &Value) -> [usize; 3] {
    let mut named: [BTreeSet<u64>; 3] = [const { BTreeSet::new() }; 3];
    let mut name = |place: usize, number: &Value| {
        named[place].extend(number.as_u64());
    };
    let lists = |object: &Value, list_name: &str| list(&object[list_name]).to_vec();
    for scene in lists(json, "scenes") {
        list(&scene["nodes"]).iter().for_each(|node| name(0, node));
    }
    for node in lists(json, "nodes") {
        list(&node["children"])
            .iter()
            .for_each(|node| name(0, node));
    }
    for skin in lists(json, "skins") {
        list(&skin["joints"]).iter().for_each(|node| name(0, node));
        name(1, &skin["inverseBindMatrices"]);
    }
    for sampler in lists(json, "animations")
        .iter()
        .flat_map(|animation| lists(animation, "samplers"))
    {
        name(1, &sampler["input"]);
        name(1, &sampler["output"]);
    }
    for primitive in lists(json, "meshes")
        .iter()
        .flat_map(|mesh| lists(mesh, "primitives"))
    {
        name(1, &primitive["indices"]);
        let targets = lists(&primitive, "targets");
        for attributes in targets.iter().chain([&primitive["attributes"]]) {
            let members = attributes.as_object().into_iter().flatten();
            members.for_each(|(_, number)| name(1, number));
        }
    }
    for image in lists(json, "images") {
        name(2, &image["bufferView"]);
    }
    for accessor in lists(json, "accessors") {
        name(2, &accessor["bufferView"]);
        for part in ["indices", "values"] {
            name(2, &accessor["sparse"][part]["bufferView"]);
        }
    }
    let count = |place: usize, list_name: &str| {
        let all = list(&json[list_name]).len();
        let unnamed = |number: &u64| !named[place].contains(number);
        (0..u64::try_from(all).unwrap()).filter(unnamed).count()
    };
    [
        count(0, "nodes"),
        count(1, "accessors"),
        count(2, "bufferViews"),
    ]
}
