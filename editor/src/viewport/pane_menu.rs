//! A click of the right button in a pane opens its menu; a drag moves the camera.

use eframe::egui::{Response, Ui};
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use super::Tile;
use super::picking::bone_at;
use crate::panels::comparing::pane_weights;
use crate::panels::widgets::context_menu;

/// Opens the menu, unless the click cancels something; a bone under the pointer that is not selected is selected first.
pub(super) fn pane_menu(
    ui: &Ui,
    response: &Response,
    tile: &Tile,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let session = view.session;
    let id = response.id.with("right button is taken");
    let (pressed, held) = ui.input(|input| {
        let pressed = input.pointer.secondary_pressed();
        (pressed, input.modifiers.any())
    });
    if pressed {
        // What the press cancels is over when the button is released.
        let is_taken = held
            || session.takes_keys()
            || session.limb.is_some()
            || session.painting.stroke.is_some()
            || session.character.boxing.is_some();
        ui.data_mut(|data| data.insert_temp(id, is_taken));
    }
    if view.is_empty() || ui.data(|data| data.get_temp(id)).unwrap_or(false) {
        return;
    }
    if response.secondary_clicked() {
        let selection = &session.character.selection;
        let bone = bone_at(response, tile, view);
        if let Some(joint) = bone.filter(|joint| !selection.contains(*joint)) {
            sink.send(Intent::Select(Some(joint)));
        }
    }
    response.context_menu(|ui| {
        context_menu::pane_menu(ui, view, sink);
        pane_weights::submenu(ui, tile.pane, view, sink);
    });
}
