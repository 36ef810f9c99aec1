//! Keys become actions.

use eframe::egui::{self, Key};

use crate::action_state::action_state;
use crate::actions::info;
use crate::command::{Action, Sink};
use crate::keymap::KeyPress;
use crate::view::View;

/// Sends the actions whose keys were pressed. Keys without Ctrl are off while a widget or a menu has the keyboard.
///
/// `menu_open` is whether a menu was open before this frame was drawn: Escape closes it, and must not do more.
pub(super) fn shortcuts(ctx: &egui::Context, menu_open: bool, view: &View<'_>, sink: &mut Sink) {
    if view.session.takes_keys() {
        return;
    }
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let busy = focused || menu_open || egui::Popup::is_any_open(ctx);
    let typing = ctx.text_edit_focused();
    // What a widget took for itself is no longer among them.
    let presses = ctx.input(|input| {
        let events = input.events.iter();
        events.filter_map(KeyPress::of).collect::<Vec<KeyPress>>()
    });
    for press in presses {
        let Some((action, shortcut)) = view.keymap_action(&press) else {
            continue;
        };
        let belongs_to_text = typing && is_for_text(shortcut.logical_key);
        let to_widget = busy && !shortcut.modifiers.command;
        let too_often = press.repeat && !may_repeat(action);
        let is_possible = info(action).is_some_and(|row| action_state(row, view).enabled);
        if is_possible && !belongs_to_text && !to_widget && !too_often {
            sink.run(action);
        }
    }
}

/// Keys that mean something in a text field when Ctrl is held: its own undo, its clipboard and its ways.
const fn is_for_text(key: Key) -> bool {
    matches!(
        key,
        Key::A
            | Key::C
            | Key::V
            | Key::X
            | Key::Y
            | Key::Z
            | Key::Backspace
            | Key::Delete
            | Key::Home
            | Key::End
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::ArrowDown
    )
}

/// Whether a key that is held does it again and again: steps do, switches would flicker.
const fn may_repeat(action: Action) -> bool {
    matches!(
        action,
        Action::Undo
            | Action::Redo
            | Action::SelectParent
            | Action::PreviousKey
            | Action::NextKey
            | Action::PreviousClip
            | Action::NextClip
            | Action::LargerInterface
            | Action::SmallerInterface
    )
}
