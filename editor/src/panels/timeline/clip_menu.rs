//! What is done with whole clips: a menu beside their list, and the field for a name.

use eframe::egui::{self, Key, TextEdit, Ui};
use session::commands::actions::AnimateAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clips::clip_renaming::ClipRenaming;
use session::state::clips::command::ClipIntent;

use crate::panels::widgets::action_items;

const ITEMS: &[AnimateAction] = &[
    AnimateAction::NewClip,
    AnimateAction::NewClipFromPoses,
    AnimateAction::DuplicateClip,
    AnimateAction::RenameClip,
    AnimateAction::DeleteClip,
    AnimateAction::MoveClipUp,
    AnimateAction::MoveClipDown,
];

/// Draws the button of the menu; while a name is typed, the field for it in its place.
pub fn clip_menu(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if name_field(ui, view, sink) {
        return;
    }
    let menu = ui.menu_button("Edit", |ui| action_items(ui, ITEMS, view, sink));
    menu.response
        .on_hover_text("New, renamed, moved and deleted clips")
        .accessible_name("Edit clips");
}

/// The field for the name of a clip; returns whether one is typed.
fn name_field(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> bool {
    let typed = view.session.character.clip_renaming.as_ref();
    let typed = typed.filter(|typed| view.document.character.clip(typed.clip).is_some());
    let Some(typed) = typed else {
        return false;
    };
    let (clip, mut text) = (typed.clip, typed.text.clone());
    let id = egui::Id::unique("clip name");
    let is_new = ui.data(|data| data.get_temp::<u32>(id)) != Some(clip.0);
    let field = TextEdit::singleline(&mut text).id(id).desired_width(140.0);
    let response = ui.add(field).accessible_name("Clip name");
    let done = |ui: &Ui| ui.data_mut(|data| data.remove_temp::<u32>(id));
    if is_new {
        // The field takes the focus only once, when it appears.
        response.request_focus();
        ui.data_mut(|data| data.insert_temp(id, clip.0));
    } else if response.lost_focus() {
        done(ui);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            sink.send(Intent::Clip(ClipIntent::TypeName(None)));
        } else {
            sink.send(Intent::Clip(ClipIntent::Rename(clip, text)));
        }
    } else if response.changed() {
        let typed = ClipRenaming { clip, text };
        sink.send(Intent::Clip(ClipIntent::TypeName(Some(typed))));
    }
    true
}
