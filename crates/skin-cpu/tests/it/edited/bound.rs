//! Meshes without a skin that get one.

use std::sync::Arc;

use character::{Character, EditError, SkeletonEdit, WeightEdit};
use glam::Vec3;
use rig::{Method, Pose, RowList};
use testkit::folders::workspace;

use super::support::{assert_same, characters, seen, steady_methods};

/// The same with every mesh taken off its skin, as a newcomer's file may be.
fn unskinned(mut character: Character) -> Character {
    for instance in &mut character.instances {
        instance.skin = None;
    }
    for primitive in character
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.primitives)
    {
        primitive.influences = None;
        primitive.maps.blend = None;
    }
    Arc::make_mut(&mut character.rig).binds.clear();
    character
}

fn keys(character: &Character) -> (Vec<u32>, Vec<u32>) {
    let skeleton = &character.rig.skeleton;
    let nodes = character
        .instances
        .iter()
        .map(|instance| skeleton.key(instance.node));
    let joints = skeleton.joints().map(|joint| skeleton.key(joint));
    (nodes.collect(), joints.collect())
}

fn at_rest(character: &Character) -> Pose {
    Pose {
        morph_weights: character.file_pose().morph_weights,
        ..Pose::rest(&character.rig.skeleton)
    }
}

fn look(character: &Character, pose: &Pose, method: Method) -> Vec<Vec3> {
    seen(character, pose, &character.rig.scale_inheritance, method)
}

/// At rest nothing moves, by any method, with all vertices unbound and with all bound.
#[test]
fn binding_moves_nothing_at_rest() {
    for character in characters() {
        let bare = unskinned(character);
        if bare.instances.is_empty() {
            continue;
        }
        let (nodes, joints) = keys(&bare);
        let rest = at_rest(&bare);
        let edit = SkeletonEdit::Bind { nodes, joints };
        let bound = match bare.apply_edit(&edit) {
            // Lines cannot be skinned, and a mesh is bound whole or not at all.
            Err(EditError::NotOnlyTriangles { .. }) => continue,
            bound => bound.unwrap().character,
        };
        assert_eq!(
            bare.apply_edit(&edit).unwrap().character,
            bound,
            "made again"
        );
        let before = look(&bare, &rest, Method::Linear);
        let after = look(&bound, &rest, Method::Linear);
        assert_same(&bare.name, "unbound", &before, &after, 1e-5);
        let count = bound.rig.binds[0].len();
        for (mesh, found) in bound.meshes.iter().enumerate() {
            for (primitive, found) in found.primitives.iter().enumerate() {
                let Some(influences) = &found.influences else {
                    continue;
                };
                assert_eq!(influences.unbound_count(), found.positions.len());
                let row = |vertex: usize| {
                    let joint = u16::try_from(vertex % count).unwrap();
                    let other = u16::try_from((vertex + 1) % count).unwrap();
                    (
                        u32::try_from(vertex).unwrap(),
                        [(joint, 0.75), (other, 0.25)],
                    )
                };
                let rows: RowList = (0..found.positions.len()).map(row).collect();
                let edit = WeightEdit {
                    mesh,
                    primitive,
                    rows,
                    ..WeightEdit::default()
                };
                let weighted = bound.with_weights(&[edit]).unwrap();
                for method in steady_methods() {
                    let after = look(&weighted, &rest, method);
                    assert_same(&bare.name, "bound", &before, &after, 2e-4);
                }
            }
        }
    }
}

/// A file may have numbers of a blend map before it has a skin.
#[test]
fn binding_takes_up_the_blend_map() {
    let path = workspace().join("testdata/synthetic/valid/18_attributes.glb");
    let skinned = character::open(&path).unwrap();
    let map = skinned.meshes[0].primitives[0].maps.blend.clone();
    assert!(map.is_some());
    let bare = unskinned(skinned);
    let (nodes, joints) = keys(&bare);
    let bound = bare
        .apply_edit(&SkeletonEdit::Bind { nodes, joints })
        .unwrap();
    assert_eq!(bound.character.meshes[0].primitives[0].maps.blend, map);
}

/// What is skinned already does not change at all, whatever the pose.
#[test]
fn binding_one_mesh_leaves_the_others() {
    for character in characters() {
        let mut mixed = character;
        let Some(mut loose) = mixed.instances.first().cloned() else {
            continue;
        };
        loose.skin = None;
        let first = loose.node;
        let free = mixed.rig.skeleton.joints().find(|joint| {
            let mut instances = mixed.instances.iter();
            !instances.any(|instance| instance.node == *joint) && *joint != first
        });
        let Some(free) = free else { continue };
        loose.node = free;
        mixed.instances.push(loose);
        let skeleton = &mixed.rig.skeleton;
        let edit = SkeletonEdit::Bind {
            nodes: vec![skeleton.key(free)],
            joints: vec![skeleton.key(free)],
        };
        let bound = mixed.apply_edit(&edit).unwrap().character;
        let n_before = mixed.instances.len() - 1;
        for pose in super::support::moments(&mixed) {
            let only = |character: &Character| {
                let mut character = character.clone();
                character.instances.truncate(n_before);
                look(&character, &pose, Method::Affine)
            };
            assert_eq!(only(&mixed), only(&bound), "{}", mixed.name);
        }
    }
}

#[test]
fn what_cannot_be_bound_is_said() {
    let arm = character::open(&workspace().join("assets/arm.glb")).unwrap();
    let (nodes, joints) = keys(&arm);
    let fault = |nodes: &[u32], joints: &[u32], character: &Character| {
        let edit = SkeletonEdit::Bind {
            nodes: nodes.to_vec(),
            joints: joints.to_vec(),
        };
        character.apply_edit(&edit).unwrap_err().to_string()
    };
    assert!(fault(&nodes, &joints, &arm).contains("has a skin already"));
    let bare = unskinned(arm);
    assert!(fault(&nodes, &[], &bare).contains("names no joint"));
    assert!(fault(&[], &joints, &bare).contains("names no mesh"));
    let free: Vec<u32> = joints
        .iter()
        .copied()
        .filter(|key| !nodes.contains(key))
        .collect();
    assert!(fault(&free[..1], &joints, &bare).contains("no mesh stands at"));
    assert!(fault(&[4_000], &joints, &bare).contains("4000"));
}
