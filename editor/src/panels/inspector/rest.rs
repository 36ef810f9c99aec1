//! Where a joint rests in the model: to be typed or dragged, and what that means for the skin.

use eframe::egui::{DragValue, Ui};
use glam::Vec3;
use rig::{JointIndex, Rigid};

use crate::command::{Action, Command, Sink};
use crate::panels::widgets::{section, tooltip_of, with_tooltip};
use crate::pose_edit::{degrees, rotation};
use crate::skeleton_work::RestChoice;
use crate::view::View;

const AXES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the two rows of numbers, and the choice.
pub(super) fn rest(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let frame = view
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    ui.horizontal_wrapped(|ui| {
        ui.weak("Setting it moves");
        for choice in RestChoice::ALL {
            let is_on = view.session.skeleton.choice == choice;
            let response = ui.selectable_label(is_on, choice.name());
            if response.on_hover_text(choice.tooltip()).clicked() {
                sink.send(Command::ChooseRest(choice));
            }
        }
    });
    let per_metre = view.session.settings.units.per_metre();
    let (per_metre, unit) = per_metre.unwrap_or((1.0, "m"));
    let position = frame.translation * per_metre;
    let title = format!("Rest position ({unit})");
    if let Some(position) = row(ui, &title, (joint, position), 0.005 * per_metre) {
        let frame = Rigid::new(frame.rotation, position / per_metre);
        sink.send(Command::SetRest(joint, frame));
    }
    let angles = degrees(frame.rotation);
    if let Some(angles) = row(ui, "Rest rotation (°)", (joint, angles), 0.5) {
        sink.send(Command::SetRest(
            joint,
            Rigid::new(rotation(angles), frame.translation),
        ));
    }
    let take = ui.button("Take this pose as rest");
    let tip = tooltip_of(Action::TakePoseAsRest, view);
    if with_tooltip(take, &tip).clicked() {
        sink.run(Action::TakePoseAsRest);
    }
    ui.add_space(4.0);
}

/// Three numbers; gives them once they have been set, not while one of them is dragged.
fn row(ui: &mut Ui, title: &str, (joint, values): (JointIndex, Vec3), speed: f32) -> Option<Vec3> {
    section(ui, title);
    let id = ui.scope_id().with((title, joint.index()));
    let pending: Option<Vec3> = ui.data(|data| data.get_temp(id));
    let mut shown = pending.unwrap_or(values).to_array();
    let width = (ui.available_width() - 2.0 * ui.spacing().item_spacing.x) / 3.0;
    let mut set = None;
    ui.horizontal(|ui| {
        for (axis, name) in AXES.into_iter().enumerate() {
            let Some(value) = shown.get_mut(axis) else {
                continue;
            };
            let field = DragValue::new(value)
                .speed(speed)
                .max_decimals(4)
                .update_while_editing(false);
            let height = ui.spacing().interact_size.y;
            let response = ui
                .add_sized([width, height], field)
                .accessible_name(format!(
                    "{} {name}",
                    title.split(" (").next().unwrap_or(title)
                ));
            if response.dragged() {
                ui.data_mut(|data| data.insert_temp(id, Vec3::from_array(shown)));
            } else if response.drag_stopped() || response.changed() {
                ui.data_mut(|data| data.remove_temp::<Vec3>(id));
                set = Some(Vec3::from_array(shown));
            }
        }
    });
    set.filter(|set| set.is_finite() && *set != values)
}
