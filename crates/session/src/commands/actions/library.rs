//! Actions of the pose library, with their rows. `apply/run/library.rs` runs them.

use super::{Menu, Row, row};

/// First group of the pose menu for the library: after the groups of `tool.rs`, which are submenus.
const GROUP: u8 = 30;
/// Group of the pose menu: changes of the chosen pose.
pub const CHANGES_GROUP: u8 = GROUP + 1;
/// Group of the pose menu: the folder of the library.
pub const FOLDER_GROUP: u8 = GROUP + 2;

/// Actions of the pose library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibraryAction {
    /// Applies the chosen pose to the character.
    ApplyPose,
    /// Asks for a name and saves the visible pose under it.
    SavePose,
    /// Chooses the next pose of the library.
    NextLibraryPose,
    /// Chooses the previous pose of the library.
    PreviousLibraryPose,
    /// Whether poses are applied with left and right exchanged.
    TogglePoseMirrored,
    /// Whether poses are applied to the selected joints only.
    TogglePoseSelectedOnly,
    /// Saves the visible pose in place of the chosen one.
    ReplaceInLibrary,
    /// Saves the selected joints in the chosen pose too, as they are now.
    AddToLibraryPose,
    /// Removes the selected joints from the chosen pose.
    RemoveFromLibraryPose,
    /// Asks for another name for the chosen pose.
    RenamePose,
    /// Asks whether to delete the chosen pose.
    DeletePose,
    /// Asks for the folder of the library with the system's dialog.
    ChoosePoseFolder,
    /// Asks for the folder of the library in a text field.
    TypePoseFolder,
}

impl LibraryAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            GROUP,
            Self::ApplyPose,
            "Apply pose",
            "Applies the pose chosen in the library to the character",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::SavePose,
            "Save pose…",
            "Saves the current pose as a file of the library",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::NextLibraryPose,
            "Next pose of the library",
            "Chooses the pose after the chosen one",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::PreviousLibraryPose,
            "Previous pose of the library",
            "Chooses the pose before the chosen one",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::TogglePoseMirrored,
            "Mirrored poses",
            "Applies poses of the library with left and right exchanged",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::TogglePoseSelectedOnly,
            "Poses on selected joints only",
            "Poses of the library move selected joints only; all others stay",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::ReplaceInLibrary,
            "Replace by current pose",
            "Replaces the pose chosen in the library by the current one; the old one is kept beside it as .bak",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::AddToLibraryPose,
            "Add selected joints",
            "Adds the selected joints as they are now to the pose chosen in the library, or replaces them there",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::RemoveFromLibraryPose,
            "Remove selected joints",
            "Takes the selected joints out of the pose chosen in the library",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::RenamePose,
            "Rename pose…",
            "Gives the pose chosen in the library another name, or puts it into another folder",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::DeletePose,
            "Delete pose…",
            "Deletes the pose chosen in the library; its file is kept as .bak",
        ),
        row(
            Menu::Pose,
            FOLDER_GROUP,
            Self::ChoosePoseFolder,
            "Folder of poses…",
            "Chooses the folder of the library",
        ),
        row(
            Menu::Pose,
            FOLDER_GROUP,
            Self::TypePoseFolder,
            "Path of poses…",
            "Types or pastes the path of the library's folder",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
