//! What the window knows of its project: where it is saved, what is saved, and what it has to ask.

use std::path::PathBuf;
use std::sync::Arc;

use whole_file::{Claim, Holder};

use super::recovery::Left;
use super::source::Fingerprint;
use crate::document::Document;

/// What the window knows of the project that is open; every character that is opened begins one.
#[derive(Clone, Debug, Default)]
pub struct ProjectState {
    /// Where it is saved, if it ever was.
    pub file: Option<PathBuf>,
    /// What is there, as far as this window knows.
    pub on_disk: OnDisk,
    /// The content of the character's file when it was read.
    pub source: Option<Fingerprint>,
    /// What was saved, or opened; none for work that was recovered and never saved.
    pub saved: Option<Document>,
    /// Whether something beside the document is to be saved: where the source is.
    pub moved: bool,
    /// Tells other windows that this one works on the file.
    pub claim: Option<Arc<Claim>>,
    /// Who else works on it.
    pub elsewhere: Option<Holder>,
    /// What is asked now.
    pub asked: Option<ProjectDialog>,
    /// What comes when the saving that goes on has succeeded.
    pub then: Option<Next>,
    /// Whether a worker is saving.
    pub saving: bool,
    /// The window's clock when it was saved last.
    pub saved_at: Option<f64>,
    /// The window's clock when it was last kept for recovery.
    pub autosaved_at: Option<f64>,
    /// The document that was kept then.
    pub autosaved: Option<Document>,
    /// Work of windows that did not end as they should, newest first.
    pub left: Vec<Left>,
    /// Whether it is offered.
    pub offers: bool,
    /// What this one was recovered from, until it is kept again.
    pub recovered_from: Option<PathBuf>,
    /// Whether changes that are not saved are given up: the window may close.
    pub given_up: bool,
}

/// What is at the project's path, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDisk {
    /// Nothing that this window wrote or read.
    #[default]
    Nothing,
    /// A content with this hash.
    Content(u64),
}

/// What the window asks in a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectDialog {
    /// Whether to save before something that would lose the changes.
    Unsaved(Next),
    /// What to do about a file that is not as expected.
    Conflict {
        /// Where it was to be saved.
        file: PathBuf,
        /// What is the matter.
        trouble: Trouble,
    },
    /// Where the character of a project is.
    Locate {
        /// The project, or what is recovered.
        opening: Next,
        /// Where it should be.
        missing: String,
        /// What was typed.
        typed: String,
    },
}

/// Why a file is not written without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Another program has changed it.
    Changed,
    /// There is a file of that name.
    Exists,
    /// Another window works on it.
    Elsewhere(Holder),
}

/// What comes after a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Opening a file or `builtin:NAME`.
    Open(String),
    /// Recovering work.
    Recover(PathBuf),
    /// Closing the window.
    Quit,
}

impl ProjectState {
    /// Whether this document is not what was saved.
    #[must_use]
    pub fn is_dirty(&self, document: &Document) -> bool {
        let differs = |saved: &Document| !saved.is_same_work(document);
        self.moved || self.saved.as_ref().is_none_or(differs)
    }
}
