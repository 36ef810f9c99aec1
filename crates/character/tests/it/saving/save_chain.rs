//! Long chains: what is rounded at each joint must not add up along them.

use character::{
    Authored, AuthoredJoint, AuthoredPrimitive, Character, RestFrame, SkeletonEdit, open_bytes,
    to_bytes, write_glb,
};
use glam::Vec3;
use rig::{InfluencesBuilder, Pose, Rigid, Trs, forward};

use crate::saving::save_edited::Numbers;
use crate::skinning::skin;
use crate::support::say;

const JOINTS: usize = 200;

/// A chain of joints a unit apart, each turned at random, with a triangle at each.
fn chain(numbers: &mut Numbers) -> Character {
    let joints: Vec<AuthoredJoint> = (0..JOINTS)
        .map(|joint| AuthoredJoint {
            name: format!("joint {joint}"),
            parent: joint.checked_sub(1),
            local: Trs {
                translation: if joint == 0 { Vec3::ZERO } else { Vec3::Y },
                rotation: numbers.rotation(),
                scale: Vec3::ONE,
            },
        })
        .collect();
    let mut frame = Rigid::IDENTITY;
    let (mut positions, mut influences) = (Vec::new(), InfluencesBuilder::new(JOINTS));
    for (place, joint) in (0_u16..).zip(&joints) {
        frame = frame * Rigid::new(joint.local.rotation, joint.local.translation);
        for corner in [Vec3::ZERO, Vec3::X * 0.2, Vec3::Y * 0.2] {
            positions.push(frame.transform_point3(corner));
            influences.vertex([(place, 1.0)]).unwrap();
        }
    }
    let corners = 0..u32::try_from(JOINTS).unwrap();
    let authored = Authored {
        name: "chain".to_owned(),
        joints,
        primitives: vec![AuthoredPrimitive {
            triangles: corners.map(|at| [3 * at, 3 * at + 1, 3 * at + 2]).collect(),
            positions,
            influences: influences.build(),
            ..AuthoredPrimitive::default()
        }],
        ..Authored::default()
    };
    open_bytes("chain", &write_glb(&authored).unwrap()).unwrap()
}

fn places(character: &Character, pose: &Pose) -> Vec<Vec3> {
    let rig = &character.rig;
    let posed = forward(
        &rig.skeleton,
        pose.user_transforms(),
        &rig.scale_inheritance,
    )
    .unwrap();
    let instance = &character.instances[0];
    let primitive = &character.meshes[instance.mesh].primitives[0];
    skin(character, instance, primitive, (&posed, pose)).positions
}

fn apart(one: &[Vec3], other: &[Vec3]) -> f32 {
    let size = one
        .iter()
        .fold(1.0, |size: f32, place| size.max(place.length()));
    let far = one
        .iter()
        .zip(other)
        .map(|(one, other)| one.distance(*other));
    far.fold(0.0, f32::max) / size
}

/// Nothing moves at rest by edits that promise so, and by being saved, along all of the chain.
#[test]
fn a_long_chain_stays_where_it_is() {
    let (mut by_edits, mut by_save) = (0.0_f32, 0.0_f32);
    for seed in 0..6 {
        let mut numbers = Numbers(seed);
        let mut character = chain(&mut numbers);
        for step in 0..11 {
            let before = places(&character, &character.file_pose());
            let skeleton = &character.rig.skeleton;
            let keys: Vec<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
            let mut some = || keys[1 + numbers.next(keys.len() - 2)];
            let (one, other) = (some(), some());
            let edit = match step % 5 {
                0 => SkeletonEdit::Insert {
                    child: one,
                    fraction: 0.5,
                },
                1 => SkeletonEdit::Reparent {
                    joints: vec![one],
                    parent: Some(other),
                },
                2 => {
                    let mut pose = character.file_pose();
                    let turn = |rigid: &mut Rigid| rigid.rotation = numbers.rotation();
                    pose.rigid.iter_mut().for_each(turn);
                    SkeletonEdit::take_rest(&character, &pose, &character.rig.scale_inheritance)
                        .unwrap()
                }
                3 => SkeletonEdit::SetRest {
                    joint: one,
                    frame: RestFrame {
                        position: numbers.vector(20.0).to_array(),
                        rotation: numbers.rotation().to_array(),
                    },
                    children_stay: true,
                },
                _ => SkeletonEdit::Dissolve { joint: one },
            };
            let moves = matches!(edit, SkeletonEdit::TakeRest { .. });
            let Ok(edited) = character.apply_edit(&edit) else {
                continue;
            };
            character = edited.character;
            if !moves {
                let after = places(&character, &character.file_pose());
                by_edits = by_edits.max(apart(&before, &after));
            }
        }
        let saved = open_bytes("saved", &to_bytes(&character).unwrap()).unwrap();
        let before = places(&character, &character.file_pose());
        by_save = by_save.max(apart(&before, &places(&saved, &saved.file_pose())));
    }
    say(&format!(
        "save_chain: by edits {by_edits:.1e}, by saving {by_save:.1e}"
    ));
    assert!(
        by_edits < 1e-5 && by_save < 1e-5,
        "by edits {by_edits:.1e}, by saving {by_save:.1e}"
    );
}
