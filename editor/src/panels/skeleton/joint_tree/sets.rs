//! Selection sets: a menu beside the search.

use eframe::egui::{Button, Ui};
use scene::names::count;
use session::commands::actions::JointsAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::selection::selection_sets::SetIntent;
use session::state::skeleton::joint_work::JointIntent;

use crate::panels::widgets::action_items;

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
    action_items(ui, CURRENT, view, sink);
}
