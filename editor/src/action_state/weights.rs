//! How weights are shown.

use crate::command::Action;
use crate::session::Session;

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    let look = &session.settings.weights;
    match action {
        Action::UseRamp(ramp) => Some(look.ramp == ramp),
        Action::UseIsolines(isolines) => Some(look.isolines == isolines),
        Action::ToggleVertexDots => Some(look.dots),
        _ => None,
    }
}
