//! What can be asked for about projects, beside the actions.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use whole_file::{Claim, Holder};

use crate::document::Document;
use crate::files::project::{Fingerprint, Left, Next, OnDisk, Project, Trouble};

/// What is asked about projects, beside the actions.
#[derive(Debug)]
pub enum ProjectIntent {
    /// Saves under a name; `replaces`: a file of that name may be replaced.
    SaveTo {
        /// The name.
        file: PathBuf,
        /// Whether somebody has already agreed to replace what is there.
        replaces: bool,
    },
    /// Sets what was typed as the name to save under; none closes that dialog.
    SavePath(Option<String>),
    /// Answers what is asked.
    Answer(Answer),
    /// Sets what was typed as the place of a project's character.
    TypeSource(String),
    /// The window is asked to close.
    CloseAsked,
}

/// What became of a project and its files.
#[derive(Debug)]
pub enum ProjectOutcome {
    /// A project has been read with its character: shows it.
    Opened(Box<OpenedProject>),
    /// The character of a project is not where it should be.
    NoSource {
        /// What was to be opened.
        opening: Next,
        /// Where the character should be.
        missing: String,
    },
    /// The content of the character's file when it was read.
    SourceRead(Option<Fingerprint>),
    /// It was saved.
    Saved(Box<SavedProject>),
    /// It was not saved: what stands at its place is not what was expected.
    InTheWay(PathBuf, Trouble),
    /// It was not saved, for this reason.
    NotSaved(String),
    /// The document was kept for recovery, at this time of the window's clock.
    Kept(Box<Document>, f64),
    /// Nothing of this window is kept for recovery any more.
    NothingKept,
    /// The window works on the file no longer: it is about to go.
    LetGo,
    /// What other windows have left.
    Left(Vec<Left>),
}

/// An answer to a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Saves, and goes on.
    Save,
    /// Goes on without saving.
    DontSave,
    /// Leaves all as it is.
    Cancel,
    /// Saves, whatever is in the way.
    Overwrite,
    /// Saves under another name.
    SaveAs,
    /// Shows the file as it is on disk; changes are given up.
    Reload,
    /// Opens the project with the character at the place that was typed.
    OpenThere,
    /// Asks for that place with the system's dialog.
    Browse,
}

/// A project that was read, with its character.
#[derive(Debug)]
pub struct OpenedProject {
    /// Where it is saved; none for work that was never saved.
    pub file: Option<PathBuf>,
    /// What is there.
    pub on_disk: OnDisk,
    /// What it says.
    pub project: Project,
    /// Where its character was read from.
    pub source: String,
    /// The character.
    pub character: Box<Character>,
    /// The content of its file.
    pub content: Option<Fingerprint>,
    /// Whether the character is elsewhere than the project says.
    pub moved: bool,
    /// Tells others that this window works on it.
    pub claim: Option<Arc<Claim>>,
    /// Who else works on it.
    pub elsewhere: Option<Holder>,
    /// What it was recovered from.
    pub recovered_from: Option<PathBuf>,
}

/// A project that was saved.
#[derive(Debug)]
pub struct SavedProject {
    /// Where.
    pub file: PathBuf,
    /// The hash of what is there now.
    pub hash: u64,
    /// The document that was saved.
    pub document: Document,
    /// Tells others that this window works on it.
    pub claim: Option<Arc<Claim>>,
    /// Whether the file had gone since it was opened.
    pub made_anew: bool,
    /// The window's clock when it was asked for.
    pub time: f64,
}
