//! Keys become actions.

use eframe::egui::{self, Key, Modifiers};

use crate::action_state::action_state;
use crate::actions::{ActionInfo, actions};
use crate::command::{Action, Sink};
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
    let mut rows: Vec<&ActionInfo> = actions().iter().collect();
    // A key with more modifiers also looks like one with fewer.
    rows.sort_by_key(|row| {
        std::cmp::Reverse(row.shortcut.map_or(0, |shortcut| count(shortcut.modifiers)))
    });
    for row in rows {
        let Some(shortcut) = &row.shortcut else {
            continue;
        };
        let with_ctrl = shortcut.modifiers.command || shortcut.modifiers.ctrl;
        // Text fields have their own undo and their own ways with arrows.
        let belongs_to_text = matches!(row.action, Action::Undo | Action::Redo | Action::ResetPose)
            || matches!(shortcut.logical_key, Key::ArrowLeft | Key::ArrowRight);
        if (busy && !with_ctrl) || (typing && belongs_to_text) {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(shortcut))
            && action_state(row, view).enabled
        {
            sink.run(row.action);
        }
    }
}

fn count(modifiers: Modifiers) -> u8 {
    [
        modifiers.alt,
        modifiers.ctrl,
        modifiers.shift,
        modifiers.command,
    ]
    .map(u8::from)
    .iter()
    .sum()
}
