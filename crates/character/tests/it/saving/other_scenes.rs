//! What a file has besides the scene that is shown: edits leave it as it is, or say why they cannot be made.

use character::{
    Character, EditError, PosedJoint, SkeletonEdit, WeightEdit, open, open_bytes, to_bytes, to_glb,
};
use glam::Vec3;
use serde_json::{Value, json};

use crate::support::{open_json, own_synthetic};

fn studio() -> Character {
    open(&own_synthetic().join("valid/17_preserve.glb")).unwrap()
}

fn key(character: &Character, name: &str) -> u32 {
    let skeleton = &character.rig.skeleton;
    skeleton.key(skeleton.find(name).unwrap_or_else(|| panic!("no {name}")))
}

fn bind(character: &Character, nodes: &[&str]) -> Result<Character, EditError> {
    let edit = SkeletonEdit::Bind {
        nodes: nodes.iter().map(|name| key(character, name)).collect(),
        joints: vec![key(character, "J1"), key(character, "J2")],
    };
    character.apply_edit(&edit).map(|edited| edited.character)
}

/// glTF asks for weights in every part of a skinned mesh, and lines have none.
#[test]
fn a_mesh_of_lines_is_not_bound() {
    let error = bind(&studio(), &["Gizmo"]).unwrap_err();
    assert!(
        matches!(error, EditError::NotOnlyTriangles { parts: 1, .. }),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.contains("Lines has 1 part without triangles"),
        "{text}"
    );
}

/// Two crates are shown, the third stands in another scene: it keeps the mesh without weights.
#[test]
fn a_mesh_of_another_scene_stays_as_it_is() {
    let original = studio();
    let bound = bind(&original, &["Hat", "Crate"]).unwrap();
    assert_eq!(bound.meshes[1], original.meshes[1]);
    let saved = open_bytes("saved.glb", &to_bytes(&bound).unwrap()).unwrap();
    let json = &saved.source.json();
    assert_eq!(json["nodes"][14]["mesh"], 1);
    assert_eq!(json["meshes"][1], original.source.json()["meshes"][1]);
    for node in [12, 13] {
        let mesh = usize::try_from(json["nodes"][node]["mesh"].as_u64().unwrap()).unwrap();
        assert!(mesh > 2, "{mesh}");
        let attributes = &json["meshes"][mesh]["primitives"][0]["attributes"];
        assert!(attributes["WEIGHTS_0"].is_u64(), "{attributes}");
    }
}

/// One mesh: skinned in the scene that is shown, and once more in another scene with this skin, or none.
fn two_scenes(skin_outside: Option<usize>) -> Character {
    let mut outside = json!({ "mesh": 0 });
    if let Some(skin) = skin_outside {
        outside["skin"] = json!(skin);
    }
    // One triangle of zeros, whose vertices follow the first joint.
    let json = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, 1] }, { "nodes": [2] }],
        "nodes": [{ "name": "joint" }, { "mesh": 0, "skin": 0 }, outside],
        "skins": [{ "joints": [0] }, { "joints": [0] }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 },
        }] }],
        "accessors": [
            { "componentType": 5126, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [0, 0, 0] },
            { "componentType": 5121, "type": "VEC4", "count": 3 },
            { "componentType": 5126, "type": "VEC4", "count": 3 },
        ],
    });
    open_json(&json).unwrap()
}

#[test]
fn a_pose_taken_as_rest_changes_only_what_has_the_skin() {
    let edit = SkeletonEdit::TakeRest {
        pose: vec![PosedJoint {
            joint: 0,
            translation: [0.0, 2.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
            shear: [0.0; 3],
        }],
        own_scale: Vec::new(),
    };
    for (skin_outside, n_meshes) in [(None, 2), (Some(1), 2), (Some(0), 1)] {
        let original = two_scenes(skin_outside);
        let posed = original.apply_edit(&edit).unwrap().character;
        assert_eq!(posed.meshes.len(), n_meshes, "{skin_outside:?}");
        let mesh = posed.instances[0].mesh;
        assert_eq!(mesh + 1, n_meshes);
        assert_eq!(posed.meshes[mesh].primitives[0].positions[0].y, 2.0);
        if n_meshes == 2 {
            assert_eq!(posed.meshes[0], original.meshes[0]);
        }
        // Once more: what is a copy already is not copied again.
        let again = posed.apply_edit(&edit).unwrap().character;
        assert_eq!(again.meshes.len(), n_meshes, "{skin_outside:?}");
    }
}

/// A mesh that is written as it came is no other one, so that it keeps its copy in another coding, and nothing is said of who shares
/// it. What makes it another one is found at any depth.
#[test]
fn what_shares_a_mesh_is_told_of_where_the_mesh_is_another_one() {
    let mut json = two_scenes(Some(0)).source.json();
    json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    json["buffers"] = json!([{ "byteLength": 36, "uri": format!("data:,{}", "%00".repeat(36)) }]);
    json["bufferViews"] = json!([{ "buffer": 0, "byteLength": 36 }]);
    json["accessors"][0]["bufferView"] = json!(0);
    let primitive = &mut json["meshes"][0]["primitives"][0];
    primitive["extras"] = json!({ "n": null, "t": "é", "list": [-7, 0.5, true, {}] });
    primitive["extensions"] =
        json!({ "KHR_draco_mesh_compression": { "bufferView": 0, "attributes": {} } });
    let original = open_json(&json).unwrap();
    // Normals are written where the file has some.
    let mut same = original.clone();
    let primitive = &mut same.meshes[0].primitives[0];
    assert!(!primitive.normals_given);
    primitive.normals = vec![Vec3::X; primitive.positions.len()].into();
    assert!(same.meshes != original.meshes);
    assert_eq!(to_glb(&same).unwrap().1.elsewhere, 0);
    let saved: Value = serde_json::from_slice(&to_bytes(&same).unwrap()).unwrap();
    assert_eq!(saved.to_string(), json.to_string());

    let mut edit = WeightEdit::default();
    edit.rows.push(0, [(0, 1.0)]);
    let other = original.with_weights(&[edit]).unwrap();
    assert_eq!(to_glb(&other).unwrap().1.elsewhere, 1);
    let saved: Value = serde_json::from_slice(&to_bytes(&other).unwrap()).unwrap();
    let primitive = &saved["meshes"][0]["primitives"][0];
    assert!(primitive.get("extensions").is_none(), "{primitive}");
    let before = &json["meshes"][0]["primitives"][0];
    assert_eq!(primitive["extras"], before["extras"]);
}

#[track_caller]
fn check_carries(character: &Character, name: &str, what: &str) {
    let joint = key(character, name);
    let edit = SkeletonEdit::Dissolve { joint };
    let error = character.apply_edit(&edit).unwrap_err();
    assert!(
        matches!(&error, EditError::Carries { what: found, .. } if found.contains(what)),
        "{name}: {error}"
    );
}

#[test]
fn what_carries_something_is_not_dissolved() {
    let studio = studio();
    check_carries(&studio, "Crate", "the mesh \"Prop\"");
    check_carries(&studio, "HeadCam", "camera");
    check_carries(&studio, "SunNode", "KHR_lights_punctual");
    check_carries(&studio, "J1", "ACME_secret_sauce");
    let joint = key(&studio, "J3");
    let dissolved = studio
        .apply_edit(&SkeletonEdit::Dissolve { joint })
        .unwrap();
    let saved = to_bytes(&dissolved.character).unwrap();
    let saved = open_bytes("saved.glb", &saved).unwrap();
    assert!(saved.rig.skeleton.find("HeadCam").is_some());
}

/// A chain of joints outside the scene, each with something besides that no joint is.
#[test]
fn what_another_scene_hangs_on_a_joint_is_not_taken_from_it() {
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }, { "nodes": [1] }],
        "nodes": [
            {},
            { "name": "low", "children": [2, 3] },
            { "name": "high", "children": [4] },
            { "name": "sword" },
            { "name": "tip" },
            { "name": "else" },
        ],
        "skins": [{ "joints": [1, 2, 4] }],
    }))
    .unwrap();
    check_carries(&character, "low", "\"sword\"");
    // A joint that is gone already is none that would be lost.
    let dissolve = |name| SkeletonEdit::Dissolve {
        joint: key(&character, name),
    };
    assert!(
        character
            .apply_edits(&[dissolve("tip"), dissolve("high")])
            .is_ok()
    );
}
