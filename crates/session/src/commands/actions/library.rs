//! The library of poses: the actions and their rows. `apply/run/library.rs` carries them out.

use super::{Menu, Row, row};

/// The first group of the pose menu that holds them: after those of `tool.rs`, which are menus of their own.
const GROUP: u8 = 30;
/// The group that changes the chosen pose.
pub const CHANGES_GROUP: u8 = GROUP + 1;
/// The group that says where the library is.
pub const FOLDER_GROUP: u8 = GROUP + 2;

/// Poses kept as files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibraryAction {
    /// Puts the chosen pose of the library on the character.
    ApplyPose,
    /// Asks for a name, and saves the present pose in the library.
    SavePose,
    /// Chooses the pose after.
    NextLibraryPose,
    /// Chooses the pose before.
    PreviousLibraryPose,
    /// Poses of the library with left and right exchanged.
    TogglePoseMirrored,
    /// Poses of the library on selected joints only.
    TogglePoseSelectedOnly,
    /// The chosen pose becomes the present one.
    ReplaceInLibrary,
    /// Selected joints are added to the chosen pose.
    AddToLibraryPose,
    /// Selected joints are taken out of the chosen pose.
    RemoveFromLibraryPose,
    /// Asks for another name for the chosen pose.
    RenamePose,
    /// Asks whether to delete the chosen pose.
    DeletePose,
    /// The folder of the library, by the system's dialog.
    ChoosePoseFolder,
    /// The folder of the library, by its path.
    TypePoseFolder,
}

impl LibraryAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            GROUP,
            Self::ApplyPose,
            "Apply pose",
            "Puts the pose chosen in the library on the character",
        ),
        row(
            Menu::Pose,
            GROUP,
            Self::SavePose,
            "Save pose…",
            "Saves the present pose as a file of the library",
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
            "Puts poses of the library on with left and right exchanged",
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
            "Replace by present pose",
            "Saves the present pose in the place of the one chosen in the library; the old one stays beside it as .bak",
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
            "Gives the pose chosen in the library another name",
        ),
        row(
            Menu::Pose,
            CHANGES_GROUP,
            Self::DeletePose,
            "Delete pose…",
            "Takes the chosen pose out of the library; its file stays beside as .bak",
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
