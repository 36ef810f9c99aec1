//! The dialog for the sound along the clips.

use eframe::egui::Context;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::reference::sound_dialog::SoundAsked;

use crate::panels::fields::file_asked::file_dialog;

/// Draws the dialog, if it is open.
pub fn sound_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "A WAV file, drawn as a waveform under the ruler of the timeline. It is not played.";
    file_dialog::<SoundAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
    });
}
