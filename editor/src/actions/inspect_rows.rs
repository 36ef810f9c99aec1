//! The rows about joints that are hidden and vertices that are looked at.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::View,
        2,
        Action::ToggleProbe,
        "Vertex probe",
        "Shows what moves the vertex under a pointer that rests on the surface",
    ),
    row(
        Menu::View,
        3,
        Action::HideJoint,
        "Hide joint",
        "Leaves the selected joint out of the panes, or shows it again",
    ),
    row(
        Menu::View,
        3,
        Action::HideOthers,
        "Hide other joints",
        "Leaves all joints out of the panes but the selected one and those under it",
    ),
    row(
        Menu::View,
        3,
        Action::ShowAllJoints,
        "Show all joints",
        "Shows the joints again that were hidden",
    ),
    row(
        Menu::Edit,
        2,
        Action::PinVertex,
        "Pin vertex",
        "Keeps the vertex under the pointer in the inspector; so does Alt with a click",
    ),
    row(
        Menu::Edit,
        2,
        Action::UnpinVertex,
        "Let vertex go",
        "Takes the pinned vertex out of the inspector",
    ),
];
