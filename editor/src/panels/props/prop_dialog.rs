//! The dialog for a prop.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::props::dialog::PropAsked;

use crate::panels::fields::file_asked::file_dialog;

/// Draws the dialog, if it is open.
pub fn prop_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "A model (.glb, .gltf, .vrm, .fbx, .pmx), shown as it stands at rest. The selected joint holds it; without one a hand, or else the root.";
    file_dialog::<PropAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
}
