//! How far usual normals are from exact ones.

use glam::Quat;
use rig::{Method, ScaleInheritance};
use scene::deform::{base_pose, posed_character};
use scene::normal_error::{FULL_NORMAL_ERROR, normal_error};
use scene::posed_character::Look;
use scene::weight_gradients::CharacterGradients;

#[test]
fn a_bent_elbow_deceives_and_the_rest_pose_does_not() {
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.glb");
    let character = character::open(std::path::Path::new(arm)).unwrap();
    let gradients = CharacterGradients::new(&character);
    let skeleton = &character.rig.skeleton;
    let flags = vec![ScaleInheritance::default(); skeleton.len()];
    let mut pose = base_pose(&character);
    let look = Look {
        method: Method::TWO_PHASE,
        ..Look::default()
    };
    let measure = |pose: &rig::Pose| {
        let posed = posed_character(&character, pose, &flags, look).unwrap();
        normal_error(&character, &posed, &gradients).unwrap()
    };
    let at_rest = measure(&pose);
    assert!(at_rest.most < 1e-3, "{}", at_rest.most);
    let elbow = skeleton.find("forearm").unwrap();
    pose.rigid[elbow.index()].rotation = Quat::from_rotation_x(1.4);
    let bent = measure(&pose);
    assert!(bent.most > 0.05 && bent.mean < bent.most, "{bent:?}");
    let shares = bent.shares.iter().flatten();
    let most = shares.fold(0.0, |most: f32, share| most.max(*share));
    assert!((most * FULL_NORMAL_ERROR - bent.most.min(FULL_NORMAL_ERROR)).abs() < 1e-5);
}
