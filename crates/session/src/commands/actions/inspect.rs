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
            "Keeps the vertex under the pointer in the inspector; Alt+click does the same",
        ),
        row(
            Menu::Edit,
            2,
            Self::UnpinVertex,
            "Unpin vertex",
            "Removes the pinned vertex from the inspector",
        ),
        row(
            Menu::View,
            3,
            Self::HideJoint,
            "Hide joint",
            "Hides the selected joint in the panes, or shows it again",
        ),
        row(
            Menu::View,
            3,
            Self::HideOthers,
            "Hide other joints",
            "Hides all joints in the panes but the selected one and its descendants",
        ),
        row(
            Menu::View,
            3,
            Self::ShowAllJoints,
            "Show all joints",
            "Shows all hidden joints again",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
