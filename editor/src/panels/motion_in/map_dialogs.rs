//! The dialogs for files of bone maps.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::motion_in::map_files::{MapLoadAsked, MapSaveAsked};

use crate::panels::fields::file_asked::file_dialog;

/// Draws the dialog that is open, if any.
pub fn map_dialogs(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let options = &view.session.file_dialogs;
    let whose = options.save_map.options.side.whose();
    let note = format!(
        "Which joints of the {whose} are which bones, by their names, as RON: for others, and for the command line."
    );
    file_dialog::<MapSaveAsked>(ctx, view, sink, &note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
    let whose = options.load_map.options.side.whose();
    let note = format!(
        "Bones of the {whose}, as Save… or `dualskin retarget --map-out` wrote them. They are kept for skeletons of these names."
    );
    file_dialog::<MapLoadAsked>(ctx, view, sink, &note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
}
