//! State of the project in the session: its file, what is saved, and the open question.
//!
//! Dirty is what differs from the document that was saved, by value: undone back to it is clean.

use std::path::PathBuf;
use std::sync::Arc;

use whole_file::{Claim, Holder};

use super::recovery::Left;
use super::source::Fingerprint;
use crate::document::Document;
use crate::state::opening::hidden_files::HiddenFile;

/// State of the open project; every character that is opened begins one.
#[derive(Clone, Debug, Default)]
pub struct ProjectState {
    /// Path of the project; none if it was never saved.
    pub file: Option<PathBuf>,
    /// Content of that file, as far as this window knows.
    pub on_disk: OnDisk,
    /// Fingerprint of the character's file when it was read.
    pub source: Option<Fingerprint>,
    /// Document that was saved or opened; none for recovered work that was not saved since.
    pub saved: Option<Document>,
    /// Whether the path of the source changed, which must be saved even if the document did not.
    pub moved: bool,
    /// Claim on the project's file, which tells other windows about this one.
    pub claim: Option<Arc<Claim>>,
    /// The other window that works on the project's file, if any.
    pub elsewhere: Option<Holder>,
    /// Why other windows cannot be told of this one, if they cannot; the user knows.
    pub unclaimed: Option<String>,
    /// The open question, if any.
    pub asked: Option<ProjectDialog>,
    /// What follows once the project is saved; cleared if saving is canceled, or fails and no other path is asked for.
    pub then: Option<Next>,
    /// Whether the project is being saved in the background.
    pub saving: bool,
    /// The window's clock, in seconds, when the project was saved last.
    pub saved_at: Option<f64>,
    /// The window's clock, in seconds, when the document was last kept for recovery.
    pub autosaved_at: Option<f64>,
    /// Document that was last kept for recovery.
    pub autosaved: Option<Document>,
    /// What was saved beside the document, see `CharacterSession::beside`.
    pub saved_beside: u64,
    /// What was last kept for recovery beside the document.
    pub autosaved_beside: u64,
    /// Why unsaved work cannot be kept for recovery at present; none while it can, as far as is known.
    pub not_kept: Option<String>,
    /// Unsaved work of windows that did not close normally, newest first.
    pub left: Vec<Left>,
    /// Index of the work in `left` that is recovered or discarded next.
    pub chosen_left: usize,
    /// Whether that work is offered to the user.
    pub offers: bool,
    /// File for recovery that the work came from, until it is kept again.
    pub recovered_from: Option<PathBuf>,
    /// A project, and where its character was found by hand: it is found there once more if the project is asked for again.
    pub located: Option<[String; 2]>,
    /// Whether the user gave up unsaved changes, so that the window may close.
    pub given_up: bool,
}

/// Content of the project's file, as far as this window knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDisk {
    /// Nothing that this window wrote or read.
    #[default]
    Nothing,
    /// Content with this hash.
    Content(u64),
}

/// A question in a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectDialog {
    /// Whether to save before something that loses unsaved changes.
    Unsaved(Next),
    /// What to do about a file that is not the expected one.
    Conflict {
        /// Path where the project was to be saved.
        file: PathBuf,
        /// Why the file was not written.
        trouble: Trouble,
    },
    /// Path of a project's character that was not found.
    Locate {
        /// The project, or the work to recover.
        opening: Next,
        /// Path where it was expected.
        missing: String,
        /// Path of the character as it is typed.
        typed: String,
    },
    /// Whether a character may be opened that names a hidden file.
    HiddenFile {
        /// What was to be opened; none for the open character, which was to be loaded again.
        opening: Option<Next>,
        /// Path of a project's character, if it differs from the one in the project.
        source: Option<String>,
        /// The character, and what it names.
        named: HiddenFile,
    },
}

/// Why a project is not saved without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Another program changed the file.
    Changed,
    /// The file exists, and replacing it was not asked for.
    Exists,
    /// Another window works on the file.
    Elsewhere(Holder),
}

/// The dialog for the path to save a project under. It stays open until the project is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavePath {
    /// The path as typed.
    pub typed: String,
    /// Why the last attempt failed.
    pub fault: Option<String>,
    /// Whether a save that it ordered is running.
    pub is_ordered: bool,
}

impl SavePath {
    /// The open dialog with this text.
    #[must_use]
    pub fn with_text(typed: String) -> Self {
        Self {
            typed,
            ..Self::default()
        }
    }
}

/// What follows a question or saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Opens a file or `builtin:NAME`.
    Open(String),
    /// Opens the work in this file for recovery.
    Recover(PathBuf),
    /// Closes the window, once the question is answered or the work saved.
    Quit,
}

impl ProjectState {
    /// The work of earlier runs that is recovered or discarded next, if there is any.
    #[must_use]
    pub fn next_left(&self) -> Option<&Left> {
        self.left
            .get(self.chosen_left)
            .or_else(|| self.left.first())
    }

    /// Whether the document differs from the saved one, or the path of the source changed.
    #[must_use]
    pub fn is_dirty(&self, document: &Document) -> bool {
        let differs = |saved: &Document| !saved.is_same_work(document);
        self.moved || self.saved.as_ref().is_none_or(differs)
    }
}
