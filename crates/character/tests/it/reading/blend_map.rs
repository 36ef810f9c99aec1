//! `_DQ_BLEND`: values that become a blend map, are repaired, or are refused.

use character::{Character, CharacterError, WarningKind};
use rig::VertexMap;
use serde_json::{Value, json};

use crate::reading::threejs::primitive_of;
use crate::support::{codes, floats, list, open_json, own_synthetic, read_json, say};

/// Three vertices on one joint, and an attribute of these bytes, which the accessor tells how to read.
fn file(accessor: &Value, bytes: &[u8]) -> Value {
    let weights = [1.0_f32, 0.0, 0.0, 0.0].repeat(3);
    let whole: Vec<u8> = weights
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .chain(bytes.iter().copied())
        .collect();
    let data: String = whole.iter().map(|byte| format!("%{byte:02X}")).collect();
    let mut accessor = accessor.clone();
    accessor["bufferView"] = json!(1);
    json!({
        "asset": { "version": "2.0" },
        "nodes": [{}, { "mesh": 0, "skin": 0 }],
        "skins": [{ "joints": [0] }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2, "_DQ_BLEND": 3 },
        }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3 },
            { "componentType": 5121, "type": "VEC4", "count": 3 },
            { "componentType": 5126, "type": "VEC4", "count": 3, "bufferView": 0 },
            accessor,
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": bytes.len() },
        ],
        "buffers": [{ "byteLength": whole.len(), "uri": format!("data:application/octet-stream,{data}") }],
    })
}

fn scalar(component: u32, count: usize) -> Value {
    json!({ "componentType": component, "type": "SCALAR", "count": count })
}

fn normalized(component: u32) -> Value {
    let mut accessor = scalar(component, 3);
    accessor["normalized"] = json!(true);
    accessor
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn map(character: &Character) -> Option<&VertexMap> {
    character.meshes[0].primitives[0].maps.blend.as_ref()
}

#[track_caller]
fn check(accessor: &Value, bytes: &[u8], expected: [f32; 3], warnings: &[&str]) {
    let character = open_json(&file(accessor, bytes)).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<f32> = map(&character).unwrap().values().collect();
    assert_eq!(found, expected);
    assert_eq!(codes(&character), warnings);
    // As stored, among the others.
    let attributes = &character.meshes[0].primitives[0].attributes;
    assert!(attributes.iter().any(|found| found.name == "_DQ_BLEND"));
}

#[track_caller]
fn refused(accessor: &Value, bytes: &[u8]) -> CharacterError {
    open_json(&file(accessor, bytes)).unwrap_err()
}

#[test]
fn floats_and_integers_of_every_kind_are_numbers() {
    check(
        &scalar(5126, 3),
        &bytes(&[0.0, 0.25, 1.0]),
        [0.0, 0.25, 1.0],
        &[],
    );
    check(&normalized(5121), &[0, 51, 255, 0], [0.0, 0.2, 1.0], &[]);
    let shorts: Vec<u8> = [0_u16, 13107, 65535]
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    check(&normalized(5123), &shorts, [0.0, 0.2, 1.0], &[]);
    check(&normalized(5120), &[0, 127, 127, 0], [0.0, 1.0, 1.0], &[]);
    // Integers that are not normalized are what they say.
    check(&scalar(5121, 3), &[0, 1, 1, 0], [0.0, 1.0, 1.0], &[]);
}

#[test]
fn numbers_outside_and_none_are_held_and_counted() {
    let held = ["blend-map-held"];
    let broken = [f32::NAN, -0.5, 7.0];
    check(&scalar(5126, 3), &bytes(&broken), [1.0, 0.0, 1.0], &held);
    let endless = [f32::INFINITY, f32::NEG_INFINITY, 0.5];
    check(&scalar(5126, 3), &bytes(&endless), [1.0, 0.0, 0.5], &held);
    check(&scalar(5121, 3), &[255, 0, 2, 0], [1.0, 0.0, 1.0], &held);
    check(&normalized(5120), &[129, 0, 127, 0], [0.0, 0.0, 1.0], &held);
    // Rounding beyond an end is no fault.
    check(
        &scalar(5126, 3),
        &bytes(&[1.000_001, -1e-7, -0.0]),
        [1.0, 0.0, 0.0],
        &[],
    );
    let character = open_json(&file(&scalar(5126, 3), &bytes(&broken))).unwrap();
    assert_eq!(
        character.warnings[0].to_string(),
        "/meshes/0/primitives/0/attributes/_DQ_BLEND: held the blend map of 3 vertices to 0 … 1, for a number outside or none"
    );
}

/// The other map by the same rules; what is none counts as 0, as without a map.
#[test]
fn the_bulge_map_is_read_alike() {
    let text = file(&scalar(5126, 3), &bytes(&[f32::NAN, 0.25, 7.0])).to_string();
    let character = open_json(&text.replace("_DQ_BLEND", "_DQ_BULGE").parse().unwrap()).unwrap();
    assert_eq!(map(&character), None, "no blend map");
    let bulge = character.meshes[0].primitives[0].maps.bulge.as_ref();
    assert_eq!(bulge, Some(&VertexMap::new([0.0, 0.25, 1.0])));
    assert_eq!(character.warnings[0].kind, WarningKind::BulgeMapHeld);
}

#[test]
fn an_attribute_of_another_kind_is_none_of_ours() {
    for (kind, width) in [("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT4", 16)] {
        let accessor = json!({ "componentType": 5126, "type": kind, "count": 3 });
        let character = open_json(&file(&accessor, &bytes(&vec![0.5; 3 * width]))).unwrap();
        assert_eq!(map(&character), None, "{kind}");
        let [warning] = &character.warnings[..] else {
            panic!("{:?}", character.warnings);
        };
        assert_eq!(warning.kind, WarningKind::BlendMapIgnored);
        let words = format!(
            "/meshes/0/primitives/0/attributes/_DQ_BLEND: took 1 attribute for no blend map ({width} numbers a vertex instead of one)"
        );
        assert_eq!(warning.to_string(), words);
    }
}

#[test]
fn what_is_wrong_with_the_list_itself_is_refused() {
    for count in [0, 1, 2, 4, 1_000_000_000] {
        let error = refused(&scalar(5126, count), &bytes(&[0.5; 4])).to_string();
        assert!(
            error.contains("_DQ_BLEND") || error.contains("accessors/3"),
            "{count}: {error}"
        );
    }
    let text = json!({ "componentType": "float", "type": "SCALAR", "count": 3 });
    let error = refused(&text, &bytes(&[0.5; 3])).to_string();
    assert!(error.contains("/accessors/3/componentType"), "{error}");
    // Beyond its view.
    let error = refused(&scalar(5126, 3), &bytes(&[0.5; 2])).to_string();
    assert!(error.contains("/accessors/3"), "{error}");
    for place in [json!("3"), json!(-1), json!(99), json!(null), json!([3])] {
        let mut json = file(&scalar(5126, 3), &bytes(&[0.5; 3]));
        json["meshes"][0]["primitives"][0]["attributes"]["_DQ_BLEND"] = place.clone();
        let error = open_json(&json).unwrap_err().to_string();
        assert!(error.contains("_DQ_BLEND"), "{place}: {error}");
    }
}

/// Zeros without a buffer view, as of any accessor: linear blending everywhere.
#[test]
fn a_list_without_bytes_is_zero() {
    let mut json = file(&scalar(5126, 3), &[]);
    json["accessors"][3]
        .as_object_mut()
        .unwrap()
        .remove("bufferView");
    json["bufferViews"].as_array_mut().unwrap().pop();
    let character = open_json(&json).unwrap();
    assert_eq!(map(&character), Some(&VertexMap::new([0.0; 3])));
}

/// Nothing is blended where no joint moves anything.
#[test]
fn a_mesh_without_joints_has_no_map() {
    let mut json = file(&scalar(5126, 3), &bytes(&[f32::NAN; 3]));
    let node = json["nodes"][1].as_object_mut().unwrap();
    node.remove("skin");
    let character = open_json(&json).unwrap();
    assert_eq!(map(&character), None);
    assert_eq!(codes(&character), Vec::<&str>::new());
    assert_eq!(character.meshes[0].primitives[0].attributes.len(), 1);
}

#[test]
fn the_synthetic_file_has_a_map() {
    let character = character::open(&own_synthetic().join("valid/18_attributes.glb")).unwrap();
    let reference = read_json(&own_synthetic().join("reference/18_attributes.json"));
    let described = &list(&reference["primitives"])[0];
    let primitive = primitive_of(&character, [4, 0, 0]);
    let map = primitive.maps.blend.as_ref().unwrap();
    assert_eq!(map.vertex_count(), primitive.positions.len());
    let ids = list(&described["vertex_ids"]).iter();
    let numbers = floats(&described["attributes"]["_DQ_BLEND"]);
    let mut n_values = 0;
    for (id, expected) in ids.zip(numbers) {
        let vertex = usize::try_from(id.as_u64().unwrap()).unwrap();
        assert!((map.value(vertex) - expected).abs() < 1e-6, "{vertex}");
        n_values += 1;
    }
    say(&format!("synthetic_blend_map: 1 file, {n_values} values"));
    assert!(n_values > 0);
}
