//! Reads and writes files in the background, so that the window never waits.

use std::path::Path;
use std::task::Poll;
use std::time::{Duration, Instant};

use crate::commands::command::{Command, Outcome};
use crate::files::export::Written;
use crate::files::file_ending::{FileDone, WrittenAs};
use crate::files::file_work::NotWritten;
use crate::files::write_order::WriteOrder;
use crate::jobs::{JobError, Spawner, Task};

/// Time between two polls while a result waits until the user's drag ends.
const FRAME: Duration = Duration::from_millis(33);
/// The longest time that a closing window waits for a file being written.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reading or writing one file.
pub trait FileJob: Clone + Send + 'static {
    /// The file that is read or written.
    fn file(&self) -> &Path;

    /// Reads or writes the file, on a background thread; the command reports the outcome.
    fn run(self) -> Command;

    /// The command that reports a failure of the worker; `text` is the reason.
    fn failed(self, text: String) -> Command;
}

/// The running file jobs, kept by the window.
#[derive(Debug)]
pub struct FileJobs<J> {
    /// At most one job that counts, and canceled ones that have not ended yet.
    running: Vec<(J, Task<Command>)>,
}

impl<J> Default for FileJobs<J> {
    fn default() -> Self {
        Self {
            running: Vec::new(),
        }
    }
}

/// The command that reports what came of an order to write.
#[must_use]
pub fn reported(
    written_as: WrittenAs,
    order: WriteOrder,
    outcome: Result<Written, NotWritten>,
) -> Command {
    Command::Outcome(Outcome::FileDone(Box::new(FileDone {
        written_as,
        order,
        outcome,
    })))
}

/// The command for a job whose worker has failed.
fn failed<J: FileJob>(job: J, error: &JobError) -> Command {
    let file = job.file().display();
    let text = format!("{file}: {error}; try again.");
    job.failed(text)
}

impl<J: FileJob> FileJobs<J> {
    /// Starts a job. Returns the failure as a command if no thread can be started.
    pub fn start(&mut self, job: J, spawner: &Spawner) -> Option<Command> {
        let own = job.clone();
        let task = Task::start(spawner, "file", move |_| own.run());
        if let Some(error) = task.refusal() {
            return Some(failed(job, error));
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
            done.push(outcome.unwrap_or_else(|error| failed(job.clone(), &error)));
            false
        });
        done
    }

    /// Waits for running jobs before the window closes, so that files are complete.
    pub fn finish(&mut self) {
        let until = Instant::now() + PATIENCE;
        for (_, task) in self.running.drain(..) {
            let left = until.saturating_duration_since(Instant::now());
            // The window is closing: there is no place left to show the outcome.
            let _unheard = task.wait(left);
        }
    }
}
