//! Undo, redo and the selection of joints.

use crate::commands::actions::EditAction;
use crate::features::actions::conditions::{has_joints, is_child_selected, joint_selected};
use crate::features::actions::menus::{HISTORY, SELECTION};
use crate::features::actions::row::{ActionInfo, row};
use crate::state::selection::{Boxing, FormerSelections};

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(EditAction::Undo, HISTORY, "Undo")
            .tooltip("Undoes the last step")
            .requires(|view| view.history.undo_name().is_some(), "nothing to undo")
            .text_now(|text, view| Some(format!("{text} {}", view.history.undo_name()?)))
            .run(|cx| cx.undo()),
        row(EditAction::Redo, HISTORY, "Redo")
            .tooltip("Redoes the step that was undone last")
            .requires(|view| view.history.redo_name().is_some(), "nothing to redo")
            .text_now(|text, view| Some(format!("{text} {}", view.history.redo_name()?)))
            .run(|cx| cx.redo()),
        row(EditAction::SelectAll, SELECTION, "Select all")
            .tooltip("Selects all joints that are shown")
            .when([has_joints])
            .run(|cx| cx.select_all()),
        row(EditAction::SelectNone, SELECTION, "Select none")
            .tooltip("Selects no joint")
            .when([joint_selected])
            .run(|cx| cx.select(None)),
        row(EditAction::InvertSelection, SELECTION, "Invert selection")
            .tooltip("Selects the joints that are shown and not selected")
            .when([has_joints])
            .run(|cx| cx.invert_selection()),
        row(EditAction::SelectParent, SELECTION, "Select parent")
            .tooltip("Selects the parents of the selected joints")
            .when([joint_selected])
            .requires(is_child_selected, "no selected joint has a parent")
            .run(|cx| cx.select_parent()),
        row(EditAction::SelectChildren, SELECTION, "Select children")
            .tooltip("Adds all descendants of the selected joints to the selection")
            .when([joint_selected])
            .run(|cx| cx.select_children()),
        row(EditAction::SelectMirrored, SELECTION, "Select mirrored partner")
            .tooltip("Selects the joints of the other side, paired by their names, else by their positions")
            .when([joint_selected])
            .run(|cx| cx.select_mirrored()),
        row(EditAction::BoxSelect, SELECTION, "Box select")
            .tooltip("The next drag in a pane selects joints by a box, with Shift adds them; Ctrl+drag does the same")
            .when([has_joints])
            .run(|cx| cx.session.character.boxing = Some(Boxing::Armed)),
        row(EditAction::SelectionBack, SELECTION, "Previous selection")
            .tooltip("Goes back to the selection before")
            .requires(
                |view| view.session.character.former.before().is_some(),
                "nothing was selected before",
            )
            .run(|cx| cx.select_former(FormerSelections::back)),
        row(EditAction::SelectionForth, SELECTION, "Next selection")
            .tooltip("Goes forward to the selection after")
            .requires(
                |view| view.session.character.former.after().is_some(),
                "nothing was selected after that",
            )
            .run(|cx| cx.select_former(FormerSelections::forth)),
    ]
}
