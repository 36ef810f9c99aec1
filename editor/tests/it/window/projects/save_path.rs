//! The window's own field for the path to save a project under: it stays until the project is saved.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::files::working_folder::working_folder;

use super::project::{is_dirty, save_under, turn, wait_until_saved};
use crate::window::support::{Window, WindowState as _, notices, open, press, run, type_into};

const FIELD: &str = "Path to save under";

/// What the field says of the save that failed.
pub(in crate::window) fn fault(window: &Window) -> Option<String> {
    let shown = window.session().windows.save_path.as_ref();
    shown.and_then(|path| path.fault.clone())
}

fn typed(window: &Window) -> Option<String> {
    let shown = window.session().windows.save_path.as_ref();
    shown.map(|path| path.typed.clone())
}

fn answer_by_enter(window: &mut Window) {
    press(window, Modifiers::NONE, Key::Enter);
    wait_until_saved(window);
}

#[test]
fn a_folder_that_is_missing_is_told_below_what_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("builtin:arm");
    turn(&mut window, "20");
    let missing = folder.path().join("deeper");
    let file = missing.join("a.dualskin");
    let n_notices = notices(&window).len();
    save_under(&mut window, &file);
    assert_eq!(typed(&window).as_deref(), file.to_str());
    let told = fault(&window).unwrap();
    let named = format!("the folder {} does not exist; create it", missing.display());
    assert!(told.contains(&named), "{told}");
    let field = window.get_by_label(FIELD);
    assert!(field.is_focused(), "typing goes on where it was");
    let (field, below) = (field.rect(), window.get_by_label(&told).rect());
    assert!(below.top() >= field.bottom(), "{below} {field}");
    assert_eq!(notices(&window).len(), n_notices, "it is said once");
    assert!(is_dirty(&window));

    // The same again, once the folder is there.
    std::fs::create_dir(&missing).unwrap();
    answer_by_enter(&mut window);
    assert!(!is_dirty(&window) && file.is_file(), "{:?}", fault(&window));
    assert_eq!(typed(&window), None, "it is closed");

    // Another fault goes with what is typed next, and the field with Escape.
    turn(&mut window, "30");
    let taken = folder.path().join("c.dualskin");
    std::fs::create_dir(&taken).unwrap();
    save_under(&mut window, &taken);
    assert!(fault(&window).unwrap().contains("this is a folder"));
    window.get_by_label(FIELD).type_text("x");
    window.run_steps(3);
    assert_eq!(fault(&window), None);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(typed(&window), None);
    assert!(is_dirty(&window));
}

/// What names no folder says in which one it will lie.
#[test]
fn a_name_without_a_folder_says_where_it_goes() {
    let mut window = open("builtin:arm");
    turn(&mut window, "20");
    run(&mut window, "Save project to path");
    window.run_steps(2);
    assert_eq!(typed(&window).as_deref(), Some("arm.dualskin"));
    let line = |window: &Window| {
        let mut lines = window.query_all_by_label_contains("In the folder ");
        lines.next()?.value()
    };
    let said = line(&window).unwrap();
    let here = working_folder().unwrap().display().to_string();
    assert!(said.ends_with(&here), "{said}");
    type_into(&mut window, FIELD, "/nowhere/arm.dualskin");
    wait_until_saved(&mut window);
    assert_eq!(line(&window), None, "it is named");
    press(&mut window, Modifiers::NONE, Key::Escape);
}
