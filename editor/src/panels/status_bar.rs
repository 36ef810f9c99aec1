//! The last row: what the mouse does here, and what is open.

use eframe::egui::{Align, Layout, RichText, Ui};

use crate::view::View;

/// Draws the row.
pub fn status_bar(ui: &mut Ui, view: &View<'_>) {
    ui.horizontal_centered(|ui| {
        let hints = [
            ("LMB or MMB", "orbit"),
            ("RMB or Shift+MMB", "pan"),
            ("wheel", "zoom"),
            ("click", "select bone"),
            ("period", "frame"),
            ("Space", "play"),
        ];
        for (key, what) in hints {
            ui.label(RichText::new(key).small().strong());
            ui.label(RichText::new(what).small().weak());
            ui.add_space(4.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(
                eframe::egui::Label::new(RichText::new(&view.session.file).small().weak())
                    .truncate(),
            );
        });
    });
}
