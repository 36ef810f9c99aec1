//! Runs the actions that open, save, export and recover files.

use crate::apply::Context;
use crate::commands::actions::FileAction;
use crate::file_dialogs::export::ExportAsked;
use crate::file_dialogs::picture::PictureAsked;
use crate::file_dialogs::share::ShareAsked;
use crate::files::builtin;
use crate::files::project::{Next, SavePath};
use crate::files::settings::Change;
use crate::session::{DialogFor, Request};

impl Context<'_> {
    pub(super) fn run_file(&mut self, action: FileAction) {
        let session = &mut *self.session;
        match action {
            FileAction::OpenDialog => session.requests.push(Request::Dialog(DialogFor::Open)),
            FileAction::OpenPath => session.windows.path = Some(String::new()),
            FileAction::OpenBuiltin(name) => self.load(&format!("{}{name}", builtin::PREFIX)),
            FileAction::Reload => self.reload(),
            FileAction::CancelOpening => session.requests.push(Request::CancelLoading),
            FileAction::Quit => self.go(Next::Quit),
            FileAction::OpenRecent(place) => self.open_recent(place),
            FileAction::ForgetRecent => session.settings.change(Change::ForgetRecent),
            FileAction::Save => self.save_project(),
            FileAction::SaveAs => session.requests.push(Request::Dialog(DialogFor::Save)),
            FileAction::SaveToPath => {
                let suggested = session.suggested_name();
                session.windows.save_path = Some(SavePath::typed(suggested));
            }
            FileAction::BakeCharacter => self.ask_bake(),
            FileAction::ExportCharacter => self.browse_file::<ExportAsked>(),
            FileAction::ExportCharacterToPath | FileAction::ExportCharacterWithOptions => {
                self.ask_file::<ExportAsked>();
            }
            FileAction::SharePage => self.ask_file::<ShareAsked>(),
            FileAction::SavePicture => self.ask_file::<PictureAsked>(),
            FileAction::CancelPicture => session.file_dialogs.picture.stop(),
            FileAction::RecoverWork => {
                if let Some(left) = session.project.next_left() {
                    let next = Next::Recover(left.path.clone());
                    self.go(next);
                }
            }
            FileAction::DiscardLeftWork => {
                let project = &mut session.project;
                if let Some(path) = project.next_left().map(|left| left.path.clone()) {
                    project.left.retain(|left| left.path != path);
                    project.chosen_left = 0;
                    session.requests.push(Request::Discard(path));
                }
            }
            FileAction::NextLeftWork => {
                let project = &mut session.project;
                project.chosen_left = (project.chosen_left + 1) % project.left.len().max(1);
            }
            FileAction::RecoverLater => session.project.offers = false,
        }
    }
}
