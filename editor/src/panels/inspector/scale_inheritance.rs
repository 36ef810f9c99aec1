//! How a joint's scale and shear are inherited.

use eframe::egui::{Button, RadioButton, Ui};
use rig::{JointIndex, ScaleInheritance};
use session::commands::actions::{Action, PoseAction};
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use crate::panels::widgets::{section, with_tooltip};

/// Draws the choice for the joint, and that for the whole skeleton.
pub(super) fn scale_inheritance(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    section(ui, "Scale inheritance");
    let scale_inheritance = view.document.scale_inheritance.get(joint.index());
    let now = scale_inheritance.copied().unwrap_or_default();
    let choices = [
        (
            ScaleInheritance::Joint,
            "this joint",
            "Children keep their size; only their heads follow",
        ),
        (
            ScaleInheritance::Children,
            "with children",
            "Children scale and shear with this joint, as in glTF",
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        for (scale_inheritance, text, tip) in choices {
            if ui
                .add(RadioButton::new(now == scale_inheritance, text))
                .on_hover_text(tip)
                .clicked()
            {
                sink.send(Intent::SetScaleInheritance(joint, scale_inheritance));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.weak("Set all:");
        for (action, text) in [
            (
                Action::Pose(PoseAction::ScaleInheritanceJointAll),
                "this joint",
            ),
            (
                Action::Pose(PoseAction::ScaleInheritanceChildrenAll),
                "with children",
            ),
        ] {
            let tip = session::features::actions::info(action).map_or("", |row| row.tooltip);
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
