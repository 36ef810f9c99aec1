//! The player against what three.js made of the same files.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "files of tests, which fail by panicking"
)]

use glam::DMat4;
use serde_json::Value;
use testkit::animation_player::{PlayedPose, Player};
use testkit::folders::own_synthetic;
use testkit::say;

#[test]
fn synthetic_files_are_played_as_by_three_js() {
    let (mut n_poses, mut most) = (0, 0.0_f64);
    for name in [
        "01_step_cubic",
        "07_animated_ancestors",
        "09_morph_skin",
        "19_partial_clips",
    ] {
        let bytes = std::fs::read(own_synthetic().join(format!("valid/{name}.glb"))).unwrap();
        let player = Player::of_glb(&bytes);
        let fixture =
            std::fs::read(own_synthetic().join(format!("reference/{name}.json"))).unwrap();
        let fixture: Value = serde_json::from_slice(&fixture).unwrap();
        for pose in fixture["poses"].as_array().unwrap() {
            let Some(clip) = pose["clip_index"].as_u64() else {
                continue;
            };
            let played = player.at(
                usize::try_from(clip).unwrap(),
                pose["time"].as_f64().unwrap(),
            );
            for (skin, matrices) in pose["joint_world"].as_object().unwrap() {
                let skin = &player.json()["skins"][skin.parse::<usize>().unwrap()];
                most = most.max(apart(&played, skin, matrices));
            }
            n_poses += 1;
        }
    }
    say(&format!(
        "animation_player: {n_poses} poses, at most {most:.1e} apart"
    ));
    assert!(n_poses > 10 && most < 2e-5, "{n_poses} poses, {most}");
}

/// A key that is stretched is found, whichever it is.
#[test]
fn keys_off_unit_length_are_found() {
    let mut bytes = std::fs::read(own_synthetic().join("valid/07_animated_ancestors.glb")).unwrap();
    let player = Player::of_glb(&bytes);
    assert!(player.rotations_off_unit() < 1e-6);
    let json = player.json();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap();
    let animation = &json["animations"][0];
    let mut channels = animation["channels"].as_array().unwrap().iter();
    let turned = channels.find(|channel| channel["target"]["path"] == "rotation");
    let sampler = &animation["samplers"][number(&turned.unwrap()["sampler"])];
    let output = &json["accessors"][number(&sampler["output"])];
    let view = &json["bufferViews"][number(&output["bufferView"])];
    let chunk =
        20 + usize::try_from(u32::from_le_bytes(bytes[12..16].try_into().unwrap())).unwrap() + 8;
    let key = chunk + number(&view["byteOffset"]) + number(&output["byteOffset"]);
    for number in bytes[key..key + 16].chunks_exact_mut(4) {
        let stretched = f32::from_le_bytes((&*number).try_into().unwrap()) * 1.001;
        number.copy_from_slice(&stretched.to_le_bytes());
    }
    let off = Player::of_glb(&bytes).rotations_off_unit();
    assert!((off - 1e-3).abs() < 1e-5, "{off}");
}

/// The largest difference of any number of a skin's joints.
fn apart(played: &PlayedPose, skin: &Value, matrices: &Value) -> f64 {
    let joints = skin["joints"].as_array().unwrap();
    let matrices = matrices.as_array().unwrap().iter();
    let pairs = joints.iter().zip(matrices);
    let differences = pairs.flat_map(|(joint, matrix)| {
        let numbers = matrix.as_array().unwrap().iter();
        let numbers: Vec<f64> = numbers.map(|x| x.as_f64().unwrap()).collect();
        let found = played.world[usize::try_from(joint.as_u64().unwrap()).unwrap()];
        (found - DMat4::from_cols_slice(&numbers)).to_cols_array()
    });
    differences.map(f64::abs).fold(0.0, f64::max)
}
