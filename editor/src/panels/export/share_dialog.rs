//! The dialog for the comparison as a web page.

use eframe::egui::{Context, TextEdit, Ui};
use session::commands::command::Sink;
use session::features::view::View;
use session::state::problems::problem_list::pluralize;
use session::state::share::dialog::{ShareAsked, shared_methods};

use super::export_dialog::props_choice;
use crate::panels::fields::file_asked::file_dialog;

/// What a screen reader calls the field of the remark.
const NOTE: &str = "Note on the page";

/// Draws the dialog, if it is open.
pub(super) fn share_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    if view.session.file_dialogs.share.dialog.is_none() {
        return;
    }
    let methods = shared_methods(&view.session.comparing);
    let titles: Vec<String> = methods.iter().map(|method| method.title()).collect();
    let note = format!(
        "One HTML file that opens in any browser, without a network, to turn and to play. Beside each other: {}.",
        titles.join("; ")
    );
    file_dialog::<ShareAsked>(ctx, view, sink, &note, |ui, form| {
        contents(ui, view, &mut form.options);
        ui.add_space(4.0);
        form.path(ui);
    });
}

/// Whether the clips come along, and a remark.
fn contents(ui: &mut Ui, view: &View<'_>, asked: &mut ShareAsked) {
    let n_clips = view.document.character.clips.len();
    if n_clips > 0 {
        let mut takes = !asked.leaves_clips;
        let text = format!("With {}", pluralize(n_clips, "clip", "clips"));
        let tip = "Else the page shows the current pose alone, and is smaller";
        ui.checkbox(&mut takes, text).on_hover_text(tip);
        asked.leaves_clips = !takes;
    }
    let tip = "The page shows them as rigid meshes, where what holds them has them";
    props_choice(ui, view, &mut asked.leaves_props, tip);
    ui.label("Note");
    let field = TextEdit::singleline(&mut asked.note)
        .hint_text("What to look at")
        .desired_width(f32::INFINITY);
    ui.add(field).accessible_name(NOTE);
}
