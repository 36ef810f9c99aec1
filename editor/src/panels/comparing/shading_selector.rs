//! The selector over the panes for the shading of surfaces and the display of edges.

use eframe::egui::{ComboBox, Ui};
use scene::view::shading::Shading;
use session::commands::actions::ViewAction;
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;

use crate::panels::widgets::{toggle_button, tooltip, with_tooltip};

/// Width of the selector in points.
pub const WIDTH: f32 = 190.0;

/// Draws the selector of shading.
pub fn shading_selector(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = view.session.shading;
    let combo = ComboBox::from_id_salt("shading")
        .width(110.0)
        .height(420.0)
        .selected_text(now.title())
        .show_ui(ui, |ui| {
            for shading in Shading::ALL {
                let row = ui.selectable_label(now == shading, shading.title());
                if row.on_hover_text(shading.tooltip()).clicked() && now != shading {
                    sink.run(ViewAction::Shade(shading));
                }
            }
            if let Some(row) = info(ViewAction::ToggleContact) {
                ui.separator();
                let mut is_on = view.session.settings.contact;
                let response = ui.checkbox(&mut is_on, &*row.text);
                if with_tooltip(response, &tooltip(row, view)).changed() {
                    sink.run(row.action);
                }
            }
        });
    let combo = combo.response.accessible_name("Shading");
    combo.on_hover_text(format!("What surfaces show. {}", now.tooltip()));
    let Some(row) = info(ViewAction::ToggleWireframe) else {
        return;
    };
    let state = action_state(row, view);
    let button = toggle_button(ui, "Wire", state.checked == Some(true));
    let button = ui.add(button);
    let button = with_tooltip(button, &tooltip(row, view));
    if button.accessible_name(state.text).clicked() {
        sink.run(row.action);
    }
}
