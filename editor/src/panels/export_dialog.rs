//! The dialog for the path of an export.

use eframe::egui::{Context, Id, Modal, Ui};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::files::export::ending_of;
use session::files::export_work::ExportIntent;
use session::files::file_work::FileAsked;
use session::weighting::problem_list::counted;

use crate::panels::file_asked::{Verb, answer, fault, name_field};
use crate::panels::path_question::Field;
use crate::panels::widgets::{is_cancelled, modal_frame};

const FIELD: Field = Field {
    name: "Path to export to",
    hint: "/path/to/character.glb",
};

/// Draws the dialog, if it is open.
pub fn export_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(asked) = &view.session.export.work.dialog else {
        return;
    };
    let mut dialog = asked.clone();
    let ending = ending_of(&view.document.character);
    let modal = Modal::new(Id::unique("export dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
            ui.heading("Export glTF");
            ui.weak(format!(
                "The character at rest as .{ending}: skeleton, weights, painted maps and clips as they are now. Poses stay in the project."
            ));
            pending_choice(ui, view, sink);
            ui.add_space(4.0);
            let named = name_field(ui, &mut dialog, FIELD);
            if named.browses {
                send(ExportIntent::Browse, sink);
            }
            fault(ui, &dialog);
            let is_busy = view.session.export.work.busy.is_some();
            answer(ui, &dialog, Verb::Export, (named.enter, is_busy))
        });
    if dialog != *asked {
        ask(Some(dialog.clone()), sink);
    }
    match modal.inner {
        Some(true) => send(ExportIntent::Go, sink),
        Some(false) => ask(None, sink),
        None if is_cancelled(&modal) => ask(None, sink),
        None => {}
    }
}

/// What is posed over clips and not keyed is in the file only if it gets keys there.
fn pending_choice(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let n_pending = view.document.pending.all().len();
    if n_pending == 0 {
        return;
    }
    let mut keys = !view.session.export.leaves_pending;
    let text = format!(
        "Key {} in the file",
        counted(n_pending, "unkeyed pose", "unkeyed poses")
    );
    let tip =
        "Else the clips are written as they are keyed; the poses stay unkeyed here either way";
    if ui.checkbox(&mut keys, text).on_hover_text(tip).changed() {
        send(ExportIntent::LeavePending(!keys), sink);
    }
}

fn ask(dialog: Option<FileAsked>, sink: &mut Sink) {
    send(ExportIntent::Ask(dialog), sink);
}

fn send(command: ExportIntent, sink: &mut Sink) {
    sink.send(Intent::Export(command));
}
