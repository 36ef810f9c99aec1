//! The timeline: clips, playback and time in a row; with more height the dope sheet below it.

use eframe::egui::Ui;
use session::commands::command::Sink;
use session::commands::view::View;
use session::files::window_layout::Tile;

use crate::panels::empty::will_show;

mod bar;
mod canvas;
mod curves;
mod menu;
mod mesh;
mod rows;
mod ruler;
mod sheet;

/// The height from which the dope sheet is shown.
const SHEET_FROM: f32 = 96.0;

/// Draws the list of clips, the playback buttons and, as the height allows, a slider of time or the dope sheet.
pub fn timeline(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if view.is_empty() {
        ui.horizontal_centered(|ui| will_show(ui, Tile::Timeline, view, sink));
    } else if ui.available_height() < SHEET_FROM {
        ui.horizontal_centered(|ui| bar::slim(ui, view, sink));
    } else {
        bar::bar(ui, view, sink);
        sheet::sheet(ui, view, sink);
    }
}
