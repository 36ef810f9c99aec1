//! Projects in the window, by pointer and keys: saving, opening, what is asked, and what survives a crash.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

use std::path::{Path, PathBuf};

use editor::app::Start;
use eframe::egui::{Key, Modifiers, Vec2, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use scene::facts::Facts;
use session::state::projects::{ProjectDialog, read};

use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, open_path, open_started,
    open_started_sized, press, turned, type_into, wait_until, wait_until_loaded,
};

/// A window as the program begins, with its settings in this folder.
pub(in crate::window) fn begin(settings: &Path, file: &str) -> Window {
    let start = Start {
        file: Some(file.to_owned()),
        settings: Some(settings.to_owned()),
        welcome: true,
        ..Start::default()
    };
    open_started(start)
}

pub(in crate::window) fn is_dirty(window: &Window) -> bool {
    let app = window.state();
    app.view().session.has_changes(app.view().document)
}

pub(in crate::window) fn asked(window: &Window) -> Option<&ProjectDialog> {
    window.session().project.asked.as_ref()
}

pub(in crate::window) fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

pub(in crate::window) fn write(path: &Path, text: &str) {
    whole_file::write_whole(path, text.as_bytes()).unwrap();
}

pub(in crate::window) fn turn(window: &mut Window, degrees: &str) {
    let active = window.session().character.selection.active();
    if active != Some(joint(window, "forearm")) {
        click(window, "forearm");
    }
    type_into(window, "Rotation Z", degrees);
}

/// Runs a command by its name in the palette.
pub(in crate::window) fn run(window: &mut Window, name: &str) {
    press(window, Modifiers::COMMAND, Key::P);
    window.get_by_label("Command").type_text(name);
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
}

pub(in crate::window) fn save_under(window: &mut Window, path: &Path) {
    run(window, "Save project to path");
    let typed = path.to_str().unwrap();
    press(window, Modifiers::COMMAND, Key::A);
    window.get_by_label("Path to save under").type_text(typed);
    window.run_steps(3);
    press(window, Modifiers::NONE, Key::Enter);
    wait_until_saved(window);
}

pub(in crate::window) fn wait_until_saved(window: &mut Window) {
    wait_until(window, "it is saved, or asks", |window| {
        let project = &window.session().project;
        !project.saving && window.session().requests.is_empty()
    });
    window.run_steps(3);
}

pub(in crate::window) fn save(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::S);
    wait_until_saved(window);
}

/// The window is asked to close; whether it agrees.
fn close(window: &mut Window) -> bool {
    let viewports = &mut window.input_mut().viewports;
    let root = viewports.entry(ViewportId::ROOT).or_default();
    root.events.push(ViewportEvent::Close);
    window.step();
    let output = window.output().viewport_output.values();
    let refused = output
        .flat_map(|viewport| &viewport.commands)
        .any(|command| *command == ViewportCommand::CancelClose);
    let viewports = &mut window.input_mut().viewports;
    viewports
        .entry(ViewportId::ROOT)
        .or_default()
        .events
        .clear();
    window.run_steps(2);
    !refused
}

pub(in crate::window) fn let_pass(window: &mut Window, seconds: f64) {
    let now = window.ctx.input(|input| input.time);
    window.input_mut().time = Some(now + seconds);
    window.step();
    window.step();
}

pub(in crate::window) fn kept(settings: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(settings.join("recovery")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect()
}

#[test]
fn what_is_saved_comes_back_in_another_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("builtin:arm");
    assert!(!is_dirty(&window));
    turn(&mut window, "45");
    click(&mut window, "Edit");
    let named = window.query_all_by_label("Undo Rotate forearm");
    assert_eq!(named.count(), 2, "in the menu and on the button");
    press(&mut window, Modifiers::NONE, Key::Escape);
    type_into(&mut window, "Shear XY", "0.25");
    press(&mut window, Modifiers::SHIFT, Key::Num3);
    press(&mut window, Modifiers::SHIFT, Key::G);
    assert!(is_dirty(&window));
    assert!(window.query_by_label_contains("not saved").is_some());

    let path = folder.path().join("bent");
    save_under(&mut window, &path);
    let path = folder.path().join("bent.dualskin");
    assert!(
        !is_dirty(&window) && path.is_file(),
        "{:?}",
        notices(&window)
    );
    assert!(window.query_by_label_contains(" s ago").is_some());
    assert!(text_of(&path).contains("(rotation:"), "{}", text_of(&path));
    let session = window.session();
    assert_eq!(session.settings.recent.get(0), path.to_str());

    let other = open(path.to_str().unwrap());
    assert!(other.document().is_same_work(window.document()));
    let (one, two) = (window.session(), other.session());
    assert_eq!(two.comparing, one.comparing);
    assert_eq!(two.camera, one.camera);
    assert_eq!(two.switches.grid, one.switches.grid);
    assert_eq!(two.character.selection, one.character.selection);
    assert!(!is_dirty(&other));
}

#[test]
fn closing_asks_and_answers_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut window = open("builtin:arm");
    assert!(close(&mut window), "nothing was changed");
    turn(&mut window, "30");
    save_under(&mut window, &path);
    assert!(close(&mut window), "all is saved");
    turn(&mut window, "40");
    assert!(!close(&mut window));
    assert!(window.query_by_label_contains("Save changes to").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(asked(&window).is_none() && is_dirty(&window));
    // The first button has the keyboard.
    press(&mut window, Modifiers::COMMAND, Key::Q);
    assert!(asked(&window).is_some());
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_until_saved(&mut window);
    assert!(window.session().project.given_up && !is_dirty(&window));
    assert!(text_of(&path).contains("40.0"));
}

#[test]
fn opening_another_character_asks_too() {
    let mut window = open("builtin:arm");
    turn(&mut window, "30");
    open_path(&mut window, "builtin:cylinder");
    assert!(asked(&window).is_some());
    click(&mut window, "Cancel");
    assert_eq!(window.document().character.name, "arm");
    open_path(&mut window, "builtin:cylinder");
    click(&mut window, "Don't save");
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "cylinder");
    assert!(!is_dirty(&window));
}

#[test]
fn what_others_have_changed_is_not_written_over_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut window = open("builtin:arm");
    turn(&mut window, "30");
    save_under(&mut window, &path);
    let others = text_of(&path).replace("30.0", "31.0");
    write(&path, &others);
    turn(&mut window, "60");
    save(&mut window);
    assert!(
        window
            .query_by_label_contains("changed by another program")
            .is_some()
    );
    assert_eq!(text_of(&path), others);
    click(&mut window, "Cancel");
    assert!(is_dirty(&window) && text_of(&path) == others);
    save(&mut window);
    click(&mut window, "Overwrite");
    wait_until_saved(&mut window);
    assert!(!is_dirty(&window) && text_of(&path).contains("60.0"));
    assert_eq!(text_of(&whole_file::backup_of(&path)), others);

    // Or theirs is taken.
    let others = text_of(&path).replace("60.0", "61.0");
    write(&path, &others);
    turn(&mut window, "10");
    save(&mut window);
    click(&mut window, "Reload");
    wait_until_loaded(&mut window);
    assert!((turned(&window, "forearm") - 61.0).abs() < 0.01 && !is_dirty(&window));

    // A name that is taken is asked about.
    let taken = folder.path().join("b.dualskin");
    write(&taken, "precious");
    save_under(&mut window, &taken);
    assert!(window.query_by_label_contains("exists already").is_some());
    // The field is still there for another one.
    click(&mut window, "Save as…");
    assert!(asked(&window).is_none());
    let free = folder.path().join("c.dualskin");
    type_into(&mut window, "Path to save under", free.to_str().unwrap());
    wait_until_saved(&mut window);
    assert!(free.is_file());
    assert_eq!(text_of(&taken), "precious");
}

#[test]
fn joints_that_a_project_adds_are_counted_and_listed_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::NONE, Key::Enter);
    save_under(&mut window, &path);
    drop(window);
    let window = open(path.to_str().unwrap());
    let app = window.state();
    let facts = &app.view().session.character.facts;
    assert_eq!(*facts, Facts::of(&app.view().document.character));
    let [hand, added] = ["hand", "hand_1"].map(|name| facts.joint(joint(&window, name)));
    assert_eq!(added.depth, hand.depth + 1);
    let counted = format!("{} joints", facts.joint_count);
    assert!(window.query_by_label_contains(&counted).is_some());
}

#[test]
fn two_windows_on_one_project_know_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut one = open("builtin:arm");
    turn(&mut one, "30");
    save_under(&mut one, &path);
    let mut two = open(path.to_str().unwrap());
    assert!(
        notices(&two)
            .iter()
            .any(|text| text.contains("another window")),
        "{:?}",
        notices(&two)
    );
    turn(&mut two, "45");
    save(&mut two);
    assert!(
        two.query_by_label_contains("open in another window")
            .is_some()
    );
    assert!(text_of(&path).contains("30.0"));
    click(&mut two, "Save anyway");
    wait_until_saved(&mut two);
    assert!(text_of(&path).contains("45.0") && !is_dirty(&two));
    // The first window's work does not take its place silently.
    turn(&mut one, "60");
    save(&mut one);
    assert!(
        one.query_by_label_contains("changed by another program")
            .is_some()
    );
    assert!(text_of(&path).contains("45.0"));
    press(&mut one, Modifiers::NONE, Key::Escape);
    // Once the other has gone, nothing is asked.
    drop(one);
    turn(&mut two, "50");
    save(&mut two);
    assert!(!is_dirty(&two), "{:?}", asked(&two));
}

#[test]
fn a_character_that_has_moved_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    write(
        &path,
        "(version: 1, source: (file: \"gone.glb\"), pose: { \"forearm\": (rotation: (0, 0, 50)) })",
    );
    let mut window = open("builtin:cylinder");
    open_path(&mut window, path.to_str().unwrap());
    wait_until(&mut window, "it is asked", |window| asked(window).is_some());
    window.run_steps(2);
    assert!(
        window
            .query_by_label_contains("gone.glb was not found")
            .is_some()
    );
    press(&mut window, Modifiers::COMMAND, Key::A);
    window
        .get_by_label("Place of the character")
        .type_text("builtin:arm");
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_until_loaded(&mut window);
    assert!((turned(&window, "forearm") - 50.0).abs() < 0.01);
    assert!(is_dirty(&window), "the project is to name the new place");
    save(&mut window);
    assert_eq!(
        read(text_of(&path).as_bytes()).unwrap().source.file,
        "builtin:arm"
    );
}

// ---- what survives a crash ---------------------------------------------------------------------------------------------

#[test]
fn left_work_waits_or_is_discarded() {
    let settings = tempfile::tempdir().unwrap();
    let mut window = begin(settings.path(), "builtin:arm");
    turn(&mut window, "45");
    let_pass(&mut window, 0.1);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |_| {
        kept(settings.path()).len() == 1
    });
    // Back to what is saved: nothing is kept.
    press(&mut window, Modifiers::COMMAND, Key::Z);
    wait_until(&mut window, "it is gone", |_| {
        kept(settings.path()).is_empty()
    });
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    let_pass(&mut window, 0.1);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |_| {
        kept(settings.path()).len() == 1
    });
    drop(window);

    let offered = |window: &Window| window.query_by_label("Recover unsaved work?").is_some();
    let mut window = begin(settings.path(), "builtin:arm");
    wait_until(&mut window, "it is offered", offered);
    click(&mut window, "Later");
    assert!(!offered(&window) && kept(settings.path()).len() == 1);
    drop(window);
    // So does Escape.
    let mut window = begin(settings.path(), "builtin:arm");
    wait_until(&mut window, "it is offered again", offered);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!offered(&window) && kept(settings.path()).len() == 1);
    // While a skeleton is fitted its dialog stands there.
    drop(window);
    let mut window = begin(settings.path(), "builtin:arm");
    wait_until(&mut window, "it is offered again", offered);
    run(&mut window, "New skeleton: biped");
    assert!(!offered(&window) && window.query_by_label("Reset markers").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(offered(&window));
    drop(window);
    let mut window = begin(settings.path(), "builtin:arm");
    wait_until(&mut window, "it is offered again", offered);
    click(&mut window, "Discard");
    wait_until(&mut window, "it is gone", |_| {
        kept(settings.path()).is_empty()
    });
    window.run_steps(2);
    assert!(!offered(&window));
}

#[test]
fn the_welcome_waits_while_unsaved_work_is_offered() {
    let settings = tempfile::tempdir().unwrap();
    let mut window = begin(settings.path(), "builtin:arm");
    turn(&mut window, "45");
    let_pass(&mut window, 0.1);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |_| {
        kept(settings.path()).len() == 1
    });
    drop(window);
    let greeted = |window: &Window| window.query_by_label("Welcome to Dualskin").is_some();
    let offered = |window: &Window| window.query_by_label("Recover unsaved work?").is_some();
    let again = || {
        let start = Start {
            settings: Some(settings.path().to_owned()),
            welcome: true,
            ..Start::default()
        };
        let size = Vec2::new(1400.0, 900.0);
        let mut window = open_started_sized(start, size);
        wait_until(&mut window, "it is offered", offered);
        assert!(!greeted(&window));
        window
    };
    let mut window = again();
    click(&mut window, "Later");
    assert!(greeted(&window) && !offered(&window));
    drop(window);
    // Asked for by name, the card comes.
    let mut window = again();
    click(&mut window, "Help");
    click(&mut window, "Welcome");
    assert!(greeted(&window) && !offered(&window));
    drop(window);
    let mut window = again();
    click(&mut window, "Recover");
    wait_until_loaded(&mut window);
    window.run_steps(3);
    assert!((turned(&window, "forearm") - 45.0).abs() < 0.01);
    assert!(!greeted(&window) && !offered(&window));
}
