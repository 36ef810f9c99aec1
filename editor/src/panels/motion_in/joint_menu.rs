//! The joints to choose from for a slot, with a search, over whatever was clicked.

use character::Character;
use eframe::egui::{
    Key, Modifiers, Popup, PopupCloseBehavior, Response, ScrollArea, TextWrapMode, Ui,
};
use rig::JointIndex;
use scene::names::joint_name;

use crate::panels::weights::transfer_joints::{search, search_id};

/// Width and largest height of the list, in points.
const WIDTH: f32 = 230.0;
const HEIGHT: f32 = 260.0;
/// Joints that are listed at once; a search finds the others.
const MOST_LISTED: usize = 300;

/// What is chosen for.
#[derive(Clone, Copy)]
pub(super) struct JointQuestion<'a> {
    /// What the choice is called; no other open one is.
    pub(super) name: &'a str,
    /// Whose joints.
    pub(super) character: &'a Character,
    /// The joint that is chosen now.
    pub(super) now: Option<JointIndex>,
    /// What stands for no joint.
    pub(super) none: &'a str,
}

/// Opens the list by a click on `over`; gives the choice that was made in this frame, which may be no joint.
pub(super) fn joint_menu(
    over: &Response,
    question: JointQuestion<'_>,
) -> Option<Option<JointIndex>> {
    let field = search_id(question.name);
    if over.clicked() {
        // What was searched for the last time.
        over.ctx.data_mut(|data| data.remove_temp::<String>(field));
    }
    let mut chosen = None;
    Popup::menu(over)
        .width(WIDTH)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            if over.clicked() {
                ui.memory_mut(|memory| memory.request_focus(field));
            }
            chosen = list(ui, question);
            if chosen.is_some() {
                ui.close();
            }
        });
    chosen
}

fn list(ui: &mut Ui, question: JointQuestion<'_>) -> Option<Option<JointIndex>> {
    ui.set_max_width(WIDTH);
    ui.strong(question.name);
    // Enter takes the first joint that is found, and nothing behind the list.
    let is_typed = ui.memory(|memory| memory.has_focus(search_id(question.name)));
    let enter = is_typed && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let words = search(ui, question.name);
    let skeleton = &question.character.rig.skeleton;
    let is_found = |joint: &JointIndex| {
        let name = joint_name(skeleton, *joint).to_lowercase();
        words.split_whitespace().all(|word| name.contains(word))
    };
    if enter && !words.trim().is_empty() {
        return skeleton.joints().find(is_found).map(Some);
    }
    let mut chosen = None;
    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
        if ui
            .selectable_label(question.now.is_none(), question.none)
            .clicked()
        {
            chosen = Some(None);
        }
        let mut found = skeleton.joints().filter(is_found);
        for joint in found.by_ref().take(MOST_LISTED) {
            let is_now = question.now == Some(joint);
            let row = ui.selectable_label(is_now, joint_name(skeleton, joint));
            if row.clicked() {
                chosen = Some(Some(joint));
            }
        }
        let more = found.count();
        if more > 0 {
            ui.weak(format!("{more} more: search for their names"));
        }
    });
    chosen
}
