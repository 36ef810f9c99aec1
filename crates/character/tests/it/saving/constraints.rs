//! `VRMC_node_constraint`: read, kept where it cannot be evaluated, edited, and written; and what driven channels say of it.

use character::{
    Character, EditError, HelperJoint, HelperParent, JointConstraint, KeyedConstraint, SaveOptions,
    SkeletonEdit, open_bytes, to_bytes, to_glb_with,
};
use glam::Vec3;
use rig::{AimAxis, Axis, ConstraintKind, JointIndex, NodeConstraint, NodeConstraints, Trs};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::support::{codes, open_json};

const NAME: &str = "VRMC_node_constraint";

fn node(name: &str, constraint: &Value) -> Value {
    json!({
        "name": name,
        "translation": [0.0, 1.0, 0.5],
        "extensions": { NAME: { "specVersion": "1.0", "constraint": constraint, "extras": "kept" } },
    })
}

/// A root with joints below it.
fn file(nodes: &[Value]) -> Value {
    let children: Vec<usize> = (1..=nodes.len()).collect();
    let root = json!({ "name": "root", "children": children });
    let all: Vec<Value> = [root].iter().chain(nodes).cloned().collect();
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [NAME],
        "nodes": all,
        "scenes": [{ "nodes": [0] }],
        "scene": 0,
    })
}

/// A joint that two others follow, and constraints that are none.
fn with_broken_ones() -> Value {
    file(&[
        json!({ "name": "lead" }),
        node(
            "rolls",
            &json!({ "roll": { "source": 1, "rollAxis": "Y", "weight": 0.5 } }),
        ),
        node(
            "looks",
            &json!({ "aim": { "source": 1, "aimAxis": "NegativeZ" } }),
        ),
        node(
            "torn",
            &json!({ "roll": { "source": 1, "rollAxis": "X" }, "rotation": { "source": 1 } }),
        ),
        node("lost", &json!({ "rotation": { "source": 77 } })),
        node(
            "heavy",
            &json!({ "rotation": { "source": 1, "weight": 3 } }),
        ),
        node("round", &json!({ "rotation": { "source": 8 } })),
        node("again", &json!({ "rotation": { "source": 7 } })),
        node(
            "crooked",
            &json!({ "roll": { "source": 1, "rollAxis": "W" } }),
        ),
    ])
}

fn joint(character: &Character, name: &str) -> JointIndex {
    character.rig.skeleton.find(name).unwrap()
}

fn kind_of(character: &Character, name: &str) -> Option<(ConstraintKind, f32)> {
    let own = character.constraints.of(joint(character, name))?;
    assert_eq!(character.rig.skeleton.name(own.source), "lead");
    Some((own.kind, own.weight))
}

fn saved(character: &Character) -> Character {
    open_bytes("again", &to_bytes(character).unwrap()).unwrap()
}

/// The constraint of a node in the JSON; null without one.
fn written<'a>(json: &'a Value, name: &str) -> &'a Value {
    let mut nodes = json["nodes"].as_array().unwrap().iter();
    &nodes.find(|node| node["name"] == name).unwrap()["extensions"][NAME]
}

fn set(character: &Character, name: &str, followed: Option<JointConstraint>) -> SkeletonEdit {
    let key = character.rig.skeleton.key(joint(character, name));
    SkeletonEdit::SetConstraints {
        joints: vec![(key, followed)],
    }
}

#[test]
fn what_can_be_evaluated_is_read_and_the_rest_is_named_and_stays() {
    let json = with_broken_ones();
    let character = open_json(&json).unwrap();
    let looks = ConstraintKind::Aim(AimAxis {
        axis: Axis::Z,
        negative: true,
    });
    assert_eq!(
        kind_of(&character, "rolls"),
        Some((ConstraintKind::Roll(Axis::Y), 0.5))
    );
    assert_eq!(kind_of(&character, "looks"), Some((looks, 1.0)));
    for name in ["torn", "lost", "heavy", "crooked"] {
        assert_eq!(kind_of(&character, name), None, "{name}");
    }
    // Of a ring all but one are.
    assert_eq!(character.constraints.constraints().len(), 3);
    assert_eq!(codes(&character), ["constraint-ignored"; 5]);
    let said: String = character.warnings.iter().map(ToString::to_string).collect();
    for words in ["torn", "lost", "heavy", "crooked", "ring"] {
        assert!(said.contains(words), "{said}");
    }
    // Nothing was edited, and then something else was.
    assert_eq!(saved(&character).source.json(), json);
    let key = character.rig.skeleton.key(joint(&character, "lead"));
    let rename = SkeletonEdit::Rename {
        joint: key,
        name: "leader".to_owned(),
    };
    let renamed = saved(&character.apply_edit(&rename).unwrap().character);
    let mut wanted = json;
    wanted["nodes"][1]["name"] = json!("leader");
    assert_eq!(renamed.source.json(), wanted);
    assert_eq!(renamed.constraints, character.constraints);
}

#[test]
fn constraints_are_changed_and_removed_one_by_one() {
    let character = open_json(&with_broken_ones()).unwrap();
    let own = character
        .constraints
        .of(joint(&character, "rolls"))
        .unwrap();
    let lighter = character.joint_constraint(own).map(|own| JointConstraint {
        weight: 0.25,
        ..own
    });
    let edit = set(&character, "rolls", lighter);
    // As a project keeps it.
    let text = serde_json::to_string(&edit).unwrap();
    assert_eq!(serde_json::from_str::<SkeletonEdit>(&text).unwrap(), edit);
    let changed = saved(&character.apply_edit(&edit).unwrap().character);
    assert_eq!(kind_of(&changed, "rolls").unwrap().1, 0.25);
    let (before, after) = (character.source.json(), changed.source.json());
    let roll = &written(&after, "rolls")["constraint"]["roll"];
    assert_eq!(
        *roll,
        json!({ "source": 1, "rollAxis": "Y", "weight": 0.25 })
    );
    assert_eq!(written(&after, "rolls")["extras"], "kept");
    for name in ["looks", "torn", "lost", "heavy", "round", "again"] {
        assert_eq!(written(&before, name), written(&after, name), "{name}");
    }
    // Taken off all, the extension is named no more.
    let alone = file(&[
        json!({ "name": "lead" }),
        node(
            "rolls",
            &json!({ "roll": { "source": 1, "rollAxis": "Y" } }),
        ),
    ]);
    let alone = open_json(&alone).unwrap();
    let free = alone.apply_edit(&set(&alone, "rolls", None)).unwrap();
    let free = saved(&free.character);
    assert!(free.constraints.is_empty());
    assert!(!free.source.json().to_string().contains(NAME));
    // Programs would wait for ever, or do not know it.
    for (kind, weight) in [("rotation", 1.0), ("roll W", 1.0), ("roll X", 2.0)] {
        let source = match kind {
            "rotation" => joint(&alone, "rolls"),
            _ => joint(&alone, "root"),
        };
        let followed = JointConstraint {
            source: alone.rig.skeleton.key(source),
            kind: kind.to_owned(),
            weight,
        };
        let refused = alone.apply_edit(&set(&alone, "root", Some(followed)));
        assert!(matches!(refused, Err(EditError::Constraint(_))), "{kind}");
    }
}

/// What follows another joint stays; what is followed may go, and then it is followed no more.
#[test]
fn joints_that_follow_are_not_dissolved_and_those_that_are_followed_are() {
    let character = open_json(&with_broken_ones()).unwrap();
    let dissolve = |of: &Character, name: &str| {
        let joint = of.rig.skeleton.key(joint(of, name));
        of.apply_edit(&SkeletonEdit::Dissolve { joint })
    };
    let refused = dissolve(&character, "rolls");
    assert!(matches!(refused, Err(EditError::Carries { .. })));
    let free = character
        .apply_edit(&set(&character, "rolls", None))
        .unwrap();
    assert!(dissolve(&free.character, "rolls").is_ok());
    let edited = dissolve(&character, "lead").unwrap();
    assert_eq!(edited.report.constraints, ["rolls", "looks"]);
    let sentences = edited.report.sentences().join(" ");
    assert!(sentences.contains("rolls, looks"), "{sentences}");
    let left = saved(&edited.character);
    let json = left.source.json();
    assert!(written(&json, "rolls").is_null() && written(&json, "looks").is_null());
    assert!(!written(&json, "torn").is_null());
}

/// A character that came without the extension gets it, at a joint that was added, whatever nodes leave the file.
#[test]
fn added_joints_follow_by_the_numbers_that_nodes_have_in_the_end() {
    let plain = json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "name": "gone", "children": [1] }, { "name": "lead" }],
        "scenes": [{ "nodes": [0] }],
        "scene": 0,
    });
    let plain = open_json(&plain).unwrap();
    let helper = HelperJoint {
        name: "helper".to_owned(),
        parent: HelperParent::Joint(joint(&plain, "gone")),
        local: Trs {
            translation: Vec3::X,
            ..Trs::IDENTITY
        },
    };
    let (edited, added) = plain.with_helpers(&[helper]).unwrap();
    let mut character = edited.character;
    let constraint = NodeConstraint {
        source: joint(&character, "lead"),
        destination: added[0],
        kind: ConstraintKind::Rotation,
        weight: 0.75,
    };
    let set = NodeConstraints::new(vec![constraint], &character.rig.skeleton).unwrap();
    character.constraints = Arc::new(set);
    let dissolve = SkeletonEdit::Dissolve {
        joint: character.rig.skeleton.key(joint(&character, "gone")),
    };
    let character = character.apply_edit(&dissolve).unwrap().character;
    let again = saved(&character);
    assert_eq!(
        kind_of(&again, "helper"),
        Some((ConstraintKind::Rotation, 0.75))
    );
    let json = again.source.json();
    assert_eq!(json["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(json["extensionsUsed"], json!([NAME]));
    assert_eq!(written(&json, "helper")["specVersion"], "1.0");
    assert_eq!(again.warnings, []);
}

/// A constraint that says what a channel in `extras` says is the channel's: not evaluated twice, and left, written or taken off as asked.
#[test]
fn what_a_channel_says_is_no_constraint_beside_it() {
    let mut json = file(&[
        json!({ "name": "lead" }),
        node(
            "rolls",
            &json!({ "roll": { "source": 1, "rollAxis": "Y", "weight": 0.5 } }),
        ),
        node("other", &json!({ "rotation": { "source": 1 } })),
    ]);
    json["nodes"][1]["extras"] = json!({ "dualskin": { "driven": [{
        "joint": 2, "twist": [0.0, 1.0, 0.0], "rotation": [0.0, 1.0, 0.0],
        "keys": [[-4.0, -2.0], [4.0, 2.0]],
    }] } });
    let character = open_json(&json).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    assert_eq!(character.driven_of_file().set.channels().len(), 1);
    assert!(
        character
            .constraints
            .of(joint(&character, "rolls"))
            .is_none()
    );
    assert!(kind_of(&character, "other").is_some());
    assert_eq!(saved(&character).source.json(), json);
    let asked = |driven_constraints| {
        let options = SaveOptions {
            driven_constraints: Some(driven_constraints),
            ..SaveOptions::default()
        };
        let (glb, report) = to_glb_with(&character, &options).unwrap();
        let again = open_bytes("asked", &glb).unwrap();
        (again.source.json(), report)
    };
    let (without, _) = asked(Vec::new());
    assert!(written(&without, "rolls").is_null());
    assert!(!written(&without, "other").is_null());
    let lighter = KeyedConstraint {
        destination: 2,
        source: 1,
        kind: ConstraintKind::Roll(Axis::Y),
        weight: 0.25,
    };
    let (with, report) = asked(vec![lighter]);
    let roll = &written(&with, "rolls")["constraint"]["roll"];
    assert_eq!(roll["weight"], json!(0.25));
    assert_eq!(report.unconstrained, [""; 0]);
}
