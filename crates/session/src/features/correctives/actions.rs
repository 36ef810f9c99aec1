//! Corrective shapes.

use crate::commands::actions::CorrectiveAction;
use crate::features::actions::conditions::{has_mesh, joint_selected, unless};
use crate::features::actions::menus::CORRECTIVES;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::state::painting::sculpt::SculptTool;

pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = vec![
        row(CorrectiveAction::NewCorrective, CORRECTIVES, "New corrective shape")
            .tooltip("Adds a shape that is all there in the pose that is shown and gone at rest, by the selected joints, one to three; the brush sculpts it")
            .when([has_mesh, joint_selected])
            .run(|cx| cx.new_corrective()),
        row(CorrectiveAction::GoToCorrective, CORRECTIVES, "Go to pose of corrective")
            .tooltip("Turns the joints that drive the chosen corrective to where it is all there")
            .when([any_corrective])
            .run(|cx| cx.go_to_corrective()),
        row(CorrectiveAction::NextCorrective, CORRECTIVES, "Next corrective")
            .tooltip("Chooses the next corrective of the list")
            .when([any_corrective])
            .run(|cx| cx.choose_next_corrective()),
        row(CorrectiveAction::MirrorCorrective, CORRECTIVES, "Copy corrective to other side")
            .tooltip("Mirrors the chosen corrective: its shape over the symmetry of the mesh, and what drives it to the joints of the other side; one that is there already gets the shape")
            .when([any_corrective])
            .run(|cx| cx.mirror_corrective()),
        row(CorrectiveAction::RemoveCorrective, CORRECTIVES, "Remove corrective")
            .tooltip("Removes the chosen corrective: its shape, what drives it, and its keys")
            .when([any_corrective])
            .run(|cx| cx.remove_corrective()),
    ];
    rows.extend(SculptTool::ALL.map(|tool| {
        let action = CorrectiveAction::Sculpt(tool);
        row(
            action,
            CORRECTIVES,
            format!("Sculpt corrective: {}", tool.name()),
        )
        .tooltip(tool.tooltip())
        .when([any_corrective])
        .checked(move |session| session.sculpts() == Some(tool))
        .run(move |cx| cx.sculpt_corrective(tool))
    }));
    rows
}

fn any_corrective(view: &View<'_>) -> WhyNot {
    let has_some = !view.document.driven.driven_morphs().is_empty();
    unless(has_some, "there is no corrective: make one in a pose")
}
