//! A mirrored pose of a symmetric character shows the mirrored character, by every method.

use std::collections::HashMap;

use character::Character;
use glam::{Quat, Vec3};
use rig::{
    JointPairs, Method, NamePatterns, Palette, Pose, PosedSkin, Rigid, SignRule, Stretch, Vertices,
    forward, mirror_pose,
};
use skin_cpu::{SkinOutput, skin};
use testkit::folders::workspace;

/// Of positions of a character of about two meters.
const TOLERANCE: f32 = 2e-5;

/// Turns that leave no doubt about the way round, so that all methods are symmetric.
fn some_pose(character: &Character) -> Pose {
    let mut pose = Pose::rest(&character.rig.skeleton);
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(seed >> 16).unwrap()) / 32768.0 - 1.0
    };
    let mut vector = || Vec3::new(next(), next(), next());
    for (rigid, stretch) in pose.rigid.iter_mut().zip(&mut pose.stretch) {
        let rotation = Quat::from_scaled_axis(vector() * 0.25);
        *rigid = Rigid::new(rotation, vector() * 0.02);
        *stretch = Stretch {
            scale: Vec3::ONE + vector() * 0.1,
            shear: vector() * 0.05,
        };
    }
    pose
}

fn skinned(character: &Character, pose: &Pose, method: Method) -> Vec<Vec3> {
    let instance = character
        .instances
        .iter()
        .find(|i| i.skin.is_some())
        .unwrap();
    let bind = &character.rig.binds[instance.skin.unwrap()];
    let primitive = &character.meshes[instance.mesh].primitives[0];
    let posed = forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    let palette = Palette::new(
        method,
        SignRule::First,
        &PosedSkin::new(&posed, bind).unwrap(),
    );
    let mut positions = primitive.positions.to_vec();
    let rest = Vertices {
        positions: &primitive.positions,
        ..Vertices::default()
    };
    let out = SkinOutput {
        positions: &mut positions,
        ..SkinOutput::default()
    };
    skin(rest, primitive.influences.as_ref().unwrap(), &palette, out).unwrap();
    positions
}

#[test]
fn a_mirrored_pose_skins_to_the_mirrored_biped() {
    let character = character::open(&workspace().join("assets/biped.glb")).unwrap();
    let skeleton = &character.rig.skeleton;
    let pairs = JointPairs::new(skeleton, &NamePatterns::default());
    assert_eq!(pairs.alone().count(), 0);
    let by_place = JointPairs::new(skeleton, &"".parse().unwrap());
    for joint in skeleton.joints() {
        let both = [&pairs, &by_place].map(|pairs| pairs.partner(joint));
        assert_eq!(both[0], both[1], "names and places say the same");
    }

    let flip = |v: Vec3| v * Vec3::new(-1.0, 1.0, 1.0);
    // Its mesh is mirrored to the bit; adding zero turns −0 into 0.
    let key = |v: Vec3| (v + Vec3::ZERO).to_array().map(f32::to_bits);
    let instance = character
        .instances
        .iter()
        .find(|i| i.skin.is_some())
        .unwrap();
    let rest = &character.meshes[instance.mesh].primitives[0].positions;
    let mut partners: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    for (vertex, position) in rest.iter().enumerate() {
        partners.entry(key(*position)).or_default().push(vertex);
    }
    let pose = some_pose(&character);
    let there = mirror_pose(skeleton, &pose, &pairs);
    assert_ne!(there, pose);
    for method in Method::ALL {
        let (before, after) = (
            skinned(&character, &pose, method),
            skinned(&character, &there, method),
        );
        let mut worst = 0.0_f32;
        for (vertex, position) in rest.iter().enumerate() {
            let partners = &partners[&key(flip(*position))];
            let off = partners
                .iter()
                .map(|&partner| flip(before[vertex]).distance(after[partner]))
                .fold(f32::INFINITY, f32::min);
            worst = worst.max(off);
        }
        assert!(worst < TOLERANCE, "{method}: {worst}");
    }
}
