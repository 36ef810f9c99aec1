//! `EXT_skin_method` and `EXT_node_scale_inheritance` of other programs: what counts, and what is told of what cannot be.

use character::open;
use rig::{Method, ScaleInheritance, SignRule, forward};
use serde_json::{Value, json};

use crate::skinning::skin;
use crate::support::{codes, float, list, open_json, read_json, vec3, workspace};

const METHOD: &str = "EXT_skin_method";
const SCALE: &str = "EXT_node_scale_inheritance";

/// Three vertices on a joint with two children, the second of which shows the mesh.
fn file() -> Value {
    let numbers = [[1.0_f32, 0.0, 0.0, 0.0].repeat(3), vec![0.0, 0.5, 1.0]].concat();
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    let data: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [METHOD, SCALE],
        "nodes": [{ "children": [1, 2] }, {}, { "mesh": 0, "skin": 0 }],
        "skins": [{ "joints": [0, 1] }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 },
        }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3 },
            { "componentType": 5121, "type": "VEC4", "count": 3 },
            { "componentType": 5126, "type": "VEC4", "count": 3, "bufferView": 0 },
            { "componentType": 5126, "type": "SCALAR", "count": 3, "bufferView": 1 },
            { "componentType": 5126, "type": "SCALAR", "count": 2, "bufferView": 1 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 12 },
        ],
        "buffers": [{ "byteLength": 60, "uri": format!("data:application/octet-stream,{data}") }],
    })
}

fn inherit(word: &Value) -> Value {
    json!({ SCALE: { "inherit": word } })
}

#[test]
fn words_of_skins_maps_and_nodes_count() {
    let mut json = file();
    json["skins"][0]["extensions"][METHOD] = json!({ "method": "two-phase", "split": "head" });
    json["meshes"][0]["primitives"][0]["extensions"][METHOD] = json!({ "blend": 3 });
    for child in [1, 2] {
        json["nodes"][child]["extensions"] = inherit(&json!("aligned"));
    }
    let character = open_json(&json).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    let shown = character.source.kept.skinning.unwrap();
    assert_eq!(shown.method, Method::TWO_PHASE_HEAD);
    assert_eq!(shown.signs, SignRule::First);
    assert_eq!(
        character.rig.scale_inheritance[0],
        ScaleInheritance::Aligned
    );
    let map = character.meshes[0].primitives[0].maps.blend.as_ref();
    assert_eq!(map.unwrap().values().collect::<Vec<f32>>(), [0.0, 0.5, 1.0]);
}

/// What is wrong where, and the place that is told.
fn faults() -> [(&'static str, Value, &'static str); 10] {
    let blend = "/meshes/0/primitives/0/extensions/EXT_skin_method/blend";
    let bulge = "/meshes/0/primitives/0/extensions/EXT_skin_method/bulge";
    [
        (
            "/skins/0",
            json!({ METHOD: { "method": "half" } }),
            "/skins/0/extensions/EXT_skin_method/method",
        ),
        (
            "/skins/0",
            json!({ METHOD: { "signs": "first" } }),
            "/skins/0/extensions/EXT_skin_method",
        ),
        (
            "/skins/0",
            json!({ METHOD: { "method": "linear", "split": "head" } }),
            "/skins/0/extensions/EXT_skin_method/split",
        ),
        (
            "/nodes/1",
            inherit(&json!("most")),
            "/nodes/1/extensions/EXT_node_scale_inheritance/inherit",
        ),
        (
            "/nodes/1",
            inherit(&json!(3)),
            "/nodes/1/extensions/EXT_node_scale_inheritance/inherit",
        ),
        (
            "/nodes/1",
            json!({ METHOD: { "row": { "method": "two-phase", "joints": [0], "weights": [] } } }),
            "/nodes/1/extensions/EXT_skin_method/row",
        ),
        (
            "/nodes/1",
            json!({ METHOD: { "row": { "method": "two-phase", "joints": [9], "weights": [1.0] } } }),
            "/nodes/1/extensions/EXT_skin_method/row",
        ),
        (
            "/meshes/0/primitives/0",
            json!({ METHOD: { "blend": 4 } }),
            blend,
        ),
        (
            "/meshes/0/primitives/0",
            json!({ METHOD: { "bulge": 2 } }),
            bulge,
        ),
        (
            "/meshes/0/primitives/0",
            json!({ METHOD: { "blend": 99 } }),
            blend,
        ),
    ]
}

/// Each fault leaves what would be without it, and a warning with its place.
#[test]
fn what_cannot_be_is_passed_over_and_told_with_its_place() {
    for (place, extensions, told) in faults() {
        let mut json = file();
        json.pointer_mut(place).unwrap()["extensions"] = extensions;
        let character = open_json(&json).unwrap();
        let [warning] = character.warnings.as_slice() else {
            panic!("{told}: {:?}", character.warnings);
        };
        assert!(warning.code().ends_with("-ignored"), "{warning}");
        assert!(
            warning.to_string().starts_with(&format!("{told}: ")),
            "{warning}"
        );
        assert_eq!(character.source.kept.skinning, None);
        assert_eq!(
            character.rig.scale_inheritance[0],
            ScaleInheritance::Children
        );
        assert!(character.helper_rows().is_empty());
        assert!(character.meshes[0].primitives[0].maps.blend.is_none());
    }
}

/// The extension counts, and what says something else is named.
#[test]
fn contradictions_are_told() {
    let mut json = file();
    json["nodes"][0]["extras"]["dualskin"]["scale_inheritance"] = json!("joint");
    for child in [1, 2] {
        json["nodes"][child]["extensions"] = inherit(&json!("none"));
    }
    json["extras"]["dualskin"] =
        json!({ "method": "linear", "signs": "first", "normals": "usual" });
    json["skins"][0]["extensions"][METHOD] = json!({ "method": "affine" });
    let character = open_json(&json).unwrap();
    assert_eq!(codes(&character), ["extension-contradicted"; 2]);
    assert_eq!(
        character.rig.scale_inheritance[0],
        ScaleInheritance::Unscaled
    );
    let shown = character.source.kept.skinning.unwrap();
    assert_eq!(shown.method, Method::Affine);
    // Children that differ cannot both be shown: the first of as many.
    json["nodes"][0]["extras"] = json!({});
    json["nodes"][2]["extensions"] = inherit(&json!("average"));
    let character = open_json(&json).unwrap();
    assert_eq!(
        character.rig.scale_inheritance[0],
        ScaleInheritance::Unscaled
    );
    assert!(codes(&character).contains(&"scale-inheritance-ignored"));
}

/// Files of each word, and where an independent program has their vertices by linear blending with that inheritance of scale.
#[test]
fn samples_of_each_word_are_where_their_answers_say() {
    let folder = workspace().join("testdata/extension");
    let manifest = read_json(&folder.join("manifest.json"));
    let (time, tolerance) = (float(&manifest["time"]), float(&manifest["tolerance"]));
    let files = list(&manifest["files"]);
    assert_eq!(files.len(), ScaleInheritance::ALL.len());
    for file in files {
        let name = file["file"].as_str().unwrap();
        let character = open(&folder.join(name)).unwrap();
        assert_eq!(character.warnings, [], "{name}");
        let shown = character.source.kept.skinning.unwrap();
        assert_eq!(shown.method, Method::TWO_PHASE);
        let skeleton = &character.rig.skeleton;
        let pose = character.clips[0].sample(skeleton, &character.file_pose(), time);
        let inheritance = &character.rig.scale_inheritance;
        let posed = forward(skeleton, pose.user_transforms(), inheritance).unwrap();
        let primitive = &character.meshes[0].primitives[0];
        let skinned = skin(
            &character,
            &character.instances[0],
            primitive,
            (&posed, &pose),
        );
        for (found, expected) in skinned.positions.iter().zip(list(&file["linear"])) {
            let off = found.distance(vec3(expected));
            assert!(off <= tolerance, "{name}: {found}, expected {expected}");
        }
    }
}
