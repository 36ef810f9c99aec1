//! Expressions of avatars: read from every format, set and read back on plain weights, kept by edits and saves.

use character::{Character, ExpressionOverride, MorphShare, SkeletonEdit};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{codes, open_json};

/// Nodes 1 and 2 show a face of three targets, node 3 teeth of two; node 4 moves along.
fn avatar(extension: &str, content: &Value) -> Value {
    let mesh = |name: &str, names: &[&str]| {
        let targets: Vec<Value> = names.iter().map(|_| json!({ "POSITION": 0 })).collect();
        json!({
            "name": name,
            "extras": { "targetNames": names },
            "primitives": [{ "attributes": { "POSITION": 0 }, "targets": targets }],
        })
    };
    let mut extension_of_file = serde_json::Map::new();
    extension_of_file.insert(extension.to_owned(), content.clone());
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [extension],
        "extensions": extension_of_file,
        "accessors": [{ "componentType": 5126, "count": 3, "type": "VEC3" }],
        "meshes": [mesh("face", &["smile", "wide", "closed"]), mesh("teeth", &["shown", " "])],
        "nodes": [
            { "name": "hips", "children": [1, 2, 3, 4] },
            { "name": "front", "mesh": 0 },
            { "name": "twin", "mesh": 0 },
            { "name": "jaw", "mesh": 1, "weights": [0.0, 0.25] },
            { "name": "weight" },
        ],
        "scenes": [{ "nodes": [0] }],
        "scene": 0,
    })
}

fn vrm_1() -> Value {
    let bind = |node: i32, index: i32, weight: f64| json!({ "node": node, "index": index, "weight": weight });
    json!({ "specVersion": "1.0", "expressions": {
        "preset": {
            "happy": {
                "morphTargetBinds": [bind(1, 0, 1.0), bind(3, 0, 0.5), bind(2, 0, 1.0)],
                "overrideBlink": "block", "overrideMouth": "blend",
                "materialColorBinds": [{}], "textureTransformBinds": [{}, {}],
            },
            "blink": { "isBinary": true, "morphTargetBinds": [bind(1, 2, 0.5), bind(1, 2, 0.5)] },
        },
        "custom": { "Wide Open": { "morphTargetBinds": [bind(2, 1, 1.0)] } },
    }})
}

fn share(weight: usize, share: f32) -> MorphShare {
    MorphShare { weight, share }
}

fn shares(character: &Character, name: &str) -> Vec<MorphShare> {
    let mut all = character.expressions.iter();
    all.find(|it| it.name == name).unwrap().shares.clone()
}

#[test]
fn vrm_1_names_places_of_targets() {
    let character = open_json(&avatar("VRMC_vrm", &vrm_1())).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    let names: Vec<&str> = character
        .expressions
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["happy", "blink", "Wide Open"]);
    let happy = &character.expressions[0];
    assert_eq!(happy.shares, [share(0, 1.0), share(3, 1.0), share(6, 0.5)]);
    assert!(!happy.is_binary && happy.n_materials == 3);
    let held = happy.overrides;
    assert_eq!(
        [held.blink, held.look_at, held.mouth],
        [
            ExpressionOverride::Block,
            ExpressionOverride::None,
            ExpressionOverride::Blend
        ]
    );
    let blink = &character.expressions[1];
    assert!(blink.is_binary);
    assert_eq!(blink.shares, [share(2, 1.0)]);
    assert_eq!(shares(&character, "Wide Open"), [share(4, 1.0)]);
    let named: Vec<Option<&str>> = (0..9).map(|weight| character.morph_name(weight)).collect();
    let face = [Some("smile"), Some("wide"), Some("closed")];
    assert_eq!(named[..3], face);
    assert_eq!(named[3..6], face);
    assert_eq!(named[6..], [Some("shown"), None, None]);
}

#[test]
fn vrm_0_names_meshes_wherever_they_stand() {
    let bind = |mesh: i32, index: i32, weight: f64| json!({ "mesh": mesh, "index": index, "weight": weight });
    let groups = json!({ "blendShapeMaster": { "blendShapeGroups": [
        { "name": "Joy", "presetName": "joy", "binds": [bind(0, 0, 100.0), bind(1, 0, 50.0)], "materialValues": [{}] },
        { "name": "A", "presetName": "A", "binds": [bind(0, 1, 30.0)] },
        { "name": "Surprised", "presetName": "unknown", "isBinary": true, "binds": [bind(1, 1, 100.0)] },
        { "name": "Blink_L", "presetName": "blink_l" },
    ]}});
    let character = open_json(&avatar("VRM", &groups)).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    let names: Vec<&str> = character
        .expressions
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["happy", "aa", "Surprised", "blinkLeft"]);
    let happy = shares(&character, "happy");
    assert_eq!(happy, [share(0, 1.0), share(3, 1.0), share(6, 0.5)]);
    assert_eq!(shares(&character, "aa"), [share(1, 0.3), share(4, 0.3)]);
    assert!(character.expressions[2].is_binary);
    assert_eq!(character.expressions[0].n_materials, 1);
}

#[test]
fn clips_for_avatars_name_the_joint_of_a_weight() {
    let content = json!({ "expressions": { "preset": { "aa": { "node": 4 } }, "custom": { "Wink": { "node": 77 } } } });
    let character = open_json(&avatar("VRMC_vrm_animation", &content)).unwrap();
    let joints: Vec<Option<u32>> = character
        .expressions
        .iter()
        .map(|it| it.weight_joint)
        .collect();
    assert_eq!(joints, [Some(4), None]);
    assert_eq!(codes(&character), ["expression-ignored"]);
}

/// What names nothing is left out and counted, and nothing is refused for it.
#[test]
fn broken_expressions_are_left_out() {
    let bad = json!([
        { "node": 1, "index": 3 }, { "node": 99, "index": 0 }, { "node": -1, "index": 0 }, { "node": 4, "index": 0 },
        { "node": 1, "index": 1.5 }, { "node": 1 }, 7, { "node": 1, "index": 0, "weight": "all" },
        { "node": 1, "index": 1, "weight": 0.0 }, { "node": 1, "index": 0 },
    ]);
    let content = json!({ "expressions": {
        "preset": { "happy": { "morphTargetBinds": bad }, "sad": 3, "angry": { "morphTargetBinds": {} } },
        "custom": { "HAPPY": {}, " ": {} },
    }});
    let character = open_json(&avatar("VRMC_vrm", &content)).unwrap();
    assert_eq!(shares(&character, "happy"), [share(0, 1.0)]);
    assert_eq!(character.expressions.len(), 2);
    let [warning] = &character.warnings[..] else {
        panic!("{:?}", character.warnings);
    };
    // Eight targets, one that is no expression, one of a name before, one without a name.
    assert_eq!((warning.code(), warning.count), ("expression-ignored", 11));
    for content in [
        json!({ "expressions": [] }),
        json!({ "expressions": { "preset": 1 } }),
        json!({}),
    ] {
        let character = open_json(&avatar("VRMC_vrm", &content)).unwrap();
        assert!(character.expressions.is_empty());
    }
    for content in [
        json!({ "blendShapeMaster": { "blendShapeGroups": { "a": 1 } } }),
        json!({}),
    ] {
        let character = open_json(&avatar("VRM", &content)).unwrap();
        assert!(character.expressions.is_empty());
    }
}

/// Nodes and meshes keep their numbers, so that the extension means the same in the saved file.
#[test]
fn edits_and_saves_keep_expressions() {
    let json = avatar("VRMC_vrm", &vrm_1());
    let character = open_json(&json).unwrap();
    let edit = SkeletonEdit::Dissolve { joint: 4 };
    let edited = character.apply_edit(&edit).unwrap().character;
    assert_eq!(edited.expressions, character.expressions);
    let saved = character::to_bytes(&edited).unwrap();
    let again = character::open_bytes("again", &saved).unwrap();
    assert_eq!(again.expressions, character.expressions);
    let text: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(text["extensions"], json["extensions"]);
}

proptest! {
    /// What an expression is set to it has, whatever was there, and weights of no target of it stay.
    #[test]
    fn an_expression_has_the_weight_that_it_was_given(
        start in prop::collection::vec(-1.0_f32..2.0, 8),
        value in -0.5_f32..1.5,
        place in 0_usize..3,
    ) {
        let character = open_json(&avatar("VRMC_vrm", &vrm_1())).unwrap();
        let expression = &character.expressions[place];
        let mut weights = start.clone();
        expression.set_value(&mut weights, value);
        let wanted = if expression.is_binary { f32::from(u8::from(value > 0.5)) } else { value };
        prop_assert!((expression.value(&weights) - wanted).abs() < 1e-5);
        for (weight, (old, new)) in start.iter().zip(&weights).enumerate() {
            let is_own = expression.shares.iter().any(|it| it.weight == weight);
            prop_assert!(is_own || old == new);
        }
        let before = weights.clone();
        expression.set_value(&mut weights, f32::NAN);
        prop_assert_eq!(before, weights);
    }
}
