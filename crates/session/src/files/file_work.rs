//! State of files that are written or read in the background: the dialog and the running job.
//!
//! Shared by exports, web pages, pictures and files of weights; `jobs/file_jobs.rs` runs the jobs of all.

use std::path::{Path, PathBuf};

use crate::files::working_folder::whole;
use crate::jobs::Cancel;

/// Part of a dialog: the path that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAsked {
    /// Path as typed or chosen.
    pub path: String,
    /// Why the last attempt failed.
    pub fault: Option<String>,
    /// The path for which a file was found that exists, which a second attempt replaces.
    pub exists: Option<PathBuf>,
}

impl FileAsked {
    /// A dialog that suggests a path.
    #[must_use]
    pub fn offering(file: &Path) -> Self {
        Self {
            path: file.to_string_lossy().into_owned(),
            ..Self::default()
        }
    }

    /// The absolute path, without spaces and quotes around it.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        whole(Path::new(self.path.trim().trim_matches('"')))
    }

    /// Whether the path is that for which an existing file was found, so that it would be replaced.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.exists.as_ref() == Some(&self.file())
    }

    /// A file exists: it is replaced if the path is asked for again. The dialog says so. It is another than the path where
    /// that stands for many.
    pub fn found(&mut self, asked: PathBuf, existing: &Path) {
        self.fault = Some(existing_file_message(&asked, existing));
        self.exists = Some(asked);
    }
}

/// The sentence that a file exists and would be replaced, with others where the path stands for many.
#[must_use]
fn existing_file_message(asked: &Path, existing: &Path) -> String {
    let what = if asked == existing {
        "it keeps the version before beside it"
    } else {
        "files of the same names keeps the versions before beside them"
    };
    let existing = existing.display();
    format!("{existing} is there already. Replacing {what} as .bak.")
}

/// A dialog about a file, and the job that is running.
#[derive(Clone, Debug, PartialEq)]
pub struct FileWork<D> {
    /// The open dialog, if any.
    pub dialog: Option<D>,
    /// The running job, if any.
    pub busy: Option<AtWork>,
    /// Number of jobs so far.
    pub count: u64,
}

impl<D> Default for FileWork<D> {
    fn default() -> Self {
        Self {
            dialog: None,
            busy: None,
            count: 0,
        }
    }
}

impl<D> FileWork<D> {
    /// Closes the dialog and cancels the job that it began, whose result is then ignored.
    pub fn cancel(&mut self) {
        self.dialog = None;
        if let Some(begun) = self.busy.take_if(|busy| busy.is_asked) {
            begun.ticket.stop();
        }
    }

    /// Closes the dialog; the job that it began goes on without it.
    pub fn close(&mut self) {
        self.dialog = None;
        if let Some(busy) = &mut self.busy {
            busy.is_asked = false;
        }
    }

    /// The ticket of the next job.
    pub fn next_ticket(&mut self) -> Ticket {
        self.count += 1;
        Ticket::new(self.count)
    }

    /// Ends a job; none if it was canceled before.
    pub fn ended(&mut self, ticket: &Ticket) -> Option<AtWork> {
        self.busy.take_if(|busy| busy.ticket == *ticket)
    }
}

/// A file that is being written or read.
#[derive(Clone, Debug, PartialEq)]
pub struct AtWork {
    /// Ticket of the job.
    pub ticket: Ticket,
    /// Path of the file.
    pub file: PathBuf,
    /// Whether the open dialog began the job; a dropped file is read without a dialog.
    pub is_asked: bool,
}

/// Identifies a job, and carries its cancel flag; clones share both.
#[derive(Clone, Debug, Default)]
pub struct Ticket {
    number: u64,
    cancel: Cancel,
}

impl Ticket {
    /// The ticket of the job with this number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// Cancels the job.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// Whether the job was canceled.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Equal if the numbers are; the cancel flag does not count.
impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// This file exists, and replacing it was not asked for.
    Exists(PathBuf),
    /// The job was canceled before anything was written.
    Cancelled,
    /// Another reason, as one sentence.
    Failed(String),
}

/// The sentence about a job that was canceled before anything was written.
#[must_use]
pub fn not_written(file: &Path) -> String {
    format!("{}: canceled, nothing was written.", file.display())
}

/// The notice about a job that was canceled while it was running.
#[must_use]
pub fn cancelled_message(file: &Path, was_written: bool, replaces: bool) -> String {
    let name = file.display();
    match (was_written, replaces) {
        (true, true) => format!(
            "{name} was being written already when the export was canceled; the version before is beside it as .bak."
        ),
        (true, false) => format!(
            "{name} was being written already when the export was canceled; it is complete."
        ),
        (false, _) => format!("The export was canceled: nothing was written to {name}."),
    }
}
