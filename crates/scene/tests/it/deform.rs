//! Deforming characters, and comparing the results.

use character::{Character, MorphTarget, Primitive, open};
use glam::{Quat, Vec3};
use rig::{Method, Pose};
use scene::compare::{Statistics, difference};
use scene::deform::{
    DeformError, DeformOptions, DeformedPrimitive, SkinnedNormals, base_pose, deform, deform_posed,
    deform_with, morph, posed_character,
};
use scene::posed_character::Look;
use scene::weight_channel::weights_of_joint;
use testkit::folders::own_synthetic;

use crate::figures::{asset, built_in};

/// Of positions of characters of about a meter.
const TOLERANCE: f32 = 1e-5;

fn characters() -> Vec<Character> {
    // One has no joints, so that there is nothing to pose.
    built_in()
        .filter(|character| !character.clips.is_empty())
        .collect()
}

fn deformed(character: &Character, pose: &Pose, method: Method) -> Vec<DeformedPrimitive> {
    deform(
        character,
        pose,
        &character.rig.scale_inheritance,
        Look::new(method),
    )
    .unwrap()
}

fn posed(character: &Character, time: f32) -> Pose {
    character.clips[0].sample(&character.rig.skeleton, &base_pose(character), time)
}

#[test]
fn every_method_shows_the_file_when_nothing_moves() {
    for character in characters() {
        for method in Method::ALL {
            for found in deformed(&character, &base_pose(&character), method) {
                let mesh = character.instances[found.instance].mesh;
                let at_rest = &character.meshes[mesh].primitives[found.primitive];
                assert_eq!(found.positions.len(), at_rest.positions.len());
                let mut pairs = found.positions.iter().zip(at_rest.positions.iter());
                let stays = pairs.all(|(found, rest)| found.abs_diff_eq(*rest, TOLERANCE));
                assert!(stays, "{} {method}", character.name);
                let mut lengths = found.normals.iter().map(|normal| normal.length());
                assert!(lengths.all(|length| (length - 1.0).abs() < TOLERANCE));
            }
        }
    }
}

/// A root that turns and moves carries the whole character along, whatever the method.
#[test]
fn a_moved_root_moves_everything() {
    let (turn, shift) = (Quat::from_rotation_z(2.0), Vec3::new(3.0, -1.0, 0.5));
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        let rest = deformed(&character, &base_pose(&character), Method::Linear);
        let mut pose = base_pose(&character);
        for root in skeleton
            .joints()
            .filter(|&joint| skeleton.parent(joint).is_none())
        {
            // T = B⁻¹ M B moves the root by M in the scene.
            let model_from_root = skeleton.rest_model_from_joint(root);
            let moved = rig::Rigid::new(turn, shift);
            pose.rigid[root.index()] =
                model_from_root.inverse() * moved * model_from_root * pose.rigid[root.index()];
        }
        for method in Method::ALL {
            for (found, rest) in deformed(&character, &pose, method).iter().zip(&rest) {
                let mut pairs = found.positions.iter().zip(&rest.positions);
                let goes_along = pairs
                    .all(|(found, rest)| found.abs_diff_eq(turn * *rest + shift, 10.0 * TOLERANCE));
                assert!(goes_along, "{} {method}", character.name);
            }
        }
    }
}

#[test]
fn reused_memory_and_threads_give_the_same() {
    let file = own_synthetic().join("valid/08_two_skins.glb");
    // Two primitives, five, two.
    let characters = [asset("arm"), open(&file).unwrap(), asset("cylinder")];
    let mut reused = Vec::new();
    for character in &characters {
        let (pose, scale_inheritance) = (posed(character, 1.0), &character.rig.scale_inheritance);
        for method in Method::ALL {
            let look = Look::new(method);
            let fresh = deform(character, &pose, scale_inheritance, look).unwrap();
            let posed = posed_character(character, &pose, scale_inheritance, look).unwrap();
            deform_posed(character, &posed, &mut reused).unwrap();
            assert_eq!(reused, fresh, "{method}");
            let normals = SkinnedNormals::Usual;
            for threads in [0, 1, 2, 1000] {
                assert_eq!(
                    deform_with(
                        character,
                        &pose,
                        scale_inheritance,
                        look,
                        DeformOptions { normals, threads },
                    )
                    .unwrap(),
                    fresh,
                    "{method}"
                );
            }
        }
    }
}

/// Where the file leaves normals to us, they are those of the shape that is there.
#[test]
fn normals_of_our_own_follow_the_morph_targets() {
    let primitive = Primitive {
        positions: [Vec3::ZERO, Vec3::X, Vec3::Y].into(),
        normals: [Vec3::Z; 3].into(),
        triangles: [[0, 1, 2]].into(),
        morph_targets: vec![MorphTarget {
            positions: [Vec3::ZERO, Vec3::ZERO, Vec3::new(0.0, -2.0, 2.0)].into(),
            ..MorphTarget::default()
        }],
        ..Primitive::default()
    };
    assert_eq!(morph(&primitive, &[0.0]), None);
    // Half of it raises the third corner from y to z.
    let morphed = morph(&primitive, &[0.5]).unwrap();
    assert_eq!(morphed.positions[2], Vec3::Z);
    assert_eq!(morphed.normals, [Vec3::NEG_Y; 3]);
    let given = Primitive {
        normals_given: true,
        ..primitive
    };
    assert_eq!(morph(&given, &[0.5]).unwrap().normals, [Vec3::Z; 3]);
}

#[test]
fn poses_of_other_characters_are_refused() {
    let character = asset("cylinder");
    let (pose, scale_inheritance, look) = (
        base_pose(&character),
        &character.rig.scale_inheritance,
        Look::default(),
    );
    assert!(matches!(
        deform(&character, &Pose::default(), scale_inheritance, look),
        Err(DeformError::Pose(_))
    ));
    assert!(matches!(
        deform(&character, &pose, &scale_inheritance[1..], look),
        Err(DeformError::Pose(_))
    ));
}

#[test]
fn the_difference_of_equals_is_nothing() {
    let character = asset("arm");
    let found = deformed(&character, &posed(&character, 1.0), Method::Affine);
    let difference = difference(&found, &found);
    let n_vertices = found
        .iter()
        .map(|primitive| primitive.positions.len())
        .sum();
    assert_eq!(difference.range, 0.0);
    assert_eq!(
        difference.distance,
        Statistics {
            count: n_vertices,
            ..Statistics::default()
        }
    );
}

#[test]
fn the_difference_is_signed_along_the_normal() {
    let primitive = |positions: [Vec3; 4]| DeformedPrimitive {
        positions: positions.into(),
        normals: vec![Vec3::Y * 2.0, Vec3::Y, Vec3::X, Vec3::ZERO],
        ..DeformedPrimitive::default()
    };
    // The normals of the reference count for nothing: it may have collapsed and have none.
    let reference = DeformedPrimitive {
        normals: vec![Vec3::Z, Vec3::ZERO, Vec3::NEG_Y, Vec3::Y],
        ..primitive([Vec3::ZERO; 4])
    };
    let other = primitive([
        Vec3::Y * 3.0,
        Vec3::Y * -5.0,
        Vec3::Y * 4.0,
        Vec3::splat(f32::NAN),
    ]);
    let difference = difference(&[reference], &[other]);
    assert_eq!(difference.along_normal, [[3.0, -5.0, 0.0, 0.0]]);
    assert_eq!(
        (difference.range, difference.distance.max),
        (5.0, f32::INFINITY)
    );
}

#[test]
fn surplus_vertices_and_primitives_are_left_out() {
    let one = DeformedPrimitive {
        positions: vec![Vec3::X],
        normals: vec![Vec3::X],
        ..DeformedPrimitive::default()
    };
    let two = DeformedPrimitive {
        positions: vec![Vec3::ZERO; 2],
        normals: vec![Vec3::X; 2],
        ..one.clone()
    };
    let found = difference(&[one.clone(), one.clone()], &[two]);
    assert_eq!(found.along_normal, [[-1.0, 0.0]]);
    assert_eq!(found.distance.count, 1);
    assert_eq!(
        difference(&[], &[one]),
        scene::compare::Difference::default()
    );
}

#[test]
fn statistics_of_known_distances() {
    let hundred = (1..=100_u8).rev().map(f32::from).collect();
    let found = Statistics::of(hundred);
    assert_eq!(
        (found.count, found.max, found.mean, found.p95),
        (100, 100.0, 50.5, 95.0)
    );
    // Σ k² = n (n + 1) (2 n + 1) / 6.
    assert!((found.rms - (338_350.0_f32 / 100.0).sqrt()).abs() < 1e-4);
    assert_eq!(
        Statistics::of(vec![7.0]),
        Statistics {
            count: 1,
            max: 7.0,
            mean: 7.0,
            rms: 7.0,
            p95: 7.0
        }
    );
    assert_eq!(Statistics::of(vec![]), Statistics::default());
}

#[test]
fn weights_of_all_joints_sum_to_one() {
    for character in characters() {
        let found = deformed(&character, &base_pose(&character), Method::Linear);
        let mut sums: Vec<Vec<f32>> = found
            .iter()
            .map(|primitive| vec![0.0; primitive.positions.len()])
            .collect();
        for joint in character.rig.skeleton.joints() {
            for (sums, weights) in sums
                .iter_mut()
                .zip(weights_of_joint(&character, &found, joint))
            {
                sums.iter_mut()
                    .zip(weights)
                    .for_each(|(sum, weight)| *sum += weight);
            }
        }
        assert!(
            sums.iter()
                .flatten()
                .all(|sum| (sum - 1.0).abs() < TOLERANCE),
            "{}",
            character.name
        );
    }
}
