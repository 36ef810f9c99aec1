//! Writes and reads files on threads, so that the window never waits.

use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui;

use crate::command::Command;

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
    running: Vec<Running<J>>,
}

#[derive(Debug)]
struct Running<J> {
    job: J,
    answer: Receiver<Command>,
}

impl<J> Default for FileJobs<J> {
    fn default() -> Self {
        Self {
            running: Vec::new(),
        }
    }
}

/// Wakes the window when it is dropped, so that it hears of a thread that fails too.
struct Wake(egui::Context);

impl Drop for Wake {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

impl<J: FileJob> FileJobs<J> {
    /// Begins to write or read. Where no thread can be started, that is the answer.
    pub fn start(&mut self, job: J, ctx: &egui::Context) -> Option<Command> {
        let (sender, answer) = channel();
        let (own, wake) = (job.clone(), Wake(ctx.clone()));
        let work = move || {
            // What is declared later is dropped first: the window wakes when the answer is there, or will never be.
            let _wake = wake;
            let sender = sender;
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(own.run());
        };
        match thread::Builder::new().name("file".to_owned()).spawn(work) {
            Ok(_handle) => {
                self.running.push(Running { job, answer });
                None
            }
            Err(fault) => {
                let text = format!(
                    "{}: no thread could be started for it ({fault}); try again.",
                    job.file().display()
                );
                Some(job.failed(text))
            }
        }
    }

    /// What has been done since the last call, as commands; while the user is in the middle of something else, it waits.
    pub fn receive(&mut self, is_user_at_work: bool, ctx: &egui::Context) -> Vec<Command> {
        let mut done = Vec::new();
        if is_user_at_work {
            if !self.running.is_empty() {
                ctx.request_repaint_after(FRAME);
            }
            return done;
        }
        self.running.retain(|running| {
            let answer = match running.answer.try_recv() {
                Err(TryRecvError::Empty) => return true,
                Ok(answer) => answer,
                Err(TryRecvError::Disconnected) => {
                    let text = format!(
                        "{}: the work at it has stopped unexpectedly; try again.",
                        running.job.file().display()
                    );
                    running.job.clone().failed(text)
                }
            };
            done.push(answer);
            false
        });
        done
    }

    /// Waits for what is at work: the window is about to go, and what it was asked to write is to be there.
    pub fn finish(&mut self) {
        let until = Instant::now() + PATIENCE;
        for running in self.running.drain(..) {
            let left = until.saturating_duration_since(Instant::now());
            // Nobody is there any more who could be told.
            let _unheard = running.answer.recv_timeout(left);
        }
    }
}
