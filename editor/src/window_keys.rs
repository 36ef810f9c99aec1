//! Converts keys, modifiers and mouse buttons of egui to those of key maps, and back.

pub mod escape;

use eframe::egui;
use session::commands::keymap::{Drag, Key, KeyPress, Modifiers, MouseButton};

/// The key as key maps name it; `None` if they cannot.
fn key(key: egui::Key) -> Option<Key> {
    Key::from_name(key.name())
}

/// The egui key of a key map's key.
#[must_use]
pub fn window_key(key: Key) -> Option<egui::Key> {
    egui::Key::from_name(key.name())
}

/// Ctrl (Cmd on a Mac) as `command`, Shift and Alt; nothing else.
#[must_use]
pub fn modifiers(held: egui::Modifiers) -> Modifiers {
    Modifiers {
        alt: held.alt,
        shift: held.shift,
        command: held.command || (held.ctrl && !cfg!(target_os = "macos")),
    }
}

/// A drag with this button while these are held; none for buttons that key maps cannot name.
#[must_use]
pub fn drag(button: egui::PointerButton, held: egui::Modifiers) -> Option<Drag> {
    let button = match button {
        egui::PointerButton::Primary => MouseButton::Left,
        egui::PointerButton::Middle => MouseButton::Middle,
        egui::PointerButton::Secondary => MouseButton::Right,
        egui::PointerButton::Extra1 | egui::PointerButton::Extra2 => return None,
    };
    let modifiers = modifiers(held);
    Some(Drag { button, modifiers })
}

/// The key press in an event, if any. Ctrl+C, X and V arrive as events of their own.
#[must_use]
pub fn key_press(event: &egui::Event) -> Option<KeyPress> {
    let edit = |name: egui::Key| {
        Some(KeyPress {
            logical: key(name)?,
            physical: None,
            modifiers: Modifiers::COMMAND,
            repeat: false,
        })
    };
    match event {
        egui::Event::Key {
            key: logical,
            physical_key,
            pressed: true,
            repeat,
            modifiers: held,
        } => Some(KeyPress {
            logical: key(*logical)?,
            physical: physical_key.and_then(key),
            modifiers: modifiers(*held),
            repeat: *repeat,
        }),
        egui::Event::Copy => edit(egui::Key::C),
        egui::Event::Cut => edit(egui::Key::X),
        egui::Event::Paste(_) => edit(egui::Key::V),
        _ => None,
    }
}
