//! Writes and reads files in the background, so that the window never waits.

use std::path::Path;
use std::task::Poll;
use std::time::{Duration, Instant};

use crate::commands::command::Command;
use crate::jobs::{JobError, Spawner, Task};

/// Time between two looks at what waits for the user.
const FRAME: Duration = Duration::from_millis(33);
/// How long a window that closes waits for what is being written.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something to do with a file.
pub trait FileJob: Clone + Send + 'static {
    /// The file.
    fn file(&self) -> &Path;

    /// Does it, on a thread of its own; what is said of it.
    fn run(self) -> Command;

    /// What is said where it came to nothing, for this reason.
    fn failed(self, text: String) -> Command;
}

/// The window's end.
#[derive(Debug)]
pub struct FileJobs<J> {
    /// One, and such as were cancelled.
    running: Vec<(J, Task<Command>)>,
}

impl<J> Default for FileJobs<J> {
    fn default() -> Self {
        Self {
            running: Vec::new(),
        }
    }
}

/// What is said of a job whose worker has failed.
fn failed<J: FileJob>(job: J, error: &JobError) -> Command {
    let file = job.file().display();
    let text = format!("{file}: {error}; try again.");
    job.failed(text)
}

impl<J: FileJob> FileJobs<J> {
    /// Begins to write or read. Where no thread can be started, that is the answer.
    pub fn start(&mut self, job: J, spawner: &Spawner) -> Option<Command> {
        let own = job.clone();
        let task = Task::start(spawner, "file", move |_| own.run());
        if let Some(error) = task.refusal() {
            return Some(failed(job, error));
        }
        self.running.push((job, task));
        None
    }

    /// What has been done since the last call, as commands; while the user is in the middle of something else, it waits.
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

    /// Waits for what is at work: the window is about to go, and what it was asked to write is to be there.
    pub fn finish(&mut self) {
        let until = Instant::now() + PATIENCE;
        for (_, task) in self.running.drain(..) {
            let left = until.saturating_duration_since(Instant::now());
            // Nobody is there any more who could be told.
            let _unheard = task.wait(left);
        }
    }
}
