//! Props in saved files: where they hang, whatever their joints stretch at rest and however the file is saved.

use std::path::Path;
use std::sync::Arc;

use character::{AttachedProp, Character, SaveOptions, SkeletonEdit, open, open_bytes, save_with};
use glam::{Quat, Vec3};
use rig::{JointIndex, ScaleInheritance, Trs, forward};
use whole_file::Access;

use crate::support::own_synthetic;

fn asset(name: &str) -> Character {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    open(&assets.join(name)).unwrap()
}

fn synthetic(name: &str) -> Character {
    open(&own_synthetic().join("valid").join(name)).unwrap()
}

fn options(under: u32, prop: Character) -> SaveOptions {
    SaveOptions {
        props: vec![AttachedProp {
            name: "held".to_owned(),
            prop: Arc::new(prop),
            under: Some(under),
            place: Trs {
                translation: Vec3::new(0.1, 0.2, -0.3),
                rotation: Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-0.4),
                scale: Vec3::splat(1.5),
            },
            tracks: Vec::new(),
        }],
        ..SaveOptions::default()
    }
}

/// Saves a character with a prop under a joint, in both formats, and looks where it is.
fn check(character: &Character, joint: JointIndex, prop: &Character) {
    let skeleton = &character.rig.skeleton;
    let options = options(skeleton.key(joint), prop.clone());
    let place = options.props[0].place.to_affine();
    let expected = skeleton.rest_model_from_joint(joint).to_affine() * place;
    let folder = tempfile::tempdir().unwrap();
    for ending in ["glb", "gltf"] {
        let path = folder.path().join("with prop").with_extension(ending);
        save_with(character, &path, Access::ANY, &options).unwrap();
        let again = open(&path).unwrap();
        let skeleton = &again.rig.skeleton;
        let pose = again.file_pose();
        let inheritance = vec![ScaleInheritance::Children; skeleton.len()];
        let posed = forward(skeleton, pose.user_transforms(), &inheritance).unwrap();
        let found = posed.model_from_node(skeleton.find("held").unwrap());
        let size = expected
            .to_cols_array()
            .iter()
            .fold(1.0_f32, |most, own| most.max(own.abs()));
        let name = &character.name;
        assert!(
            found.abs_diff_eq(expected, 2e-5 * size),
            "{name}.{ending}: {found} {expected}"
        );
        let (own, theirs) = again.meshes.split_at(character.meshes.len());
        assert_eq!(theirs.len(), prop.meshes.len(), "{name}.{ending}");
        for (theirs, mesh) in theirs.iter().zip(&prop.meshes) {
            for (theirs, primitive) in theirs.primitives.iter().zip(&mesh.primitives) {
                assert_eq!(theirs.positions, primitive.positions);
                assert_eq!(theirs.triangles, primitive.triangles);
                let material = primitive
                    .material
                    .map(|own| own + character.materials.len());
                assert_eq!(theirs.material, material);
            }
        }
        for (own, mesh) in own.iter().zip(&character.meshes) {
            for (own, primitive) in own.primitives.iter().zip(&mesh.primitives) {
                assert_eq!(own.positions, primitive.positions);
            }
        }
    }
}

#[test]
fn a_prop_is_where_its_joint_has_it_whatever_that_stretches() {
    let prop = asset("cylinder.glb");
    for name in ["arm.glb", "three_joints.glb"] {
        let character = asset(name);
        let joint = character.rig.skeleton.joints().nth(2).unwrap();
        check(&character, joint, &prop);
    }
    for name in [
        "05a_bind_scale100.glb",
        "05b_bind_nonuniform.glb",
        "15b_data_uri.gltf",
    ] {
        let character = synthetic(name);
        let skeleton = &character.rig.skeleton;
        let joints = character.rig.binds[0].joints();
        check(&character, joints[joints.len() - 1], &prop);
        assert!(!skeleton.is_empty());
    }
}

#[test]
fn a_prop_finds_its_joint_where_nodes_have_other_numbers() {
    let arm = asset("arm.glb");
    let joint = |name: &str| arm.rig.skeleton.key(arm.rig.skeleton.find(name).unwrap());
    let dissolved = SkeletonEdit::Dissolve {
        joint: joint("forearm_twist"),
    };
    let edited = arm.apply_edit(&dissolved).unwrap().character;
    let hand = edited.rig.skeleton.find("hand").unwrap();
    check(&edited, hand, &synthetic("09_morph_skin.glb"));
}

#[test]
fn a_file_with_a_prop_is_saved_again_as_it_is() {
    let arm = asset("arm.glb");
    let hand = arm.rig.skeleton.key(arm.rig.skeleton.find("hand").unwrap());
    let options = options(hand, asset("cylinder.glb"));
    let (bytes, report) = character::to_glb_with(&arm, &options).unwrap();
    assert!(report.is_empty(), "{report}");
    let once = open_bytes("armed", &bytes).unwrap();
    let held = once.rig.skeleton.find("held").unwrap();
    assert_eq!(
        once.rig.skeleton.parent(held),
        once.rig.skeleton.find("hand")
    );
    let rename = SkeletonEdit::Rename {
        joint: once.rig.skeleton.key(held),
        name: "carried".to_owned(),
    };
    let renamed = once.apply_edit(&rename).unwrap().character;
    let (bytes, _) = character::to_glb_with(&renamed, &SaveOptions::default()).unwrap();
    let twice = open_bytes("armed", &bytes).unwrap();
    assert_eq!(twice.meshes.len(), once.meshes.len());
    assert!(twice.rig.skeleton.find("carried").is_some());
}
