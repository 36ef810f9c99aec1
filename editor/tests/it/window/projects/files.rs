//! Opening files in the window, good ones and bad ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{
    Window, WindowState as _, click, drop_file, hidden_by, notices, open, open_sized, press,
    wait_until_loaded,
};

#[expect(
    clippy::disallowed_methods,
    reason = "a scratch file that nobody misses"
)]
fn scratch(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::File::create(&path)
        .unwrap()
        .write_all(bytes)
        .unwrap();
    (folder, path)
}

#[test]
fn a_file_that_is_no_character_is_refused_in_one_sentence_and_nothing_changes() {
    let mut window = open("builtin:arm");
    let before = Arc::clone(&window.document().character);
    let (folder, text) = scratch("notes.glb", b"this is only text\n");
    let (_other, empty) = scratch("empty.glb", b"");
    let missing = folder.path().join("missing.glb");
    for (path, name) in [
        (text.as_path(), "notes.glb"),
        (&empty, "empty.glb"),
        (&missing, "missing.glb"),
        (folder.path(), ""),
    ] {
        let count = notices(&window).len();
        drop_file(&mut window, path);
        wait_until_loaded(&mut window);
        assert_eq!(
            notices(&window).len(),
            count + 1,
            "one notice for {}",
            path.display()
        );
        let notice = notices(&window).pop().unwrap();
        assert!(notice.contains(name) && !notice.contains('\n'), "{notice}");
        assert!(
            window.query_all_by_label_contains(name).next().is_some(),
            "the toast shows it"
        );
        assert!(
            Arc::ptr_eq(&before, &window.document().character),
            "the window stays as it was"
        );
    }
    // The list keeps them.
    click(&mut window, "Messages");
    assert!(window.query_by_label("Clear messages").is_some());
}

#[test]
fn built_in_characters_open_from_the_menu() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    click(&mut window, "File");
    click(&mut window, "Built-in characters");
    window.run_steps(3);
    click(&mut window, "Built-in cylinder");
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "cylinder");
    assert_eq!(window.session().character.selection.active(), None);
    assert!(window.history().is_empty());
    assert_eq!(window.session().character.file, "builtin:cylinder");
}

#[test]
fn a_path_may_be_typed() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Path").type_text("builtin:cylinder");
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "cylinder");
}

#[test]
fn a_file_that_cannot_be_opened_at_the_start_leaves_an_empty_window() {
    let mut window = open("builtin:nobody");
    assert!(
        notices(&window).pop().unwrap().contains("builtin:arm"),
        "the notice names what there is"
    );
    let says = |text: &str| window.query_all_by_label_contains(text).next().is_some();
    assert!(says("Nothing is open"));
    for silent in [
        "This file has no",
        "Vertices",
        "RMS",
        "your pose",
        "No clips",
    ] {
        assert!(!says(silent), "{silent}");
    }
    // Every command works on nothing.
    for row in session::features::actions::actions() {
        use editor::window_keys::window_key;
        use session::commands::actions::{Action, FileAction};
        if matches!(
            row.action,
            Action::File(
                FileAction::OpenDialog
                    | FileAction::Quit
                    | FileAction::Reload
                    | FileAction::OpenBuiltin(_)
            )
        ) {
            continue;
        }
        let session = window.session();
        let keys = session.keymap.keys_of(row.action, session.mode).next();
        if let Some(shortcut) = keys {
            let held = Modifiers {
                alt: shortcut.modifiers.alt,
                shift: shortcut.modifiers.shift,
                command: shortcut.modifiers.command,
                ..Modifiers::NONE
            };
            press(&mut window, held, window_key(shortcut.key).unwrap());
        }
    }
}

#[test]
fn toasts_go_however_long_the_window_idles_and_new_ones_are_new() {
    let mut window = open("builtin:arm");
    drop_file(&mut window, Path::new("builtin:nobody"));
    wait_until_loaded(&mut window);
    let toasts = |window: &Window| window.session().notices.toasts().count();
    assert_eq!(toasts(&window), 1);
    let now = window.ctx.input(|input| input.time);
    window.input_mut().time = Some(now + 60.0);
    // What comes at the end of the wait has not waited.
    drop_file(&mut window, Path::new("builtin:nobody either"));
    wait_until_loaded(&mut window);
    window.step();
    wait_until_loaded(&mut window);
    assert_eq!(toasts(&window), 1, "{:?}", notices(&window));
    assert_eq!(notices(&window).len(), 2);
    let newest = window.session().notices.all().last().unwrap();
    assert!(newest.age < 10.0, "{}", newest.age);
}

#[test]
fn a_toast_stands_in_the_pictures_and_is_new_until_the_list_was_read() {
    for width in [1400.0, 720.0] {
        let mut window = open_sized("builtin:arm", Vec2::new(width, 700.0));
        drop_file(&mut window, Path::new("builtin:nobody"));
        wait_until_loaded(&mut window);
        window.run_steps(2);
        let text = window.get_by_label_contains("nobody").rect();
        let close = window.get_by_label("Close message").rect();
        let [left, right] = ["Pane A", "Pane B"].map(|pane| window.get_by_label(pane).rect());
        assert!(
            left.union(right).contains_rect(text.union(close)),
            "{width}: {text} and {close} are not in {left} and {right}"
        );
        let unseen = |window: &Window| window.session().notices.unseen();
        press(&mut window, Modifiers::NONE, Key::Questionmark);
        assert_eq!(unseen(&window), 1, "another window was opened");
        click(&mut window, "Messages");
        assert_eq!(unseen(&window), 0);
    }
}

/// Messages are low rows at the lower edge, one above the other, below the feet of the figures.
#[test]
fn messages_hide_no_figure() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    drop_file(&mut window, Path::new("builtin:nobody"));
    wait_until_loaded(&mut window);
    window.run_steps(2);
    let row = |window: &Window, words: &str| window.get_by_label_contains(words).rect();
    let edge = window.get_by_label("Pane B").rect().bottom();
    let error = row(&window, "nobody");
    assert!(edge - error.bottom() < 24.0, "{error} {edge}");
    for pane in ["Pane A", "Pane B"] {
        let [hidden, all] = hidden_by(&window, pane, error.expand(6.0));
        assert!(hidden * 40 <= all, "{pane}: {hidden} of {all}, {error}");
    }
    // The note comes last: it is shown for a few seconds, and reading a file takes as many frames as it takes.
    window.event(Event::Copy);
    window.run_steps(3);
    let [error, note] = ["nobody", "Copied the"].map(|words| row(&window, words));
    assert!(error.bottom() <= note.top(), "{error} {note}");
    assert!(edge - note.bottom() < 24.0, "{note} {edge}");
    let ends = window.get_all_by_label("Close message");
    let ends: Vec<f32> = ends.map(|end| end.rect().right()).collect();
    assert!(
        ends.len() == 2 && (ends[0] - ends[1]).abs() < 1.0,
        "both end at the right: {ends:?}"
    );
}

#[test]
fn a_window_of_four_pixels_draws() {
    for size in [
        Vec2::new(4.0, 4.0),
        Vec2::new(1.0, 900.0),
        Vec2::new(900.0, 3.0),
        Vec2::new(640.0, 360.0),
    ] {
        let mut window = open_sized("builtin:arm", size);
        window.run_steps(3);
        window.set_size(Vec2::new(1000.0, 700.0));
        window.run_steps(3);
        assert!(window.session().camera.distance.is_finite());
    }
}
