//! Escape with any modifier: a drag with Ctrl or Shift held can be cancelled too.

use eframe::egui::{Event, InputState, Key};

/// Consumes a press of Escape; returns whether there was one.
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
