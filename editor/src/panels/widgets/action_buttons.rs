//! Actions of the table as buttons and menu lines of a panel.

use eframe::egui::{Button, Ui};
use session::commands::actions::Action;
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;

use super::{tooltip, with_tooltip};

/// A button for an action, with another text than in menus.
pub fn action_as(ui: &mut Ui, text: &str, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let response = ui.add_enabled(state.enabled, Button::new(text));
    if with_tooltip(response, &tooltip(row, view))
        .accessible_name(state.text)
        .clicked()
    {
        sink.run(action);
    }
}

/// The line of an action in a menu of a panel, with its key; a click closes the menu.
pub fn action_row(ui: &mut Ui, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let mut button = Button::new(state.text);
    if let Some(keys) = view.key_text(action) {
        button = button.shortcut_text(keys);
    }
    let response = ui.add_enabled(state.enabled, button);
    if with_tooltip(response, &tooltip(row, view)).clicked() {
        sink.run(action);
        ui.close();
    }
}
