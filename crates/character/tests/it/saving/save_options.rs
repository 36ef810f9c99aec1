//! How numbers are written, in how many files, for how many joints, and what `extras` keep.

use std::path::Path;

use character::{
    Character, JointNumbers, KeptDriven, KeptSkinning, KeptUnkeyed, MeshSkinning, NO_JOINT,
    PosedJoint, SaveError, SaveOptions, SavedState, SkeletonEdit, WeightEdit, WeightNumbers, open,
    open_bytes, save, save_with, to_bytes, to_glb_with,
};
use glam::Vec3;
use proptest::prelude::{Strategy as _, any, prop, prop_assert, proptest};
use rig::{
    Channel, Clip, ClipId, ClipMarker, DrivenCombine, DrivenKey, DrivenTarget, DriverMeasure,
    InfluenceRow, Interpolation, JointLimits, JointTrack, LimitAxes, Method, NormalRule, Repeat,
    RowList, ScaleInheritance, SignRule, Track,
};
use serde_json::{Value, json};
use whole_file::Access;

use crate::saving::save_clips::arm;
use crate::support::{list, own_synthetic, write_file};
use kept_clips::{check_clips, with_kinds};
use kept_interpolators::interpolator;
use kept_pins::pins;
use kept_rows::row;

mod euler_curves;
mod kept_clips;
mod kept_interpolators;
mod kept_pins;
mod kept_rows;
mod weighted_tracks;

fn opened(name: &str) -> Character {
    open(&own_synthetic().join("valid").join(name)).unwrap()
}

fn biped() -> Character {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    open(&assets.join("biped.glb")).unwrap()
}

fn again(character: &Character, options: &SaveOptions) -> Character {
    open_bytes("again", &to_glb_with(character, options).unwrap().0).unwrap()
}

fn attributes(json: &Value, name: &str) -> Vec<Value> {
    let meshes = list(&json["meshes"]).iter();
    let primitives = meshes.flat_map(|mesh| list(&mesh["primitives"]));
    let numbers = primitives.filter_map(|primitive| primitive["attributes"][name].as_u64());
    numbers
        .map(|number| json["accessors"][usize::try_from(number).unwrap()].clone())
        .collect()
}

#[test]
fn weights_and_joints_are_stored_in_the_size_asked_for() {
    let character = opened("02_eight_influences.glb");
    for (weights, component, most) in [
        (WeightNumbers::U8, 5121, 1.0 / 255.0),
        (WeightNumbers::U16, 5123, 1.0 / 65_535.0),
        (WeightNumbers::Float, 5126, 1e-7),
    ] {
        for (joints, of_joints) in [(JointNumbers::U8, 5121), (JointNumbers::U16, 5123)] {
            let options = SaveOptions {
                weights,
                joints,
                ..SaveOptions::default()
            };
            let saved = again(&character, &options);
            let json = saved.source.json();
            for accessor in both_sets(&json, "WEIGHTS") {
                assert_eq!(accessor["componentType"], component);
                assert_eq!(accessor["normalized"] == true, component != 5126);
            }
            for accessor in both_sets(&json, "JOINTS") {
                assert_eq!(accessor["componentType"], of_joints);
                assert!(accessor.get("normalized").is_none());
            }
            assert!(saved.warnings.is_empty(), "{:?}", saved.warnings);
            for (one, other) in rows(&character).zip(rows(&saved)) {
                assert!(off(&one, &other) <= most, "{one:?} became {other:?}");
            }
        }
    }
}

/// The accessors of an attribute's two sets.
fn both_sets(json: &Value, name: &str) -> Vec<Value> {
    let of_set = |set| attributes(json, &format!("{name}_{set}"));
    (0..2).flat_map(of_set).collect()
}

/// By how much weights of the first row differ in the second.
fn off(one: &[(u16, f32)], other: &[(u16, f32)]) -> f32 {
    let weight = |joint| other.iter().find(|pair| pair.0 == joint);
    let difference =
        |&(joint, was): &(u16, f32)| (was - weight(joint).map_or(0.0, |is| is.1)).abs();
    one.iter().map(difference).fold(0.0, f32::max)
}

fn rows(character: &Character) -> impl Iterator<Item = Vec<(u16, f32)>> {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    influences.flat_map(|influences| {
        let rows = influences.rows();
        rows.map(|InfluenceRow { joints, weights }| {
            joints
                .iter()
                .map(|joint| joint.0)
                .zip(weights.iter().copied())
                .collect()
        })
    })
}

proptest! {
    /// Rows of any weights sum to one when they are read again, whatever they were rounded to.
    #[test]
    fn rounded_rows_sum_to_one(
        weights in prop::collection::vec(prop::num::f32::POSITIVE.prop_map(|w| w % 1.0 + 1e-6), 1..9),
        wide in any::<bool>(),
    ) {
        let character = opened("02_eight_influences.glb");
        let mut rows_of = RowList::default();
        rows_of.push(0, (0_u16..).zip(weights.iter().copied()));
        let skinned = character.meshes.iter().position(|mesh| {
            mesh.primitives.iter().any(|of| of.influences.as_ref().is_some_and(|of| of.joint_count() >= 8))
        });
        let edit = WeightEdit { mesh: skinned.unwrap(), rows: rows_of, ..WeightEdit::default() };
        let Ok(character) = character.with_weights(&[edit]) else { return Ok(()) };
        let weights = if wide { WeightNumbers::U16 } else { WeightNumbers::U8 };
        let options = SaveOptions { weights, ..SaveOptions::default() };
        let saved = again(&character, &options);
        prop_assert!(saved.warnings.is_empty());
        for row in rows(&saved) {
            let sum: f32 = row.iter().map(|pair| pair.1).sum();
            prop_assert!((sum - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn too_many_joints_are_refused_and_nothing_is_written() {
    let character = opened("12b_joints300.glb");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.glb");
    let at_most = |joints| SaveOptions {
        max_joints: Some(joints),
        ..SaveOptions::default()
    };
    let bytes = SaveOptions {
        joints: JointNumbers::U8,
        ..SaveOptions::default()
    };
    for options in [at_most(256), bytes] {
        let refused = save_with(&character, &path, Access::ANY, &options);
        let Err(
            error @ SaveError::TooManyJoints {
                found, limit: 256, ..
            },
        ) = refused
        else {
            panic!("{refused:?}");
        };
        assert!(found > 256);
        assert!(error.to_string().contains("at most 256 may be"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(save_with(&character, &path, Access::ANY, &at_most(300)).is_ok());
}

#[test]
fn unused_joints_leave_skins_and_skeleton() {
    let character = opened("12b_joints300.glb");
    let (fewer, unused) = character.without_unused_joints().unwrap();
    let listed = |of: &Character| of.rig.binds.iter().map(rig::BindPose::len).sum::<usize>();
    assert_eq!(listed(&character) - listed(&fewer), unused.places);
    assert_eq!(
        character.rig.skeleton.len() - fewer.rig.skeleton.len(),
        unused.joints
    );
    let saved = open_bytes("fewer", &to_bytes(&fewer).unwrap()).unwrap();
    assert_eq!(listed(&saved), listed(&fewer));
    let again = fewer.without_unused_joints().unwrap().1;
    assert_eq!(again, character::UnusedJoints::default());
    // The biped's finger tips move nothing.
    let biped = biped();
    let (fewer, unused) = biped.without_unused_joints().unwrap();
    assert!(unused.places >= unused.joints);
    for (one, other) in rows(&biped).zip(rows(&fewer)) {
        let named = |of: &Character, row: &[(u16, f32)]| -> Vec<(String, f32)> {
            let joints = of.rig.binds[0].joints();
            let name = |place: u16| of.rig.skeleton.name(joints[usize::from(place)]).to_owned();
            row.iter().map(|pair| (name(pair.0), pair.1)).collect()
        };
        assert_eq!(named(&biped, &one), named(&fewer, &other));
    }
    // A clip may move what moves nothing: its keys are counted.
    let tracks = character.rig.skeleton.joints().map(|joint| {
        let turns = vec![glam::Quat::IDENTITY; 3];
        let turns = Track::new([0.0, 0.5, 1.0], turns, Interpolation::Linear).unwrap();
        let channel = Channel::Rotation(turns);
        JointTrack { joint, channel }
    });
    let clip = Clip::new(ClipId(90), None, 1.0).with_tracks(tracks.collect(), Vec::new());
    let (fewer, unused) = character
        .with_clips(vec![clip])
        .without_unused_joints()
        .unwrap();
    assert!(unused.joints > 0);
    assert_eq!(
        (unused.keyed, unused.keys),
        (unused.joints, 3 * unused.joints)
    );
    assert_eq!(fewer.clips[0].tracks().len(), fewer.rig.skeleton.len());
}

#[test]
fn one_file_becomes_several_and_is_the_same_character() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["09_morph_skin.glb", "17_preserve.glb"] {
        let character = opened(name);
        let path = folder.path().join("several of it.gltf");
        save(&character, &path).unwrap();
        let saved = open(&path).unwrap();
        assert!(saved.meshes == character.meshes && saved.clips == character.clips);
        assert!(saved.rig == character.rig && saved.images.len() == character.images.len());
        let json = saved.source.json();
        assert!(json["buffers"][0]["uri"].is_string());
        // A second one of other content takes other names; the first stays whole.
        let bytes = std::fs::read(folder.path().join("several of it.bin")).unwrap();
        let other = opened("01_step_cubic.glb");
        save(&other, &path).unwrap();
        assert_eq!(
            std::fs::read(folder.path().join("several of it.bin")).unwrap(),
            bytes
        );
        assert!(open(&path).unwrap().meshes == other.meshes);
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
}

/// What the character brings along keeps its name, however its address is encoded.
#[test]
fn names_of_side_files_are_not_taken_twice() {
    /// The name of the file with the numbers, beside files of these addresses.
    const CASES: [(&str, &[&str]); 6] = [
        ("my%20hero.bin", &[]),
        ("my%20hero.bin", &["other.bin"]),
        ("my%20hero-2.bin", &["my hero.bin"]),
        ("my%20hero-2.bin", &["my%20hero.bin"]),
        ("my%20hero-2.bin", &["my%20h%65ro.bin"]),
        ("my%20hero-3.bin", &["my hero.bin", "my%20hero-2.bin"]),
    ];
    let arm = to_glb_with(&arm(), &SaveOptions::default()).unwrap().0;
    let came = tempfile::tempdir().unwrap();
    for name in ["my hero.bin", "my hero-2.bin", "other.bin"] {
        write_file(&came.path().join(name), name.as_bytes());
    }
    for (expected, taken) in CASES {
        let beside = |uri: &&str| json!({ "byteLength": 4, "uri": uri });
        let glb = testkit::glb::edit_glb(&arm, |json| {
            let buffers = json["buffers"].as_array_mut().unwrap();
            buffers.extend(taken.iter().map(beside));
        });
        let path = came.path().join("came.glb");
        write_file(&path, &glb);
        let character = open(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my hero.gltf");
        save(&character, &path).unwrap();
        let saved = open(&path).unwrap();
        let files = &saved.source.side_files;
        let uris: Vec<&str> = files.iter().map(|file| file.uri.as_str()).collect();
        assert_eq!((uris[0], &uris[1..]), (expected, taken));
        for (one, other) in files[1..].iter().zip(&character.source.side_files) {
            assert_eq!(one.bytes, other.bytes, "{taken:?}");
        }
        assert!(saved.meshes == character.meshes && saved.clips == character.clips);
    }
}

/// A folder in the place of the main file: found out after the side files were written, or before.
#[test]
fn files_beside_one_that_cannot_be_written_are_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("there.gltf");
    std::fs::create_dir(&path).unwrap();
    assert!(save(&opened("01_step_cubic.glb"), &path).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

fn driven(driver: u32, joint: u32) -> KeptDriven {
    let keys = [(-0.1, 0.7), (1.3, 1e-7)];
    let keys = keys.map(|(angle, value)| DrivenKey { angle, value });
    KeptDriven {
        driver,
        measure: DriverMeasure::Swing {
            axis: Vec3::X,
            bone: Vec3::Y,
        },
        joint,
        target: DrivenTarget::Shear {
            joint: NO_JOINT,
            axes: [Vec3::X, Vec3::Z],
        },
        keys: keys.to_vec(),
        combine: DrivenCombine::Replaces,
        muted: true,
    }
}

#[test]
fn what_gltf_has_no_place_for_is_kept_and_read_back() {
    let mut character = biped();
    let skeleton = &character.rig.skeleton;
    let joints: Vec<_> = skeleton.joints().collect();
    let key = skeleton.key(joints[7]);
    let kept = SavedState {
        skinning: Some(KeptSkinning {
            method: Method::DualQuaternion,
            signs: SignRule::Followed,
            normals: NormalRule::Exact,
        }),
        pose: vec![PosedJoint {
            joint: key,
            translation: [0.1, -0.2, 1e-7],
            rotation: [0.6, 0.0, -0.8, 0.0],
            scale: [1.5, 1.0, 0.3],
            shear: [0.1, 0.0, -0.7],
        }],
        morph_weights: [(key, vec![0.25, -1.5, 1e-7])].into(),
        unkeyed: unkeyed(key),
        limits: [(key, hinge())].into(),
        pins: pins(key, skeleton.key(joints[3])),
        worn: [].into(),
        rows: vec![row(skeleton, [joints[9], joints[2], joints[5]])],
        driven: vec![driven(key, skeleton.key(joints[3]))],
        interpolators: vec![interpolator(key, skeleton.key(joints[3]))],
    };
    let rig = std::sync::Arc::make_mut(&mut character.rig);
    rig.scale_inheritance[3] = ScaleInheritance::Joint;
    let marker = |time, name: &str| ClipMarker {
        time,
        name: name.to_owned(),
    };
    let markers = vec![marker(0.1, "left \"foot\""), marker(0.7, "")];
    let mut clips = character.clips.to_vec();
    let marked = clips[0].clone().with_markers(markers);
    clips[0] = with_kinds(marked.with_repeat(Repeat::PingPong));
    clips[1] = clips[1].clone().with_repeat(Repeat::Once);
    let character = character.with_clips(clips);
    let keeping = |kept| SaveOptions {
        kept: Some(kept),
        ..SaveOptions::default()
    };
    let options = keeping(kept.clone());
    let saved = again(&character, &options);
    assert_eq!(saved.source.kept, kept);
    assert_eq!(saved.rig, character.rig);
    check_clips(&saved, &character);
    // Saved once more as it is, it says the same; told to keep nothing, it says nothing of pose and method.
    let same = open_bytes("same", &to_bytes(&saved).unwrap()).unwrap();
    assert_eq!(same.source.kept, kept);
    let options = keeping(SavedState::default());
    let bare = again(&saved, &options);
    assert_eq!(bare.source.kept, SavedState::default());
    assert_eq!(bare.source.json().get("extras"), None);
    // Changed back, the file has no extras more than it came with.
    let mut plain = saved.with_clips(biped().clips.to_vec());
    std::sync::Arc::make_mut(&mut plain.rig).scale_inheritance =
        biped().rig.scale_inheritance.clone();
    let text = again(&plain, &options).source.json().to_string();
    assert!(!text.contains("extras"), "{text:.200}");
}

/// Poses that wait over clips stay with them where others have gone or changed places, and go where theirs has.
#[test]
fn poses_without_keys_follow_their_clips() {
    let biped = biped();
    let key = biped
        .rig
        .skeleton
        .key(biped.rig.skeleton.joints().nth(7).unwrap());
    let kept = SavedState {
        unkeyed: unkeyed(key),
        ..SavedState::default()
    };
    let options = SaveOptions {
        kept: Some(kept.clone()),
        ..SaveOptions::default()
    };
    let saved = again(&biped, &options);
    let clips = |places: &[usize]| {
        let clips = places.iter().map(|&place| saved.clips[place].clone());
        let fewer = again(
            &saved.with_clips(clips.collect::<Vec<_>>()),
            &SaveOptions::default(),
        );
        let unkeyed = fewer.source.kept.unkeyed.iter();
        unkeyed.map(|of| (of.clip, of.time)).collect::<Vec<_>>()
    };
    assert_eq!(clips(&[2, 1]), [(1, 0.1), (1, 0.7)]);
    assert_eq!(clips(&[0]), [(0, 0.0)]);
    assert_eq!(clips(&[2]), []);
}

/// Limits of which no number is a round one.
fn hinge() -> JointLimits {
    JointLimits {
        axes: LimitAxes::about(Vec3::new(0.1, 0.9, -0.3), Vec3::X),
        twist: [-0.1, 0.7],
        swing: [[0.0, 2.3], [1e-3, std::f32::consts::TAU]],
    }
}

/// Poses of a joint without keys: at three moments of two clips, with all that can be set and with some of it.
fn unkeyed(joint: u32) -> Vec<KeptUnkeyed> {
    let all = KeptUnkeyed {
        joint,
        clip: 1,
        time: 0.1,
        translation: Some([0.1, -0.2, 1e-7]),
        rotation: Some([0.6, 0.0, -0.8, 0.0]),
        scale: Some([1.5, 1.0, 0.3]),
        shear: Some([0.1, 0.0, -0.7]),
        morph_weights: [(0, 0.25), (3, -1.5)].into(),
    };
    let turn = |clip, time| KeptUnkeyed {
        joint,
        clip,
        time,
        rotation: Some([0.0, 1.0, 0.0, 0.0]),
        ..KeptUnkeyed::default()
    };
    vec![turn(0, 0.0), all, turn(1, 0.7)]
}

/// A method asked for on single meshes is read, and stays on its mesh whatever an edit does.
#[test]
fn methods_of_meshes_stay_on_them() {
    let character = opened("08_two_skins.glb");
    let mut json = character.source.json();
    json["meshes"][0]["extras"] =
        json!({ "note": 7, "dualskin": { "method": "affine", "other": [1] } });
    let bytes = std::fs::read(own_synthetic().join("valid/08_two_skins.glb")).unwrap();
    let asking = open_bytes("asking", &with_json(&bytes, &json)).unwrap();
    let asked = |of: &Character| -> Vec<Option<MeshSkinning>> {
        of.meshes.iter().map(|mesh| mesh.skinning).collect()
    };
    let affine = MeshSkinning {
        method: Method::Affine,
        signs: None,
    };
    assert_eq!(asked(&asking)[0], Some(affine));
    let mut edit = WeightEdit::default();
    edit.rows.push(0, [(0, 1.0)]);
    let edited = asking.with_weights(&[edit]).unwrap();
    let saved = again(&edited, &SaveOptions::default());
    assert_eq!(asked(&saved), asked(&asking));
    assert_eq!(
        saved.source.json()["meshes"][0]["extras"],
        json["meshes"][0]["extras"]
    );
    json["meshes"][0]["extras"]["dualskin"]["method"] = json!("none of ours");
    let unknown = open_bytes("unknown", &with_json(&bytes, &json)).unwrap();
    assert_eq!(asked(&unknown)[0], None);
}

/// A GLB with another JSON part.
fn with_json(glb: &[u8], json: &Value) -> Vec<u8> {
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap());
    let rest = &glb[20 + usize::try_from(word(12)).unwrap()..];
    let mut text = serde_json::to_vec(json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let [length, whole] = [text.len(), 20 + text.len() + rest.len()];
    let [length, whole] = [length, whole].map(|it| u32::try_from(it).unwrap().to_le_bytes());
    [&glb[..8], &whole, &length, &glb[16..20], &text, rest].concat()
}

/// Whatever stands in extras, reading passes over it or takes it, and never fails.
#[test]
fn hostile_extras_are_passed_over() {
    for own in [
        json!(null),
        json!(7),
        json!([]),
        json!({ "method": "none", "signs": 3, "normals": {} }),
        json!({ "pose": { "translation": [1e300, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1], "shear": [0, 0, 0] } }),
        json!({ "unkeyed": [{ "clip": 99, "time": 0 }, { "clip": 0, "time": -1 }, { "clip": 0 }, 7] }),
        json!({ "unkeyed": [{ "clip": 0, "time": 1e300, "rotation": [9, 9, 9, 9] }] }),
        json!({ "pose": { "translation": [0, 0], "rotation": [0, 0, 0, 0], "scale": "x", "shear": null } }),
        json!({ "scale_inheritance": 4, "repeat": [], "markers": [{}, { "time": "soon" }, { "time": -1e40, "name": "x" }] }),
        json!({ "signed": "yes" }),
        json!({ "limits": [1, 2] }),
        json!({ "row": 7 }),
        json!({ "row": { "method": "two-phase", "signs": "followed", "joints": [1], "weights": [0.5] } }),
        json!({ "row": { "method": "two-phase", "signs": "followed", "joints": [0], "weights": [1] } }),
        json!({ "row": { "method": "two-phase", "signs": "followed", "joints": [999], "weights": [1] } }),
        json!({ "row": { "method": "none", "signs": "followed", "joints": [1], "weights": [1] } }),
        json!({ "row": { "method": "two-phase", "signs": "followed", "joints": [1, -1], "weights": [2, -1] } }),
        json!({ "pins": [7, {}, { "place": [0, 0, 0], "rotation": [0, 0, 0, 9] }, { "place": [0, 1e300, 0], "rotation": [0, 0, 0, 1] }] }),
        json!({ "pins": [{ "place": [0, 0, 0], "rotation": [0, 0, 0, 1], "to": 999 }, { "place": [0, 0, 0], "rotation": [0, 0, 0, 1], "clip": 99, "from": 0, "until": 1 }] }),
        json!({ "pins": [{ "place": [0, 0, 0], "rotation": [0, 0, 0, 1], "clip": 0, "from": 1, "until": 0 }, { "place": [0, 0, 0], "rotation": [0, 0, 0, 1], "clip": 0 }] }),
        json!({ "limits": { "twist_axis": [0, 1, 0], "swing_axis": [0, 1, 0], "twist": [-1, 1], "swing": [1, 1, 1, 1] } }),
        json!({ "limits": { "twist_axis": [0, 1, 0], "swing_axis": [1, 0, 0], "twist": [1, -1], "swing": [1, 1, 1, 1] } }),
        json!({ "limits": { "twist_axis": [0, 1, 0], "swing_axis": [1, 0, 0], "twist": [-1, 1], "swing": [1, 1, 1, -1] } }),
        json!({ "key_kinds": [{}, 7, { "node": 99, "path": "rotation", "extreme": [0] }, { "node": 0, "path": "rotation", "extreme": ["soon", 1e300, -1] }] }),
        json!({ "euler_curves": [{}, 7, { "node": 0, "order": "XYZ", "rest": [0, 0, 0, 0] }] }),
        json!({ "euler_curves": [{ "node": 0, "order": "XYZ", "rest": [0, 0, 0, 1], "x": { "interpolation": "LINEAR", "times": [0, 1], "values": [0, 1e30] } }] }),
    ] {
        let mut json = opened("15b_data_uri.gltf").source.json();
        let extras = json!({ "dualskin": own, "other": 1 });
        json["extras"] = extras.clone();
        json["nodes"][0]["extras"] = extras.clone();
        json["animations"][0]["extras"] = extras.clone();
        json["animations"][0]["channels"][0]["extras"] = extras;
        let text = serde_json::to_vec(&json).unwrap();
        let character = open_bytes("hostile", &text).unwrap();
        assert_eq!(character.source.kept, SavedState::default());
        assert!(character.clips[0].markers().is_empty());
        assert_eq!(character.source.json()["extras"]["other"], 1);
    }
}

/// The bones of other programs have no scale at rest: it goes into the skin where clips allow it, and is told where they do not.
#[test]
fn a_scaled_rest_leaves_no_scale_in_nodes() {
    let character = biped();
    let scaled = |scale: Vec3| {
        let mut pose = character.file_pose();
        for stretch in pose.stretch.iter_mut().skip(2).step_by(9) {
            stretch.scale = scale;
        }
        let inheritance = &character.rig.scale_inheritance;
        let edit = SkeletonEdit::take_rest(&character, &pose, inheritance).unwrap();
        character.apply_edit(&edit).unwrap().character
    };
    let (bytes, report) = to_glb_with(&scaled(Vec3::splat(1.2)), &SaveOptions::default()).unwrap();
    assert!(report.is_empty(), "{report}");
    let saved = open_bytes("even", &bytes).unwrap();
    for node in list(&saved.source.json()["nodes"]) {
        assert!(
            node.get("scale").is_none() && node.get("matrix").is_none(),
            "{node}"
        );
    }
    // What the pose has replaced is gone: the shape, and inverse bind matrices.
    let before = to_bytes(&character).unwrap().len();
    assert!(
        bytes.len() < before + before / 5,
        "{} after {before}",
        bytes.len()
    );
    let uneven = scaled(Vec3::new(1.2, 1.0, 0.8));
    let (_, report) = to_glb_with(&uneven, &SaveOptions::default()).unwrap();
    assert!(!report.stretched.is_empty());
    assert!(report.to_string().contains("such as Blender"), "{report}");
    let still = uneven.with_clips(Vec::new());
    let (bytes, report) = to_glb_with(&still, &SaveOptions::default()).unwrap();
    assert!(report.stretched.is_empty(), "{report}");
    let saved = open_bytes("uneven", &bytes).unwrap();
    for node in list(&saved.source.json()["nodes"]) {
        assert!(
            node.get("scale").is_none() && node.get("matrix").is_none(),
            "{node}"
        );
    }
}

/// A mesh under two skins becomes two, instead of a joint more that stands for the one that is gone.
#[test]
fn dissolving_under_two_skins_adds_no_joint() {
    let character = opened("08_two_skins.glb");
    let skeleton = &character.rig.skeleton;
    let shared = |joint: &rig::JointIndex| {
        character
            .rig
            .binds
            .iter()
            .any(|bind| bind.slot_of(*joint).is_some())
    };
    let mut n_dissolved = 0;
    for joint in skeleton.joints().filter(shared) {
        let edit = SkeletonEdit::Dissolve {
            joint: skeleton.key(joint),
        };
        let Ok(edited) = character.apply_edit(&edit) else {
            continue;
        };
        let saved = open_bytes("fewer", &to_bytes(&edited.character).unwrap()).unwrap();
        let nodes = |of: &Character| list(&of.source.json()["nodes"]).len();
        assert_eq!(nodes(&saved), nodes(&character) - 1);
        n_dissolved += 1;
    }
    assert!(n_dissolved > 2);
}
