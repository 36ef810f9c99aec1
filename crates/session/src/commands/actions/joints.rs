//! Actions on many joints at once, with their rows. `apply/run/joints.rs` runs them.

use super::{Menu, Row, row};

/// Group of the skeleton menu: new joints.
const BUILD_GROUP: u8 = 0;
/// Group of the skeleton menu: names of joints.
const NAMES_GROUP: u8 = 1;
/// Group of the skeleton menu: axes of joints.
const AXES_GROUP: u8 = 2;
/// Group of the edit menu: selection.
const SELECTION_GROUP: u8 = 1;

/// Axes and names of many joints, and selections kept under names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointsAction {
    /// Asks for a file whose skeleton is added.
    SkeletonFromFile,
    /// Whether renaming a joint renames its partner of the other side too.
    RenameInPairs,
    /// Asks what to replace in the names of joints.
    ReplaceInNames,
    /// Asks how to turn the rest frames of joints.
    OrientJoints,
    /// Asks for a name to keep the selection under.
    SaveSelectionSet,
    /// Selects the joints of the next set.
    NextSelectionSet,
    /// Replaces the joints of the current set by the selection.
    UpdateSelectionSet,
    /// Deletes the current set.
    DeleteSelectionSet,
}

impl JointsAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Skeleton,
            BUILD_GROUP,
            Self::SkeletonFromFile,
            "Skeleton from file…",
            "Adds the joints of another file, scaled to the mesh or as they are there",
        ),
        row(
            Menu::Skeleton,
            NAMES_GROUP,
            Self::RenameInPairs,
            "Rename in pairs",
            "Renames the partner of the other side too, where both names have a side pattern (.L, .R)",
        ),
        row(
            Menu::Skeleton,
            NAMES_GROUP,
            Self::ReplaceInNames,
            "Replace in names…",
            "Searches the names of all joints, or of the selected ones, for a text and replaces it",
        ),
        row(
            Menu::Skeleton,
            AXES_GROUP,
            Self::OrientJoints,
            "Orient joints…",
            "Turns the axes of joints along their bones; joints, mesh, clips and pose stay where they are",
        ),
        row(
            Menu::Edit,
            SELECTION_GROUP,
            Self::SaveSelectionSet,
            "Save selection set…",
            "Keeps the selected joints under a name; projects keep it too",
        ),
        row(
            Menu::Edit,
            SELECTION_GROUP,
            Self::NextSelectionSet,
            "Next selection set",
            "Selects the joints of the next set",
        ),
        row(
            Menu::Edit,
            SELECTION_GROUP,
            Self::UpdateSelectionSet,
            "Update selection set",
            "Replaces the joints of the set used last by the selected ones",
        ),
        row(
            Menu::Edit,
            SELECTION_GROUP,
            Self::DeleteSelectionSet,
            "Delete selection set",
            "Deletes the set used last; its joints stay",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
