//! The rows that edit the skeleton.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Skeleton,
        0,
        Action::AddJoint,
        "Add joint…",
        "Puts a joint into the middle of the volume at the next click, under the selected joint",
    ),
    row(
        Menu::Skeleton,
        0,
        Action::ExtrudeJoint,
        "Extrude joint",
        "Adds a joint under the selected one, as far beyond it as it is from its parent",
    ),
    row(
        Menu::Skeleton,
        0,
        Action::InsertJoint,
        "Insert joint",
        "Adds a joint halfway between the selected one and its parent",
    ),
    row(
        Menu::Skeleton,
        0,
        Action::MirrorJoints,
        "Mirror joints",
        "Makes the partners that the selected joints lack on the other side, by their names",
    ),
    row(
        Menu::Skeleton,
        1,
        Action::RenameJoint,
        "Rename joint…",
        "Types another name for the selected joint in the tree",
    ),
    row(
        Menu::Skeleton,
        1,
        Action::ReparentToActive,
        "Parent to active",
        "Hangs the other selected joints on the one that was selected last; they stay where they rest",
    ),
    row(
        Menu::Skeleton,
        1,
        Action::UnparentJoints,
        "Clear parent",
        "Makes the selected joints roots; they stay where they rest",
    ),
    row(
        Menu::Skeleton,
        1,
        Action::DissolveJoints,
        "Dissolve joints",
        "Removes the selected joints; their children and weights go to their parents",
    ),
    row(
        Menu::Skeleton,
        2,
        Action::TakePoseAsRest,
        "Take this pose as rest",
        "Bases mesh, bind and clips on the pose that is seen",
    ),
];
