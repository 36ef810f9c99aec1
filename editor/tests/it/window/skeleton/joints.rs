//! Many joints at once in the window: their axes, their names, selection sets, and a skeleton from another file.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use glam::Mat3;

use crate::window::support::{
    Window, WindowState as _, click, fill, joint, notices, open, painted, press, run, type_into,
    wait_until,
};

/// Opens a character in skeleton mode.
fn skeleton_of(file: &str) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    window
}

#[test]
fn joints_are_oriented_by_a_key_and_a_dialog() {
    let mut window = skeleton_of("builtin:arm");
    press(&mut window, Modifiers::SHIFT, Key::O);
    assert!(window.query_by_label("Orient joints").is_some());
    click(&mut window, "Axis along the bone");
    click(&mut window, "+Z");
    click(&mut window, "Orient");
    assert_eq!(window.session().joints.dialog, None);
    let skeleton = &window.document().character.rig.skeleton;
    let [forearm, hand] = ["forearm", "hand"].map(|name| joint(&window, name));
    let [forearm, hand] = [forearm, hand].map(|joint| skeleton.rest_model_from_joint(joint));
    let along = Mat3::from_quat(forearm.rotation).z_axis;
    let bone = (hand.translation - forearm.translation).normalize();
    assert!(along.abs_diff_eq(bone, 1e-5), "{along} {bone}");
    let messages = notices(&window).join("\n");
    assert!(
        messages.contains("Clips and your pose look as before"),
        "{messages}"
    );
}

#[test]
fn helper_joints_are_chosen_in_a_dialog() {
    let mut window = skeleton_of("builtin:biped");
    click(&mut window, "forearm.L");
    run(&mut window, "Insert twist joints");
    assert!(window.query_by_label("Insert helper joints").is_some());
    click(&mut window, "Kind of helper joints");
    click(&mut window, "Pushers at elbows and knees");
    click(&mut window, "Insert");
    assert_eq!(window.history().undo_name(), Some("Insert pushers"));
    let skeleton = &window.document().character.rig.skeleton;
    assert!(skeleton.find("forearm.pusher.L").is_some());
    assert!(skeleton.find("forearm.pusher.R").is_none());
}

#[test]
fn names_are_replaced_and_partners_renamed_together() {
    let mut window = skeleton_of("builtin:biped");
    press(&mut window, Modifiers::COMMAND, Key::H);
    fill(&mut window, "Find in names", "thigh");
    fill(&mut window, "Replace in names by", "leg");
    assert!(window.query_by_label("2 joints will be renamed:").is_some());
    click(&mut window, "Rename");
    assert_eq!(window.history().undo_name(), Some("Rename 2 joints"));

    press(&mut window, Modifiers::SHIFT, Key::F2);
    click(&mut window, "clavicle.L");
    let before = painted(&window, "+").len();
    press(&mut window, Modifiers::NONE, Key::F2);
    window.run_steps(2);
    let after = painted(&window, "+").len();
    assert_eq!(after, before + 1, "the field says whose name goes along");
    fill(&mut window, "Joint name", "collar.L");
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.run_steps(2);
    let skeleton = &window.document().character.rig.skeleton;
    assert!(skeleton.find("collar.L").is_some() && skeleton.find("collar.R").is_some());
}

#[test]
fn selection_sets_are_saved_and_recalled_in_the_list_of_joints() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "forearm");
    press(&mut window, Modifiers::COMMAND, Key::G);
    fill(&mut window, "Name of the set", "bend");
    click(&mut window, "Save");
    click(&mut window, "hand");
    click(&mut window, "Selection sets");
    click(&mut window, "Select set bend");
    let forearm = joint(&window, "forearm");
    assert_eq!(window.session().character.selection.joints(), [forearm]);
}

#[test]
fn a_skeleton_is_taken_from_another_file() {
    let mut window = skeleton_of("builtin:cylinder");
    let before = window.document().character.rig.skeleton.len();
    let modifiers = Modifiers::COMMAND | Modifiers::ALT | Modifiers::SHIFT;
    press(&mut window, modifiers, Key::O);
    type_into(&mut window, "File with a skeleton", "builtin:biped_mesh");
    wait_until(&mut window, "the file was read", |window| {
        window.query_by_label_contains("has no joints").is_some()
    });
    type_into(&mut window, "File with a skeleton", "builtin:arm");
    wait_until(&mut window, "the file was read", |window| {
        window.query_by_label_contains("arm has").is_some()
    });
    click(&mut window, "Add skeleton");
    assert!(window.document().character.rig.skeleton.len() > before);
    let forearm = joint(&window, "forearm");
    assert!(window.session().character.selection.contains(forearm));
}
