//! When actions on the problem list can be done, and which are switched on.

use crate::commands::actions::ProblemAction;
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
            Self::ToggleCheck(_) => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleCheck(check) => Some(session.settings.checks.looks_for(check)),
            Self::NextProblem
            | Self::PreviousProblem
            | Self::SelectUnpairedVertices
            | Self::FixProblem
            | Self::FixAllProblems => None,
        }
    }
}
