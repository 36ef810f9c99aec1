//! The dialog in which the folder of the clip library is typed.

use eframe::egui::{Context, Id, Label, Modal, RichText};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clip_library::ClipLibraryIntent;

use crate::panels::fields::path_question::{FieldResponse, PathField, focused_field};
use crate::panels::widgets::{is_canceled, main_button, modal_frame};

/// Draws the dialog, if it is open.
pub fn clip_folder_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(path) = &view.session.clip_library.typed_folder else {
        return;
    };
    let send = |intent, sink: &mut Sink| sink.send(Intent::ClipLibrary(intent));
    let modal = Modal::new(Id::unique("folder of clips"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(420.0_f32.min(ctx.content_rect().width() - 60.0));
            let mut typed = path.clone();
            ui.heading("Folder of clips");
            let about = "Files with motion, in it and in folders below. Empty: the folder “clips” beside the settings.";
            ui.add(Label::new(RichText::new(about).weak()).wrap());
            ui.add_space(4.0);
            let field = PathField {
                name: "Path of the folder",
                hint: "/path/to/clips",
            };
            let FieldResponse { changed, enter } =
                focused_field(ui, &mut typed, field, f32::INFINITY);
            if changed {
                send(ClipLibraryIntent::TypeFolder(Some(typed.clone())), sink);
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                let is_chosen = ui.add(main_button("Use folder")).clicked() || enter;
                if is_chosen {
                    let path = typed.trim().trim_matches('"').to_owned();
                    send(ClipLibraryIntent::UseFolder(path), sink);
                }
                if ui.button("Cancel").clicked() {
                    send(ClipLibraryIntent::TypeFolder(None), sink);
                }
            });
        });
    if is_canceled(&modal) {
        send(ClipLibraryIntent::TypeFolder(None), sink);
    }
}
