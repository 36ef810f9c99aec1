//! Twists spread over bones, under every method.

use std::f32::consts::PI;
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Quat, Vec3};
use rig::{BindPose, InfluencesBuilder, Method, Pose};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::deformer::Deformer;
use scene::posed_character::Look;

use crate::figures::asset;

const MIDDLE: f32 = 0.5;

fn shown(
    character: &Character,
    pose: &Pose,
    method: Method,
    twist: bool,
) -> Vec<DeformedPrimitive> {
    let look = Look {
        twist,
        ..Look::new(method)
    };
    deform(character, pose, &character.rig.scale_inheritance, look).unwrap()
}

fn upper_turned(character: &Character, rotation: Quat) -> Pose {
    let mut pose = base_pose(character);
    let upper = character.rig.skeleton.find("upper").unwrap();
    pose.rigid[upper.index()].rotation = rotation;
    pose
}

/// The cylinder with its lower half on the lower joint alone, its upper half on the upper one.
fn in_two_halves(mut character: Character) -> Character {
    for primitive in &mut character.meshes[0].primitives {
        let mut rows = InfluencesBuilder::new(2);
        for place in primitive.positions.iter() {
            rows.vertex([(u16::from(place.y >= MIDDLE), 1.0)]).unwrap();
        }
        primitive.influences = Some(rows.build());
    }
    character
}

/// The same character with its mesh in centimeters: only the bind says so.
fn in_centimeters(mut character: Character) -> Character {
    for primitive in &mut character.meshes[0].primitives {
        primitive.positions = primitive.positions.iter().map(|p| *p * 100.0).collect();
    }
    let rig = Arc::make_mut(&mut character.rig);
    let matrices: Vec<Affine3A> = (0..rig.binds[0].len())
        .map(|place| rig.binds[0].joint_from_bind(place) * Affine3A::from_scale(Vec3::splat(0.01)))
        .collect();
    rig.binds[0] = BindPose::new(&rig.skeleton, rig.binds[0].joints(), &matrices)
        .unwrap()
        .0;
    character
}

/// Where each vertex is, at rest in meters and in the pose.
fn pairs<'a>(
    character: &'a Character,
    shown: &'a [DeformedPrimitive],
) -> impl Iterator<Item = (Vec3, Vec3)> + 'a {
    shown.iter().flat_map(|found| {
        let at_rest = &character.meshes[0].primitives[found.primitive];
        let at_rest = at_rest.positions.iter().copied();
        at_rest.zip(found.positions.iter().copied())
    })
}

#[test]
fn a_tube_is_twisted_evenly_and_keeps_its_volume_by_every_method() {
    let plain = in_two_halves(asset("cylinder"));
    let small = in_centimeters(plain.clone());
    for angle in [0.6 * PI, -0.6 * PI, 0.99 * PI] {
        let pose = upper_turned(&plain, Quat::from_rotation_y(angle));
        let both = [&plain, &small];
        for (method, character) in
            (Method::ALL.into_iter()).flat_map(|method| both.map(|it| (method, it)))
        {
            let found = shown(character, &pose, method, true);
            let mut all = pairs(&plain, &found);
            let is_twisted = all.all(|(at_rest, place)| {
                let share = (at_rest.y / MIDDLE).clamp(0.0, 1.0);
                let due = Quat::from_rotation_y(angle * share) * at_rest;
                place.distance(due) < 1e-4
            });
            assert!(is_twisted, "{method} {angle}");
        }
    }
}

#[test]
fn what_is_not_twisted_is_as_the_method_has_it() {
    let character = asset("cylinder");
    for method in Method::ALL {
        let pose = upper_turned(&character, Quat::from_rotation_x(1.9));
        let found = shown(&character, &pose, method, true);
        assert_eq!(found, shown(&character, &pose, method, false), "{method}");
    }
}

/// By the weights of the file, which change over the joint: linear blending alone collapses there.
#[test]
fn a_candy_wrapper_keeps_its_width() {
    let character = asset("cylinder");
    let pose = upper_turned(&character, Quat::from_rotation_y(0.99 * PI));
    let narrowest = |twist: bool| {
        let found = shown(&character, &pose, Method::Linear, twist);
        let widths = pairs(&character, &found).filter_map(|(at_rest, place)| {
            let width = |of: Vec3| of.x.hypot(of.z);
            (width(at_rest) > 0.14).then(|| width(place) / width(at_rest))
        });
        widths.fold(f32::INFINITY, f32::min)
    };
    assert!(narrowest(false) < 0.1);
    assert!(narrowest(true) > 0.85, "{}", narrowest(true));
}

/// A swing and a twist at once: beyond the bone all goes as without, and normals stay unit vectors.
#[test]
fn a_swing_stays_and_every_way_gives_the_same() {
    let character = in_two_halves(asset("cylinder"));
    let swing = Quat::from_rotation_x(1.2) * Quat::from_rotation_y(2.0);
    let pose = upper_turned(&character, swing);
    let look = Look {
        twist: true,
        ..Look::new(Method::TWO_PHASE)
    };
    let found = shown(&character, &pose, look.method, true);
    let plain = shown(&character, &pose, look.method, false);
    for (found, plain) in found.iter().zip(&plain) {
        let at_rest = &character.meshes[0].primitives[found.primitive].positions;
        for (vertex, at_rest) in at_rest.iter().enumerate() {
            let (one, other) = (found.positions[vertex], plain.positions[vertex]);
            assert!(at_rest.y < MIDDLE || one == other);
            assert!((found.normals[vertex].length() - 1.0).abs() < 1e-4);
        }
    }
    let mut again = Vec::new();
    let mut deformer = Deformer::default();
    for pose in [&base_pose(&character), &pose] {
        deformer
            .deform_into(&character, pose, look, &mut again)
            .unwrap();
    }
    assert_eq!(again, found);
}
