//! What the user prefers, recent files and the welcome card, by pointer, keys and names.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

use std::path::Path;

use editor::app::Start;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::commands::command::Panel;
use session::settings::{FILE, Settings, Units, from_text, to_text};

use crate::window::support::{
    Window, WindowState as _, click, joint, open, open_path, open_started, press, synthetic,
    type_into, wait_until, wait_until_loaded,
};

/// A window as the program begins, with its settings in this folder.
fn begin(folder: &Path, file: Option<&str>) -> Window {
    let start = Start {
        file: file.map(str::to_owned),
        settings: Some(folder.to_owned()),
        welcome: true,
        ..Start::default()
    };
    open_started(start)
}

fn put(folder: &Path, settings: &Settings) {
    let text = to_text(settings).unwrap();
    whole_file::write_whole(&folder.join(FILE), text.as_bytes()).unwrap();
}

fn settings(window: &Window) -> &Settings {
    &window.session().settings
}

/// Waits until the file says what the window shows.
fn wait_until_kept(window: &mut Window, folder: &Path) {
    let path = folder.join(FILE);
    wait_until(window, "the settings are kept", |window| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        from_text(&text).is_ok_and(|read| read.settings == *settings(window)) && !text.is_empty()
    });
}

fn is_welcome(window: &Window) -> bool {
    window.query_by_label("Welcome to Dualskin").is_some()
}

#[test]
fn preferences_are_set_by_name_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), Some("builtin:arm"));
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Theme: Light");
    assert!(window.session().switches.light);
    click(&mut window, "Unit of lengths");
    click(&mut window, "Inches");
    assert_eq!(settings(&window).units, Units::Inches);
    click(&mut window, "Show the welcome card");
    assert!(!settings(&window).welcome);
    let path = folder.path().display().to_string();
    assert!(window.query_by_label(&path).is_some());
    click(&mut window, "Copy configuration folder");
    wait_until_kept(&mut window, folder.path());
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    assert!(
        window.query_by_label("Theme: Light").is_none(),
        "closed by the same keys"
    );

    // The next window is as this one was, from its first frame on.
    let kept = settings(&window).clone();
    let window = begin(folder.path(), None);
    assert_eq!(*settings(&window), kept);
    assert!(window.session().switches.light && !is_welcome(&window));
}

#[test]
fn lengths_are_typed_and_shown_in_the_unit_that_was_chosen() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Unit of lengths");
    click(&mut window, "Centimeters");
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "forearm");
    let moved = |window: &Window| {
        let joint = joint(window, "forearm");
        window.document().pose.rigid[joint.index()].translation.x
    };
    type_into(&mut window, "Translation X", "-12.5");
    assert!((moved(&window) + 0.125).abs() < 1e-6, "{}", moved(&window));
    type_into(&mut window, "Translation X", "20 mm");
    assert!((moved(&window) - 0.02).abs() < 1e-6, "{}", moved(&window));
    type_into(&mut window, "Translation X", "1in");
    assert!((moved(&window) - 0.0254).abs() < 1e-6, "{}", moved(&window));
}

#[test]
fn the_size_of_the_interface_follows_keys_at_once() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Plus);
    assert_eq!(settings(&window).ui_scale, 1.1);
    window.run_steps(2);
    assert_eq!(window.ctx.zoom_factor(), 1.1);
    for _ in 0..9 {
        press(&mut window, Modifiers::COMMAND, Key::Minus);
    }
    assert_eq!(window.ctx.zoom_factor(), 0.75);
    press(&mut window, Modifiers::COMMAND, Key::Num0);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
}

#[test]
fn windows_of_tests_keep_nothing() {
    let mut window = open("builtin:arm");
    assert_eq!(window.session().settings_folder, None);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    assert!(window.query_by_label_contains("nowhere").is_some());
    assert!(!is_welcome(&window));
}

// ---- recent files -----------------------------------------------------------------------------------------------------

#[test]
fn what_was_open_can_be_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), Some("builtin:arm"));
    assert!(
        settings(&window).recent.is_empty(),
        "what is built in is no file"
    );
    for name in ["02_eight_influences.glb", "01_step_cubic.glb"] {
        open_path(&mut window, &synthetic(name));
        wait_until_loaded(&mut window);
    }
    wait_until_kept(&mut window, folder.path());
    click(&mut window, "File");
    window.get_by_label_contains("Open recent").hover();
    window.run_steps(8);
    window.get_by_label_contains("Open recent").click();
    window.run_steps(8);
    click(&mut window, "01_step_cubic.glb");
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "01_step_cubic");
    let newest = settings(&window).recent.get(0).unwrap();
    assert!(newest.ends_with("01_step_cubic.glb") && Path::new(newest).is_absolute());
}

#[test]
fn what_is_gone_is_said_to_be_and_the_list_can_be_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = Settings::default();
    kept.recent.add("/nowhere/gone.glb");
    kept.recent.add(&synthetic("01_step_cubic.glb"));
    put(folder.path(), &kept);
    let mut window = begin(folder.path(), None);
    assert!(is_welcome(&window));
    wait_until(&mut window, "one is missing", |window| {
        window.session().missing.len() == 1
    });
    window.run_steps(2);
    assert!(window.query_by_label("not found").is_some());
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.get_by_label("Command").type_text("clear recent");
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(settings(&window).recent.is_empty());
    wait_until_kept(&mut window, folder.path());
}

// ---- the welcome card -------------------------------------------------------------------------------------------------

#[test]
fn the_card_greets_when_no_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), None);
    assert!(is_welcome(&window));
    assert!(
        !window.document().character.name.is_empty(),
        "a character is behind it"
    );
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!is_welcome(&window));
    assert!(!is_welcome(&begin(folder.path(), Some("builtin:arm"))));
}

#[test]
fn a_click_beside_the_card_closes_it_and_one_on_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), None);
    click(&mut window, "How to begin");
    assert!(is_welcome(&window));
    click(&mut window, "Timeline tab");
    assert!(!is_welcome(&window));
    click(&mut window, "Help");
    click(&mut window, "Welcome");
    assert!(is_welcome(&window), "help opens it again");
    click(&mut window, "Close welcome");
    assert!(!is_welcome(&window));
}

#[test]
fn the_card_begins_with_a_character_and_need_not_come_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), None);
    click(&mut window, "Show at start");
    click(&mut window, "Begin with cylinder");
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "cylinder");
    assert!(!window.session().is_open(Panel::Welcome));
    wait_until_kept(&mut window, folder.path());
    assert!(!is_welcome(&begin(folder.path(), None)));
}
