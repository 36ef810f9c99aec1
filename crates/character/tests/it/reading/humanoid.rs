//! Humanoid maps of avatars: read from every format, kept by edits and saves.

use character::{Character, HumanoidFormat, SidePair, SkeletonEdit};
use serde_json::{Value, json};

use crate::support::{codes, list, open_json};

/// Bones of VRM 1.0, and of what VRM 0.x calls otherwise.
const BONES: [&str; 8] = [
    "hips",
    "head",
    "leftUpperArm",
    "rightUpperArm",
    "leftThumbProximal",
    "rightThumbProximal",
    "leftFoot",
    "jaw",
];

/// A skeleton of nodes called by words of another language, with this map.
fn avatar(extension: &str, of_bones: &Value) -> Value {
    let mut nodes: Vec<Value> = (0..BONES.len())
        .map(|node| json!({ "name": format!("骨{node}") }))
        .collect();
    nodes[0]["children"] = json!((1..BONES.len()).collect::<Vec<_>>());
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [extension],
        "extensions": { extension: { "humanoid": { "humanBones": of_bones } } },
        "nodes": nodes,
        "scenes": [{ "nodes": [0] }],
        "scene": 0,
    })
}

fn node(place: usize, step: usize) -> usize {
    (place * step + 3) % BONES.len()
}

fn as_list(step: usize) -> Value {
    let bones = BONES.iter().enumerate();
    bones
        .map(|(place, bone)| json!({ "bone": bone, "node": node(place, step) }))
        .collect()
}

fn as_object(step: usize) -> Value {
    let bones = BONES.iter().enumerate();
    let members = bones.map(|(place, bone)| {
        let value = json!({ "node": node(place, step) });
        ((*bone).to_owned(), value)
    });
    Value::Object(members.collect())
}

#[test]
fn every_format_gives_the_same_map() {
    for step in [1, 3, 5, 7] {
        for (extension, bones, format) in [
            ("VRM", as_list(step), HumanoidFormat::Vrm0),
            ("VRMC_vrm", as_object(step), HumanoidFormat::Vrm1),
            (
                "VRMC_vrm_animation",
                as_object(step),
                HumanoidFormat::VrmAnimation,
            ),
        ] {
            let character = open_json(&avatar(extension, &bones)).unwrap();
            assert_eq!(codes(&character), Vec::<&str>::new(), "{extension}");
            let map = character.humanoid.clone().unwrap();
            assert_eq!(map.format, format);
            assert_eq!(map.bones.len(), BONES.len());
            for (place, &bone) in BONES.iter().enumerate() {
                let role = match (format, bone) {
                    (HumanoidFormat::Vrm0, "leftThumbProximal") => "leftThumbMetacarpal",
                    (HumanoidFormat::Vrm0, "rightThumbProximal") => "rightThumbMetacarpal",
                    _ => bone,
                };
                let expected = u32::try_from(node(place, step)).unwrap();
                assert_eq!(map.joint(role), Some(expected), "{extension} {bone}");
            }
            let pairs: Vec<SidePair> = map.side_pairs().collect();
            let number = |place| u32::try_from(node(place, step)).unwrap();
            let pair = |left, right| SidePair {
                left: number(left),
                right: number(right),
            };
            assert_eq!(pairs, [pair(2, 3), pair(4, 5)], "a foot has no partner");
        }
    }
}

#[test]
fn what_names_no_bone_or_no_joint_is_left_out_and_told() {
    let entries = json!([
        { "bone": "hips", "node": 0 },
        { "bone": "hips", "node": 1 },
        { "bone": "head", "node": 0 },
        { "bone": "tail", "node": 2 },
        { "bone": "neck", "node": 99 },
        { "bone": "spine", "node": -1 },
        { "bone": "chest", "node": "3" },
        { "bone": "jaw" },
        { "node": 4 },
        17,
        { "bone": "leftHand", "node": 5.0 },
    ]);
    let character = open_json(&avatar("VRM", &entries)).unwrap();
    let map = character.humanoid.clone().unwrap();
    let kept: Vec<(&str, u32)> = map.bones.iter().map(|it| (it.role, it.joint)).collect();
    assert_eq!(kept, [("hips", 0), ("leftHand", 5)]);
    let [warning] = &character.warnings[..] else {
        panic!("{:?}", character.warnings);
    };
    assert_eq!(
        (warning.code(), warning.count),
        ("humanoid-bone-ignored", 6)
    );
    for broken in [json!(null), json!(7), json!("hips"), json!({}), json!([])] {
        for extension in ["VRM", "VRMC_vrm"] {
            let character = open_json(&avatar(extension, &broken)).unwrap();
            assert!(character.humanoid.unwrap().bones.is_empty(), "{broken}");
        }
    }
    let mut other = avatar("VRM", &entries);
    other["extensions"]["VRM"] = json!([]);
    assert_eq!(open_json(&other).unwrap().humanoid, None);
}

fn dissolved(character: &Character, joint: u32) -> Character {
    let edit = SkeletonEdit::Dissolve { joint };
    character.apply_edit(&edit).unwrap().character
}

/// Keys name joints, so that an edit of the skeleton moves nobody's role; and a save keeps the extension as it came.
#[test]
fn edits_and_saves_keep_the_map() {
    for extension in ["VRM", "VRMC_vrm"] {
        let bones = match extension {
            "VRM" => as_list(1),
            _ => as_object(1),
        };
        let json = avatar(extension, &bones);
        let character = open_json(&json).unwrap();
        let edited = dissolved(&character, 5);
        assert_eq!(edited.humanoid, character.humanoid);
        let saved = character::to_bytes(&edited).unwrap();
        let again: Value = serde_json::from_slice(&saved).unwrap();
        assert_eq!(again["extensions"], json["extensions"]);
        assert_eq!(
            list(&again["nodes"]).len(),
            BONES.len(),
            "nodes are named by number"
        );
    }
}

#[test]
fn an_avatar_is_saved_under_its_own_ending() {
    let folder = tempfile::tempdir().unwrap();
    for (extension, bones, ending, fits) in [
        ("VRM", as_list(3), "vrm", true),
        ("VRMC_vrm", as_object(3), "VRM", true),
        ("VRMC_vrm_animation", as_object(3), "vrma", true),
        ("VRMC_vrm_animation", as_object(3), "vrm", false),
        ("KHR_xmp", as_object(3), "vrm", false),
        ("KHR_xmp", as_object(3), "glb", true),
    ] {
        let character = open_json(&avatar(extension, &bones)).unwrap();
        let path = folder.path().join(format!("out.{ending}"));
        let report = character::save(&character, &path).unwrap();
        assert_eq!(
            report.lacks_extension.is_none(),
            fits,
            "{extension} {ending}"
        );
        assert_eq!(report.to_string().contains("avatars refuse it"), !fits);
        let again = character::open(&path).unwrap();
        assert!(again.source.is_glb);
        assert_eq!(again.humanoid, character.humanoid);
    }
    let character = open_json(&avatar("VRM", &as_list(3))).unwrap();
    let refused = character::save(&character, &folder.path().join("out.vrmx")).unwrap_err();
    assert!(refused.to_string().contains(".glb"), "{refused}");
}
