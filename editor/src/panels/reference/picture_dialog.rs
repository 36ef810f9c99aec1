//! The dialog for pictures to work from.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::reference::picture_dialog::PicturesAsked;

use crate::panels::fields::file_asked::file_dialog;

/// Draws the dialog, if it is open.
pub fn picture_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "A picture (PNG, JPEG, WebP), the first of a numbered sequence (walk_0001.png), or an animation (GIF, APNG, WebP). It is shown behind the figures and follows the clip.";
    file_dialog::<PicturesAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
}
