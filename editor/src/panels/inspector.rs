//! The selected joint, and the statistics below it.

use eframe::egui::{Button, RadioButton, RichText, ScrollArea, Ui};
use glam::{Mat3, Vec3};
use rig::{JointIndex, ScaleReach, polar};

use crate::command::{Action, Command, Sink};
use crate::names::{decimal, joint_name, length};
use crate::panels::joint_fields::{joint_fields, morph_fields};
use crate::panels::statistics::statistics;
use crate::panels::widgets::{section, with_tooltip};
use crate::view::View;

/// Draws the panel.
pub fn inspector(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        match view.session.selected {
            Some(joint) => selected_joint(ui, joint, view, sink),
            None if view.is_empty() => {
                ui.heading("Inspector");
                return;
            }
            None => {
                ui.heading("Inspector");
                ui.weak("Click a bone, or a joint in the tree, to pose it.");
                ui.add_space(6.0);
            }
        }
        if !view.shown.pose.morph_weights.is_empty() {
            ui.separator();
            morph_fields(ui, view, sink);
        }
        ui.separator();
        statistics(ui, view, sink);
    });
}

fn selected_joint(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let skeleton = &view.document.character.rig.skeleton;
    let name = joint_name(skeleton, joint);
    ui.add(eframe::egui::Label::new(RichText::new(&name).heading()).truncate());
    let parent = skeleton.parent(joint);
    let under = parent.map_or_else(
        || "a root".to_owned(),
        |parent| format!("under {}", joint_name(skeleton, parent)),
    );
    ui.add(eframe::egui::Label::new(RichText::new(under).weak()).truncate());
    joint_fields(ui, joint, view, sink);
    reach(ui, joint, view, sink);
    ui.separator();
    from_rest(ui, joint, view);
}

fn reach(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    section(ui, "Scale and shear reach");
    let now = view
        .document
        .reach
        .get(joint.index())
        .copied()
        .unwrap_or_default();
    let choices = [
        (
            ScaleReach::Joint,
            "this joint only",
            "Children keep their size; they only follow with their heads",
        ),
        (
            ScaleReach::Children,
            "its children too",
            "Children are stretched with this joint, as glTF means it",
        ),
    ];
    ui.horizontal(|ui| {
        for (reach, text, tip) in choices {
            if ui
                .add(RadioButton::new(now == reach, text))
                .on_hover_text(tip)
                .clicked()
            {
                sink.send(Command::SetReach(joint, reach));
            }
        }
    });
    ui.horizontal(|ui| {
        ui.weak("Whole skeleton:");
        for (action, text) in [
            (Action::ReachJointAll, "joints only"),
            (Action::ReachChildrenAll, "children too"),
        ] {
            let tip = crate::actions::info(action).map_or("", |row| row.tooltip);
            let response = ui.add(Button::new(text).small());
            if with_tooltip(response, tip)
                .accessible_name(format!("Whole skeleton: {text}"))
                .clicked()
            {
                sink.run(action);
            }
        }
    });
}

/// The joint's motion from rest in the axes of the model, taken apart (polar).
fn from_rest(ui: &mut Ui, joint: JointIndex, view: &View<'_>) {
    section(ui, "In the model, from rest");
    let Some(frame) = view.shown.frames.get(joint.index()) else {
        return;
    };
    let rest = view
        .document
        .character
        .rig
        .skeleton
        .rest_model_from_joint(joint);
    let posed_from_rest = *frame * rest.inverse().to_affine();
    let parts = polar(Mat3::from(posed_from_rest.matrix3));
    let (axis, angle) = parts.rotation.to_axis_angle();
    let turns = angle.to_degrees() >= 0.005;
    let axis = if turns {
        triple(axis, 2)
    } else {
        "any".to_owned()
    };
    let moved = Vec3::from(frame.translation) - rest.translation;
    let stretch = parts.stretch;
    let rows = [
        (
            "Turned",
            format!("{:.1}°", if turns { angle.to_degrees() } else { 0.0 }),
        ),
        ("about", axis),
        ("Head moved", length(moved.length())),
        (
            "Stretch",
            triple(
                Vec3::new(stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z),
                3,
            ),
        ),
        (
            "Shear",
            triple(
                Vec3::new(stretch.x_axis.y, stretch.y_axis.z, stretch.z_axis.x),
                3,
            ),
        ),
    ];
    ui.spacing_mut().interact_size.y = 18.0;
    eframe::egui::Grid::new("as skinned")
        .num_columns(2)
        .spacing([12.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                ui.weak(name);
                ui.label(value);
                ui.end_row();
            }
        });
}

fn triple(vector: Vec3, decimals: usize) -> String {
    // Adding zero turns −0 into 0.
    let numbers = vector.to_array().map(|number| {
        let text = decimal(number, decimals);
        if text
            .trim_start_matches('-')
            .chars()
            .all(|digit| digit == '0' || digit == '.')
        {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        }
    });
    numbers.join(", ")
}
