//! Weights from joint to joint, and locks.

use session::commands::actions::{EditAction, SkeletonAction, WeightAction, WeightJobAction};
use session::commands::command::Intent;
use session::state::skeleton::joint_work::JointIntent;

use crate::engine::driven::Driven;

fn run(editor: &mut Driven, operation: WeightJobAction) {
    editor.run(operation);
    editor.wait_for_weights();
}

#[test]
fn weights_of_selected_joints_move_to_the_active_one() {
    let mut editor = Driven::painting("builtin:biped", "forearm.L");
    let before = editor.weights();
    // One joint has nothing to be moved from.
    editor.try_run(WeightJobAction::MoveWeights);
    editor.wait_for_weights();
    assert!(editor.weights() == before);
    let (forearm, hand) = (editor.total_of("forearm.L"), editor.total_of("hand.L"));
    assert!(hand > 1.0);
    editor.run(EditAction::SelectChildren);
    run(&mut editor, WeightJobAction::MoveWeights);
    assert_eq!(editor.total_of("hand.L"), 0.0);
    let merged = editor.total_of("forearm.L");
    assert!(
        merged > forearm + hand - 1e-2,
        "{merged} of {forearm} and {hand}"
    );
    assert_eq!(editor.step(), "Move weights to forearm.L");
    editor.undo();
    assert!(editor.weights() == before, "to the bit");
}

fn locked(editor: &Driven) -> Vec<String> {
    let locked = &editor.session().character.weights.locked;
    locked.iter().cloned().collect()
}

#[test]
fn a_lock_stays_with_a_joint_that_is_renamed() {
    let mut editor = Driven::painting("builtin:arm", "forearm");
    editor.run(WeightAction::LockJoints);
    editor.run(SkeletonAction::RenameJoint);
    let forearm = editor.joint("forearm");
    let renamed = JointIntent::Rename(forearm, "lower arm".to_owned());
    editor.send(Intent::Joints(renamed));
    assert_eq!(locked(&editor), ["lower arm"]);
    editor.undo();
    assert_eq!(locked(&editor), ["forearm"]);
}
