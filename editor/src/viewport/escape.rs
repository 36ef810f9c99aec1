//! Escape, whatever is held with it: who draws with Ctrl or Shift down wants to give up as well.

use eframe::egui::{Event, InputState, Key};

/// Takes a press of Escape out of what else is heard; whether there was one.
pub(super) fn take_escape(input: &mut InputState) -> bool {
    let before = input.events.len();
    input.events.retain(|event| {
        !matches!(
            event,
            Event::Key {
                key: Key::Escape,
                pressed: true,
                ..
            }
        )
    });
    input.events.len() < before
}
