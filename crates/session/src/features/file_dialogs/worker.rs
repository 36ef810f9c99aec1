//! Reads and writes files in the background, so that the window never waits.

use std::task::Poll;
use std::time::Duration;

use web_time::Instant;
use whole_file::Files;

use crate::commands::command::{Command, Outcome};
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{FileJob, FileOutcome, JobOutput};
use crate::state::file_dialogs::list::{FileRequest, Listed, file_dialogs};
use crate::tasks::{JobError, Spawner, Task};

/// Time between two polls while a result waits until the user's drag ends.
const FRAME: Duration = Duration::from_millis(33);
/// The longest time that a closing window waits for files being written.
const PATIENCE: Duration = Duration::from_secs(10);

/// The running jobs of dialogs for files.
#[derive(Debug, Default)]
pub struct FileJobs {
    files: Files,
    /// Of each dialog at most one job that counts, and canceled ones that have not ended yet.
    running: Vec<(FileRequest, Task<Command>)>,
}

/// The command that reports what came of a job.
fn report<O: Listed>(job: FileJob<O>, outcome: Result<JobOutput<O::Read>, NotWritten>) -> Command {
    let done = O::done(FileOutcome { job, outcome });
    Command::Outcome(Outcome::File(Box::new(done)))
}

/// The command for a job whose worker has failed.
fn failed<O: Listed>(job: FileJob<O>, error: &JobError) -> Command {
    let file = job.order.file.display();
    let text = format!("{file}: {error}; try again.");
    report(job, Err(NotWritten::Failed(text)))
}

macro_rules! run_each {
    ($($(#[$doc:meta])* $field:ident: $name:ident($options:ty) $effects:ident,)+) => {
        impl FileRequest {
            /// Does the job; the command reports the outcome.
            #[must_use]
            pub fn run(self, files: &Files) -> Command {
                match self {
                    $(Self::$name(job) => run(job, |job| {
                        <$options as crate::state::file_dialogs::dialog::FileDialog>::run(job, files)
                    }),)+
                }
            }

            /// The command for a job whose worker has failed.
            #[must_use]
            pub fn failed(self, error: &JobError) -> Command {
                match self {
                    $(Self::$name(job) => failed(job, error),)+
                }
            }
        }
    };
}
file_dialogs!(run_each);

/// Does a job, unless it was canceled before.
fn run<O: Listed>(
    job: FileJob<O>,
    work: impl FnOnce(&FileJob<O>) -> Result<JobOutput<O::Read>, NotWritten>,
) -> Command {
    let outcome = match job.order.ticket.is_stopped() {
        true => Err(NotWritten::Canceled),
        false => work(&job),
    };
    report(job, outcome)
}

impl FileJobs {
    /// Reads and writes on this disk.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Starts a job. Returns the failure as a command if no thread can be started.
    pub fn start(&mut self, job: FileRequest, spawner: &Spawner) -> Option<Command> {
        let (own, files) = (job.clone(), self.files.clone());
        self.push(job, move || own.run(&files), spawner)
    }

    /// As [`start`](Self::start), for a job that the caller knows how to do.
    pub fn start_by<O: Listed>(
        &mut self,
        job: FileJob<O>,
        work: impl FnOnce(&FileJob<O>) -> Result<JobOutput<O::Read>, NotWritten> + Send + 'static,
        spawner: &Spawner,
    ) -> Option<Command> {
        let own = job.clone();
        self.push(O::request(job), move || run(own, work), spawner)
    }

    fn push(
        &mut self,
        job: FileRequest,
        work: impl FnOnce() -> Command + Send + 'static,
        spawner: &Spawner,
    ) -> Option<Command> {
        let task = Task::start(spawner, "file", move |_| work());
        if let Some(error) = task.refusal() {
            return Some(job.failed(error));
        }
        self.running.push((job, task));
        None
    }

    /// The outcomes since the last call, as commands; they wait while `is_user_at_work`.
    pub fn receive(&mut self, is_user_at_work: bool, spawner: &Spawner) -> Vec<Command> {
        let mut done = Vec::new();
        if is_user_at_work {
            if !self.running.is_empty() {
                spawner.waker().wake_after(FRAME);
            }
            return done;
        }
        self.running.retain_mut(|(job, task)| {
            let Poll::Ready(outcome) = task.poll() else {
                return true;
            };
            done.push(outcome.unwrap_or_else(|error| job.clone().failed(&error)));
            false
        });
        done
    }

    /// Waits for files being written before the window closes, so that they are complete.
    pub fn finish(&mut self) {
        // One patience for all of them together. What is only read is of no use any more.
        let until = Instant::now() + PATIENCE;
        let running = self.running.drain(..);
        for (_, task) in running.filter(|(job, _)| job.writes()) {
            let left = until.saturating_duration_since(Instant::now());
            // The window is closing: there is no place left to show the outcome.
            let _unheard = task.wait(left);
        }
    }
}
