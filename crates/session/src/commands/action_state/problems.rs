//! When actions on the problem list can be done, and which are switched on.

use crate::commands::actions::ProblemAction;
use crate::commands::command::Panel;
use crate::commands::view::View;
use crate::session::Session;

impl ProblemAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let problems = &view.session.character.problems;
        let list = problems.list_of(&view.document.character, &view.session.settings.checks);
        match self {
            Self::NextProblem | Self::PreviousProblem | Self::SelectUnpairedVertices => {
                view.is_empty().then_some("nothing is open")
            }
            Self::FixProblem | Self::FixAllProblems if problems.order.is_some() => {
                Some("problems are being fixed")
            }
            Self::FixProblem if problems.current.is_none() => Some("no problem is shown"),
            Self::FixProblem => list
                .is_none()
                .then_some("the weights are being looked at again"),
            Self::FixAllProblems => match list {
                None => Some("the weights are not looked at yet"),
                Some(list) => list.entries.is_empty().then_some("there are no problems"),
            },
            Self::ToggleVolumeCheck => {
                let character = &view.session.character;
                let has_none = character.test_poses.poses.is_empty() && !character.volume.wanted;
                has_none.then_some("no joint moves the mesh")
            }
            Self::NextVolumePlace => {
                let list = view.session.character.volume.list.as_ref();
                let has_none = list.is_none_or(|list| list.places.is_empty());
                has_none.then_some("no place of a test pose is listed")
            }
            Self::SmoothVolumePlace | Self::BlendVolumePlace => {
                let shown = view.session.character.volume.current();
                shown
                    .is_none()
                    .then_some("no place of a test pose is shown")
            }
            Self::ToggleReport => view.is_empty().then_some("nothing is open"),
            Self::ToggleCheck(_) => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleCheck(check) => Some(session.settings.checks.looks_for(check)),
            Self::ToggleVolumeCheck => Some(session.character.volume.wanted),
            Self::ToggleReport => Some(session.is_open(Panel::Report)),
            Self::NextProblem
            | Self::PreviousProblem
            | Self::SelectUnpairedVertices
            | Self::NextVolumePlace
            | Self::SmoothVolumePlace
            | Self::BlendVolumePlace
            | Self::FixProblem
            | Self::FixAllProblems => None,
        }
    }
}
