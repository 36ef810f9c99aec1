//! Every valid synthetic file opens, and skins as three.js and the specification have it.

use character::{Attribute, Character};
use glam::Vec4;
use serde_json::Value;

use crate::reading::threejs::{Tolerance, Worst, check_reference, primitive_of};
use crate::skinning::assert_finite;
use crate::support::{codes, float, floats, index, list, own_synthetic, read_json, say, synthetic};

const TOLERANCE: Tolerance = Tolerance {
    position: 1e-5,
    joint: 1e-5,
    direction: 1e-4,
};

/// One of our own files.
fn open(name: &str) -> Character {
    let path = own_synthetic().join("valid").join(name);
    character::open(&path).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether a file may be warned about: the validator has errors in it, or it holds what is no triangle.
fn may_warn(case: &Value, character: &Character) -> bool {
    let has_errors = case["validator"]["errors"] != 0;
    let json = character.source.json();
    let meshes = json["meshes"].as_array().into_iter().flatten();
    let mut primitives = meshes.flat_map(|mesh| list(&mesh["primitives"]));
    has_errors
        || primitives.any(|primitive| primitive["mode"].as_u64().is_some_and(|mode| mode < 4))
}

#[test]
fn synthetic_valid_files_skin_as_the_reference() {
    let manifest = read_json(&synthetic().join("valid/manifest.json"));
    let mut total = Worst::default();
    let mut failed = Vec::new();
    for case in list(&manifest["files"]) {
        let name = case["file"].as_str().unwrap();
        let path = synthetic().join("valid").join(name);
        let character = character::open(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_finite(name, &character);
        let reference = read_json(&synthetic().join(case["reference"].as_str().unwrap()));
        let tolerance = Tolerance {
            position: float(&case["tolerance"]),
            ..TOLERANCE
        };
        let worst = check_reference(&character, &reference, |_| tolerance);
        let mut found = codes(&character);
        found.sort_unstable();
        found.dedup();
        say(&format!(
            "{name}: {} samples, positions {:.3}, joints {:.3}, directions {:.3}, warnings {found:?}",
            worst.samples, worst.position, worst.joint, worst.direction
        ));
        if !worst.passes() || found.is_empty() == may_warn(case, &character) {
            failed.push(name.to_owned());
        }
        total.merge(worst);
    }
    let n_files = list(&manifest["files"]).len();
    say(&format!("synthetic_valid: {n_files} files, {total:?}"));
    assert!(failed.is_empty(), "{failed:?}");
    let counts = [
        n_files,
        total.usual_normals,
        total.tangents,
        total.morph_weights,
        total.unskinned,
    ];
    assert!(!counts.contains(&0), "{counts:?}");
}

#[test]
fn synthetic_side_file_and_data_uri_are_equal() {
    let (a, b) = (open("15a_external_bin.gltf"), open("15b_data_uri.gltf"));
    assert_eq!(a.meshes, b.meshes);
    assert_eq!(a.rig, b.rig);
    assert_eq!(a.clips, b.clips);
    let [side_file] = &a.source.side_files[..] else {
        panic!("{:?}", a.source.side_files);
    };
    assert_eq!(side_file.uri, "arm%20data%20%231.bin");
    assert!(side_file.path.ends_with("arm data #1.bin"));
    assert_eq!(b.source.side_files, []);
    say("synthetic_side_file: 2 files, 1 case");
}

#[test]
fn synthetic_bad_weights_are_counted() {
    let character = open("11_bad_weights.glb");
    let texts: Vec<String> = character.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts[..3],
        [
            "/meshes/0/primitives/0: all weights are zero at 6 vertices: unbound, drawn with the first listed joint",
            "/meshes/0/primitives/0: divided the weights of 24 vertices by their sum, which was not one",
            "/meshes/0/primitives/0: added the weights of a joint that is named twice at 18 vertices",
        ]
    );
    assert_eq!(codes(&open("17_preserve.glb")), ["no-triangles"]);
    say(&format!(
        "synthetic_bad_weights: 1 file, {} cases",
        texts.len()
    ));
}

#[test]
fn synthetic_attributes_are_decoded() {
    let character = open("18_attributes.glb");
    let mut n_values = 0;
    let reference = read_json(&own_synthetic().join("reference/18_attributes.json"));
    for described in list(&reference["primitives"]) {
        let place = ["node", "mesh", "primitive"].map(|key| index(&described[key]));
        let primitive = primitive_of(&character, place);
        let handedness = Attribute {
            name: "TANGENT_w".to_owned(),
            width: 1,
            values: primitive.tangents.iter().map(|t: &Vec4| t.w).collect(),
        };
        let ids: Vec<usize> = list(&described["vertex_ids"]).iter().map(index).collect();
        for (name, rows) in described["attributes"].as_object().unwrap() {
            let mut attributes = primitive.attributes.iter().chain([&handedness]);
            let attribute = attributes.find(|attribute| attribute.name == *name);
            let attribute = attribute.unwrap_or_else(|| panic!("{name} is missing"));
            assert_eq!(ids.len(), list(rows).len());
            for (&id, row) in ids.iter().zip(list(rows)) {
                let expected = numbers(row);
                let found = &attribute.values[id * attribute.width..][..attribute.width];
                assert_eq!(found.len(), expected.len(), "{name}");
                let mut pairs = found.iter().zip(&expected);
                let close = pairs.all(|(a, b)| (a - b).abs() <= 1e-6 * b.abs().max(1.0));
                assert!(close, "{name} {id}: {found:?} for {expected:?}");
                n_values += found.len();
            }
        }
        let coords = primitive.attributes.iter().find(|a| a.name == "TEXCOORD_0");
        let shown = primitive.tex_coords.iter().flat_map(|uv| uv.to_array());
        assert_eq!(coords.unwrap().values[..], shown.collect::<Vec<_>>());
    }
    assert_ne!(n_values, 0);
    say(&format!("synthetic_attributes: 1 file, {n_values} values"));
}

/// One number or a list of them.
fn numbers(json: &Value) -> Vec<f32> {
    json.as_array()
        .map_or_else(|| vec![float(json)], |_| floats(json))
}

#[test]
fn synthetic_names_come_back_exactly() {
    let character = open("16_names.glb");
    let expected = read_json(&own_synthetic().join("reference/16_names_expected.json"));
    let names = |key: &str| -> Vec<Option<String>> {
        let names = list(&expected[key]).iter();
        names.map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let meshes = character.meshes.iter().map(|mesh| mesh.name.clone());
    assert_eq!(meshes.collect::<Vec<_>>(), names("meshes"));
    let clips = character
        .clips
        .iter()
        .map(|clip| clip.name().map(str::to_owned));
    assert_eq!(clips.collect::<Vec<_>>(), names("animations"));
    let mut n_nodes = 0;
    for (node, name) in names("nodes").into_iter().enumerate() {
        let joint = character.joint_of_node(node);
        let joint = joint.unwrap_or_else(|| panic!("node {node} is missing"));
        assert_eq!(character.rig.skeleton.name(joint), name.unwrap_or_default());
        n_nodes += 1;
    }
    // Names that the character does not mirror stay in the source.
    let json = character.source.json();
    for key in ["nodes", "meshes", "skins", "animations"] {
        let kept = list(&json[key]).iter();
        let kept = kept.map(|item| item["name"].as_str().map(str::to_owned));
        assert_eq!(kept.collect::<Vec<_>>(), names(key), "{key}");
    }
    assert_ne!(n_nodes, 0);
    say(&format!("synthetic_names: 1 file, {n_nodes} nodes"));
}

#[test]
fn synthetic_source_keeps_what_a_round_trip_must_keep() {
    let character = open("17_preserve.glb");
    let json = &character.source.json();
    let expected = read_json(&own_synthetic().join("reference/17_preserve_roundtrip.json"));
    let mut n_values = 0;
    for group in ["values", "values_optional"] {
        for (pointer, value) in expected[group].as_object().unwrap() {
            assert_eq!(json.pointer(pointer), Some(value), "{pointer}");
            n_values += 1;
        }
    }
    let text = json.to_string();
    for tag in list(&expected["tags"])
        .iter()
        .chain(list(&expected["tags_optional"]))
    {
        assert!(text.contains(&tag.to_string()), "{tag}");
        n_values += 1;
    }
    assert!(
        text.contains("9007199254740993"),
        "a 64-bit integer was rounded"
    );
    assert!(n_values > 0 && character.source.binary.is_some());
    say(&format!("synthetic_preserve: 1 file, {n_values} values"));
}
