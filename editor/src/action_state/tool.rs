//! Tools that pose.

use crate::command::Action;
use crate::session::Session;

/// Whether there is something to pose.
pub(super) fn may_operate(session: &Session) -> bool {
    session.mode.poses() && !session.selection.is_empty()
}

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    match action {
        Action::UseTool(tool) => Some(session.tool == tool),
        Action::UseSpace(space) => Some(session.space == space),
        other => super::weights::checked(other, session),
    }
}
