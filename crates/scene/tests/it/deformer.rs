//! Skinned vertices in memory that is kept, and poses that are kept as text.

use std::path::Path;
use std::sync::Arc;

use character::{Character, open};
use glam::{Quat, Vec3};
use rig::{Method, Pose, RigidBlend, ScaleInheritance, SignRule, Stretch};
use scene::deform::{DeformError, deform};
use scene::deformer::Deformer;
use scene::posed_character::Look;

fn arm() -> Character {
    open(Path::new("../../assets/arm.glb")).unwrap()
}

/// The same rig twice, with fewer joints, with none: whatever memory has held before.
#[test]
fn characters_may_take_turns() {
    let arm = arm();
    let mut one_by_one = arm.clone();
    Arc::make_mut(&mut one_by_one.rig)
        .scale_inheritance
        .fill(ScaleInheritance::Joint);
    let mut single = arm.clone();
    for primitive in &mut single.meshes[0].primitives {
        *primitive = character::Primitive {
            positions: primitive.positions[..1].into(),
            normals: primitive.normals[..1].into(),
            ..character::Primitive::default()
        };
    }
    let nothing = Character::default();
    let (mut deformer, mut out) = (Deformer::default(), Vec::new());
    let looks = [
        Method::Linear,
        Method::rigid(RigidBlend::LogMatrix),
        Method::TWO_PHASE_HEAD,
    ];
    for look in looks.map(Look::new) {
        for character in [&arm, &nothing, &one_by_one, &single, &arm] {
            let mut pose = character.file_pose();
            for joint in character.rig.skeleton.joints() {
                pose[joint].rotation *= Quat::from_rotation_z(0.2);
                pose.stretch[joint.index()] = Stretch::from_scale(Vec3::new(1.0, 1.1, 0.9));
            }
            deformer
                .deform_into(character, &pose, look, &mut out)
                .unwrap();
            let alone = deform(character, &pose, &character.rig.scale_inheritance, look);
            assert_eq!(Ok(&out), alone.as_ref(), "{}", look.method);
        }
    }
    let before = out.clone();
    let short = deformer.deform_into(&arm, &Pose::default(), looks.map(Look::new)[0], &mut out);
    assert!(matches!(short, Err(DeformError::Pose(_))), "{short:?}");
    assert_eq!(out, before, "an error writes nothing");
}

#[test]
fn poses_and_looks_come_back_from_text() {
    let mut pose = arm().file_pose();
    pose.rigid[1].rotation = Quat::from_rotation_x(0.3);
    pose.stretch[2].shear.y = 0.25;
    pose.morph_weights.push(0.5);
    let text = serde_json::to_string(&pose).unwrap();
    assert_eq!(serde_json::from_str::<Pose>(&text).unwrap(), pose);
    for method in Method::ALL {
        let text = serde_json::to_string(&(method, SignRule::Followed)).unwrap();
        let back = serde_json::from_str(&text).unwrap();
        assert_eq!((method, SignRule::Followed), back, "{text}");
    }
    assert!(serde_json::from_str::<Pose>("{\"rigid\":[]}").is_err());
}
