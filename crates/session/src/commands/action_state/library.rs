//! When actions on the pose library can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::LibraryAction;
use crate::commands::view::View;
use crate::session::Session;

impl LibraryAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
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
        let broken = || (!is_whole).then_some("the file has an error; fix it first");
        let nothing_open = || view.is_empty().then_some("nothing is open");
        let busy = || library.busy.then_some("a pose is being written");
        match self {
            Self::ApplyPose => nothing_chosen()
                .or_else(nothing_known)
                .or_else(nothing_open),
            Self::SavePose => {
                let nowhere = library.folder.is_none();
                let nowhere = nowhere.then_some("there is no folder of poses; choose one");
                nothing_open().or(nowhere).or_else(busy)
            }
            Self::ReplaceInLibrary => nothing_chosen()
                .or_else(broken)
                .or_else(nothing_open)
                .or_else(busy),
            Self::RenamePose => nothing_chosen().or_else(broken).or_else(busy),
            Self::AddToLibraryPose | Self::RemoveFromLibraryPose => nothing_chosen()
                .or_else(broken)
                .or_else(|| nothing_selected(view.session))
                .or_else(busy),
            Self::DeletePose => nothing_chosen().or_else(busy),
            Self::NextLibraryPose | Self::PreviousLibraryPose => {
                let is_empty = library.entries.is_empty();
                is_empty.then_some("the library holds no pose")
            }
            Self::TogglePoseMirrored
            | Self::TogglePoseSelectedOnly
            | Self::ChoosePoseFolder
            | Self::TypePoseFolder => None,
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::TogglePoseMirrored => Some(session.library.mirrored),
            Self::TogglePoseSelectedOnly => Some(session.library.selected_only),
            Self::ApplyPose
            | Self::SavePose
            | Self::NextLibraryPose
            | Self::PreviousLibraryPose
            | Self::ReplaceInLibrary
            | Self::AddToLibraryPose
            | Self::RemoveFromLibraryPose
            | Self::RenamePose
            | Self::DeletePose
            | Self::ChoosePoseFolder
            | Self::TypePoseFolder => None,
        }
    }
}
