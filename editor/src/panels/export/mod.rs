//! Dialogs for what is written: characters, baked characters, pictures, pages.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;

mod bake_dialog;
mod bake_result;
mod export_dialog;
mod picture_dialog;
mod share_dialog;

/// Draws those that are open.
pub fn dialogs(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    bake_dialog::bake_dialog(ctx, view, sink);
    export_dialog::export_dialog(ctx, view, sink);
    share_dialog::share_dialog(ctx, view, sink);
    picture_dialog::picture_dialog(ctx, view, sink);
}
