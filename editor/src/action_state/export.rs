//! The export of the character.

use crate::command::Action;
use crate::view::View;

/// Whether an action of the export can be done; `None` for all others.
pub(super) fn enabled(action: Action, view: &View<'_>) -> Option<bool> {
    reason(action, view).map(|reason| reason.is_none())
}

/// Why not, in a few words.
pub(super) fn why_not(action: Action, view: &View<'_>) -> Option<&'static str> {
    reason(action, view).flatten()
}

fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let is_export = matches!(
        action,
        Action::ExportCharacter | Action::ExportCharacterToPath
    );
    is_export.then(|| {
        if view.is_empty() {
            Some("nothing is open")
        } else if view.session.export.work.busy.is_some() {
            Some("it is being exported")
        } else {
            None
        }
    })
}
