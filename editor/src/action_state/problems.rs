//! Problems of weights.

use crate::command::Action;
use crate::session::Session;
use crate::view::View;

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    match action {
        Action::ToggleCheck(check) => Some(session.settings.checks.looks_for(check)),
        _ => None,
    }
}

/// Why such an action cannot be done, if it cannot; `None` for all others.
pub(super) fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let problems = &view.session.problems;
    let list = problems.list_of(&view.document.character, &view.session.settings.checks);
    Some(match action {
        Action::NextProblem | Action::PreviousProblem | Action::SelectLonelyVertices => {
            view.is_empty().then_some("nothing is open")
        }
        Action::FixProblem | Action::FixAllProblems if problems.order.is_some() => {
            Some("problems are being fixed")
        }
        Action::FixProblem if problems.current.is_none() => Some("no problem is shown"),
        Action::FixProblem => list
            .is_none()
            .then_some("the weights are being looked at again"),
        Action::FixAllProblems => match list {
            None => Some("the weights are not looked at yet"),
            Some(list) => list.entries.is_empty().then_some("there are no problems"),
        },
        _ => return None,
    })
}
