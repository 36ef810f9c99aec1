//! Selection sets: a menu beside the search.

use eframe::egui::{Button, Ui};
use scene::names::count;
use session::commands::action_state::action_state;
use session::commands::actions::{Action, JointsAction, info};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::tools::joint_work::JointIntent;
use session::tools::selection_sets::SetIntent;

use crate::panels::widgets::{tooltip, with_tooltip};

/// What is done with the set that was used last.
const CURRENT: &[JointsAction] = &[
    JointsAction::SaveSelectionSet,
    JointsAction::UpdateSelectionSet,
    JointsAction::DeleteSelectionSet,
];

/// The button with the menu: every set is an item that selects its joints.
pub(super) fn sets_menu(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let response = ui.menu_button("Sets", |ui| items(ui, view, sink)).response;
    response
        .on_hover_text("Selections kept under names")
        .accessible_name("Selection sets");
}

fn items(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let sets = &view.session.character.sets;
    for (place, set) in sets.all().iter().enumerate() {
        let is_current = sets.current() == Some(place);
        let button = Button::new(set.name.as_str())
            .shortcut_text(count(set.joints.len()))
            .selected(is_current);
        let label = format!("Select set {}", set.name);
        if ui.add(button).accessible_name(&*label).clicked() {
            sink.send(Intent::Joints(JointIntent::Set(SetIntent::Recall(place))));
            ui.close();
        }
    }
    if !sets.all().is_empty() {
        ui.separator();
    }
    for &action in CURRENT {
        let action = Action::from(action);
        let Some(row) = info(action) else { continue };
        let state = action_state(row, view);
        let keys = view.key_text(action).unwrap_or_default();
        let button = Button::new(state.text.as_str()).shortcut_text(keys);
        let response = with_tooltip(ui.add_enabled(state.enabled, button), &tooltip(row, view));
        if response.accessible_name(&*state.text).clicked() {
            sink.run(action);
            ui.close();
        }
    }
}
