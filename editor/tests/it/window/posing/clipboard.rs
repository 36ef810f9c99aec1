//! Poses that are copied, pasted and mirrored in the window.

use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use glam::{Quat, Vec3};

use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, press, turned, type_into, wait_until,
};

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// As the window gets it from the system: copying and pasting are events of their own.
fn copy(window: &mut Window) {
    window.event(Event::Copy);
    window.run_steps(3);
}

fn paste(window: &mut Window) {
    window.event(Event::Paste("anything".to_owned()));
    window.run_steps(3);
}

fn rotation(window: &Window, name: &str) -> Quat {
    window.document().pose.rigid[joint(window, name).index()].rotation
}

fn deselect(window: &mut Window) {
    press(window, Modifiers::ALT, Key::A);
}

#[test]
fn a_copied_pose_is_pasted_on_what_is_selected_or_on_all() {
    let mut window = open("builtin:biped");
    click(&mut window, "forearm.L");
    type_into(&mut window, "Rotation X", "40");
    click(&mut window, "head");
    type_into(&mut window, "Rotation Y", "20");
    copy(&mut window);
    let said = notices(&window).pop().unwrap();
    assert_eq!(said, "Copied the pose of 1 joint of biped.");
    deselect(&mut window);
    copy(&mut window);
    let said = notices(&window).pop().unwrap();
    assert_eq!(
        said, "Copied the whole pose of biped.",
        "no node is counted"
    );
    press(&mut window, CTRL | Modifiers::SHIFT, Key::Backspace);
    assert!(turned(&window, "forearm.L") < 0.01);

    click(&mut window, "head");
    paste(&mut window);
    assert!((turned(&window, "head") - 20.0).abs() < 0.01);
    assert!(turned(&window, "forearm.L") < 0.01, "only what is selected");
    assert_eq!(window.history().undo_name(), Some("Paste pose"));
    deselect(&mut window);
    paste(&mut window);
    assert!((turned(&window, "forearm.L") - 40.0).abs() < 0.01);
    press(&mut window, CTRL, Key::Z);
    assert!(turned(&window, "forearm.L") < 0.01);
}

#[test]
fn one_side_is_pasted_mirrored_on_the_other() {
    let mut window = open("builtin:biped");
    click(&mut window, "upper_arm.L");
    type_into(&mut window, "Rotation Z", "35");
    type_into(&mut window, "Translation X", "12 mm");
    type_into(&mut window, "Shear XY", "0.2");
    copy(&mut window);
    press(&mut window, CTRL | Modifiers::SHIFT, Key::V);
    assert!((turned(&window, "upper_arm.R") - 35.0).abs() < 0.01);
    assert!(
        (turned(&window, "upper_arm.L") - 35.0).abs() < 0.01,
        "stays"
    );
    // The model shows a mirror image: what moved out by the left side moved out by the right.
    let moved = |name: &str| {
        let frames = window.shown().frames(0);
        Vec3::from(frames[joint(&window, name).index()].translation)
    };
    let (left, right) = (moved("forearm.L"), moved("forearm.R"));
    assert!(
        left.abs_diff_eq(right * Vec3::new(-1.0, 1.0, 1.0), 1e-5),
        "{left} {right}"
    );

    press(&mut window, Modifiers::ALT, Key::R);
    deselect(&mut window);
    assert!(turned(&window, "upper_arm.L") < 0.01);
    press(&mut window, CTRL, Key::M);
    assert!(
        (turned(&window, "upper_arm.L") - 35.0).abs() < 0.01,
        "they change places"
    );
    assert!(turned(&window, "upper_arm.R") < 0.01);
    assert_eq!(window.history().undo_name(), Some("Mirror pose"));
    press(&mut window, CTRL, Key::M);
    assert!((turned(&window, "upper_arm.R") - 35.0).abs() < 0.01);
    assert!(
        notices(&window)
            .iter()
            .all(|text| !text.contains("No partner"))
    );
}

#[test]
fn the_factor_is_set_in_a_window_and_stays() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "40");
    copy(&mut window);
    press(&mut window, Modifiers::ALT, Key::R);
    press(&mut window, Modifiers::ALT, Key::V);
    type_into(&mut window, "Amount of the pasted pose", "25*2");
    assert!((window.session().pose_clipboard.amount - 0.5).abs() < 1e-6);
    click(&mut window, "Paste");
    assert!((turned(&window, "forearm") - 20.0).abs() < 0.01);
    assert_eq!(window.history().undo_name(), Some("Paste pose (50 %)"));
    press(&mut window, Modifiers::ALT, Key::R);
    type_into(&mut window, "Amount of the pasted pose", "−100%");
    click(&mut window, "Paste");
    let back = rotation(&window, "forearm");
    assert!(
        back.abs_diff_eq(Quat::from_rotation_z((-40.0_f32).to_radians()), 1e-4),
        "{back}"
    );
    type_into(&mut window, "Amount of the pasted pose", "900");
    assert!((window.session().pose_clipboard.amount - 2.0).abs() < 1e-6);
    press(&mut window, Modifiers::ALT, Key::V);
    assert!(window.query_by_label("Amount of the pasted pose").is_none());
}

/// A pose goes to another character by the names of the joints.
#[test]
fn a_pose_is_pasted_on_another_character_by_name() {
    let mut window = open("builtin:biped");
    click(&mut window, "hand.L");
    type_into(&mut window, "Rotation X", "25");
    deselect(&mut window);
    copy(&mut window);
    crate::window::support::open_path_dropping_changes(&mut window, "builtin:hand");
    wait_until(&mut window, "the hand is open", |window| {
        window.session().character.file == "builtin:hand"
    });
    window.run_steps(4);
    let before = window.history().len();
    paste(&mut window);
    assert!(window.history().len() <= before + 1, "nothing breaks");
}

/// What another window, or a person, wrote.
#[test]
fn a_pose_comes_as_text_and_a_faulty_one_is_reported() {
    let mut window = open("builtin:arm");
    let paste_text = |window: &mut Window, text: &str| {
        window.event(Event::Paste(text.to_owned()));
        window.run_steps(3);
    };
    paste_text(&mut window, "shopping list");
    let bent = "(version: 1, name: \"bent\", joints: {\"forearm\": (rotation: (0, 0, 30))})";
    paste_text(&mut window, bent);
    assert!((turned(&window, "forearm") - 30.0).abs() < 0.01);
    paste_text(&mut window, &bent.replace(", 30", ""));
    let messages = notices(&window);
    assert!(
        messages
            .iter()
            .any(|text| text.starts_with("No pose was copied")),
        "{messages:?}"
    );
    assert!(
        messages
            .iter()
            .any(|text| text.starts_with("The clipboard, line 1, column")),
        "{messages:?}"
    );
}

#[test]
fn joints_without_a_partner_are_named() {
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    let alone = window
        .session()
        .character
        .facts
        .is_drawn(joint(&window, "hand"));
    assert!(alone);
    press(&mut window, CTRL | Modifiers::SHIFT, Key::M);
    let messages = notices(&window);
    assert!(
        messages
            .iter()
            .any(|text| text.contains("was found for hand"))
            || window.session().character.selection.active() == Some(joint(&window, "hand")),
        "{messages:?}"
    );
}

#[test]
fn marks_are_changed_in_the_preferences_and_bad_ones_are_refused() {
    let mut window = open("builtin:biped");
    press(&mut window, CTRL, Key::Comma);
    let set = |window: &mut Window, text: &str| {
        click(window, "Marks of left and right");
        window.key_press_modifiers(CTRL, Key::A);
        window.event(Event::Text(text.to_owned()));
        window.run_steps(4);
    };
    set(&mut window, "sx/dx, .L/.R");
    let patterns = |window: &Window| window.session().settings.mirror.patterns().clone();
    assert_eq!(patterns(&window).to_string(), "sx/dx, .L/.R");
    set(&mut window, "sx/sx");
    assert_eq!(patterns(&window).to_string(), "sx/dx, .L/.R", "stays");
    assert!(
        window
            .query_by_label_contains("Not taken: `sx` stands for left and for right")
            .is_some()
    );
    click(&mut window, "Restore defaults");
    assert_eq!(patterns(&window), rig::NamePatterns::default());
    press(&mut window, NONE, Key::Escape);
    assert!(joint(&window, "head").index() > 0);
}
