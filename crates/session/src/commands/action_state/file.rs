//! When actions that open, save and export files can be done.

use crate::commands::actions::FileAction;
use crate::commands::view::View;
use crate::file_dialogs::share::shared_methods;

fn why_not_bake(view: &View<'_>) -> Option<&'static str> {
    let character = &view.document.character;
    let has_skin = character.instances.iter().any(|it| it.skin.is_some());
    match (has_skin, character.clips.is_empty()) {
        (false, _) => Some("no mesh has a skin"),
        (true, true) => Some("there are no clips"),
        (true, false) => None,
    }
}

impl FileAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let project = &session.project;
        let nothing_open = || view.is_empty().then_some("nothing is open");
        match self {
            Self::OpenDialog | Self::OpenPath | Self::OpenBuiltin(_) | Self::Quit => None,
            Self::Reload => session
                .character
                .file
                .is_empty()
                .then_some("nothing is open"),
            Self::CancelOpening => view.opening.is_none().then_some("nothing is being opened"),
            Self::OpenRecent(place) => {
                let file = session.settings.recent.get(place);
                let is_there = file.is_some_and(|file| !session.missing.contains(file));
                (!is_there).then_some("the file is not there")
            }
            Self::ForgetRecent => {
                let is_empty = session.settings.recent.is_empty();
                is_empty.then_some("there are no recent files")
            }
            Self::Save | Self::SaveAs | Self::SaveToPath => {
                nothing_open().or_else(|| project.saving.then_some("it is being saved"))
            }
            Self::ExportCharacter
            | Self::ExportCharacterToPath
            | Self::ExportCharacterWithOptions => nothing_open().or_else(|| {
                let is_busy = session.file_dialogs.export.busy.is_some();
                is_busy.then_some("it is being exported")
            }),
            // The dialog comes back with what it has found, whatever was edited since.
            Self::BakeCharacter if session.file_dialogs.bake.is_aside => None,
            Self::BakeCharacter => nothing_open().or_else(|| why_not_bake(view)),
            Self::SharePage => nothing_open().or_else(|| {
                if session.file_dialogs.share.busy.is_some() {
                    return Some("it is being written");
                }
                let is_one = shared_methods(&session.comparing).len() < 2;
                is_one.then_some("all panes show one method; add a pane")
            }),
            Self::SavePicture => nothing_open().or_else(|| {
                let is_busy = session.file_dialogs.picture.busy.is_some();
                is_busy.then_some("a picture is being saved")
            }),
            Self::CancelPicture => {
                let is_busy = session.file_dialogs.picture.busy.is_some();
                (!is_busy).then_some("no picture is being saved")
            }
            Self::RecoverWork | Self::DiscardLeftWork => {
                project.left.is_empty().then_some("all work was saved")
            }
            Self::NextLeftWork => {
                let is_one = project.left.len() < 2;
                is_one.then_some("there are not several unsaved works")
            }
            Self::RecoverLater => (!project.offers).then_some("nothing is offered"),
        }
    }

    pub(super) const fn checked(self) -> Option<bool> {
        match self {
            Self::OpenDialog
            | Self::OpenPath
            | Self::OpenBuiltin(_)
            | Self::Reload
            | Self::CancelOpening
            | Self::Quit
            | Self::OpenRecent(_)
            | Self::ForgetRecent
            | Self::Save
            | Self::SaveAs
            | Self::SaveToPath
            | Self::BakeCharacter
            | Self::ExportCharacter
            | Self::ExportCharacterToPath
            | Self::ExportCharacterWithOptions
            | Self::SharePage
            | Self::SavePicture
            | Self::CancelPicture
            | Self::RecoverWork
            | Self::DiscardLeftWork
            | Self::NextLeftWork
            | Self::RecoverLater => None,
        }
    }
}
