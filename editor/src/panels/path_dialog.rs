//! A field to type or paste a path into, for desktops whose file dialog does not come.

use eframe::egui::{Context, Id, Key, Modal, TextEdit};

use crate::command::{Intent, Sink};
use crate::panels::widgets::modal_frame;
use crate::view::View;

/// Draws the dialog, if it is open.
pub fn path_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(typed) = &view.session.windows.path else {
        return;
    };
    let modal = Modal::new(Id::unique("path dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(560.0);
            ui.heading("Open a file");
            ui.weak(
                "A .glb or .gltf file, a .dualskin project, or a built-in character such as builtin:arm",
            );
            ui.add_space(4.0);
            let mut path = typed.clone();
            let field = TextEdit::singleline(&mut path)
                .hint_text("/path/to/character.glb")
                .desired_width(f32::INFINITY);
            let response = ui.add(field).accessible_name("Path");
            let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if !response.has_focus() && !enter {
                response.request_focus();
            }
            if response.changed() {
                sink.send(Intent::PathDialog(Some(path.clone())));
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                let file = path.trim().trim_matches('"').to_owned();
                let open = ui.add_enabled(!file.is_empty(), eframe::egui::Button::new("Open"));
                if open.on_hover_text("Opens this file").clicked() || (enter && !file.is_empty()) {
                    sink.send(Intent::Open(file));
                }
                if ui.button("Cancel").on_hover_text("Opens nothing").clicked() {
                    sink.send(Intent::PathDialog(None));
                }
            });
        });
    if modal.should_close() {
        sink.send(Intent::PathDialog(None));
    }
}
