//! Actions on the markers of clips, with their rows. `apply/run/markers.rs` runs them.

use super::{Menu, Row, row};

/// Group of the animation menu: markers.
pub const MARKERS_GROUP: u8 = 7;

/// Actions on the markers of the shown clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerAction {
    /// Adds a marker at the current time, to be named by typing.
    AddMarker,
    /// Types another name for the marker at the current time.
    RenameMarker,
    /// Deletes the marker at the current time.
    DeleteMarker,
    /// Moves to the marker before.
    PreviousMarker,
    /// Moves to the marker after.
    NextMarker,
}

impl MarkerAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Animate,
            MARKERS_GROUP,
            Self::AddMarker,
            "Add marker",
            "Marks the current time of the clip; type its name",
        ),
        row(
            Menu::Animate,
            MARKERS_GROUP,
            Self::RenameMarker,
            "Rename marker",
            "Types another name for the marker at the current time",
        ),
        row(
            Menu::Animate,
            MARKERS_GROUP,
            Self::DeleteMarker,
            "Delete marker",
            "Deletes the marker at the current time",
        ),
        row(
            Menu::Animate,
            MARKERS_GROUP,
            Self::PreviousMarker,
            "Previous marker",
            "Moves to the marker before",
        ),
        row(
            Menu::Animate,
            MARKERS_GROUP,
            Self::NextMarker,
            "Next marker",
            "Moves to the marker after",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
