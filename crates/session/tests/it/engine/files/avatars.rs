//! Avatars: their expressions set, keyed, saved and moved by clips for avatars.

use std::fs;
use std::path::{Path, PathBuf};

use rig::Clip;
use serde_json::{Value, json};
use session::commands::actions::{AnimateAction, ClipToolAction, EditAction};
use session::commands::command::Intent;
use session::state::export::dialog::ExportAsked;
use session::state::motion_in::dialog::MotionIntent;
use session::state::posing::command::PoseIntent;

use super::motions::wait_for_motion;
use crate::engine::driven::Driven;

/// Hips with two legs, as the humanoid map of both files has them.
fn body() -> Vec<Value> {
    let leg = |side: &str, x: f32, first: usize| {
        [
            json!({ "name": format!("{side}Thigh"), "translation": [x, -0.1, 0.0], "children": [first + 1] }),
            json!({ "name": format!("{side}Shin"), "translation": [0.0, -0.4, 0.0], "children": [first + 2] }),
            json!({ "name": format!("{side}Foot"), "translation": [0.0, -0.4, 0.0] }),
        ]
    };
    let mut nodes =
        vec![json!({ "name": "Hips", "translation": [0.0, 1.0, 0.0], "children": [1, 4] })];
    nodes.extend(leg("l", 0.1, 1));
    nodes.extend(leg("r", -0.1, 4));
    nodes
}

fn bones() -> Value {
    let names = [
        "hips",
        "leftUpperLeg",
        "leftLowerLeg",
        "leftFoot",
        "rightUpperLeg",
        "rightLowerLeg",
        "rightFoot",
    ];
    let all = names.iter().enumerate();
    let all = all.map(|(node, bone)| ((*bone).to_owned(), json!({ "node": node })));
    Value::Object(all.collect())
}

/// Writes JSON with its numbers in a file beside it.
fn write(folder: &Path, name: &str, mut json: Value, numbers: &[f32]) -> PathBuf {
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    json["asset"] = json!({ "version": "2.0" });
    json["scene"] = json!(0);
    json["scenes"] = json!([{ "nodes": [0] }]);
    json["buffers"] = json!([{ "uri": format!("{name}.bin"), "byteLength": bytes.len() }]);
    json["bufferViews"] = json!([{ "buffer": 0, "byteLength": bytes.len() }]);
    whole_file::write_whole(&folder.join(format!("{name}.bin")), &bytes).unwrap();
    let path = folder.join(name);
    whole_file::write_whole(&path, json.to_string().as_bytes()).unwrap();
    path
}

/// A face of three targets, of which expressions set one, two, or one or none; a clip moves a shin.
fn avatar(folder: &Path) -> PathBuf {
    let mut nodes = body();
    nodes[0]["children"] = json!([1, 4, 7]);
    nodes.push(json!({ "name": "Face", "mesh": 0 }));
    let bind = |index: usize, weight: f32| json!({ "node": 7, "index": index, "weight": weight });
    let float = |count: usize, kind: &str, at: usize| json!({ "bufferView": 0, "byteOffset": 4 * at, "componentType": 5126, "count": count, "type": kind });
    let targets = [0, 0, 0].map(|accessor| json!({ "POSITION": accessor }));
    let json = json!({
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": { "VRMC_vrm": {
            "specVersion": "1.0",
            "humanoid": { "humanBones": bones() },
            "expressions": { "preset": {
                "happy": { "morphTargetBinds": [bind(0, 1.0), bind(1, 0.5)] },
                "blink": { "isBinary": true, "morphTargetBinds": [bind(2, 1.0)] },
            }},
        }},
        "nodes": nodes,
        "meshes": [{
            "extras": { "targetNames": ["smile", "cheeks", "closed"] },
            "primitives": [{ "attributes": { "POSITION": 0 }, "targets": targets }],
        }],
        "accessors": [float(3, "VEC3", 0), float(2, "SCALAR", 9), float(2, "VEC4", 11)],
        "animations": [{
            "name": "step",
            "samplers": [{ "input": 1, "output": 2 }],
            "channels": [{ "sampler": 0, "target": { "node": 2, "path": "rotation" } }],
        }],
    });
    let triangle = [0.0, 1.5, 0.0, 0.1, 1.5, 0.0, 0.0, 1.6, 0.0];
    let numbers = [
        &triangle[..],
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8],
    ]
    .concat();
    write(folder, "avatar.vrm", json, &numbers)
}

/// A clip for avatars: three expressions as nodes that move along X, and a shin that turns where that is wanted.
fn animation(folder: &Path, moves_body: bool) -> PathBuf {
    let mut nodes = body();
    nodes[0]["children"] = json!([1, 4, 7, 8, 9]);
    nodes.extend(["Joy", "Lids", "Ears"].map(|name| json!({ "name": name })));
    let float = |count: usize, kind: &str, at: usize| json!({ "bufferView": 0, "byteOffset": 4 * at, "componentType": 5126, "count": count, "type": kind });
    let mut channels: Vec<Value> = (0..3)
        .map(|place| json!({ "sampler": place, "target": { "node": 7 + place, "path": "translation" } }))
        .collect();
    if moves_body {
        channels.push(json!({ "sampler": 3, "target": { "node": 2, "path": "rotation" } }));
    }
    let json = json!({
        "extensionsUsed": ["VRMC_vrm_animation"],
        "extensions": { "VRMC_vrm_animation": {
            "specVersion": "1.0",
            "humanoid": { "humanBones": bones() },
            "expressions": {
                "preset": { "happy": { "node": 7 }, "blink": { "node": 8 } },
                "custom": { "wiggle": { "node": 9 } },
            },
        }},
        "nodes": nodes,
        "accessors": [float(2, "SCALAR", 0), float(2, "VEC3", 2), float(2, "VEC3", 8), float(2, "VEC4", 14)],
        "animations": [{
            "name": "laugh",
            "samplers": [
                { "input": 0, "output": 1 },
                { "input": 0, "output": 2 },
                { "input": 0, "output": 1 },
                { "input": 0, "output": 3 },
            ],
            "channels": channels,
        }],
    });
    let numbers = [
        0.0, 1.0, // times
        0.0, 0.0, 0.0, 0.8, 0.0, 0.0, // joy
        0.0, 0.0, 0.0, 1.5, 0.0, 0.0, // lids
        0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8, // a shin
    ];
    write(folder, "laugh.vrma", json, &numbers)
}

fn express(editor: &mut Driven, expression: usize, value: f32) {
    editor.send(Intent::Pose(PoseIntent::SetExpression {
        expression,
        value,
        dragging: false,
    }));
}

fn weights(editor: &Driven) -> Vec<f32> {
    editor.document().pose.morph_weights.clone()
}

fn weight_at(clip: &Clip, weight: usize, time: f32) -> f32 {
    let mut morphs = clip.morphs().iter();
    let track = morphs.find(|morph| morph.weight == weight).unwrap();
    track.track.sample(time)
}

#[test]
fn expressions_are_posed_keyed_and_saved_as_plain_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = avatar(folder.path());
    let mut editor = Driven::open(&path.to_string_lossy());
    let names: Vec<String> = editor
        .character()
        .expressions
        .iter()
        .map(|it| it.name.clone())
        .collect();
    assert_eq!(names, ["happy", "blink"]);
    express(&mut editor, 0, 0.5);
    assert_eq!(weights(&editor), [0.5, 0.25, 0.0]);
    assert_eq!(editor.step(), "Set expression happy");
    express(&mut editor, 1, 0.7);
    express(&mut editor, 0, f32::NAN);
    express(&mut editor, 9, 1.0);
    assert_eq!(weights(&editor), [0.5, 0.25, 1.0]);
    editor.run(EditAction::Undo);
    assert_eq!(weights(&editor), [0.5, 0.25, 0.0]);
    // Over a clip they wait to be keyed.
    let (id, time) = (editor.character().clips[0].id(), 0.5);
    editor.send(Intent::ShowClip(Some(id)));
    editor.send(Intent::Seek(time));
    express(&mut editor, 0, 0.5);
    editor.run(AnimateAction::KeyAllPending);
    let clip = editor.character().clips[0].clone();
    assert_eq!(
        [0, 1].map(|weight| weight_at(&clip, weight, time)),
        [0.5, 0.25]
    );
    let out = folder.path().join("out.vrm");
    editor.ask_for_file::<ExportAsked>();
    editor.type_path::<ExportAsked>(&out);
    editor.go::<ExportAsked>();
    let again = character::open_bytes("out", &fs::read(&out).unwrap()).unwrap();
    assert_eq!(again.expressions, editor.character().expressions);
    assert_eq!(weight_at(&again.clips[0], 1, time), 0.25);
}

#[test]
fn clips_for_avatars_move_expressions_of_the_same_names() {
    let folder = tempfile::tempdir().unwrap();
    for moves_body in [true, false] {
        let clip = animation(folder.path(), moves_body);
        let mut editor = Driven::open(&avatar(folder.path()).to_string_lossy());
        editor.run(ClipToolAction::BringInMotion);
        editor.send(Intent::Motion(MotionIntent::Chosen(clip)));
        wait_for_motion(&mut editor);
        editor.send(Intent::Motion(MotionIntent::Begin));
        let said = editor.said();
        assert!(
            said.contains("2 expressions and morph targets come over")
                && said.contains("1 expression or morph target has no counterpart: wiggle."),
            "{said}"
        );
        assert!(!said.contains("Joy"), "{said}");
        let brought = editor.character().clips.last().unwrap().clone();
        assert_eq!((brought.name(), brought.duration()), (Some("laugh"), 1.0));
        assert_eq!(
            brought.tracks().is_empty(),
            !moves_body,
            "{:?}",
            brought.tracks()
        );
        let at = |time: f32| [0, 1, 2].map(|weight| weight_at(&brought, weight, time));
        assert_eq!(at(0.5), [0.4, 0.2, 0.0]);
        // More than all is all, and a blink is there or not.
        assert_eq!(at(1.0), [0.8, 0.4, 1.0]);
        assert_eq!(at(0.3)[2], 0.0);
        editor.run(EditAction::Undo);
        assert_eq!(editor.character().clips.len(), 1);
    }
}
