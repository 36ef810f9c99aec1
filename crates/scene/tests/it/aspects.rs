//! What methods leave out, as they say it, beside what they do; tangents of a posed character.

use character::Character;
use dq_math::SignRule;
use glam::{Quat, Vec3, Vec4};
use rig::{Aspect, MapKind, Method, Pose, VertexMap};
use scene::deform::{
    DeformedPrimitive, SkinnedNormals, deform_posed_by, deform_with_tangents, posed_character,
};
use scene::posed_character::Look;
use scene::weight_gradients::CharacterGradients;

use super::exact_normals::cylinder;

/// More than rounding, in radii of the cylinder.
const SEEN: f32 = 1e-3;

/// With one number of a map at all vertices.
fn mapped(character: &Character, kind: MapKind, number: f32) -> Character {
    let mut character = character.clone();
    for primitive in character
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.primitives)
    {
        primitive.maps[kind] = Some(VertexMap::new(vec![number; primitive.positions.len()]));
    }
    character
}

fn pose_of(character: &Character, change: impl Fn(&mut Pose)) -> Pose {
    let mut pose = Pose::rest(&character.rig.skeleton);
    change(&mut pose);
    pose
}

fn deformed(
    character: &Character,
    (pose, look): (&Pose, Look),
    normals: SkinnedNormals<'_>,
) -> Vec<DeformedPrimitive> {
    let inheritance = &character.rig.scale_inheritance;
    let posed = posed_character(character, pose, inheritance, look).unwrap();
    let mut out = Vec::new();
    deform_posed_by(character, &posed, normals, &mut out).unwrap();
    out
}

/// The largest distance between positions and between normals.
fn distance(ones: &[DeformedPrimitive], others: &[DeformedPrimitive]) -> f32 {
    let of = |one: &DeformedPrimitive, other: &DeformedPrimitive| {
        let positions = one.positions.iter().zip(&other.positions);
        let normals = one.normals.iter().zip(&other.normals);
        let distances = positions.chain(normals).map(|(a, b)| a.distance(*b));
        distances.fold(0.0, f32::max)
    };
    let pairs = ones.iter().zip(others);
    pairs.map(|(one, other)| of(one, other)).fold(0.0, f32::max)
}

/// Whether the skin is another one with an aspect than without.
fn is_seen(method: Method, aspect: Aspect, gradients: &CharacterGradients) -> bool {
    let plain = cylinder();
    let bent = |pose: &mut Pose| pose.rigid[1].rotation = Quat::from_rotation_x(1.6);
    let usual = SkinnedNormals::Usual;
    let look = Look::new(method);
    let of = |character: &Character, change: &dyn Fn(&mut Pose)| {
        let pose = pose_of(character, change);
        deformed(character, (&pose, look), usual)
    };
    let (without, with) = match aspect {
        Aspect::Scale => {
            let scaled = |pose: &mut Pose| {
                bent(pose);
                pose.stretch[1].scale = Vec3::new(1.5, 0.8, 1.2);
            };
            (of(&plain, &bent), of(&plain, &scaled))
        }
        Aspect::Shear => {
            let sheared = |pose: &mut Pose| {
                bent(pose);
                pose.stretch[1].shear = Vec3::new(0.4, 0.0, 0.2);
            };
            (of(&plain, &bent), of(&plain, &sheared))
        }
        Aspect::BlendMap => (
            of(&plain, &bent),
            of(&mapped(&plain, MapKind::Blend, 0.0), &bent),
        ),
        Aspect::BulgeMap => (
            of(&plain, &bent),
            of(&mapped(&plain, MapKind::Bulge, 1.0), &bent),
        ),
        Aspect::Signs => {
            // Further than half a turn: the way round that it was turned, or the shorter one.
            let turned = pose_of(&plain, |pose| {
                pose.rigid[1].rotation = Quat::from_rotation_y(4.2);
            });
            let of = |signs| {
                deformed(
                    &plain,
                    (
                        &turned,
                        Look {
                            signs,
                            ..Look::new(method)
                        },
                    ),
                    usual,
                )
            };
            (of(SignRule::First), of(SignRule::Followed))
        }
        Aspect::ExactNormals => {
            let pose = pose_of(&plain, bent);
            let of = |normals| deformed(&plain, (&pose, look), normals);
            (of(usual), of(SkinnedNormals::Exact(gradients)))
        }
    };
    distance(&without, &with) > SEEN
}

/// Every method leaves out what it says, and nothing else.
#[test]
fn methods_ignore_what_they_say_and_nothing_else() {
    let gradients = CharacterGradients::new(&cylinder());
    for method in Method::ALL {
        for aspect in Aspect::ALL {
            assert_eq!(
                is_seen(method, aspect, &gradients),
                !method.ignores(aspect),
                "{method}: {aspect:?}"
            );
        }
    }
}

/// Tangents are unit vectors in the skinned surface, follow it where it is mirrored, and are left out where a mesh has none.
#[test]
fn tangents_are_skinned_for_meshes_that_have_them() {
    let mut character = cylinder();
    let along = |normal: &Vec3| Vec3::Y.cross(*normal).normalize().extend(1.0);
    let first = &mut character.meshes[0].primitives[0];
    first.tangents = first
        .normals
        .iter()
        .map(along)
        .collect::<Vec<Vec4>>()
        .into();
    let gradients = CharacterGradients::new(&character);
    let exact = SkinnedNormals::Exact(&gradients);
    for (method, rule) in Method::ALL
        .into_iter()
        .flat_map(|method| [(method, SkinnedNormals::Usual), (method, exact)])
    {
        for across in [1.0, -1.0] {
            let mirrored = across < 0.0;
            let pose = pose_of(&character, |pose| {
                pose.rigid[1].rotation = Quat::from_rotation_x(1.0);
                pose.stretch[0].scale.x = across;
            });
            let inheritance = &character.rig.scale_inheritance;
            let look = Look::new(method);
            let posed = posed_character(&character, &pose, inheritance, look).unwrap();
            let mut out = Vec::new();
            deform_with_tangents(&character, &posed, rule, &mut out).unwrap();
            let [with, without] = &out[..] else {
                panic!("two primitives");
            };
            assert_eq!(
                (with.tangents.len(), without.tangents.len()),
                (with.positions.len(), 0)
            );
            for (tangent, normal) in with.tangents.iter().zip(&with.normals) {
                let direction = tangent.truncate();
                assert!(
                    (direction.length() - 1.0).abs() < 1e-4,
                    "{method}: {tangent}"
                );
                assert!(direction.dot(*normal).abs() < 1e-3, "{method}");
            }
            // At the lower end, which one joint moves, they go along with it.
            let (before, after) = (first_tangent(&character), with.tangents[0]);
            let expected = match mirrored && method != Method::DualQuaternion {
                true => Vec4::new(-before.x, before.y, before.z, -before.w),
                false => before,
            };
            assert!(
                after.abs_diff_eq(expected, 1e-4),
                "{method}: {after} {expected}"
            );
            // Asked for without them again, none stay in memory that is used again.
            deform_posed_by(&character, &posed, rule, &mut out).unwrap();
            assert!(out.iter().all(|of| of.tangents.is_empty()));
        }
    }
}

fn first_tangent(character: &Character) -> Vec4 {
    character.meshes[0].primitives[0].tangents[0]
}
