//! The library of poses follows the settings, and its folder.

use std::path::PathBuf;

use eframe::egui;

use super::App;
use crate::command::{Command, Intent, Outcome};
use crate::notices::Severity;
use crate::pose_library::{Failure, Job, LibraryIntent, LibraryOutcome, News, USUAL_FOLDER};
use crate::session::Session;

/// The folder that the settings name, else the usual one beside them; none where nothing is kept.
fn folder(session: &Session) -> Option<PathBuf> {
    let named = session.settings.poses_folder.trim();
    if named.is_empty() {
        let settings = session.settings_folder.as_ref();
        return settings.map(|folder| folder.join(USUAL_FOLDER));
    }
    let named = PathBuf::from(named);
    Some(std::path::absolute(&named).unwrap_or(named))
}

impl App {
    /// What has come from the folder, as commands.
    pub(super) fn receive_poses(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let news = self.poses.receive().into_iter();
        let news = news.map(|news| Command::Outcome(Outcome::Library(LibraryOutcome::News(news))));
        news.chain(self.folder_dialog.receive(ctx)).collect()
    }

    /// Reads another folder, if another is named.
    pub(super) fn follow_poses(&mut self, ctx: &egui::Context) {
        let folder = folder(&self.session);
        match self.poses.open(folder.as_deref(), ctx) {
            Ok(false) => {}
            Ok(true) => self.apply(Intent::Library(LibraryIntent::Opened(folder))),
            Err(text) => self.apply(Outcome::Notify(Severity::Error, text)),
        }
    }

    pub(super) fn write_pose(&mut self, job: Job) {
        if self.poses.carry_out(job.clone()) {
            return;
        }
        let failure = Failure {
            text: "There is no folder of poses: choose one first.".to_owned(),
            exists: false,
        };
        let news = News::Written {
            job,
            outcome: Err(failure),
        };
        self.apply(Outcome::Library(LibraryOutcome::News(news)));
    }
}
