//! What the window knows of files that are written or read in the background: what is asked of its user, and what is at work.

use std::path::{Path, PathBuf};

use crate::jobs::Cancel;

/// The name of a file that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAsked {
    /// What was typed or chosen.
    pub path: String,
    /// Why the last try failed.
    pub fault: Option<String>,
    /// A file that is there, and that may be replaced if it is meant.
    pub exists: Option<PathBuf>,
}

impl FileAsked {
    /// Offers a name.
    #[must_use]
    pub fn offering(file: &Path) -> Self {
        Self {
            path: file.to_string_lossy().into_owned(),
            ..Self::default()
        }
    }

    /// The file that is named.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        PathBuf::from(self.path.trim().trim_matches('"'))
    }

    /// Whether the file that is named is there, so that it would be replaced.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.exists.as_ref() == Some(&self.file())
    }

    /// The file is there: it is replaced if that is what is asked for next. Says so.
    pub fn found(&mut self, file: PathBuf) {
        self.fault = Some(existing_file_message(&file));
        self.exists = Some(file);
    }
}

/// That a file would be replaced.
#[must_use]
fn existing_file_message(file: &Path) -> String {
    format!(
        "{} is there already. Replacing it keeps the version before beside it as .bak.",
        file.display()
    )
}

/// A question about a file, and a job that it has begun.
#[derive(Clone, Debug, PartialEq)]
pub struct FileWork<D> {
    /// What is asked.
    pub dialog: Option<D>,
    /// What is being written or read.
    pub busy: Option<AtWork>,
    /// Jobs so far.
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
    /// Stops to ask, and forgets what the question had begun: nothing of it will come in.
    pub fn cancel(&mut self) {
        self.dialog = None;
        if let Some(begun) = self.busy.take_if(|busy| busy.is_asked) {
            begun.ticket.stop();
        }
    }

    /// Closes the question; what it had begun goes on without it.
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

    /// A job has come to its end; nothing, if it was forgotten before.
    pub fn ended(&mut self, ticket: &Ticket) -> Option<AtWork> {
        self.busy.take_if(|busy| busy.ticket == *ticket)
    }
}

/// What is being written or read.
#[derive(Clone, Debug, PartialEq)]
pub struct AtWork {
    /// The job's.
    pub ticket: Ticket,
    /// The file.
    pub file: PathBuf,
    /// Whether the open question has begun it; a file that is dropped is read without one.
    pub is_asked: bool,
}

/// Tells a job from others, and that it is to stop.
#[derive(Clone, Debug, Default)]
pub struct Ticket {
    number: u64,
    cancel: Cancel,
}

impl Ticket {
    /// The job of this number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// Nobody wants it any more.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// Whether nobody wants it any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// By number.
impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// There is such a file.
    Exists,
    /// It was cancelled in time.
    Cancelled,
    /// One sentence.
    Failed(String),
}

/// What became of an export that was cancelled while it was at work.
#[must_use]
pub fn cancelled_message(file: &Path, was_written: bool, replaces: bool) -> String {
    let name = file.display();
    match (was_written, replaces) {
        (true, true) => format!(
            "{name} was being written already when the export was cancelled; the version before is beside it as .bak."
        ),
        (true, false) => format!(
            "{name} was being written already when the export was cancelled; it is complete."
        ),
        (false, _) => format!("The export was cancelled: nothing was written to {name}."),
    }
}
