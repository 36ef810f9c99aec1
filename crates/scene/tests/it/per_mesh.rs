//! Meshes of one skin, each by its own method.

use std::path::Path;

use character::MeshSkinning;
use glam::Quat;
use rig::{Method, SignRule};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;

/// Two meshes on one skin in one place: one has a method of its own, the other takes the look's.
#[test]
fn meshes_of_one_skin_have_a_palette_for_each_method() {
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.glb");
    let mut character = character::open(Path::new(arm)).unwrap();
    let (mesh, instance) = (character.meshes[0].clone(), character.instances[0].clone());
    character.meshes.push(mesh);
    character.instances.push(instance);
    character.instances[1].mesh = 1;
    character.meshes[1].skinning = Some(MeshSkinning {
        method: Method::Affine,
        signs: Some(SignRule::Largest),
    });
    let mut pose = base_pose(&character);
    let elbow = character.rig.skeleton.find("forearm").unwrap();
    pose.rigid[elbow.index()].rotation = Quat::from_rotation_x(1.4) * Quat::from_rotation_y(2.0);
    let flags = &character.rig.scale_inheritance;
    let by = |look| deform(&character, &pose, flags, look).unwrap();
    let count = character.meshes[0].primitives.len();
    let look = Look {
        method: Method::Linear,
        signs: SignRule::First,
        per_mesh: true,
    };
    let (both, linear) = (by(look), by(look.for_all()));
    let affine = by(Look {
        method: Method::Affine,
        signs: SignRule::Largest,
        per_mesh: false,
    });
    assert_eq!(both[..count], linear[..count]);
    assert_eq!(both[count..], affine[count..]);
    assert_ne!(linear[count..], affine[count..]);
}
