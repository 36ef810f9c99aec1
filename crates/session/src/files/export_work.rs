//! What the window knows of the export of its character: what it asks, and what is written aside.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;

use crate::files::export::{OwnFiles, Written};
use crate::files::file_work::{FileAsked, FileWork, NotWritten, Ticket};

/// The export in the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportWork {
    /// What is asked, and what is at work.
    pub work: FileWork<FileAsked>,
    /// Where this character was written last.
    pub last: Option<PathBuf>,
}

/// A character to be written.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// Tells it from others.
    pub ticket: Ticket,
    /// How many characters had been opened then: which one it is.
    pub opened: u64,
    /// Where.
    pub file: PathBuf,
    /// Who, at rest, with all that was edited.
    pub character: Arc<Character>,
    /// Files that the work needs as they are.
    pub own: OwnFiles,
    /// Whether what is there may be replaced.
    pub replaces: bool,
}

/// By what it is about.
impl PartialEq for ExportJob {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, &self.ticket) == (&other.file, &other.ticket)
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Exported {
    /// What was asked.
    pub job: ExportJob,
    /// How large it is, and what is to be known of it; or why nothing was written.
    pub outcome: Result<Written, NotWritten>,
}

/// What is asked about the export.
#[derive(Debug)]
pub enum ExportIntent {
    /// Goes on asking with what was typed, or stops: what was begun counts for nothing then.
    Ask(Option<FileAsked>),
    /// Looks for the file with the system's dialog.
    Browse,
    /// The system's dialog has answered.
    Chosen(PathBuf),
    /// There is no such dialog: the name is to be typed.
    Type,
    /// Does what the question says.
    Go,
}

/// What became of the export.
#[derive(Debug)]
pub enum ExportOutcome {
    /// It was written, or not.
    Done(Box<Exported>),
}
