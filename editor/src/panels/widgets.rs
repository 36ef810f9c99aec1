//! Widgets that several panels share.

use eframe::egui::{self, Button, Response, RichText, Ui};

use crate::action_state::{ActionState, action_state};
use crate::actions::{ActionInfo, info};
use crate::command::{Action, Sink, shortcut_text};
use crate::view::View;

/// The tooltip of an action: its sentence and its key.
#[must_use]
pub fn tooltip(info: &ActionInfo) -> String {
    match &info.shortcut {
        Some(shortcut) => format!("{} ({})", info.tooltip, shortcut_text(shortcut)),
        None => info.tooltip.to_owned(),
    }
}

/// A small button for an action: a sign on it, the action's name for those who cannot see it.
pub fn icon_button(ui: &mut Ui, icon: &str, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let ActionState {
        text,
        enabled,
        checked,
    } = action_state(row, view);
    let button = Button::new(RichText::new(icon).size(15.0))
        .selected(checked == Some(true))
        .min_size(egui::vec2(30.0, 24.0));
    let response = ui.add_enabled(enabled, button);
    let response = with_tooltip(response, &tooltip(row)).accessible_name(text);
    if response.clicked() {
        sink.run(action);
    }
}

/// A tooltip, whether the widget is enabled or not.
pub fn with_tooltip(response: Response, text: &str) -> Response {
    response.on_hover_text(text).on_disabled_hover_text(text)
}

/// The title of a part of a panel.
pub fn section(ui: &mut Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong().size(13.0));
}
