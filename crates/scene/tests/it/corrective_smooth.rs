//! Corrective smooth over methods, on whole characters.

use std::collections::HashMap;
use std::sync::Arc;

use character::{Character, MorphTarget};
use glam::{Affine3A, Quat, Vec3, vec3};
use rig::{BindPose, JointIndex, Method, Pose, Rigid, Stretch};
use scene::corrective_smooth::CorrectiveSmooth;
use scene::deform::{
    DeformOptions, DeformedPrimitive, SkinnedNormals, base_pose, deform, deform_with,
    posed_character, visit_deformed,
};
use scene::deformer::Deformer;
use scene::posed_character::Look;
use scene::surface_cache::SurfaceCache;

use crate::figures::asset;

const SMOOTH: CorrectiveSmooth = CorrectiveSmooth {
    iterations: 6,
    factor: 50,
    amount: 100,
    pins_border: false,
};

/// Linear blending, smoothed or not.
fn look(smooth: Option<CorrectiveSmooth>) -> Look {
    Look {
        smooth,
        ..Look::new(Method::Linear)
    }
}

fn shown(
    character: &Character,
    pose: &Pose,
    smooth: Option<CorrectiveSmooth>,
) -> Vec<DeformedPrimitive> {
    let inheritance = &character.rig.scale_inheritance;
    deform(character, pose, inheritance, look(smooth)).unwrap()
}

/// The largest distance between vertices.
fn apart(one: &[DeformedPrimitive], other: &[DeformedPrimitive]) -> f32 {
    let places = |of: &[DeformedPrimitive]| -> Vec<Vec3> {
        of.iter().flat_map(|own| own.positions.clone()).collect()
    };
    let (one, other) = (places(one), places(other));
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(&other);
    pairs
        .map(|(one, other)| one.distance(*other))
        .fold(0.0, f32::max)
}

fn roots(character: &Character) -> Vec<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    joints
        .filter(|&joint| skeleton.parent(joint).is_none())
        .collect()
}

fn turned(character: &Character) -> Pose {
    let mut pose = base_pose(character);
    for root in roots(character) {
        pose.rigid[root.index()] =
            Rigid::new(Quat::from_rotation_z(2.0), vec3(3.0, -1.0, 0.5)) * pose.rigid[root.index()];
    }
    pose
}

fn mirrored(character: &Character) -> Pose {
    let mut pose = base_pose(character);
    for root in roots(character) {
        pose.stretch[root.index()] = Stretch::from_scale(vec3(-1.0, 1.0, 1.0));
    }
    pose
}

fn bent(character: &Character) -> Pose {
    let mut pose = base_pose(character);
    for joint in character.rig.skeleton.joints() {
        pose[joint].rotation *= Quat::from_rotation_x(0.7);
    }
    pose
}

/// The same character with its mesh in centimeters: only the bind says so.
fn in_centimeters(mut character: Character) -> Character {
    for mesh in &mut character.meshes {
        for primitive in &mut mesh.primitives {
            primitive.positions = primitive.positions.iter().map(|p| *p * 100.0).collect();
        }
    }
    let rig = Arc::make_mut(&mut character.rig);
    let skeleton = rig.skeleton.clone();
    for bind in &mut rig.binds {
        let matrices: Vec<Affine3A> = (0..bind.len())
            .map(|place| bind.joint_from_bind(place) * Affine3A::from_scale(Vec3::splat(0.01)))
            .collect();
        *bind = BindPose::new(&skeleton, bind.joints(), &matrices)
            .unwrap()
            .0;
    }
    character
}

/// With a morph target that waves the whole surface.
fn waving(mut character: Character) -> Character {
    for primitive in &mut character.meshes[0].primitives {
        let wave = |place: &Vec3| Vec3::X * (0.05 * (20.0 * place.y).sin());
        primitive.morph_targets = vec![MorphTarget {
            positions: primitive.positions.iter().map(wave).collect(),
            ..MorphTarget::default()
        }];
    }
    character.instances[0].morph = 0..1;
    character
}

#[test]
fn what_keeps_its_shape_comes_back() {
    let arm = asset("arm");
    let in_centimeters = in_centimeters(arm.clone());
    for (name, character) in [("meters", &arm), ("centimeters", &in_centimeters)] {
        for (how, pose) in [
            ("turned", turned(character)),
            ("mirrored", mirrored(character)),
        ] {
            let plain = shown(character, &pose, None);
            let farthest = apart(&shown(character, &pose, Some(SMOOTH)), &plain);
            assert!(farthest < 1e-4, "{name}, {how}: {farthest}");
        }
    }
    let units = apart(
        &shown(&arm, &bent(&arm), Some(SMOOTH)),
        &shown(&in_centimeters, &bent(&arm), Some(SMOOTH)),
    );
    assert!(units < 1e-4, "{units}");
    let waving = waving(arm);
    let mut pose = turned(&waving);
    pose.morph_weights = vec![0.8];
    let plain = shown(&waving, &pose, None);
    let farthest = apart(&shown(&waving, &pose, Some(SMOOTH)), &plain);
    assert!(farthest < 1e-4, "with a morph target: {farthest}");
}

#[test]
fn a_bend_is_smoothed_alike_on_every_way() {
    let arm = Arc::new(asset("arm"));
    let pose = bent(&arm);
    let inheritance = &arm.rig.scale_inheritance;
    let (plain, smooth) = (shown(&arm, &pose, None), shown(&arm, &pose, Some(SMOOTH)));
    assert!(apart(&plain, &smooth) > 1e-3);
    let nothing = CorrectiveSmooth {
        amount: 0,
        ..SMOOTH
    };
    assert_eq!(shown(&arm, &pose, Some(nothing)), plain);
    let half = CorrectiveSmooth {
        amount: 50,
        ..SMOOTH
    };
    let (half, whole) = (shown(&arm, &pose, Some(half)), apart(&plain, &smooth));
    assert!((apart(&plain, &half) - 0.5 * whole).abs() < 1e-5);

    let mut deformer = Deformer::default();
    let mut again = Vec::new();
    for pose in [&base_pose(&arm), &pose] {
        let look = look(Some(SMOOTH));
        deformer.deform_into(&arm, pose, look, &mut again).unwrap();
    }
    assert_eq!(again, smooth);
    let options = DeformOptions {
        normals: SkinnedNormals::Usual,
        threads: 3,
    };
    let by_threads = deform_with(&arm, &pose, inheritance, look(Some(SMOOTH)), options);
    assert_eq!(by_threads.as_ref(), Ok(&smooth));
    let cache = SurfaceCache::default();
    let surfaces = cache.smooth(&arm, nothing);
    assert!(Arc::ptr_eq(&surfaces, &cache.smooth(&arm, SMOOTH)));
    let posed = posed_character(&arm, &pose, inheritance, look(Some(SMOOTH))).unwrap();
    let mut visited = Vec::new();
    let visit = |primitive: &DeformedPrimitive| visited.push(primitive.clone());
    visit_deformed(&arm, &posed.smoothed_on(Some(surfaces)), visit).unwrap();
    assert_eq!(visited, smooth);
}

/// An edit of the skeleton need not find again what lies beside what; other units of a skin must.
#[test]
fn surfaces_go_on_over_other_joints_but_not_other_units() {
    let arm = asset("arm");
    let cache = SurfaceCache::default();
    let mut edited = arm.clone();
    edited.rig = Arc::new((*arm.rig).clone());
    let surfaces = cache.smooth(&arm, SMOOTH);
    assert!(Arc::ptr_eq(&surfaces, &cache.smooth(&edited, SMOOTH)));
    let small = in_centimeters(arm.clone());
    let mut in_meters = small.clone();
    in_meters.rig = Arc::clone(&arm.rig);
    let surfaces = cache.smooth(&small, SMOOTH);
    assert!(!Arc::ptr_eq(&surfaces, &cache.smooth(&in_meters, SMOOTH)));
}

/// Across seams and borders of materials.
#[test]
fn what_is_one_place_at_rest_stays_one_and_normals_stay_unit_vectors() {
    let arm = asset("arm");
    let smooth = shown(&arm, &bent(&arm), Some(SMOOTH));
    let mut places: HashMap<[u32; 3], Vec3> = HashMap::new();
    for found in &smooth {
        let at_rest = &arm.meshes[0].primitives[found.primitive];
        for (rest, place) in at_rest.positions.iter().zip(&found.positions) {
            // Both zeros are one number.
            let key = (*rest + Vec3::ZERO).to_array().map(f32::to_bits);
            assert_eq!(places.entry(key).or_insert(*place), place);
        }
        for normal in &found.normals {
            assert!((normal.length() - 1.0).abs() < 1e-5, "{normal}");
        }
    }
    assert!(places.len() > 100);
}
