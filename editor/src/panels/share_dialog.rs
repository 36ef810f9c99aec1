//! The dialog for the comparison as a web page.

use eframe::egui::{Context, Id, Modal, TextEdit, Ui};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::files::file_work::FileAsked;
use session::files::share_work::{ShareIntent, shared_methods};
use session::weighting::problem_list::counted;

use crate::panels::file_asked::{Verb, answer, fault, name_field};
use crate::panels::path_question::Field;
use crate::panels::widgets::{is_cancelled, modal_frame};

const FIELD: Field = Field {
    name: "Path of the web page",
    hint: "/path/to/comparison.html",
};
/// What a screen reader calls the field of the remark.
const NOTE: &str = "Note on the page";

/// Draws the dialog, if it is open.
pub fn share_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(asked) = &view.session.share.work.dialog else {
        return;
    };
    let mut dialog = asked.clone();
    let modal = Modal::new(Id::unique("share dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
            ui.heading("Share as web page");
            let methods = shared_methods(&view.session.comparing);
            let titles: Vec<String> = methods.iter().map(|method| method.title()).collect();
            ui.weak(format!(
                "One HTML file that opens in any browser, without a network, to turn and to play. Beside each other: {}.",
                titles.join("; ")
            ));
            contents(ui, view, sink);
            ui.add_space(4.0);
            let named = name_field(ui, &mut dialog, FIELD);
            if named.browses {
                send(ShareIntent::Browse, sink);
            }
            fault(ui, &dialog);
            let is_busy = view.session.share.work.busy.is_some();
            answer(ui, &dialog, Verb::Share, (named.enter, is_busy))
        });
    if dialog != *asked {
        ask(Some(dialog.clone()), sink);
    }
    match modal.inner {
        Some(true) => send(ShareIntent::Go, sink),
        Some(false) => ask(None, sink),
        None if is_cancelled(&modal) => ask(None, sink),
        None => {}
    }
}

/// Whether the clips come along, and a remark.
fn contents(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let share = &view.session.share;
    let n_clips = view.document.character.clips.len();
    if n_clips > 0 {
        let mut takes = !share.leaves_clips;
        let text = format!("With {}", counted(n_clips, "clip", "clips"));
        let tip = "Else the page shows the current pose alone, and is smaller";
        if ui.checkbox(&mut takes, text).on_hover_text(tip).changed() {
            send(ShareIntent::LeaveClips(!takes), sink);
        }
    }
    let mut note = share.note.clone();
    ui.label("Note");
    let field = TextEdit::singleline(&mut note)
        .hint_text("What to look at")
        .desired_width(f32::INFINITY);
    if ui.add(field).accessible_name(NOTE).changed() {
        send(ShareIntent::Note(note), sink);
    }
}

fn ask(dialog: Option<FileAsked>, sink: &mut Sink) {
    send(ShareIntent::Ask(dialog), sink);
}

fn send(command: ShareIntent, sink: &mut Sink) {
    sink.send(Intent::Share(command));
}
