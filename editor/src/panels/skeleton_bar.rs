//! The switches of the tools of Skeleton mode: what moves with a joint's rest, the mirror, the middle of the volume.

use eframe::egui::{ComboBox, Ui};
use session::commands::action_state::action_state;
use session::commands::actions::{SkeletonAction, info};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::tools::skeleton_work::RestChoice;

use crate::panels::widgets::{tooltip_of, with_tooltip};

/// Width of the list of what moves along.
const WIDTH: f32 = 128.0;
/// Width that a switch needs.
const SWITCH: f32 = 120.0;

/// Draws the switches, as many as fit.
pub(super) fn skeleton_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let choice = view.session.character.skeleton.choice;
    if ui.available_width() > 2.0 * WIDTH {
        let list = ComboBox::from_id_salt("moves with joint")
            .selected_text(choice.name())
            .width(WIDTH)
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
        if ui.available_width() < SWITCH {
            return;
        }
        switch(ui, action, (view, sink));
    }
}

fn switch(ui: &mut Ui, action: SkeletonAction, (view, sink): (&View<'_>, &mut Sink)) {
    let Some(row) = info(action) else { return };
    let is_on = action_state(row, view).checked == Some(true);
    let response = ui.selectable_label(is_on, &*row.text);
    if with_tooltip(response, &tooltip_of(action, view)).clicked() {
        sink.run(action);
    }
}
