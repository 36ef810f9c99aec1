//! State of *Share as web page* in the session: its dialog, its job in the background, and the last path. The window makes the
//! page, since the shaders in it are no business of a session.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use dq_math::SignRule;
use rig::{Method, Pose, ScaleInheritance};

use crate::files::export::{OwnFiles, Written};
use crate::files::file_work::{FileAsked, FileWork, NotWritten, Ticket};
use crate::tools::comparing::Comparing;

/// State of the page in the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShareWork {
    /// The dialog, and the job that is running.
    pub work: FileWork<FileAsked>,
    /// Whether the clips stay out of the page.
    pub leaves_clips: bool,
    /// A remark for whoever opens the page; empty for none.
    pub note: String,
    /// Path that this character was shared to last.
    pub last: Option<PathBuf>,
}

/// An order to write a page.
#[derive(Clone, Debug)]
pub struct ShareJob {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Number of characters opened until then, which identifies this one.
    pub opened: u64,
    /// Path of the file to write.
    pub file: PathBuf,
    /// The character, with all edits.
    pub character: Arc<Character>,
    /// The pose that is seen.
    pub pose: Arc<Pose>,
    /// Scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// The methods of the panes.
    pub methods: Vec<Method>,
    /// The sign rule of the first pane, for all.
    pub signs: SignRule,
    /// Whether the clips come along.
    pub clips: bool,
    /// A remark; empty for none.
    pub note: String,
    /// Files that must not be replaced.
    pub own: OwnFiles,
    /// Whether an existing file may be replaced.
    pub replaces: bool,
}

/// Equal if file and ticket are; characters are not compared.
impl PartialEq for ShareJob {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, &self.ticket) == (&other.file, &other.ticket)
    }
}

/// The result of an order to write.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The order.
    pub job: ShareJob,
    /// Facts of the file, or why nothing was written.
    pub outcome: Result<Written, NotWritten>,
}

/// Requests about the page.
#[derive(Debug)]
pub enum ShareIntent {
    /// Changes the dialog to what was typed; none closes it and cancels its job.
    Ask(Option<FileAsked>),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// Whether the clips stay out of the page.
    LeaveClips(bool),
    /// The remark.
    Note(String),
    /// Writes to the path of the dialog.
    Go,
}

/// Results of the page.
#[derive(Debug)]
pub enum ShareOutcome {
    /// The file was written, or not.
    Done(Box<Shared>),
}

/// The methods of the panes, each once, in their order.
#[must_use]
pub fn shared_methods(comparing: &Comparing) -> Vec<Method> {
    let mut methods = Vec::new();
    for method in comparing.panes.iter().map(|pane| pane.look.method) {
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods
}
