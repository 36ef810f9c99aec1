//! Poses that are copied and pasted in the window, and marks of left and right.

use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use glam::Quat;

use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, press, turned, type_into,
};

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// As the window gets it from the system: copying and pasting are events of their own.
fn copy(window: &mut Window) {
    window.event(Event::Copy);
    window.run_steps(3);
}

fn rotation(window: &Window, name: &str) -> Quat {
    window.document().pose.rigid[joint(window, name).index()].rotation
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
