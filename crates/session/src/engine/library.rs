//! The folders of poses and clips: follow the settings, and pass on the results of their workers.

use std::path::{Path, PathBuf};

use crate::commands::command::{Command, Intent, Outcome};
use crate::files::working_folder::whole;
use crate::notices::Severity;
use crate::session::Session;
use crate::state::clip_library::{self, ClipLibraryOutcome};
use crate::state::pose_library::{
    Failure, LibraryIntent, LibraryJob, LibraryOutcome, News, USUAL_FOLDER,
};

use super::{Editor, Output};

/// The folder that the settings name, else the usual one beside them; `None` without a settings folder.
fn folder(session: &Session, named: &str, usual: &str) -> Option<PathBuf> {
    let named = named.trim();
    if named.is_empty() {
        let settings = session.settings_folder.as_ref();
        return settings.map(|folder| folder.join(usual));
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
        let named = &self.session.settings.poses_folder;
        let folder = folder(&self.session, named, USUAL_FOLDER);
        if self.poses.open(folder.as_deref(), &self.spawner) {
            self.apply(Command::Intent(Intent::Library(LibraryIntent::Opened(
                folder,
            ))));
        }
    }

    /// Names the folder of clips that the settings name, if it has changed, and follows what is in it.
    pub(super) fn follow_clip_library(&mut self, now: f64, output: &mut Output) {
        let named = &self.session.settings.clips_folder;
        let folder = folder(&self.session, named, clip_library::USUAL_FOLDER);
        if self.session.clip_library.folder != folder {
            self.apply(Outcome::ClipLibrary(ClipLibraryOutcome::Opened(folder)));
        }
        let loader = self.loading.loader();
        let found =
            self.clip_library
                .follow(&self.document, &self.session, loader, now, &self.spawner);
        let found = found.into_iter().map(Outcome::ClipLibrary);
        self.follow_up(found.map(Command::Outcome), output);
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
