//! How a joint's scale and shear are inherited.

use eframe::egui::{Button, RadioButton, Ui};
use rig::{JointIndex, ScaleInheritance};
use scene::names::{inheritance_title, inheritance_tooltip};
use session::commands::actions::{Action, PoseAction};
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use crate::panels::widgets::{section, with_tooltip};

/// Draws the choice for the joint, and that for the whole skeleton.
pub(super) fn scale_inheritance(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    section(ui, "Scale inheritance");
    let scale_inheritance = view.document.scale_inheritance.get(joint.index());
    let now = scale_inheritance.copied().unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        for kind in ScaleInheritance::ALL {
            let text = inheritance_title(kind).to_lowercase();
            if ui
                .add(RadioButton::new(now == kind, text))
                .on_hover_text(inheritance_tooltip(kind))
                .clicked()
            {
                sink.send(Intent::SetScaleInheritance(joint, kind));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.weak("Set all:");
        for kind in ScaleInheritance::ALL {
            let action = Action::Pose(for_all(kind));
            let text = inheritance_title(kind).to_lowercase();
            let tip = session::features::actions::info(action).map_or("", |row| row.tooltip);
            let response = ui.add(Button::new(&text).small());
            if with_tooltip(response, tip)
                .accessible_name(format!("Whole skeleton: {text}"))
                .clicked()
            {
                sink.run(action);
            }
        }
    });
}

/// The action that sets every joint.
const fn for_all(kind: ScaleInheritance) -> PoseAction {
    match kind {
        ScaleInheritance::Joint => PoseAction::ScaleInheritanceJointAll,
        ScaleInheritance::Children => PoseAction::ScaleInheritanceChildrenAll,
        ScaleInheritance::Segment => PoseAction::ScaleInheritanceSegmentAll,
        ScaleInheritance::Unscaled => PoseAction::ScaleInheritanceNoneAll,
        ScaleInheritance::Average => PoseAction::ScaleInheritanceAverageAll,
        ScaleInheritance::Aligned => PoseAction::ScaleInheritanceAlignedAll,
    }
}
