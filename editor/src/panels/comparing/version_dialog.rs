//! The dialog for the file whose weights are compared with.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::versions::dialog::VersionAsked;

use crate::panels::fields::file_asked::file_dialog;

/// Draws the dialog, if it is open.
pub fn version_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "A weight file (.csv, .ron), or another model or project of the same mesh (.glb, .gltf, .dualskin). The character keeps its own weights.";
    file_dialog::<VersionAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
}
