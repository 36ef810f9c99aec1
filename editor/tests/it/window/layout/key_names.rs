//! Keys of the window by the names that key maps have for them.

use editor::window_keys::{key_press, window_key};
use eframe::egui;
use session::commands::keymap::{Key, Modifiers};

/// The window says that a key was pressed.
fn pressed(key: egui::Key, modifiers: egui::Modifiers) -> egui::Event {
    egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }
}

#[test]
fn every_key_of_the_window_has_a_name_in_key_maps_and_comes_back() {
    let mut named = 0;
    for &theirs in egui::Key::ALL {
        let press = key_press(&pressed(theirs, egui::Modifiers::NONE)).unwrap();
        assert_eq!(press.logical.name(), theirs.name());
        assert_eq!(window_key(press.logical), Some(theirs));
        named += 1;
    }
    assert_eq!(Key::all().count(), named);
}

#[test]
fn ctrl_is_the_command_and_the_clipboard_has_keys() {
    let undo = pressed(egui::Key::Z, egui::Modifiers::CTRL);
    assert_eq!(key_press(&undo).unwrap().modifiers, Modifiers::COMMAND);
    let copy = key_press(&egui::Event::Copy).unwrap();
    assert_eq!(copy.logical, Key::from_name("C").unwrap());
    assert_eq!(copy.modifiers, Modifiers::COMMAND);
}
