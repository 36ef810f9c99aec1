//! Commands about projects that have arguments, and results of opening and saving them.

use std::path::PathBuf;
use std::sync::Arc;

use scene::facts::Facts;
use whole_file::{Claim, Holder};

use crate::document::Document;
use crate::state::opening::hidden_files::HiddenFile;
use crate::state::projects::{Fingerprint, Left, Next, OnDisk, Project, Restored, Trouble};

/// Requests about projects that are no actions.
#[derive(Debug)]
pub enum ProjectIntent {
    /// Saves the project under a path.
    SaveTo {
        /// Path of the file; the ending of projects is added if it is missing.
        file: PathBuf,
        /// Whether the user has agreed to replace an existing file.
        replaces: bool,
    },
    /// The text typed as the path to save under; none closes that dialog.
    SavePath(Option<String>),
    /// Answers the open question.
    Answer(ProjectAnswer),
    /// The text typed as the path of a project's character.
    TypeSource(String),
    /// Chooses among the offered works of earlier runs by its index.
    ChooseLeft(usize),
    /// The window was asked to close.
    CloseAsked,
}

/// Results of opening, saving and keeping projects.
#[derive(Debug)]
pub enum ProjectOutcome {
    /// A project was read together with its character.
    Opened(Box<OpenedProject>),
    /// The character of a project was not found.
    NoSource {
        /// The project or the work that was to be opened.
        opening: Next,
        /// Path where the character was expected.
        missing: String,
    },
    /// A character was not opened because it names a hidden file, which the user may allow.
    HiddenFile {
        /// What was to be opened; none for the open character, which was to be loaded again.
        opening: Option<Next>,
        /// Path of a project's character, if it differs from the one in the project.
        source: Option<String>,
        /// The character, and what it names.
        named: HiddenFile,
    },
    /// Fingerprint of the character's file when it was read.
    SourceRead(Option<Fingerprint>),
    /// The project was saved.
    Saved(Box<SavedProject>),
    /// The project was not saved: the file at its path is not the expected one.
    InTheWay(PathBuf, Trouble),
    /// The project was not saved, for this reason.
    NotSaved(String),
    /// The document was kept for recovery, with what lies beside it, at this time of the window's clock in seconds.
    Kept(Box<Document>, u64, f64),
    /// Unsaved work cannot be kept for recovery, for this reason.
    NotKept(String),
    /// The file of this window for recovery was deleted.
    NothingKept,
    /// The window no longer claims its project's file: it is about to close.
    LetGo,
    /// What was opened is there, and since it was asked for there is more work that is not saved.
    MoreWork(Next),
    /// Work that other windows left unsaved, newest first.
    Left(Vec<Left>),
}

/// An answer to an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectAnswer {
    /// Saves, and then goes on.
    Save,
    /// Goes on without saving.
    DontSave,
    /// Closes the question and changes nothing.
    Cancel,
    /// Saves over the file that is in the way.
    Overwrite,
    /// Asks for another path to save under.
    SaveAs,
    /// Opens the project as it is on disk; unsaved changes are lost.
    Reload,
    /// Opens the project with the character at the typed path.
    OpenThere,
    /// Asks for that path with the system's dialog.
    Browse,
    /// Opens the character with the hidden files that it names.
    AllowHidden,
}

/// A project that was read, with its character.
#[derive(Debug)]
pub struct OpenedProject {
    /// Path of the project; none for recovered work that was never saved.
    pub file: Option<PathBuf>,
    /// Content of the file at that path.
    pub on_disk: OnDisk,
    /// The project as data.
    pub project: Project,
    /// Path, or `builtin:NAME`, that the character was read from.
    pub source: String,
    /// What came of applying it to the character, which is the original of that document.
    pub restored: Restored,
    /// What is counted of the character with the work of the project.
    pub facts: Facts,
    /// Fingerprint of the character's file.
    pub content: Option<Fingerprint>,
    /// Whether the character was found elsewhere than the project says.
    pub moved: bool,
    /// Claim on the project's file, which tells other windows about this one.
    pub claim: Option<Arc<Claim>>,
    /// The other window that works on the project's file, if any.
    pub elsewhere: Option<Holder>,
    /// Why other windows cannot be told of this one, if they cannot.
    pub unclaimed: Option<String>,
    /// File for recovery that the work was read from.
    pub recovered_from: Option<PathBuf>,
}

/// Facts of a project that was saved.
#[derive(Debug)]
pub struct SavedProject {
    /// Path of the project.
    pub file: PathBuf,
    /// Hash of the file as it is now.
    pub hash: u64,
    /// The document that was saved.
    pub document: Document,
    /// What was saved beside it.
    pub beside: u64,
    /// Claim on the project's file; none if it was claimed before.
    pub claim: Option<Arc<Claim>>,
    /// Why other windows cannot be told of this one, if they cannot.
    pub unclaimed: Option<String>,
    /// Whether the file was deleted or renamed since it was opened.
    pub made_anew: bool,
    /// The window's clock, in seconds, when saving was asked for.
    pub time: f64,
}
