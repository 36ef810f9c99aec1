//! The button of a test pose, in the strip and in the list of all.

use eframe::egui::{Button, Response, Ui};
use session::state::presets::PresetFile;

use crate::panels::widgets::with_tooltip;

/// A button with the name of a test pose, which says what it does.
pub(in crate::panels) fn pose_button(ui: &mut Ui, pose: &PresetFile, is_on: bool) -> Response {
    let response = ui.add(Button::new(&pose.name).selected(is_on));
    let how = if is_on {
        "Click again to take it off"
    } else {
        "Click to take it, at the percentage on the right"
    };
    let about = pose.note.as_deref().unwrap_or_default();
    with_tooltip(response, &format!("{about}\n{how}"))
}
