//! Projects: saving, and recovery files.

use std::path::PathBuf;
use std::time::Duration;

use crate::commands::command::Outcome;
use crate::document::Document;
use crate::features::file_dialogs::apply::suggested_path;
use crate::features::projects::capture::capture;
use crate::features::projects::saving::{ProjectSave, RecoverySave, TakePicture};
use crate::files::working_folder::whole_source;
use crate::session::{DialogFor, ExpectedFile, SaveOrder, Work};
use crate::state::projects::command::ProjectOutcome;
use crate::state::projects::{Capture, OnDisk, SourceName, recovery_folder};

use super::{Editor, Output};

/// Seconds from a change until a recovery file holds it.
const AUTOSAVE: f64 = 5.0;

/// Why nothing is kept where there are no settings.
const NO_FOLDER: &str = "Unsaved work cannot be kept in case of a crash: this user has no folder for settings. Save often.";

impl Editor {
    /// Looks for recovery files of a program that stopped with unsaved changes.
    pub(super) fn look_for_left_work(&mut self) {
        match self.recovery_folder() {
            Some(folder) => self.saver.look(folder, &self.spawner),
            // The last row says so for as long as the window is open.
            None => self.session.project.not_kept = Some(NO_FOLDER.to_owned()),
        }
    }

    fn recovery_folder(&self) -> Option<PathBuf> {
        let folder = self.session.settings_folder.as_deref();
        folder.map(recovery_folder)
    }

    pub(super) fn save_project(&mut self, order: SaveOrder, now: f64) {
        let SaveOrder {
            file,
            expected,
            whoever,
        } = order;
        let project = &self.session.project;
        let is_own = project.file.as_ref() == Some(&file);
        let expected = match expected {
            ExpectedFile::AsKnown => Some(project.on_disk),
            ExpectedFile::Nothing => Some(OnDisk::Nothing),
            ExpectedFile::Anything => None,
        };
        let Work { document, session } = self.session.work(&self.document);
        let own = self.session.own_files(&self.document);
        let save = ProjectSave {
            access: own.access(&self.world.files),
            is_claimed: is_own && project.claim.is_some(),
            file,
            expected,
            whoever,
            capture: self.capture_work(),
            document: document.clone(),
            beside: session.character.beside(),
            time: now,
        };
        self.saver.save(save, &self.spawner);
    }

    /// Opens the system's file dialog, with a suggested name where something is written.
    pub(super) fn ask_for_file(&mut self, wanted: DialogFor) {
        let suggested = match wanted {
            DialogFor::Save => self.session.suggested_name(),
            DialogFor::File(kind) => {
                let path = suggested_path(kind, &self.document, &self.session);
                path.to_string_lossy().into_owned()
            }
            DialogFor::Open
            | DialogFor::Source
            | DialogFor::Transfer
            | DialogFor::Skeleton
            | DialogFor::Motion => String::new(),
        };
        let host = &*self.world.host;
        let said = self
            .file_dialog
            .ask(wanted, &suggested, host, &self.spawner);
        self.apply_each(said);
    }

    /// Writes a recovery file for unsaved changes after `AUTOSAVE` seconds, but not during a drag or a stroke; removes
    /// it once everything is saved.
    pub(super) fn autosave(
        &mut self,
        now: f64,
        thumbnail: Option<TakePicture>,
        output: &mut Output,
    ) {
        let Some(folder) = self.recovery_folder() else {
            return;
        };
        let project = &self.session.project;
        if !self.session.has_changes(&self.document) {
            self.changed_since = None;
            let recovered_from = project.recovered_from.clone();
            if self.saver.keeps() || recovered_from.is_some() {
                self.saver.forget_kept(&self.spawner);
                let recovered_from = recovered_from.into_iter().collect();
                self.saver.remove(recovered_from, &self.spawner);
                self.apply(Outcome::Project(ProjectOutcome::NothingKept));
            }
            return;
        }
        let work = self.session.work(&self.document);
        let beside = work.session.character.beside();
        let is_kept = |kept: &Document| {
            kept.is_same_work(work.document) && project.autosaved_beside == beside
        };
        if project.autosaved.as_ref().is_some_and(is_kept) {
            self.changed_since = None;
            return;
        }
        // What was just recovered is written at once, in place of the file it came from.
        let wait = if project.recovered_from.is_some() {
            0.0
        } else {
            AUTOSAVE
        };
        let since = *self.changed_since.get_or_insert(now);
        let left = since + wait - now;
        if left > 0.0 {
            output.go_on_within(Duration::from_secs_f64(left.max(0.02)));
        } else if !self.saver.is_busy() && !self.is_user_at_work() {
            // A half-done gesture is not kept. A write that fails is tried again after the same time.
            self.changed_since = Some(now);
            let mut keep = self.what_to_keep(folder, now);
            // The panes show a figure, not the work.
            keep.picture = thumbnail.filter(|_| self.session.work_aside.is_none());
            self.saver.keep(keep, &self.spawner);
        }
    }

    /// What a project is written from: the user's work, also while a figure is shown in its place.
    fn capture_work(&self) -> Capture {
        let Work { document, session } = self.session.work(&self.document);
        let mut captured = capture(document, session);
        let content = self.session.project.source;
        captured.source = SourceName::new(session.character.file.clone(), content);
        captured
    }

    fn what_to_keep(&self, folder: PathBuf, time: f64) -> RecoverySave {
        let project = &self.session.project;
        let Work { document, session } = self.session.work(&self.document);
        let mut capture = self.capture_work();
        capture.source.file = whole_source(&session.character.file);
        let file = project.file.as_ref();
        RecoverySave {
            folder,
            capture,
            name: self.session.project_name(&self.document),
            file: file.map(|file| whole_source(&file.to_string_lossy())),
            on_disk: match project.on_disk {
                OnDisk::Nothing => None,
                OnDisk::Content(hash) => Some(hash),
            },
            document: document.clone(),
            beside: session.character.beside(),
            replaces: project.recovered_from.clone(),
            picture: None,
            time,
        }
    }

    /// Writes a recovery file for unsaved changes before the program ends, unless the user discarded them.
    pub fn finish_project(&mut self) {
        self.session.file_dialogs.bake.stop();
        self.session.file_dialogs.picture.stop();
        self.files.finish();
        self.motion_maps.finish();
        let project = &self.session.project;
        let given_up = project.given_up || !self.session.has_changes(&self.document);
        let recovered_from = project.recovered_from.clone();
        let keep = self
            .recovery_folder()
            .filter(|_| !given_up)
            .map(|folder| self.what_to_keep(folder, 0.0));
        self.saver.finish(keep);
        if let Some(file) = recovered_from.filter(|_| given_up) {
            let _stays = self.world.files.remove(&file);
        }
        self.apply(Outcome::Project(ProjectOutcome::LetGo));
    }

    /// The window's title, with a mark for unsaved changes.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.session.project_name(&self.document);
        let mark = if self.session.has_changes(&self.document) {
            "● "
        } else {
            ""
        };
        match name.as_str() {
            "" => "Dualskin".to_owned(),
            name => format!("{mark}{name} — Dualskin"),
        }
    }
}
