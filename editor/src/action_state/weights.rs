//! Working at weights, and how they are shown.

use crate::command::Action;
use crate::session::Session;
use crate::view::View;

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    let look = &session.settings.weights;
    match action {
        Action::UseRamp(ramp) => Some(look.ramp == ramp),
        Action::UseIsolines(isolines) => Some(look.isolines == isolines),
        Action::ToggleVertexDots => Some(look.dots),
        Action::ToggleVertexTool => Some(session.weights.selecting),
        Action::ToggleIsolated => Some(session.weights.isolated),
        other => super::problems::checked(other, session)
            .or_else(|| super::brush::checked(other, session)),
    }
}

/// Why an action of weights cannot be done, in a few words, if so; none for all others.
pub(super) fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let session = view.session;
    let selected = session.selection.joints();
    Some(match action {
        Action::LockJoints | Action::LockOthers => {
            selected.is_empty().then_some("no joint is selected")
        }
        Action::UnlockAll => {
            let nothing = session.weights.locked.is_empty();
            nothing.then_some("no joint is locked")
        }
        Action::SelectVerticesOfJoint => {
            let nothing = session.selection.active().is_none();
            nothing.then_some("no joint is selected")
        }
        Action::SelectNoVertices => no_vertex(view),
        Action::CopyVertexWeights => {
            let nothing = session.vertex_at_work().is_none();
            nothing.then_some("no vertex is selected or pinned")
        }
        Action::PasteVertexWeights => {
            let nothing = session.weights.copied.is_none();
            let nothing = nothing.then_some("no weights are copied");
            nothing.or_else(|| no_vertex(view))
        }
        _ => return super::problems::reason(action, view),
    })
}

fn no_vertex(view: &View<'_>) -> Option<&'static str> {
    let is_empty = view.session.weights.vertices.all().is_empty();
    is_empty.then_some("no vertex is selected")
}
