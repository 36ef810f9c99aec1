//! The rows about the library of poses.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The first group of the pose menu that holds them: after those of `tool_rows`, which are menus of their own.
const GROUP: u8 = 30;
/// The group that changes the chosen pose.
pub(crate) const CHANGES_GROUP: u8 = GROUP + 1;
/// The group that says where the library is.
pub(crate) const FOLDER_GROUP: u8 = GROUP + 2;

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    pose(
        Action::ApplyPose,
        "Apply pose",
        "Puts the pose chosen in the library on the character",
    ),
    pose(
        Action::SavePose,
        "Save pose…",
        "Saves the present pose as a file of the library",
    ),
    pose(
        Action::NextLibraryPose,
        "Next pose of the library",
        "Chooses the pose after the chosen one",
    ),
    pose(
        Action::PreviousLibraryPose,
        "Previous pose of the library",
        "Chooses the pose before the chosen one",
    ),
    pose(
        Action::TogglePoseMirrored,
        "Mirrored poses",
        "Puts poses of the library on with left and right exchanged",
    ),
    pose(
        Action::TogglePoseSelectedOnly,
        "Poses on selected joints only",
        "Poses of the library move selected joints only; all others stay",
    ),
    change(
        Action::ReplaceInLibrary,
        "Replace by present pose",
        "Saves the present pose in the place of the one chosen in the library; the old one stays beside it as .bak",
    ),
    change(
        Action::AddToLibraryPose,
        "Add selected joints",
        "Adds the selected joints as they are now to the pose chosen in the library, or replaces them there",
    ),
    change(
        Action::RemoveFromLibraryPose,
        "Remove selected joints",
        "Takes the selected joints out of the pose chosen in the library",
    ),
    change(
        Action::RenamePose,
        "Rename pose…",
        "Gives the pose chosen in the library another name",
    ),
    change(
        Action::DeletePose,
        "Delete pose…",
        "Takes the chosen pose out of the library; its file stays beside as .bak",
    ),
    folder(
        Action::ChoosePoseFolder,
        "Folder of poses…",
        "Chooses the folder of the library",
    ),
    folder(
        Action::TypePoseFolder,
        "Path of poses…",
        "Types or pastes the path of the library's folder",
    ),
];

const fn pose(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::Pose, GROUP, action, text, tooltip)
}

const fn change(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::Pose, CHANGES_GROUP, action, text, tooltip)
}

const fn folder(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::Pose, FOLDER_GROUP, action, text, tooltip)
}
