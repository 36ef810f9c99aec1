//! Poses: reset, copied, pasted, tried, and what is selected of the joints.

use glam::Vec3;
use session::commands::actions::{Action, EditAction, PoseAction};
use session::commands::command::Intent;
use session::document::channel::Channel;
use session::state::posing::command::PoseIntent;

use super::driven::Driven;

fn is_turned(editor: &Driven, name: &str, degrees: f32) -> bool {
    (editor.angle_of(name) - degrees).abs() < 0.01
}

#[test]
fn channels_of_all_selected_joints_are_reset_in_one_step() {
    let mut editor = Driven::open("builtin:arm");
    for name in ["upper_arm", "forearm"] {
        editor.rotate(name, 2, 30.0);
    }
    editor.toggle("upper_arm");
    editor.toggle("hand");
    assert_eq!(editor.selected(), ["forearm", "upper_arm", "hand"]);
    // Of the hand, which is the active one, there is nothing to reset.
    editor.send(Intent::Pose(PoseIntent::ResetChannel(Channel::Rotation)));
    assert!(is_turned(&editor, "forearm", 0.0) && is_turned(&editor, "upper_arm", 0.0));
    assert_eq!(editor.step(), "Reset rotation of 3 joints");
    editor.undo();
    assert!(is_turned(&editor, "forearm", 30.0));
}

// ---- copied and pasted ------------------------------------------------------------------------------------------------

#[test]
fn a_copied_pose_is_pasted_on_what_is_selected_or_on_all() {
    let mut editor = Driven::open("builtin:biped");
    editor.rotate("forearm.L", 0, 40.0);
    editor.rotate("head", 1, 20.0);
    editor.run(PoseAction::CopyPose);
    assert_eq!(editor.said(), "Copied the pose of 1 joint of biped.");
    editor.run(EditAction::SelectNone);
    editor.run(PoseAction::CopyPose);
    assert_eq!(
        editor.said(),
        "Copied the whole pose of biped.",
        "no node is counted"
    );
    editor.run(PoseAction::ResetPose);
    assert!(is_turned(&editor, "forearm.L", 0.0));

    editor.select("head");
    editor.run(PoseAction::PastePose);
    assert!(is_turned(&editor, "head", 20.0));
    assert!(
        is_turned(&editor, "forearm.L", 0.0),
        "only what is selected"
    );
    assert_eq!(editor.step(), "Paste pose");
    editor.run(EditAction::SelectNone);
    editor.run(PoseAction::PastePose);
    assert!(is_turned(&editor, "forearm.L", 40.0));
    editor.undo();
    assert!(is_turned(&editor, "forearm.L", 0.0));
}

#[test]
fn one_side_is_pasted_mirrored_on_the_other() {
    let mut editor = Driven::open("builtin:biped");
    editor.rotate("upper_arm.L", 2, 35.0);
    editor.set(Channel::Translation, 0, 0.012);
    editor.set(Channel::Shear, 0, 0.2);
    editor.run(PoseAction::CopyPose);
    editor.run(PoseAction::PastePoseMirrored);
    assert!(is_turned(&editor, "upper_arm.R", 35.0));
    assert!(is_turned(&editor, "upper_arm.L", 35.0), "stays");
    // The model shows a mirror image: what moved out by the left side moved out by the right.
    let moved = |name: &str| {
        let frames = editor.shown().frames(0);
        Vec3::from(frames[editor.joint(name).index()].translation)
    };
    let (left, right) = (moved("forearm.L"), moved("forearm.R"));
    assert!(
        left.abs_diff_eq(right * Vec3::new(-1.0, 1.0, 1.0), 1e-5),
        "{left} {right}"
    );

    editor.run(PoseAction::ResetRotation);
    editor.run(EditAction::SelectNone);
    assert!(is_turned(&editor, "upper_arm.L", 0.0));
    editor.run(PoseAction::MirrorPose);
    assert!(
        is_turned(&editor, "upper_arm.L", 35.0),
        "they change places"
    );
    assert!(is_turned(&editor, "upper_arm.R", 0.0));
    assert_eq!(editor.step(), "Mirror pose");
    editor.run(PoseAction::MirrorPose);
    assert!(is_turned(&editor, "upper_arm.R", 35.0));
    assert_eq!(editor.count_told("No partner"), 0);
}

/// A pose goes to another character by the names of the joints.
#[test]
fn a_pose_is_pasted_on_another_character_by_name() {
    let mut editor = Driven::open("builtin:biped");
    editor.rotate("hand.L", 0, 25.0);
    editor.run(EditAction::SelectNone);
    editor.run(PoseAction::CopyPose);
    editor.open_path_dropping_changes("builtin:hand");
    assert_eq!(editor.session().character.file, "builtin:hand");
    let before = editor.history().len();
    editor.run(PoseAction::PastePose);
    assert!(editor.history().len() <= before + 1, "nothing breaks");
}

// ---- test poses -------------------------------------------------------------------------------------------------------

#[test]
fn a_test_pose_is_taken_and_taken_off() {
    let mut editor = Driven::open("builtin:arm");
    let before = editor.history().len();
    editor.take_test_pose("Elbow");
    assert!((editor.turned() - 115.0).abs() < 0.1);
    assert_eq!(editor.history().len(), before + 1);
    assert_eq!(editor.step(), "Test pose Elbow");

    editor.take_test_pose("Fist");
    assert!(is_turned(&editor, "forearm", 0.0), "they do not pile up");
    assert!(editor.angle_of("index_1") > 30.0);

    editor.take_test_pose("Fist");
    assert!(
        is_turned(&editor, "index_1", 0.0),
        "the second time takes it off"
    );
    editor.undo();
    assert!(editor.angle_of("index_1") > 30.0);
    editor.undo();
    assert!((editor.turned() - 115.0).abs() < 0.1);
}

#[test]
fn actions_go_through_all_test_poses() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.run(PoseAction::NextTestPose);
    assert_eq!(editor.step(), "Test pose Bend");
    editor.run(PoseAction::PreviousTestPose);
    let poses = &editor.session().character.test_poses.poses;
    let last = format!("Test pose {}", poses.last().unwrap().name);
    assert_eq!(editor.step(), last);
}

// ---- what is selected -------------------------------------------------------------------------------------------------

#[test]
fn all_children_partners_and_the_rest_are_selected() {
    let mut editor = Driven::open("builtin:biped");
    editor.select("upper_arm.L");
    editor.run(EditAction::SelectChildren);
    let arm = editor.selected();
    assert!(
        arm.len() >= 3 && arm.iter().all(|name| name.ends_with(".L")),
        "{arm:?}"
    );
    assert_eq!(
        arm.last().map(String::as_str),
        Some("upper_arm.L"),
        "still the active one"
    );
    editor.run(EditAction::SelectMirrored);
    let other = editor.selected();
    let mirrored: Vec<String> = arm.iter().map(|name| name.replace(".L", ".R")).collect();
    assert_eq!(other, mirrored);
    editor.run(EditAction::InvertSelection);
    let rest = editor.selected();
    assert!(rest.contains(&"head".to_owned()) && !rest.contains(&"hand.R".to_owned()));
    editor.run(EditAction::SelectAll);
    assert_eq!(editor.selected().len(), rest.len() + other.len());
    editor.run(EditAction::SelectNone);
    assert!(editor.selected().is_empty());
}

#[test]
fn former_selections_come_back_and_forth() {
    let mut editor = Driven::open("builtin:arm");
    let back = Action::Edit(EditAction::SelectionBack);
    let forth = Action::Edit(EditAction::SelectionForth);
    for name in ["upper_arm", "forearm", "hand"] {
        editor.select(name);
    }
    editor.run(back);
    assert_eq!(editor.selected(), ["forearm"]);
    editor.run(back);
    assert_eq!(editor.selected(), ["upper_arm"]);
    editor.run(forth);
    assert_eq!(editor.selected(), ["forearm"]);
    for _ in 0..3 {
        editor.try_run(back);
    }
    assert!(editor.selected().is_empty());
    editor.select("hand");
    editor.try_run(forth);
    assert_eq!(editor.selected(), ["hand"], "what came after is forgotten");
    assert!(editor.history().is_empty(), "nothing to undo");
}
