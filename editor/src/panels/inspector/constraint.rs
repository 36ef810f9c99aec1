//! What a joint follows by a constraint of the file: the joint, what of it, and how much.

use character::{JointConstraint, SkeletonEdit};
use eframe::egui::{Button, Response, Ui, Vec2};
use rig::{JointIndex, NodeConstraint};
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::posing::driven::constraint_words;

use crate::panels::fields::number_field::NumberField;
use crate::theme::ROW;

/// Change of a weight per point of a drag.
const SPEED: f32 = 0.005;
/// Decimals of a weight.
const DECIMALS: usize = 3;
/// Width of a weight.
const WIDTH: f32 = 64.0;
const WEIGHT: &str = "Weight of the constraint";

/// Draws the constraint of a joint, if it has one.
pub(super) fn constraint(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let character = &view.document.character;
    let Some(constraint) = character.constraints.of(joint) else {
        return;
    };
    let skeleton = &character.rig.skeleton;
    let key = skeleton.key(joint);
    let source = joint_name(skeleton, constraint.source);
    let tip = "A node constraint (VRMC_node_constraint): nothing that is posed or keyed of the rotation counts";
    ui.label(format!(
        "Constraint: {} {source}",
        constraint_words(constraint.kind)
    ))
    .on_hover_text(tip);
    ui.horizontal(|ui| {
        ui.label("Weight");
        if let Some(weight) = weight(ui, joint, constraint) {
            let followed = character.joint_constraint(constraint);
            let followed = followed.map(|own| JointConstraint { weight, ..own });
            set(key, followed, sink);
        }
        let remove = ui.add(Button::new("Remove").small());
        let remove = remove.on_hover_text("The joint follows nothing any more");
        if remove.accessible_name("Remove constraint").clicked() {
            set(key, None, sink);
        }
    });
    ui.add_space(4.0);
}

fn set(key: u32, followed: Option<JointConstraint>, sink: &mut Sink) {
    let joints = vec![(key, followed)];
    sink.send(Intent::EditSkeleton(SkeletonEdit::SetConstraints {
        joints,
    }));
}

/// Returns the weight once it has been set, not while it is dragged, as with [rest frames](super::rest).
fn weight(ui: &mut Ui, joint: JointIndex, constraint: &NodeConstraint) -> Option<f32> {
    let id = ui.scope_id().with((WEIGHT, joint.index()));
    let pending: Option<f32> = ui.data(|data| data.get_temp(id));
    let mut shown = pending.unwrap_or(constraint.weight);
    let response = field(ui, &mut shown);
    let is_set = response.drag_stopped() || response.changed() && !response.dragged();
    let is_down = ui.input(|input| input.pointer.any_down());
    ui.data_mut(|data| {
        if is_set || !is_down {
            data.remove_temp::<f32>(id);
        } else if shown != constraint.weight {
            data.insert_temp(id, shown);
        }
    });
    (is_set && shown != constraint.weight).then_some(shown.clamp(0.0, 1.0))
}

fn field(ui: &mut Ui, weight: &mut f32) -> Response {
    let field = NumberField::new(weight, DECIMALS, |field| {
        field
            .speed(SPEED)
            .range(0.0..=1.0)
            .update_while_editing(false)
            .min_size(Vec2::new(WIDTH, ROW))
    });
    let response = ui.add_sized([WIDTH, ROW], field);
    let response =
        response.on_hover_text("How much of it, from 0 to 1: drag to change, click to type");
    response.accessible_name(WEIGHT)
}
