//! The pose library's folder: follows the settings, and passes on the results of its worker.

use std::path::{Path, PathBuf};

use crate::commands::command::{Command, Intent, Outcome};
use crate::files::working_folder::whole;
use crate::notices::Severity;
use crate::session::Session;
use crate::state::pose_library::{
    Failure, LibraryIntent, LibraryJob, LibraryOutcome, News, USUAL_FOLDER,
};

use super::Editor;

/// The folder that the settings name, else the default one beside them; `None` without a settings folder.
fn folder(session: &Session) -> Option<PathBuf> {
    let named = session.settings.poses_folder.trim();
    if named.is_empty() {
        let settings = session.settings_folder.as_ref();
        return settings.map(|folder| folder.join(USUAL_FOLDER));
    }
    Some(whole(Path::new(named)))
}

impl Editor {
    /// Results from the folder, and the answer of its dialog, as commands.
    pub(super) fn receive_poses(&mut self) -> Vec<Command> {
        let (news, fault) = self.poses.receive();
        let news = news.into_iter();
        let news = news.map(|news| Command::Outcome(Outcome::Library(LibraryOutcome::News(news))));
        let fault = fault.map(|text| Command::Outcome(Outcome::Notify(Severity::Error, text)));
        let chosen = self.folder_dialog.receive(&self.spawner);
        news.chain(fault).chain(chosen).collect()
    }

    /// Opens the folder that the settings name, if it has changed.
    pub(super) fn follow_poses(&mut self) {
        let folder = folder(&self.session);
        if self.poses.open(folder.as_deref(), &self.spawner) {
            self.apply(Command::Intent(Intent::Library(LibraryIntent::Opened(
                folder,
            ))));
        }
    }

    pub(super) fn write_pose(&mut self, job: LibraryJob) {
        let Err(text) = self.poses.carry_out(job.clone(), &self.spawner) else {
            return;
        };
        let failure = Failure {
            text,
            exists: false,
        };
        let news = News::Written {
            job,
            outcome: Err(failure),
        };
        self.apply(Outcome::Library(LibraryOutcome::News(news)));
    }
}
