//! How far a joint may turn, in numbers.

use eframe::egui::{Button, Checkbox, Grid, RichText, Ui, Vec2};
use rig::{JointIndex, JointLimits};
use session::commands::actions::{Action, PosingAction};
use session::commands::command::{Input, Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::notices::Severity;
use session::state::posing::command::PoseIntent;
use session::state::posing::joint_limits::{LimitField, LimitPart};
use session::text::number_text::Quantity;

use crate::panels::fields::number_field::{DEGREES, NumberField};
use crate::panels::fields::refused::RefusedText;
use crate::panels::widgets::{tooltip, with_tooltip};
use crate::theme::{ROW, severity_color};

/// Change of a number per point of a drag, degrees.
const SPEED: f64 = 0.5;
/// Width of a number.
const WIDTH: f32 = 64.0;
/// Degrees beyond a limit that are rounding.
const ROUNDING: f32 = 0.01;

/// Draws the section of a joint's limits, folded where it has none.
pub(super) fn limits(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let own = view.document.joint_limits.get(joint.index());
    let own = own.copied().flatten();
    // Two sections, so that one joint with limits opens it and the next one without does not have to close it.
    let id = if own.is_some() { "limits" } else { "no limits" };
    let _header = super::part_of_id(ui, "Limits", id, own.is_some(), |ui| {
        ui.horizontal_wrapped(|ui| {
            switch(ui, own.is_some(), view, sink);
            if own.is_some() && !view.session.switches.obey_limits {
                ui.weak("not obeyed").on_hover_text(
                    "“Obey joint limits” in the menu Pose is off: nothing holds the joint",
                );
            }
        });
        if let Some(own) = &own {
            numbers(ui, joint, own, view, sink);
        }
        ui.horizontal_wrapped(|ui| {
            for (id, text) in [
                (PosingAction::LimitsFromClips, "From clips"),
                (PosingAction::LimitsFromNames, "From names"),
                (PosingAction::CopyLimits, "To the other side"),
            ] {
                button(ui, Action::Posing(id), text, view, sink);
            }
        });
    });
}

fn switch(ui: &mut Ui, is_limited: bool, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Posing(PosingAction::ToggleLimits);
    let Some(row) = info(action) else { return };
    let mut is_on = is_limited;
    let response = ui.add(Checkbox::new(&mut is_on, "Limit joint"));
    if with_tooltip(response, &tooltip(row, view)).clicked() {
        sink.run(action);
    }
}

fn button(ui: &mut Ui, action: Action, text: &str, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let response = ui.add_enabled(state.enabled, Button::new(text).small());
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&state.text).clicked() {
        sink.run(action);
    }
}

/// A line for the twist and for both swings: from, to, and where the joint is now.
fn numbers(ui: &mut Ui, joint: JointIndex, limits: &JointLimits, view: &View<'_>, sink: &mut Sink) {
    let pose = view.shown.posed.rigid.get(joint.index());
    let parts = pose.map(|rigid| limits.axes.part(rigid.rotation, 0.0));
    let grid = Grid::new("numbers of limits").num_columns(4);
    grid.spacing(Vec2::new(6.0, 4.0)).show(ui, |ui| {
        for part in LimitPart::ALL {
            ui.label(part.name(&limits.axes)).on_hover_text(match part {
                LimitPart::Twist => "About the bone; the turn of the bone comes after it",
                LimitPart::Swing(_) => {
                    "Both swings together stay in an ellipse of these half axes; 0 locks a side"
                }
            });
            for is_end in [false, true] {
                let field = LimitField { part, is_end };
                number(ui, (joint, field), limits, sink);
            }
            if let Some(parts) = &parts {
                let angle = part.angle(parts);
                let text = RichText::new(format!("now {}°", scene::names::plain(angle, DEGREES)));
                let [from, to] = [false, true].map(|is_end| LimitField { part, is_end });
                let is_beyond =
                    angle < from.value(limits) - ROUNDING || angle > to.value(limits) + ROUNDING;
                let text = match is_beyond {
                    true => text.color(severity_color(Severity::Warning, ui.visuals())),
                    false => text.weak(),
                };
                ui.label(text);
            }
            ui.end_row();
        }
    });
}

fn number(
    ui: &mut Ui,
    (joint, field): (JointIndex, LimitField),
    limits: &JointLimits,
    sink: &mut Sink,
) {
    let mut degrees = field.value(limits);
    let [least, most] = field.bounds(limits);
    let end = if field.is_end { "to" } else { "from" };
    let name = format!("{} {end}", capital(&field.part.name(&limits.axes)));
    let refused = RefusedText::default();
    let drag = NumberField::new(&mut degrees, DEGREES, |drag| {
        drag.speed(SPEED)
            .suffix("°")
            .range(least..=most)
            .update_while_editing(false)
            .min_size(Vec2::new(WIDTH, ROW))
    });
    let drag = drag.with_reader(|text| refused.read(text, Quantity::Degrees));
    let response = ui
        .add_sized([WIDTH, ROW], drag)
        .on_hover_text("Drag to change, click to type. Setting a limit moves nothing");
    refused.report(&name, ui, sink);
    let response = response.accessible_name(&name);
    let dragging = response.dragged();
    if response.changed() {
        sink.send(Intent::Pose(PoseIntent::SetLimit {
            joint,
            field,
            degrees,
            dragging,
        }));
    }
    if response.drag_stopped() {
        sink.send(Input::EndGesture);
    }
}

/// With a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
