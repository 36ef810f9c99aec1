//! Colors of joints: different where joints meet, and their own for good.

use glam::Vec3;
use rig::Skeleton;
use scene::view::joint_colors::{joint_color, key_color};
use scene::view::ramps::linear_from_encoded;

/// What is seen of the color of a key, in amounts of light.
fn linear_color(key: u32) -> Vec3 {
    linear_from_encoded(Vec3::from_array(key_color(key).map(f32::from)) / 255.0)
}

#[test]
fn a_joint_differs_from_its_parent_and_the_sibling_before() {
    for name in ["arm", "cylinder"] {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let character = character::open(&assets.join(format!("{name}.glb"))).unwrap();
        let skeleton = &character.rig.skeleton;
        for joint in skeleton.joints() {
            let Some(parent) = skeleton.parent(joint) else {
                continue;
            };
            let siblings = skeleton.children(parent);
            let before = siblings.take_while(|&sibling| sibling != joint).last();
            for relation in before.into_iter().chain([parent]) {
                let [own, other] = [joint, relation].map(|joint| linear_color(skeleton.key(joint)));
                assert!(own.distance(other) > 0.1, "{name}: {own} and {other}");
            }
        }
    }
}

#[test]
fn joints_that_are_added_and_removed_change_no_other_color() {
    let chain = |keys: &[u32]| {
        let mut builder = rig::SkeletonBuilder::new();
        let mut parent = None;
        for &key in keys {
            let name = format!("joint {key}");
            builder = builder.joint(key, parent, name.as_str(), rig::LocalTransform::default());
            parent = Some(key);
        }
        builder.build().unwrap()
    };
    let colors = |skeleton: &Skeleton| -> std::collections::BTreeMap<u32, [u8; 3]> {
        let joints = skeleton.joints();
        joints
            .map(|joint| (skeleton.key(joint), joint_color(skeleton, joint)))
            .collect()
    };
    let before = colors(&chain(&[0, 1, 2, 3, 4, 5]));
    for (key, color) in colors(&chain(&[0, 9, 1, 3, 5, 4])) {
        assert!(
            before.get(&key).is_none_or(|&before| before == color),
            "joint {key}"
        );
    }
}

/// Wherever two joints are numbered next to each other, or a hand's fingers apart.
#[test]
fn near_numbers_have_far_colors() {
    for (index, step) in (0..300_u32).flat_map(|index| (1..=8).map(move |step| (index, step))) {
        let [one, other] = [index, index + step].map(linear_color);
        assert!(one.distance(other) > 0.08, "{index} and {step} on");
    }
}
