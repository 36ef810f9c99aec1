//! Every valid synthetic file opens, and skins as three.js and the specification have it.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helper functions of tests are not exempt as tests are"
)]

mod common;

use character::{Character, Warning};
use common::{Tolerance, Worst, check_reference, floats, index, list, read_json, say, synthetic};
use serde_json::Value;

const TOLERANCE: Tolerance = Tolerance {
    position: 1e-5,
    joint: 1e-5,
    normal: 1e-4,
};

fn open(name: &str) -> Character {
    character::open(&synthetic().join("valid").join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn reference(name: &str) -> Value {
    let stem = name.split('.').next().unwrap();
    read_json(&synthetic().join("reference").join(format!("{stem}.json")))
}

#[test]
fn synthetic_valid_files_skin_as_the_reference() {
    let manifest = read_json(&synthetic().join("valid/manifest.json"));
    let mut total = Worst::default();
    let mut failed = Vec::new();
    for case in list(&manifest["files"]) {
        let name = case["file"].as_str().unwrap();
        let character = open(name);
        let worst = check_reference(&character, &reference(name), |_| TOLERANCE);
        say(&format!(
            "{name}: {} samples, positions {:.3}, joints {:.3}, normals {:.3}, warnings {:?}",
            worst.samples, worst.position, worst.joint, worst.normal, character.warnings
        ));
        if worst.samples == 0 || 1.0 < worst.position.max(worst.joint).max(worst.normal) {
            failed.push(name.to_owned());
        }
        total.merge(worst);
    }
    let n_files = list(&manifest["files"]).len();
    say(&format!(
        "synthetic_valid: {n_files} files, {} samples, worst {total:?}",
        total.samples
    ));
    assert!(n_files > 0 && failed.is_empty(), "{failed:?}");
}

#[test]
fn synthetic_side_file_and_data_uri_are_equal() {
    let (a, b) = (open("15a_external_bin.gltf"), open("15b_data_uri.gltf"));
    assert_eq!(a.meshes, b.meshes);
    assert_eq!(a.rig, b.rig);
    assert_eq!(a.clips, b.clips);
    assert_eq!(a.source.side_files.len(), 1);
    assert_eq!(b.source.side_files.len(), 0);
    say("synthetic_side_file: 2 files, 1 case");
}

#[test]
fn synthetic_bad_weights_are_counted() {
    let character = open("11_bad_weights.glb");
    let kinds = |pick: fn(&Warning) -> bool| {
        character
            .warnings
            .iter()
            .filter(|warning| pick(warning))
            .count()
    };
    assert_ne!(
        kinds(|warning| matches!(warning, Warning::WeightsNotOne { .. })),
        0
    );
    assert_ne!(
        kinds(|warning| matches!(warning, Warning::WeightsAllZero { .. })),
        0
    );
    assert_ne!(
        kinds(|warning| matches!(warning, Warning::DuplicateJoints { .. })),
        0
    );
    say("synthetic_bad_weights: 1 file, 3 cases");
}

#[test]
fn synthetic_attributes_are_decoded() {
    let character = open("18_attributes.glb");
    let mut n_values = 0;
    for described in list(&reference("18_attributes.glb")["primitives"]) {
        let mesh = &character.meshes[index(&described["mesh"])];
        let primitive = &mesh.primitives[index(&described["primitive"])];
        assert!(!primitive.tangents.is_empty());
        let ids: Vec<usize> = list(&described["vertex_ids"]).iter().map(index).collect();
        for (name, rows) in described["attributes"].as_object().unwrap() {
            let Some(attribute) = primitive
                .attributes
                .iter()
                .find(|attribute| attribute.name == *name)
            else {
                assert_eq!(name, "TANGENT_w", "{name} is missing");
                continue;
            };
            for (&id, row) in ids.iter().zip(list(rows)) {
                let expected = row
                    .as_array()
                    .map_or_else(|| vec![common::float(row)], |_| floats(row));
                let found = &attribute.values[id * attribute.width..][..attribute.width];
                assert!(
                    found
                        .iter()
                        .zip(&expected)
                        .all(|(a, b)| (a - b).abs() <= 1e-6 * b.abs().max(1.0)),
                    "{name} {id}"
                );
                n_values += 1;
            }
        }
    }
    assert_ne!(n_values, 0);
    say(&format!("synthetic_attributes: 1 file, {n_values} values"));
}

#[test]
fn synthetic_names_come_back_exactly() {
    let character = open("16_names.glb");
    let expected = read_json(&synthetic().join("reference/16_names_expected.json"));
    let names = |key: &str| -> Vec<Option<String>> {
        list(&expected[key])
            .iter()
            .map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let meshes: Vec<_> = character
        .meshes
        .iter()
        .map(|mesh| mesh.name.clone())
        .collect();
    let clips: Vec<_> = character
        .clips
        .iter()
        .map(|clip| clip.name.clone())
        .collect();
    assert_eq!(meshes, names("meshes"));
    assert_eq!(clips, names("animations"));
    let mut n_nodes = 0;
    for (node, name) in names("nodes").into_iter().enumerate() {
        let Some(joint) = character.joint_of_node(node) else {
            continue;
        };
        assert_eq!(character.rig.skeleton.name(joint), name.unwrap_or_default());
        n_nodes += 1;
    }
    assert!(n_nodes > 10);
    say(&format!("synthetic_names: 1 file, {n_nodes} nodes"));
}

#[test]
fn synthetic_source_keeps_what_a_round_trip_must_keep() {
    let character = open("17_preserve.glb");
    let expected = read_json(&synthetic().join("reference/17_preserve_roundtrip.json"));
    let values = expected["values"].as_object().unwrap();
    for (pointer, value) in values {
        assert_eq!(
            character.source.json.pointer(pointer),
            Some(value),
            "{pointer}"
        );
    }
    assert!(!values.is_empty() && character.source.binary.is_some());
    say(&format!(
        "synthetic_preserve: 1 file, {} values",
        values.len()
    ));
}
