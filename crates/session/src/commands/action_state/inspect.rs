//! When actions that hide joints and pin vertices can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::InspectAction;
use crate::commands::view::View;
use crate::session::Session;

impl InspectAction {
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
            Self::ToggleProbe => Some(session.probe()),
            Self::HideJoint => {
                let active = session.character.selection.active();
                active.map(|joint| session.character.hidden.contains(&joint))
            }
            Self::PinVertex | Self::UnpinVertex | Self::HideOthers | Self::ShowAllJoints => None,
        }
    }
}
