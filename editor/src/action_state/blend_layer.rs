//! What the brush paints, and what makes no sense while that is the blend map.

use rig::Method;

use crate::command::Action;
use crate::comparing::{Comparing, PaneLayout};
use crate::session::Session;
use crate::view::View;
use scene::blend_map::has_blend_map;

const NO_JOINTS: &str = "the blend map has no joints; it is one number a vertex";

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    match action {
        Action::UsePaintLayer(layer) => Some(session.weights.layer == layer),
        _ => None,
    }
}

/// Why an action cannot be done, in a few words, if so; none for those that have nothing to do with the blend map, or that it does not keep from.
pub(super) fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let session = view.session;
    match action {
        Action::UsePaintLayer(_) | Action::TogglePaintLayer => {
            Some(view.is_empty().then_some("nothing is open"))
        }
        Action::ClearBlendMap => {
            let has_none = !has_blend_map(&view.document.character);
            Some(has_none.then_some("there is no blend map"))
        }
        Action::ShowAffineBlending => {
            let is_shown = shows_affine(&session.comparing);
            Some(is_shown.then_some("a pane shows it already"))
        }
        Action::UseSharing(_)
        | Action::PickPartner
        | Action::PruneWeights
        | Action::LimitWeights
        | Action::LockJoints
        | Action::LockOthers
        | Action::UnlockAll
        | Action::ToggleIsolated => session.paints_blend().then_some(Some(NO_JOINTS)),
        _ => None,
    }
}

/// Whether a pane that is seen shows affine blending.
#[must_use]
pub fn shows_affine(comparing: &Comparing) -> bool {
    let is_affine = |pane: usize| {
        let shows = comparing.panes.get(pane);
        shows.is_some_and(|shows| shows.look.method == Method::Affine)
    };
    match comparing.visible_layout() {
        PaneLayout::One => is_affine(comparing.active),
        PaneLayout::Side => (0..comparing.panes.len()).any(is_affine),
        PaneLayout::Wipe | PaneLayout::Overlay => {
            is_affine(0) || comparing.other().is_some_and(is_affine)
        }
    }
}
