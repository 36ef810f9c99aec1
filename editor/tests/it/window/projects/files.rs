//! Opening files in the window, good ones and bad ones.

use std::path::Path;

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{
    Window, WindowState as _, click, drop_file, hidden_by, notices, open, open_sized, press,
    wait_until_loaded,
};

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
