//! What can be done with the library of poses.

use crate::command::Action;
use crate::view::View;

/// Whether an action about the library can be done; true of all others.
pub(super) fn enabled(action: Action, view: &View<'_>) -> bool {
    reason(action, view).is_none()
}

/// Why it cannot be done.
pub(super) fn why_not(action: Action, view: &View<'_>) -> &'static str {
    reason(action, view).unwrap_or("not now")
}

fn reason(action: Action, view: &View<'_>) -> Option<&'static str> {
    let library = &view.session.library;
    let chosen = library.chosen();
    let is_known = chosen.is_some_and(|entry| entry.preset.is_some());
    let is_whole = is_known && chosen.is_some_and(|entry| entry.fault.is_none());
    let nothing_chosen = || {
        chosen
            .is_none()
            .then_some("no pose of the library is chosen")
    };
    let nothing_known = || (!is_known).then_some("the pose cannot be read");
    let broken = || (!is_whole).then_some("the file has a fault; mend it first");
    let nothing_selected = || {
        let is_empty = view.session.selection.is_empty();
        is_empty.then_some("no joint is selected")
    };
    let nothing_open = || view.is_empty().then_some("nothing is open");
    let busy = || library.busy.then_some("a pose is being written");
    match action {
        Action::ApplyPose => nothing_chosen()
            .or_else(nothing_known)
            .or_else(nothing_open),
        Action::SavePose => {
            let nowhere = library.folder.is_none();
            let nowhere = nowhere.then_some("there is no folder of poses; choose one");
            nothing_open().or(nowhere).or_else(busy)
        }
        Action::ReplaceInLibrary => nothing_chosen()
            .or_else(broken)
            .or_else(nothing_open)
            .or_else(busy),
        Action::RenamePose => nothing_chosen().or_else(broken).or_else(busy),
        Action::AddToLibraryPose | Action::RemoveFromLibraryPose => nothing_chosen()
            .or_else(broken)
            .or_else(nothing_selected)
            .or_else(busy),
        Action::DeletePose => nothing_chosen().or_else(busy),
        Action::NextLibraryPose | Action::PreviousLibraryPose => {
            let is_empty = library.entries.is_empty();
            is_empty.then_some("the library holds no pose")
        }
        _ => None,
    }
}
