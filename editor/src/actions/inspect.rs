//! Joints that are hidden and vertices that are looked at: the actions, their rows, and when they can be done.
//! `apply/run/inspect.rs` carries them out.

use super::{Menu, Row, nothing_selected, row};
use crate::session::Session;
use crate::view::View;

/// Hiding joints, and looking at vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InspectAction {
    /// What moves the vertex under the pointer.
    ToggleProbe,
    /// Keeps the vertex under the pointer in the inspector.
    PinVertex,
    /// Lets the vertex go that the inspector keeps.
    UnpinVertex,
    /// Leaves the selected joint out of the panes, or shows it again.
    HideJoint,
    /// Leaves all joints out but the selected one and those under it.
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

    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        match self {
            Self::ToggleProbe => None,
            Self::PinVertex => {
                let nothing = session.character.pointing.found.is_none();
                nothing.then_some("the pointer is not on the surface")
            }
            Self::UnpinVertex => {
                let nothing = session.character.pointing.pinned.is_none();
                nothing.then_some("no vertex is pinned")
            }
            Self::HideJoint | Self::HideOthers => nothing_selected(session),
            Self::ShowAllJoints => session
                .character
                .hidden
                .is_empty()
                .then_some("no joint is hidden"),
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleProbe => Some(session.switches.probe),
            Self::HideJoint => {
                let active = session.character.selection.active();
                active.map(|joint| session.character.hidden.contains(&joint))
            }
            Self::PinVertex | Self::UnpinVertex | Self::HideOthers | Self::ShowAllJoints => None,
        }
    }
}
