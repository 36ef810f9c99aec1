//! Keys while a tool is in progress.

use eframe::egui::{Event, Key};
use session::commands::command::{Input, Sink};
use session::state::gizmo::operation;
use session::state::gizmo::tool::Axis;

/// Passes a key or text event to the tool; returns whether it ended the tool's operation. Digits and signs are read
/// from text events, which are right for every keyboard layout.
pub(super) fn on_event(event: &Event, sink: &mut Sink) -> bool {
    let mut send = |event| sink.send(Input::Tool(event));
    match event {
        Event::Text(text) => {
            for sign in text.chars() {
                send(operation::Event::Sign(sign));
            }
        }
        Event::Key {
            key,
            pressed: true,
            modifiers,
            repeat,
            ..
        } if !modifiers.command && !modifiers.alt => match (key, axis(*key)) {
            (Key::Enter, _) => {
                send(operation::Event::Confirm);
                return true;
            }
            (Key::Escape, _) => {
                send(operation::Event::Cancel);
                return true;
            }
            (Key::Backspace, _) => send(operation::Event::Backspace),
            (Key::Tab, _) => send(operation::Event::NextNumber),
            (_, Some(axis)) if modifiers.shift && !repeat => send(operation::Event::Plane(axis)),
            (_, Some(axis)) if !repeat => send(operation::Event::Axis(axis)),
            _ => {}
        },
        _ => {}
    }
    false
}

const fn axis(key: Key) -> Option<Axis> {
    match key {
        Key::X => Some(Axis::X),
        Key::Y => Some(Axis::Y),
        Key::Z => Some(Axis::Z),
        _ => None,
    }
}
