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
    for name in [
        "EXT_meshopt_compression",
        "EXT_texture_webp",
        "KHR_draco_mesh_compression",
        "KHR_mesh_quantization",
        "KHR_meshopt_compression",
        "KHR_texture_transform",
        "VRMC_node_constraint",
    ] {
        assert_eq!(require(name).unwrap().warnings, [], "{name}");
    }
}

/// The code of a warning and words of it.
type Said = (&'static str, &'static str);

const LOOKS: Said = ("extension-ignored", "surfaces and light");
const SOUNDS: Said = ("extension-unused", "sounds");
const SIMULATED: Said = ("extension-unused", "motion that programs compute");
const REACTING: Said = ("extension-unused", "everything is shown");
const VERSIONS: Said = ("extension-unused", "the most detailed version");
const NOTHING: Said = (
    "extension-unused",
    "nothing that is shown here depends on it",
);

const HARMLESS: &[(&str, Said)] = &[
    ("KHR_materials_unlit", LOOKS),
    ("KHR_materials_pbrSpecularGlossiness", LOOKS),
    ("KHR_texture_basisu", LOOKS),
    ("KHR_texture_procedurals", LOOKS),
    ("EXT_texture_avif", LOOKS),
    ("KHR_texture_float", LOOKS),
    ("KHR_lights_punctual", LOOKS),
    ("KHR_lights_image_based", LOOKS),
    ("CESIUM_primitive_outline", LOOKS),
    ("EXT_mesh_primitive_edge_visibility", LOOKS),
    ("MPEG_texture_video", LOOKS),
    ("VRMC_materials_mtoon", LOOKS),
    ("KHR_audio", SOUNDS),
    ("KHR_audio_emitter", SOUNDS),
    ("KHR_audio_graph", SOUNDS),
    ("MSFT_audio_emitter", SOUNDS),
    ("MPEG_audio_spatial", SOUNDS),
    ("OMI_physics_body", SIMULATED),
    ("KHR_physics_rigid_bodies", SIMULATED),
    ("VRMC_springBone", SIMULATED),
    ("KHR_node_visibility", REACTING),
    ("KHR_node_hoverability", REACTING),
    ("KHR_node_selectability", REACTING),
    ("KHR_interactivity", REACTING),
    ("NEEDLE_components", REACTING),
    ("NEEDLE_gameobject_data", REACTING),
    ("NEEDLE_persistent_assets", REACTING),
    ("OMI_link", REACTING),
    ("OMI_personality", REACTING),
    ("OMI_seat", REACTING),
    ("OMI_spawn_point", REACTING),
    ("MOZ_hubs_components", REACTING),
    ("MSFT_lod", VERSIONS),
    ("FB_ngon_encoding", NOTHING),
    ("GODOT_single_root", NOTHING),
    ("EXT_structural_metadata", NOTHING),
    ("EXT_mesh_features", NOTHING),
    ("EXT_instance_features", NOTHING),
    ("EXT_mesh_manifold", NOTHING),
    ("KHR_xmp", NOTHING),
    ("KHR_character", NOTHING),
    ("KHR_xmp_json_ld", NOTHING),
    ("VRMC_vrm", NOTHING),
    ("VRM", NOTHING),
];

/// What is missing is said in the words of its kind; what concerns nothing that is shown says nothing of colors.
#[test]
fn what_moves_no_vertex_opens_with_a_note_that_names_it() {
    for &(name, (code, said)) in HARMLESS {
        let character = require(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(codes(&character), [code], "{name}");
        let text = character.warnings[0].to_string();
        assert!(text.starts_with("/extensionsRequired/0: "), "{text}");
        assert!(text.contains(name) && text.contains(said), "{text}");
    }
}

#[test]
fn geometry_and_the_unknown_are_refused_with_reason_and_remedy() {
    let check = |name: &str, reason: &str, remedy: &str| {
        let error = require(name).unwrap_err();
        let found = name.to_owned();
        assert_eq!(error.fault, Fault::Extension { name: found });
        let text = error.to_string();
        let is_said = text.contains(name) && text.contains(reason) && text.contains(remedy);
        assert!(is_said, "{text}");
    };
    let without = "export it without that extension";
    check("EXT_mesh_gpu_instancing", "places", without);
    check("KHR_gaussian_splatting", "splats", without);
    for unknown in [
        "ACME_future",
        "KHR_texture_",
        "KHR_audio_",
        "OMI_",
        "MPEG_accessor_timed",
        "VRMC",
        "KHR_materials_",
        "EXT_",
    ] {
        check(unknown, "may move vertices", without);
    }
}

/// Every case of the field that is to open does, with one note; or with its vertices, where Draco has them.
#[test]
fn files_of_the_field_open() {
    let (mut opened, mut decoded) = (0, 0);
    for case in testkit::field::cases("inspect FILE") {
        if case.expected.contains("the extension moves no vertex") {
            let character =
                character::open(&case.file).unwrap_or_else(|error| panic!("{}: {error}", case.id));
            let [warning] = &character.warnings[..] else {
                panic!("{}: {:?}", case.id, character.warnings);
            };
            assert!(warning.code().starts_with("extension-"), "{warning}");
            opened += 1;
        } else if case.expected.contains("tube of 90 vertices") {
            let character = character::open(&case.file).unwrap();
            assert_eq!(character.meshes[0].primitives[0].positions.len(), 90);
            assert_eq!(character.rig.binds[0].len(), 2);
            decoded += 1;
        }
    }
    assert!(opened > 2 && decoded > 0);
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
    let other = json!({ "path": "other", "extensions": { "ACME_other": {} } });
    assert_eq!(clip(&other), ["channel-dropped", "empty-clip"]);
    let pointer = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": {} } });
    assert_eq!(clip(&pointer), ["channel-dropped", "empty-clip"]);
    assert_eq!(clip(&json!({ "path": "rotation" })), ["empty-clip"]);
}

/// A primitive with Draco data that the file does not admit to require.
fn draco(accessor: &Value, attributes: &Value) -> Result<Character, CharacterError> {
    open_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0 },
            "extensions": { "KHR_draco_mesh_compression": { "bufferView": 0, "attributes": attributes } },
        }] }],
        "accessors": [accessor],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": format!("data:,{}", "%00".repeat(36)) }],
    }))
}

#[test]
fn compressed_vertices_are_not_read_as_zeros() {
    let accessor = json!({ "componentType": 5126, "type": "VEC3", "count": 3 });
    let error = draco(&accessor, &json!({ "POSITION": 0 })).unwrap_err();
    // Nor are bytes that are no mesh of Draco's taken for one.
    assert!(matches!(error.fault, Fault::Compressed { .. }), "{error}");
    // Without positions there is nothing to decode them of.
    let error = draco(&accessor, &json!({})).unwrap_err();
    assert!(error.to_string().contains("POSITION"), "{error}");
}

#[test]
fn an_uncompressed_fallback_is_taken() {
    let accessor = json!({ "componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0 });
    assert_eq!(
        draco(&accessor, &json!({ "POSITION": 0 }))
            .unwrap()
            .warnings,
        []
    );
}
