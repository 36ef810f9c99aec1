//! What a report must count, from the JSON of the file itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{list, number};

/// Everything that the file's own JSON tells.
pub(super) fn check(path: &Path, report: &Value) {
    let (file, name) = (json_part(path), path.display().to_string());
    check_meshes(&file, report, &name);
    check_skins(&file, report, &name);
    check_clips(&file, report, &name);
}

/// The JSON part of a .glb or .gltf file, taken out by hand.
fn json_part(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap();
    if !bytes.starts_with(b"glTF") {
        return serde_json::from_slice(&bytes).unwrap();
    }
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
    serde_json::from_slice(&bytes[20..20 + length as usize]).unwrap()
}

/// What a file's JSON says about a mesh: vertices and triangles of its surfaces, and morph targets.
fn counts_of_mesh(file: &Value, mesh: &Value) -> [usize; 4] {
    let count = |accessor: &Value| number(&file["accessors"][number(accessor)]["count"]);
    let mut counts = [0; 4];
    for primitive in list(&mesh["primitives"]) {
        // Points and lines are no surface; other modes than single triangles do not occur in these files.
        match primitive.get("mode").map_or(4, number) {
            4 => {}
            mode => {
                assert!(mode < 4);
                continue;
            }
        }
        let vertices = count(&primitive["attributes"]["POSITION"]);
        counts[0] += 1;
        counts[1] += vertices;
        counts[2] += primitive.get("indices").map_or(vertices, count) / 3;
        counts[3] = list(&primitive["targets"]).len();
    }
    counts
}

fn check_meshes(file: &Value, report: &Value, name: &str) {
    let mut sums = [0; 4];
    for (mesh, found) in list(&file["meshes"]).iter().zip(list(&report["meshes"])) {
        let expected = counts_of_mesh(file, mesh);
        let members =
            ["vertices", "triangles", "morph_targets"].map(|member| number(&found[member]));
        assert_eq!(list(&found["primitives"]).len(), expected[0], "{name}");
        assert_eq!(members, expected[1..], "{name}");
        assert_eq!(
            found["name"],
            mesh.get("name").cloned().unwrap_or_default(),
            "{name}"
        );
        for (sum, count) in sums.iter_mut().zip(expected) {
            *sum += count;
        }
    }
    let totals = &report["totals"];
    let members = ["primitives", "vertices", "triangles", "morph_targets"];
    assert_eq!(
        members.map(|member| number(&totals[member])),
        sums,
        "{name}"
    );
    for (member, all) in [
        ("meshes", "meshes"),
        ("skins", "skins"),
        ("clips", "animations"),
        ("materials", "materials"),
    ] {
        assert_eq!(
            number(&totals[member]),
            list(&file[all]).len(),
            "{name} {member}"
        );
    }
    let histogram = list(&report["influences"]["histogram"]);
    let skinned = |primitive: &&Value| !primitive["influences"].is_null();
    let primitives = list(&report["meshes"])
        .iter()
        .flat_map(|mesh| list(&mesh["primitives"]));
    let vertices: usize = primitives
        .filter(skinned)
        .map(|primitive| number(&primitive["vertices"]))
        .sum();
    assert_eq!(
        histogram.iter().map(number).sum::<usize>(),
        vertices,
        "{name}"
    );
    assert_eq!(
        number(&report["influences"]["maximum"]) + 1,
        histogram.len().max(1),
        "{name}"
    );
}

fn check_skins(file: &Value, report: &Value, name: &str) {
    let mut all = BTreeSet::new();
    for (skin, found) in list(&file["skins"]).iter().zip(list(&report["skins"])) {
        let nodes: Vec<usize> = list(&skin["joints"]).iter().map(number).collect();
        let joints = list(&found["joints"]);
        assert_eq!(
            joints
                .iter()
                .map(|joint| number(&joint["node"]))
                .collect::<Vec<_>>(),
            nodes,
            "{name}"
        );
        for (joint, node) in joints.iter().zip(&nodes) {
            let expected = file["nodes"][node]["name"].as_str().unwrap_or_default();
            assert_eq!(joint["name"], expected, "{name}");
        }
        all.extend(nodes);
    }
    assert_eq!(number(&report["totals"]["joints"]), all.len(), "{name}");
}

fn check_clips(file: &Value, report: &Value, name: &str) {
    let known: BTreeSet<usize> = list(&report["nodes"])
        .iter()
        .map(|node| number(&node["node"]))
        .collect();
    for (animation, found) in list(&file["animations"]).iter().zip(list(&report["clips"])) {
        let mut end = 0.0_f64;
        let mut tracks = [0; 4];
        for channel in list(&animation["channels"]) {
            let Some(node) = channel["target"]
                .get("node")
                .map(number)
                .filter(|node| known.contains(node))
            else {
                continue;
            };
            let path = channel["target"]["path"].as_str().unwrap();
            let place = ["translation", "rotation", "scale", "weights"]
                .iter()
                .position(|known| *known == path);
            tracks[place.unwrap()] += match path {
                "weights" => {
                    let mesh = number(&file["nodes"][node]["mesh"]);
                    counts_of_mesh(file, &file["meshes"][mesh])[3]
                }
                _ => 1,
            };
            let input = number(&animation["samplers"][number(&channel["sampler"])]["input"]);
            end = end.max(file["accessors"][input]["max"][0].as_f64().unwrap());
        }
        let members = ["translation", "rotation", "scale", "weights"]
            .map(|member| number(&found["tracks"][member]));
        assert_eq!(members, tracks, "{name}");
        assert!(
            (found["duration"].as_f64().unwrap() - end).abs() < 1e-6,
            "{name}"
        );
        assert_eq!(
            found["name"],
            animation.get("name").cloned().unwrap_or_default(),
            "{name}"
        );
        let kinds =
            ["step", "linear", "cubic_spline"].map(|kind| number(&found["interpolations"][kind]));
        assert_eq!(
            kinds.iter().sum::<usize>(),
            tracks.iter().sum::<usize>(),
            "{name}"
        );
    }
}

/// The box of the default pose, where the reference has all that is shown.
pub(super) fn check_bounds(report: &Value, reference: &Value, name: &str) -> bool {
    let at_rest = list(&reference["samples"])
        .iter()
        .filter(|sample| sample["clip_index"].is_null() && sample["clip"].is_null());
    let (mut low, mut high, mut count) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0);
    for sample in at_rest.map(|sample| &sample["all"]) {
        count += number(&sample["count"]);
        for axis in 0..3 {
            low[axis] = low[axis].min(sample["min"][axis].as_f64().unwrap());
            high[axis] = high[axis].max(sample["max"][axis].as_f64().unwrap());
        }
    }
    if count != number(&report["scene"]["vertices"]) {
        return false;
    }
    for axis in 0..3 {
        for (member, expected) in [("min", low), ("max", high)] {
            let found = report["scene"]["bounds"][member][axis].as_f64().unwrap();
            assert!(
                (found - expected[axis]).abs() < 1e-5,
                "{name}: {member} {found} {}",
                expected[axis]
            );
        }
    }
    true
}
