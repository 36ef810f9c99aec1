//! `EXT_skin_method` and `EXT_node_scale_inheritance` beside `extras`: what they say alone, and what becomes of it in edits.

use std::path::Path;
use std::sync::Arc;

use character::{
    Character, KeptRow, KeptSkinning, MeshSkinning, SaveOptions, SavedState, SkeletonEdit, open,
    open_bytes, to_glb_with,
};
use rig::{Method, NormalRule, Rig, ScaleInheritance, SignRule, VertexMap};
use serde_json::{Value, json};

const METHOD: &str = "EXT_skin_method";
const SCALE: &str = "EXT_node_scale_inheritance";

fn arm() -> Character {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    open(&assets.join("arm.glb")).unwrap()
}

/// The bytes of a GLB with another JSON part.
fn with_json(glb: &[u8], json: &Value) -> Vec<u8> {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let rest = &glb[20 + length..];
    let whole = u32::try_from(20 + text.len() + rest.len()).unwrap();
    let chunk = u32::try_from(text.len()).unwrap();
    let (whole, chunk) = (whole.to_le_bytes(), chunk.to_le_bytes());
    let parts: [&[u8]; 6] = [&glb[..8], &whole, &chunk, b"JSON", &text, rest];
    parts.concat()
}

fn json_of(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

fn without_extras(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("extras");
            members.values_mut().for_each(without_extras);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_extras),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An arm whose forearm keeps its scale, with a method, one of a mesh's own, a blend map and a helper of the hand's children.
fn work() -> (Character, SaveOptions) {
    let mut character = arm();
    let rig = Arc::clone(&character.rig);
    let skeleton = &rig.skeleton;
    let parent = skeleton
        .joints()
        .find(|joint| skeleton.children(*joint).count() > 1)
        .unwrap();
    let mut children = skeleton.children(parent);
    let [helper, one] = [(); 2].map(|()| skeleton.key(children.next().unwrap()));
    let root = skeleton.key(skeleton.joints().next().unwrap());
    let mut inheritance = character.rig.scale_inheritance.clone();
    inheritance[parent.index()] = ScaleInheritance::Joint;
    let options = SaveOptions {
        kept: Some(SavedState {
            skinning: Some(KeptSkinning {
                method: Method::TWO_PHASE_HEAD,
                signs: SignRule::Followed,
                normals: NormalRule::Usual,
            }),
            rows: vec![KeptRow {
                helper,
                joints: vec![(root, 0.25), (one, 0.75)],
                method: Method::TWO_PHASE,
                signs: SignRule::First,
            }],
            ..SavedState::default()
        }),
        ..SaveOptions::default()
    };
    character.rig = Arc::new(Rig {
        scale_inheritance: inheritance,
        ..(*character.rig).clone()
    });
    character.meshes[0].skinning = Some(MeshSkinning {
        method: Method::Affine,
        signs: Some(SignRule::Largest),
    });
    let primitive = &mut character.meshes[0].primitives[0];
    let count = primitive.positions.len();
    let map = VertexMap::new((0..count).map(|vertex| if vertex % 2 == 0 { 1.0 } else { 0.0 }));
    primitive.maps.blend = Some(map);
    (character, options)
}

/// All that `extras` say of it is said without them, too.
#[test]
fn the_extensions_alone_bring_back_what_extras_do() {
    let (character, options) = work();
    let (glb, _) = to_glb_with(&character, &options).unwrap();
    let with = open_bytes("with", &glb).unwrap();
    assert_eq!(with.warnings, []);
    let mut json = json_of(&glb);
    assert!(json["extensionsRequired"].is_null());
    let used = json["extensionsUsed"].as_array().unwrap();
    assert!(used.contains(&json!(METHOD)) && used.contains(&json!(SCALE)));
    let primitive = &json["meshes"][0]["primitives"][0];
    let named = &primitive["extensions"][METHOD];
    assert_eq!(named["blend"], primitive["attributes"]["_DQ_BLEND"]);
    without_extras(&mut json);
    let without = open_bytes("without", &with_json(&glb, &json)).unwrap();
    assert_eq!(without.warnings, []);
    assert_eq!(without.rig.scale_inheritance, with.rig.scale_inheritance);
    assert_eq!(
        without.rig.scale_inheritance,
        character.rig.scale_inheritance
    );
    let kept = options.kept.unwrap();
    assert_eq!(without.source.kept.skinning, kept.skinning);
    assert_eq!(without.source.kept.rows, kept.rows);
    assert_eq!(without.meshes[0].skinning, character.meshes[0].skinning);
    let maps = |of: &Character| of.meshes[0].primitives[0].maps.clone();
    assert_eq!(maps(&without), maps(&character));
}

/// What the extensions say goes with an edit of the skeleton, and leaves the file with what it was said of.
#[test]
fn the_words_follow_edits_and_leave_with_the_scale() {
    let (character, options) = work();
    let (glb, _) = to_glb_with(&character, &options).unwrap();
    let saved = open_bytes("saved", &glb).unwrap();
    let parent = saved
        .rig
        .skeleton
        .joints()
        .find(|joint| saved.rig.scale_inheritance[joint.index()] == ScaleInheritance::Joint)
        .unwrap();
    let parent = saved.rig.skeleton.key(parent);
    let edit = SkeletonEdit::Extrude {
        joint: parent,
        by: [0.0, 0.1, 0.0],
    };
    let edited = saved.apply_edit(&edit).unwrap().character;
    let (glb, _) = to_glb_with(&edited, &SaveOptions::default()).unwrap();
    let nodes = json_of(&glb)["nodes"].clone();
    let said = nodes.as_array().unwrap().iter();
    let said = said.filter(|node| node["extensions"][SCALE]["inherit"] == "joint");
    let skeleton = &edited.rig.skeleton;
    let parent = skeleton.joint_of_key(parent).unwrap();
    assert_eq!(said.count(), skeleton.children(parent).count());

    let mut plain = edited.clone();
    let count = plain.rig.skeleton.len();
    plain.rig = Arc::new(Rig {
        scale_inheritance: vec![ScaleInheritance::Children; count],
        ..(*plain.rig).clone()
    });
    let (glb, _) = to_glb_with(&plain, &SaveOptions::default()).unwrap();
    let json = json_of(&glb);
    assert!(!json["nodes"].to_string().contains(SCALE));
    assert!(!json["extensionsUsed"].to_string().contains(SCALE));
}
