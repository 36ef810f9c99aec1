//! The last row: what the mouse and the keys do now, what is open, and what moves its vertices.

use eframe::egui::{Align, Label, Layout, RichText, Ui};

use crate::pane_skins::SkinnedBy;
use crate::panels::hints::hint_row;
use crate::view::View;

/// The part of the row that the name of a file may take.
const SHARE_OF_FILE: f32 = 0.3;

/// Draws the row.
pub fn status_bar(ui: &mut Ui, view: &View<'_>) {
    let of_file = ui.available_width() * SHARE_OF_FILE;
    let (short, long) = skinned_by(view);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(short).small().weak())
            .on_hover_text(long);
        ui.scope(|ui| {
            ui.set_max_width(of_file);
            let file = RichText::new(&view.session.file).small().weak();
            ui.add(Label::new(file).truncate());
        });
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            hint_row(ui, view);
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
