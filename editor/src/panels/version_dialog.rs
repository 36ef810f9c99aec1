//! The dialog for the file whose weights are compared with.

use eframe::egui::{Context, Id, Modal};
use session::commands::command::{Intent, Sink};
use session::commands::compare_command::CompareIntent;
use session::commands::view::View;
use session::files::file_work::FileAsked;
use session::files::version_file_work::VersionFileIntent;

use crate::panels::file_asked::{Verb, answer, fault, name_field};
use crate::panels::path_question::Field;
use crate::panels::widgets::{is_cancelled, modal_frame};

const FIELD: Field = Field {
    name: "Path of weights to compare with",
    hint: "/path/to/weights.csv",
};

/// Draws the dialog, if it is open.
pub fn version_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let work = &view.session.character.version_file;
    let Some(asked) = &work.dialog else {
        return;
    };
    let mut dialog = asked.clone();
    let modal = Modal::new(Id::unique("version dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
            ui.heading("Compare with weights of a file");
            ui.weak(
                "A weight file (.csv, .ron), or another model or project of the same mesh (.glb, .gltf, .dualskin). The character keeps its own weights.",
            );
            ui.add_space(4.0);
            let named = name_field(ui, &mut dialog, FIELD);
            if named.browses {
                send(VersionFileIntent::Browse, sink);
            }
            fault(ui, &dialog);
            answer(ui, &dialog, Verb::Compare, (named.enter, work.busy.is_some()))
        });
    if dialog != *asked {
        ask(Some(dialog.clone()), sink);
    }
    match modal.inner {
        Some(true) => send(VersionFileIntent::Go, sink),
        Some(false) => ask(None, sink),
        None if is_cancelled(&modal) => ask(None, sink),
        None => {}
    }
}

fn ask(dialog: Option<FileAsked>, sink: &mut Sink) {
    send(VersionFileIntent::Ask(dialog), sink);
}

fn send(intent: VersionFileIntent, sink: &mut Sink) {
    sink.send(Intent::Compare(CompareIntent::VersionFile(intent)));
}
