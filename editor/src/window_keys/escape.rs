//! Escape and Enter with any modifier: a drag with Ctrl or Shift held can be canceled and ended too.

use eframe::egui::{Event, InputState, Key};

/// Consumes a press of Escape; returns whether there was one.
pub fn take_escape(input: &mut InputState) -> bool {
    take_key(input, Key::Escape)
}

/// Consumes presses of a key, whatever is held; returns whether there was one.
pub fn take_key(input: &mut InputState, wanted: Key) -> bool {
    let before = input.events.len();
    input
        .events
        .retain(|event| !matches!(event, Event::Key { key, pressed: true, .. } if *key == wanted));
    input.events.len() < before
}
