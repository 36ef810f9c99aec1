//! Files of weights.

use crate::command::Action;
use crate::view::View;

/// Whether an action about files of weights can be done; `None` for all others.
pub(super) fn enabled(action: Action, view: &View<'_>) -> Option<bool> {
    reason(action, view).map(|reason| reason.is_none())
}

/// Why not, in a few words.
pub(super) fn why_not(action: Action, view: &View<'_>) -> Option<&'static str> {
    reason(action, view).flatten()
}

fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    if !matches!(action, Action::ExportWeights | Action::ImportWeights) {
        return None;
    }
    let meshes = view.document.character.meshes.iter();
    let mut primitives = meshes.flat_map(|mesh| &mesh.primitives);
    let is_bound = primitives.any(|primitive| primitive.influences.is_some());
    Some(if view.session.weight_files.busy.is_some() {
        Some("a file of weights is being written or read")
    } else if is_bound {
        None
    } else {
        Some("nothing is bound to a skeleton")
    })
}
