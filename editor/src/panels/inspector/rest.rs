//! The rest position and orientation of a joint, to type or to drag, and what such an edit means for the skin.

use eframe::egui::{Button, Response, RichText, Ui, Vec2};
use glam::Vec3;
use rig::{JointIndex, Rigid};
use session::commands::actions::SkeletonAction;
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::settings::Units;
use session::state::skeleton::skeleton_work::RestChoice;
use session::text::euler::single::{degrees, rotation};

use crate::panels::fields::number_field::{DEGREES, NumberField};
use crate::panels::posing::joint_fields::shrink_text;
use crate::panels::widgets::{section, tooltip_of, with_tooltip};
use crate::theme::{ROW, axis_color};

const AXES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the two rows of numbers, and the choice.
pub(super) fn rest(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let frame = view
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    ui.weak("Moves with it:");
    ui.horizontal_wrapped(|ui| {
        for choice in RestChoice::ALL {
            let is_on = view.session.character.skeleton.choice == choice;
            let response = ui.selectable_label(is_on, choice.name());
            if response.on_hover_text(choice.tooltip()).clicked() {
                sink.send(Intent::ChooseRest(choice));
            }
        }
    });
    let per_meter = view.session.settings.units.per_meter();
    let (per_meter, unit) = per_meter.unwrap_or((1.0, "m"));
    let position = frame.translation * per_meter;
    let lengths = NumberRow {
        title: "Rest position",
        unit,
        decimals: Units::field_decimals(unit),
        speed: 0.005 * per_meter,
    };
    if let Some(position) = lengths.row(ui, (joint, position)) {
        let frame = Rigid::new(frame.rotation, position / per_meter);
        sink.send(Intent::SetRest(joint, frame));
    }
    let angles = NumberRow {
        title: "Rest rotation",
        unit: "°",
        decimals: DEGREES,
        speed: 0.5,
    };
    if let Some(degrees) = angles.row(ui, (joint, degrees(frame.rotation))) {
        let frame = Rigid::new(rotation(degrees), frame.translation);
        sink.send(Intent::SetRest(joint, frame));
    }
    ui.add_space(4.0);
    let is_possible =
        info(SkeletonAction::TakePoseAsRest).is_some_and(|row| action_state(row, view).enabled);
    let take = ui.add_enabled(is_possible, Button::new("Apply pose as rest"));
    let tip = tooltip_of(SkeletonAction::TakePoseAsRest, view);
    if with_tooltip(take, &tip).clicked() {
        sink.run(SkeletonAction::TakePoseAsRest);
    }
    ui.add_space(4.0);
}

/// A row of three numbers of one kind.
struct NumberRow {
    title: &'static str,
    unit: &'static str,
    decimals: usize,
    speed: f32,
}

impl NumberRow {
    /// Returns the numbers once one has been set, not while it is dragged: every edit of a skeleton builds the
    /// character again.
    fn row(&self, ui: &mut Ui, (joint, values): (JointIndex, Vec3)) -> Option<Vec3> {
        section(ui, self.title);
        let id = ui.scope_id().with((self.title, joint.index()));
        let pending: Option<Vec3> = ui.data(|data| data.get_temp(id));
        let mut shown = pending.unwrap_or(values).to_array();
        let width = (ui.available_width() - 2.0 * ui.spacing().item_spacing.x) / 3.0;
        let mut is_set = false;
        ui.horizontal(|ui| {
            // Less padding, so that lengths with their unit fit.
            ui.spacing_mut().button_padding.x = 1.0;
            shrink_text(ui, width);
            for (axis, value) in shown.iter_mut().enumerate() {
                let response = self.number(ui, axis, value, width);
                is_set |= response.drag_stopped() || response.changed() && !response.dragged();
            }
        });
        let shown = Vec3::from_array(shown);
        let is_down = ui.input(|input| input.pointer.any_down());
        ui.data_mut(|data| {
            if is_set || !is_down {
                data.remove_temp::<Vec3>(id);
            } else if shown != values {
                data.insert_temp(id, shown);
            }
        });
        (is_set && shown.is_finite() && shown != values).then_some(shown)
    }

    fn number(&self, ui: &mut Ui, axis: usize, value: &mut f32, width: f32) -> Response {
        let name = AXES.get(axis).copied().unwrap_or_default();
        let prefix = RichText::new(format!("{name} "))
            .color(axis_color(axis, ui.visuals()))
            .strong();
        let suffix = if self.unit == "°" {
            self.unit.to_owned()
        } else {
            format!(" {}", self.unit)
        };
        let field = NumberField::new(value, self.decimals, |field| {
            field
                .speed(self.speed)
                .prefix(prefix)
                .suffix(suffix)
                .update_while_editing(false)
                .min_size(Vec2::new(width, ROW))
        });
        ui.add_sized([width, ROW], field)
            .on_hover_text("In the axes of the model: drag to change, click to type")
            .accessible_name(format!("{} {name}", self.title))
    }
}
