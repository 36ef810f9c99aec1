//! One dialog for a file, and one job in the background that it begins: what all that write or read a file by a dialog share.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rig::{JointIndex, Pose};
use whole_file::Files;

use crate::document::Document;
use crate::document::versions::Versions;
use crate::files::working_folder::whole;
use crate::notices::Severity;
use crate::state::bake::baking::BakeFound;
use crate::state::comparing::Comparing;
use crate::state::export::written::{NotWritten, OwnFiles, WrittenFile};
use crate::state::motion_in::dialog::MotionDialog;
use crate::state::playback::clock::Playback;
use crate::tasks::Cancel;

/// What a feature adds to the dialog for its file; implemented by its options.
pub trait FileDialog: Clone + std::fmt::Debug + Default + PartialEq + Send + 'static {
    /// What the worker needs besides its order.
    type Work: Clone + std::fmt::Debug + Send + 'static;
    /// What a worker finds that reads.
    type Read: std::fmt::Debug + Send + 'static;

    /// Texts of the dialog and of its notices.
    const WORDS: Words;
    /// Files that the system's dialog lists.
    const FILTER: Filter;
    /// Whether the file is written; else it is read.
    const WRITES: bool = true;
    /// Whether the job begins as soon as a file is chosen in the system's dialog, instead of filling in the field.
    const BEGINS_WHEN_CHOSEN: bool = false;
    /// Whether the dialog closes when the job begins, so that the work goes on meanwhile.
    const CLOSES_WHEN_BEGUN: bool = false;

    /// The path that is offered; `last` is that of the last time for this character.
    fn initial_path(&self, last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf;

    /// The options that the dialog opens with, where these are those of the last time.
    #[must_use]
    fn initial_options(&self, _subject: &DialogContext<'_>) -> Self {
        self.clone()
    }

    /// Changes the path with the options, which were others before.
    fn follow_options(&self, _before: &Self, _asked: &mut FileAsked) {}

    /// The path that is written to, where another one was typed: with its ending.
    ///
    /// # Errors
    ///
    /// One sentence about a name that cannot be.
    fn complete(&self, file: PathBuf, _subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        Ok(file)
    }

    /// What the worker needs.
    ///
    /// # Errors
    ///
    /// One sentence why the job cannot begin.
    fn work(&self, subject: &DialogContext<'_>) -> Result<Self::Work, String>;

    /// Whether a job writes its file.
    fn writes(_work: &Self::Work) -> bool {
        Self::WRITES
    }

    /// Does the job, on a background thread.
    ///
    /// # Errors
    ///
    /// Why nothing was written or read; always where only a program with a graphics device or a page maker does the job.
    fn run(job: &FileJob<Self>, _files: &Files) -> Result<JobOutput<Self::Read>, NotWritten> {
        let name = job.order.file.display();
        let text = format!("{name}: this program cannot write such a file.");
        Err(NotWritten::Failed(text))
    }

    /// What is told of a file that was written.
    fn notice(_job: &FileJob<Self>, written: &WrittenFile) -> (Severity, String) {
        written.notice(Self::WORDS.what, Self::WORDS.then)
    }
}

/// What people read of a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The title, also of the system's dialog.
    pub title: &'static str,
    /// The button that begins the job.
    pub go: &'static str,
    /// What a screen reader calls the field of the path.
    pub field: &'static str,
    /// A path as an example.
    pub hint: &'static str,
    /// Why no other job begins, as a sentence.
    pub busy: &'static str,
    /// What was written, as the beginning of a sentence; empty where nothing is.
    pub what: &'static str,
    /// A sentence on what can be done with the file; may be empty.
    pub then: &'static str,
}

/// Files that the system's dialog lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// What the files are, in the system's dialog: `glTF`.
    pub name: &'static str,
    /// Their endings; none stands for that of the offered path.
    pub endings: &'static [&'static str],
}

/// What a dialog may know of the work. Not the session, which holds the dialogs.
#[derive(Clone, Debug)]
pub struct DialogContext<'a> {
    /// The document as it is edited and posed now.
    pub document: &'a Document,
    /// Source of the character: a path, or `builtin:NAME`.
    pub source: &'a str,
    /// The project's file, if there is one.
    pub project: Option<&'a Path>,
    /// The dialog that brings in motion, if it is open.
    pub motion: Option<&'a MotionDialog>,
    /// The panes, and what each of them shows.
    pub comparing: &'a Comparing,
    /// Clip and time that are shown.
    pub playback: &'a Playback,
    /// Whether the rest pose is seen in their place.
    pub rest: bool,
    /// Frames a second, as time is counted.
    pub frames_per_second: f64,
    /// The pose that is seen.
    pub pose: Arc<Pose>,
    /// The active joint of the selection; none where nothing is selected.
    pub active: Option<JointIndex>,
    /// Names of the joints that keep their weights.
    pub locked: &'a BTreeSet<String>,
    /// Versions of the weights.
    pub versions: &'a Versions,
    /// Number of named selections.
    pub n_sets: usize,
    /// What was baked last.
    pub baked: Option<&'a BakeFound>,
}

/// The path that a dialog asks for.
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
    pub fn report_existing(&mut self, asked: PathBuf, existing: &Path) {
        self.fault = Some(existing_file_message(&asked, existing));
        self.exists = Some(asked);
    }
}

/// The sentence that a file exists and would be replaced, with others where the path stands for many.
fn existing_file_message(asked: &Path, existing: &Path) -> String {
    let what = if asked == existing {
        "it keeps the version before beside it"
    } else {
        "files of the same names keeps the versions before beside them"
    };
    let existing = existing.display();
    format!("{existing} is there already. Replacing {what} as .bak.")
}

/// A dialog about a file, its options, and the job that is running.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileDialogWork<O> {
    /// The open dialog, if any.
    pub dialog: Option<FileAsked>,
    /// Whether the open dialog is out of the way, for a look at the panes.
    pub is_aside: bool,
    /// What is asked besides the path; kept while the dialog is closed.
    pub options: O,
    /// The running job, if any.
    pub busy: Option<AtWork>,
    /// Path that was written for this character last.
    pub last: Option<PathBuf>,
    /// Number of jobs so far.
    pub count: u64,
}

impl<O> FileDialogWork<O> {
    /// The dialog, where it is seen.
    #[must_use]
    pub const fn seen(&self) -> Option<&FileAsked> {
        match self.is_aside {
            true => None,
            false => self.dialog.as_ref(),
        }
    }

    /// Closes the dialog and cancels the job that it began, whose result is then ignored.
    pub fn cancel(&mut self) {
        if self.busy.as_ref().is_some_and(|busy| busy.is_asked) {
            self.stop();
        }
        self.close();
    }

    /// Closes the dialog; the job that it began goes on without it.
    pub fn close(&mut self) {
        (self.dialog, self.is_aside) = (None, false);
        if let Some(busy) = &mut self.busy {
            busy.is_asked = false;
        }
    }

    /// Cancels the running job; the dialog stays.
    pub fn stop(&mut self) {
        if let Some(busy) = self.busy.take() {
            busy.ticket.stop();
        }
    }

    /// Closes the dialog, since another character was opened.
    pub fn change_character(&mut self) {
        self.close();
        self.last = None;
    }

    /// Begins a job, and gives its ticket.
    pub fn begin(&mut self, file: PathBuf, is_asked: bool, writes: bool) -> Ticket {
        self.count += 1;
        let ticket = Ticket::new(self.count);
        self.busy = Some(AtWork {
            ticket: ticket.clone(),
            file,
            is_asked,
            writes,
        });
        ticket
    }

    /// Ends a job; none if it was canceled before.
    pub fn end_job(&mut self, ticket: &Ticket) -> Option<AtWork> {
        // Another ticket is that of a job that was canceled: its result comes too late.
        self.busy.take_if(|busy| busy.ticket == *ticket)
    }
}

/// What can be asked of a dialog about a file.
#[derive(Clone, Debug)]
pub enum FileDialogIntent<O> {
    /// Opens the dialog, with the path that is offered.
    Ask,
    /// Changes the path to what was typed.
    Type(FileAsked),
    /// Changes what is asked besides the path.
    Options(O),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// Begins the job, with the path of the dialog.
    Go,
    /// Closes the dialog and cancels the job that it began.
    Cancel,
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
    /// Whether the file is written.
    pub writes: bool,
}

/// Identifies a job, cancels it, and says how far it is; clones share both.
#[derive(Clone, Debug, Default)]
pub struct Ticket {
    number: u64,
    cancel: Cancel,
    progress: Arc<AtomicU32>,
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

    /// Cancels the job, which ends the next time it asks.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// Whether the job was canceled.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_canceled()
    }

    /// The share of the work that is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        // As bits, since there are no atomic floats; relaxed, since no other memory is read by it.
        f32::from_bits(self.progress.load(Ordering::Relaxed))
    }

    /// Tells the share of the work that is done; what is no number is not told.
    pub fn set_progress(&self, share: f32) {
        if share.is_finite() {
            self.progress.store(share.to_bits(), Ordering::Relaxed);
        }
    }
}

/// Equal if the numbers are; what clones share does not count.
impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// What every job of a dialog is told.
#[derive(Clone, Debug, PartialEq)]
pub struct FileOrder {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Number of characters opened until then, which identifies this one.
    pub opened: u64,
    /// Path of the file.
    pub file: PathBuf,
    /// Files that must not be replaced.
    pub own: OwnFiles,
    /// Whether an existing file may be replaced.
    pub replaces: bool,
}

/// A job of a dialog.
#[derive(Clone, Debug)]
pub struct FileJob<O: FileDialog> {
    /// The file, and what may be replaced.
    pub order: FileOrder,
    /// What the worker needs besides.
    pub work: O::Work,
}

/// Equal if the orders are; characters are not compared.
impl<O: FileDialog> PartialEq for FileJob<O> {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

/// What a job has done.
#[derive(Clone, Debug)]
pub enum JobOutput<R> {
    /// The file was written.
    Written(WrittenFile),
    /// The file was read.
    Read(R),
}

/// The result of a job.
#[derive(Debug)]
pub struct FileOutcome<O: FileDialog> {
    /// The job as it was begun, with its ticket.
    pub job: FileJob<O>,
    /// What it has done, or why it did nothing.
    pub outcome: Result<JobOutput<O::Read>, NotWritten>,
}

/// The notice about a job that was canceled while it was running.
#[must_use]
pub fn canceled_message(order: &FileOrder, was_written: bool) -> String {
    let name = order.file.display();
    match (was_written, order.replaces) {
        (true, true) => format!(
            "{name} was being written already when the export was canceled; the version before is beside it as .bak."
        ),
        (true, false) => format!(
            "{name} was being written already when the export was canceled; it is complete."
        ),
        (false, _) => format!("The export was canceled: nothing was written to {name}."),
    }
}
