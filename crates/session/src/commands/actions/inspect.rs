//! Actions that hide joints and pin vertices, with their rows. `apply/run/inspect.rs` runs them.

use super::{Menu, Row, row};

/// Actions that hide joints and pin vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InspectAction {
    /// Whether a readout shows what moves the vertex under the pointer.
    ToggleProbe,
    /// Keeps the vertex under the pointer in the inspector.
    PinVertex,
    /// Removes the pinned vertex from the inspector.
    UnpinVertex,
    /// Hides the active joint in the panes, or shows it again.
    HideJoint,
    /// Hides all joints but the active one and its descendants.
    HideOthers,
    /// Shows all joints again.
    ShowAllJoints,
}

impl InspectAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::View,
            2,
            Self::ToggleProbe,
            "Vertex probe",
            "Shows what moves the vertex under a pointer that rests on the surface",
        ),
        row(
            Menu::Edit,
            2,
            Self::PinVertex,
            "Pin vertex",
            "Keeps the vertex under the pointer in the inspector; so does Alt with a click",
        ),
        row(
            Menu::Edit,
            2,
            Self::UnpinVertex,
            "Let vertex go",
            "Takes the pinned vertex out of the inspector",
        ),
        row(
            Menu::View,
            3,
            Self::HideJoint,
            "Hide joint",
            "Leaves the selected joint out of the panes, or shows it again",
        ),
        row(
            Menu::View,
            3,
            Self::HideOthers,
            "Hide other joints",
            "Leaves all joints out of the panes but the selected one and those under it",
        ),
        row(
            Menu::View,
            3,
            Self::ShowAllJoints,
            "Show all joints",
            "Shows the joints again that were hidden",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
