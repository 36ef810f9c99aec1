//! The switches of the tools of Skeleton mode: what moves with a joint's rest, the mirror, the middle of the volume.

use eframe::egui::{Color32, ComboBox, TextStyle, Ui};
use session::commands::actions::SkeletonAction;
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::skeleton::skeleton_work::RestChoice;

use crate::panels::widgets::{UNDO_AND_REDO, tooltip_of, with_tooltip};

/// Width of the list of what moves along; where there is no room for everything, it is as wide as its text.
const WIDTH: f32 = 128.0;
/// Width of the list with its longest text.
const LONGEST: f32 = 160.0;
/// Width of the list and of all switches.
const ALL: f32 = 380.0;

/// Draws the switches, as many as fit before the buttons of undo and redo.
pub(in crate::panels) fn skeleton_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let choice = view.session.character.skeleton.choice;
    let room = ui.available_width() - UNDO_AND_REDO;
    if room > LONGEST {
        let list = ComboBox::from_id_salt("moves with joint")
            .selected_text(choice.name())
            .width(if room > ALL { WIDTH } else { 0.0 })
            .show_ui(ui, |ui| {
                for other in RestChoice::ALL {
                    let response = ui.selectable_label(choice == other, other.name());
                    if response.on_hover_text(other.tooltip()).clicked() {
                        sink.send(Intent::ChooseRest(other));
                    }
                }
            });
        let tip = tooltip_of(SkeletonAction::NextRestChoice, view);
        with_tooltip(list.response, &tip).accessible_name("Moves with joint");
    }
    for action in [
        SkeletonAction::ToggleJointMirror,
        SkeletonAction::ToggleJointCentering,
    ] {
        switch(ui, action, view, sink);
    }
}

/// Draws a switch, if it fits with its whole text.
fn switch(ui: &mut Ui, action: SkeletonAction, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let font = TextStyle::Button.resolve(ui.style());
    let text = ui
        .painter()
        .layout_no_wrap(row.text.to_string(), font, Color32::PLACEHOLDER);
    let width = text.size().x + 2.0 * ui.spacing().button_padding.x;
    if width > ui.available_width() - UNDO_AND_REDO {
        return;
    }
    let is_on = action_state(row, view).checked == Some(true);
    let response = ui.selectable_label(is_on, &*row.text);
    if with_tooltip(response, &tooltip_of(action, view)).clicked() {
        sink.run(action);
    }
}
