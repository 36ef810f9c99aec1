//! The last row: what the mouse does here, and what is open.

use eframe::egui::{Align, Layout, RichText, Ui};

use crate::pane_skins::SkinnedBy;
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
        let (short, long) = skinned_by(view);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(short).small().weak())
                .on_hover_text(long);
            ui.add(
                eframe::egui::Label::new(RichText::new(&view.session.file).small().weak())
                    .truncate(),
            );
        });
    });
}

/// What moves the vertices, in a word and in a sentence.
fn skinned_by(view: &View<'_>) -> (&'static str, String) {
    match view.skinned_by {
        SkinnedBy::Nothing => ("", String::new()),
        SkinnedBy::Device => {
            let adapter = view.graphics.adapter();
            let name = adapter.map_or_else(String::new, |adapter| format!(", {adapter}"));
            (
                "GPU",
                format!("Vertices are moved by the graphics device{name}"),
            )
        }
        SkinnedBy::Processor(None) => (
            "CPU",
            "Vertices are moved by the processor, as you chose in the view menu".to_owned(),
        ),
        SkinnedBy::Processor(Some(why)) => {
            ("CPU", format!("Vertices are moved by the processor: {why}"))
        }
    }
}
