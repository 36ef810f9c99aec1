//! Required extensions: followed, ignored with a warning, or named in the refusal.

use character::{Character, CharacterError, Fault};
use serde_json::{Value, json};

use crate::support::{codes, open_json};

fn require(name: &str) -> Result<Character, CharacterError> {
    open_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [name],
        "extensionsRequired": [name],
    }))
}

#[test]
fn what_is_followed_needs_no_warning() {
    for name in ["KHR_mesh_quantization", "KHR_texture_transform"] {
        assert_eq!(require(name).unwrap().warnings, [], "{name}");
    }
}

#[test]
fn looks_are_ignored_with_a_warning_that_names_them() {
    for name in [
        "KHR_materials_unlit",
        "KHR_materials_pbrSpecularGlossiness",
        "KHR_texture_basisu",
        "EXT_texture_webp",
        "KHR_lights_punctual",
        "VRMC_vrm",
    ] {
        let character = require(name).unwrap();
        assert_eq!(codes(&character), ["extension-ignored"], "{name}");
        let text = character.warnings[0].to_string();
        let expected = format!(
            "/extensionsRequired/0: ignored 1 required extension, {name}: the file may look different here"
        );
        assert_eq!(text, expected);
    }
}

#[test]
fn geometry_and_the_unknown_are_refused_by_name() {
    let check = |name: &str, remedy: &str| {
        let error = require(name).unwrap_err();
        let found = name.to_owned();
        assert_eq!(error.fault, Fault::Extension { name: found });
        let text = error.to_string();
        assert!(text.contains(name) && text.ends_with(remedy), "{text}");
    };
    let decompress = "; export it without mesh compression, or decompress it first.";
    check("KHR_draco_mesh_compression", decompress);
    check("EXT_meshopt_compression", decompress);
    check("KHR_meshopt_compression", decompress);
    check(
        "EXT_mesh_gpu_instancing",
        "; export it without that extension.",
    );
    check("ACME_future", "; export it without that extension.");
    check("KHR_texture_", "; export it without that extension.");
}

#[test]
fn a_channel_that_moves_no_node_is_left_out() {
    let clip = |target: &Value| {
        let json = json!({
            "asset": { "version": "2.0" },
            "animations": [{
                "channels": [{ "sampler": 0, "target": target }],
                "samplers": [{ "input": 0, "output": 0 }],
            }],
            "accessors": [{ "componentType": 5126, "type": "SCALAR", "count": 1 }],
        });
        codes(&open_json(&json).unwrap())
    };
    let pointer = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": {} } });
    assert_eq!(clip(&pointer), ["channel-dropped", "empty-clip"]);
    assert_eq!(clip(&json!({ "path": "rotation" })), ["empty-clip"]);
}

/// A primitive with Draco data that the file does not admit to require.
fn draco(accessor: &Value) -> Result<Character, CharacterError> {
    open_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0 },
            "extensions": { "KHR_draco_mesh_compression": { "bufferView": 0, "attributes": {} } },
        }] }],
        "accessors": [accessor],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": format!("data:,{}", "%00".repeat(36)) }],
    }))
}

#[test]
fn compressed_vertices_are_not_read_as_zeros() {
    let error = draco(&json!({ "componentType": 5126, "type": "VEC3", "count": 3 })).unwrap_err();
    let name = "KHR_draco_mesh_compression".to_owned();
    assert_eq!(error.fault, Fault::Extension { name });
}

#[test]
fn an_uncompressed_fallback_is_taken() {
    let accessor = json!({ "componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0 });
    assert_eq!(draco(&accessor).unwrap().warnings, []);
}
