//! Axes and names of many joints, and selections kept under names.

use crate::commands::actions::JointsAction;
use crate::features::actions::conditions::{character_open, has_joints, joint_selected, unless};
use crate::features::actions::menus::{JOINTS, NEW_JOINTS, REST, SELECTION};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::state::selection::selection_sets::{SelectionSets, SetIntent};

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(JointsAction::SaveSelectionSet, SELECTION, "Save selection set…")
            .tooltip("Keeps the selected joints under a name; projects keep it too")
            .when([joint_selected])
            .run(|cx| cx.ask_set_name()),
        row(JointsAction::NextSelectionSet, SELECTION, "Next selection set")
            .tooltip("Selects the joints of the next set")
            .requires(
                |view| !view.session.character.sets.all().is_empty(),
                "there is no selection set",
            )
            .run(|cx| cx.on_set(SelectionSets::next, SetIntent::Recall)),
        row(JointsAction::UpdateSelectionSet, SELECTION, "Update selection set")
            .tooltip("Replaces the joints of the set used last by the selected ones")
            .when([has_current_set, joint_selected])
            .run(|cx| cx.on_set(SelectionSets::current, SetIntent::Update)),
        row(JointsAction::DeleteSelectionSet, SELECTION, "Delete selection set")
            .tooltip("Deletes the set used last; its joints stay")
            .when([has_current_set])
            .run(|cx| cx.on_set(SelectionSets::current, SetIntent::Delete)),
        row(JointsAction::SkeletonFromFile, NEW_JOINTS, "Skeleton from file…")
            .tooltip("Adds the joints of another file, scaled to the mesh or as they are there")
            .when([character_open])
            .run(|cx| cx.ask_skeleton_file()),
        row(JointsAction::RenameInPairs, JOINTS, "Rename in pairs")
            .tooltip("Renames the partner of the other side too, where both names have a side pattern (.L, .R)")
            .toggles(flag!(joints.in_pairs)),
        row(JointsAction::ReplaceInNames, JOINTS, "Replace in names…")
            .tooltip("Searches the names of all joints, or of the selected ones, for a text and replaces it")
            .when([has_joints])
            .run(|cx| cx.ask_joint_names()),
        row(JointsAction::OrientJoints, REST, "Orient joints…")
            .tooltip("Turns the axes of joints along their bones; joints, mesh, clips and pose stay where they are")
            .when([has_joints])
            .run(|cx| cx.ask_joint_axes()),
    ]
}

fn has_current_set(view: &View<'_>) -> WhyNot {
    let current = view.session.character.sets.current();
    unless(current.is_some(), "no selection set was used yet")
}
