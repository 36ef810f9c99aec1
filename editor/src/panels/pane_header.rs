//! The selectors over a pane: method and rule of signs.

use eframe::egui::{ComboBox, RichText, Ui};
use rig::Method;

use crate::command::{Command, Sink};
use crate::names::{SIGNS, method_title, method_tooltip, signs_title, signs_tooltip};
use crate::posed_character::Look;
use crate::session::PANES;
use crate::view::View;

/// Draws the row.
pub fn pane_header(ui: &mut Ui, view: &View<'_>, pane: usize, sink: &mut Sink) {
    let (Some(look), Some(side)) = (view.session.looks.get(pane).copied(), PANES.get(pane)) else {
        return;
    };
    ui.horizontal_centered(|ui| {
        let heat = pane == 1 && view.session.switches.heatmap;
        ui.label(RichText::new(if heat { "Right, difference" } else { side }).strong());
        method_selector(ui, look, (pane, side), sink);
        if look.method != Method::Linear {
            signs_selector(ui, look, (pane, side), sink);
        }
    });
}

fn method_selector(ui: &mut Ui, look: Look, (pane, side): (usize, &str), sink: &mut Sink) {
    let combo = ComboBox::from_id_salt(("method", pane))
        .width(150.0)
        .selected_text(method_title(look.method))
        .show_ui(ui, |ui| {
            for method in Method::ALL {
                let row = ui.selectable_label(method == look.method, method_title(method));
                if row.on_hover_text(method_tooltip(method)).clicked() {
                    sink.send(Command::SetLook(pane, Look { method, ..look }));
                }
            }
        });
    let response = combo.response.accessible_name(format!("{side} method"));
    response.on_hover_text(method_tooltip(look.method));
}

fn signs_selector(ui: &mut Ui, look: Look, (pane, side): (usize, &str), sink: &mut Sink) {
    let title = format!("Signs: {}", signs_title(look.signs).to_lowercase());
    let combo = ComboBox::from_id_salt(("signs", pane))
        .width(180.0)
        .selected_text(title)
        .show_ui(ui, |ui| {
            for signs in SIGNS {
                let row = ui.selectable_label(signs == look.signs, signs_title(signs));
                if row.on_hover_text(signs_tooltip(signs)).clicked() {
                    sink.send(Command::SetLook(pane, Look { signs, ..look }));
                }
            }
        });
    let response = combo.response.accessible_name(format!("{side} signs"));
    response.on_hover_text(signs_tooltip(look.signs));
}
