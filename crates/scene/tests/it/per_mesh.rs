//! Meshes of one skin, each by its own method.

use std::path::Path;

use character::{Character, MeshSkinning};
use glam::{Quat, Vec3};
use rig::{Method, SignRule};
use scene::crowd::{Crowd, CrowdMesh};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use skin_cpu::{Vertices, skin_vertices};

/// What meshes without a method of their own are skinned by, and what the second one is.
const OTHERS: Look = Look {
    method: Method::Linear,
    signs: SignRule::First,
    per_mesh: true,
    first_phase: false,
    twist: false,
    smooth: None,
};
const SECOND: Look = Look {
    method: Method::Affine,
    signs: SignRule::Largest,
    per_mesh: false,
    first_phase: false,
    twist: false,
    smooth: None,
};

/// Two meshes on one skin in one place: one has a method of its own.
fn two_meshes() -> Character {
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.glb");
    let mut character = character::open(Path::new(arm)).unwrap();
    let (mesh, instance) = (character.meshes[0].clone(), character.instances[0].clone());
    character.meshes.push(mesh);
    character.instances.push(instance);
    character.instances[1].mesh = 1;
    character.meshes[1].skinning = Some(MeshSkinning {
        method: SECOND.method,
        signs: Some(SECOND.signs),
    });
    character
}

#[test]
fn meshes_of_one_skin_have_a_palette_for_each_method() {
    let character = two_meshes();
    let mut pose = base_pose(&character);
    let elbow = character.rig.skeleton.find("forearm").unwrap();
    pose.rigid[elbow.index()].rotation = Quat::from_rotation_x(1.4) * Quat::from_rotation_y(2.0);
    let flags = &character.rig.scale_inheritance;
    let by = |look| deform(&character, &pose, flags, look).unwrap();
    let count = character.meshes[0].primitives.len();
    let (both, linear) = (by(OTHERS), by(OTHERS.for_all()));
    let affine = by(SECOND);
    assert_eq!(both[..count], linear[..count]);
    assert_eq!(both[count..], affine[count..]);
    assert_ne!(linear[count..], affine[count..]);
}

/// A crowd has a part for each method, and its first member is the character itself.
#[test]
fn a_crowd_skins_each_mesh_by_its_own_method() {
    let character = two_meshes();
    let mesh = CrowdMesh::new(&character, OTHERS).unwrap();
    let looks: Vec<Look> = mesh.parts.iter().map(|part| part.look).collect();
    assert_eq!(looks, [OTHERS.for_all(), SECOND]);
    let crowd = Crowd::new(&character, &mesh, 1).unwrap();
    let time = 0.7 * character.clips[0].duration();
    let palettes = crowd.palettes(time, 2).unwrap();
    let pose = character.clips[0].sample(&character.rig.skeleton, &base_pose(&character), time);
    let flags = &character.rig.scale_inheritance;
    let by = |look| -> Vec<Vec3> {
        let deformed = deform(&character, &pose, flags, look).unwrap();
        deformed.into_iter().flat_map(|of| of.positions).collect()
    };
    let (wanted, others) = (by(OTHERS), by(OTHERS.for_all()));
    let shown = mesh
        .parts
        .iter()
        .zip(&palettes)
        .flat_map(|(part, members)| {
            let [palette] = &members[..] else {
                panic!("one member");
            };
            let vertices = Vertices {
                positions: &part.positions,
                ..Vertices::default()
            };
            let moved = skin_vertices(vertices, &part.influences, palette);
            moved.unwrap().positions
        });
    let shown: Vec<Vec3> = shown.collect();
    let farthest = |other: &[Vec3]| {
        assert_eq!(shown.len(), other.len());
        let pairs = shown.iter().zip(other);
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    assert!(farthest(&wanted) < 1e-5, "{}", farthest(&wanted));
    assert!(farthest(&others) > 1e-3, "{}", farthest(&others));
    // By one method for all there is one part, of the same vertices.
    let one = CrowdMesh::new(&character, OTHERS.for_all()).unwrap();
    assert_eq!(one.parts.len(), 1);
    assert_eq!(one.parts[0].positions.len(), shown.len());
    let members = Crowd::new(&character, &mesh, 5).unwrap().palettes(time, 2);
    let counts = members.unwrap().iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(counts, [5, 5]);
}
