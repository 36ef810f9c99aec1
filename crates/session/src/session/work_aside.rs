//! The user's work while a figure of the book is shown in its place.

use std::mem::take;

use super::Session;
use crate::document::Document;
use crate::document::history::History;
use crate::state::pose_library::Library;
use crate::state::projects::ProjectState;

/// The user's work, put aside as it was. Nothing changes it, and nothing reads it but what keeps it safe.
#[derive(Clone, Debug)]
pub struct WorkAside {
    /// The figure that is shown in its place, as `k08-04`.
    pub figure: &'static str,
    /// The document.
    pub document: Document,
    /// The steps that can be undone and redone.
    pub history: History,
    /// The session, without the project, which stays the open session's. What it holds of the window, as settings and copied poses, is
    /// not taken back.
    pub session: Session,
}

/// The user's work, wherever it is: what is saved, and what unsaved changes are changes of.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The document.
    pub document: &'a Document,
    /// The session of it. The project is that of the open session.
    pub session: &'a Session,
}

/// The user's work at one moment, to see whether there is more.
#[derive(Clone, Debug)]
pub struct WorkSoFar {
    document: Document,
    /// What lies beside the document and is saved with it.
    beside: u64,
}

impl PartialEq for WorkSoFar {
    fn eq(&self, other: &Self) -> bool {
        self.document.is_same_work(&other.document) && self.beside == other.beside
    }
}

impl Session {
    /// The user's work as it is now.
    #[must_use]
    pub fn work_so_far(&self, document: &Document) -> WorkSoFar {
        let Work { document, session } = self.work(document);
        WorkSoFar {
            document: document.clone(),
            beside: session.character.beside(),
        }
    }

    /// The user's work: what is open with this document, unless a figure is shown in its place.
    #[must_use]
    pub fn work<'a>(&'a self, document: &'a Document) -> Work<'a> {
        match &self.work_aside {
            Some(aside) => Work {
                document: &aside.document,
                session: &aside.session,
            },
            None => Work {
                document,
                session: self,
            },
        }
    }

    /// The figure that is shown, as `k08-04`; none while the user's own work is.
    #[must_use]
    pub fn figure(&self) -> Option<&'static str> {
        self.work_aside.as_ref().map(|aside| aside.figure)
    }

    /// What to put aside of it. The time of a clip that plays stands still there.
    pub(crate) fn put_aside(&self) -> Self {
        let mut aside = Self {
            project: ProjectState::default(),
            requests: Vec::new(),
            work_aside: None,
            ..self.clone()
        };
        aside.playback.stop_clock();
        aside
    }

    /// Takes back what was put aside. What belongs to the window stays as it is now: copied poses and keys too, which a
    /// figure may have been copied from.
    pub(crate) fn take_back(&mut self, aside: Self) {
        let now = take(self);
        let brush = aside.settings.brush;
        *self = Self {
            project: now.project,
            keymap: now.keymap,
            file_dialogs: now.file_dialogs,
            windows: now.windows,
            notices: now.notices,
            first_key_told: now.first_key_told,
            settings: now.settings,
            settings_folder: now.settings_folder,
            missing: now.missing,
            library: Library {
                applied: aside.library.applied,
                ..now.library
            },
            pose_clipboard: now.pose_clipboard,
            key_clipboard: now.key_clipboard,
            last_opened: now.last_opened,
            pane_aspect: now.pane_aspect,
            reference_reads: now.reference_reads,
            files: now.files,
            requests: now.requests,
            ..aside
        };
        self.switches.light = now.switches.light;
        // The donor was forgotten with the character.
        self.settings.brush.take_donor(brush);
    }
}
