//! What is done to all weights at once, on a worker thread, so that the window never waits: one job at a time, which works on a
//! snapshot, tells how far it is, and can be cancelled at any time.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use character::Character;
use eframe::egui;

use crate::document::Document;
use crate::loading::SLOW;
use crate::painting::WholeDone;
use crate::weight_wish::{Done, Finished};

mod automatic;
mod transfer;

pub use automatic::AutomaticTask;
pub use transfer::TransferTask;

/// Time between two looks at the progress.
const FRAME: Duration = Duration::from_millis(33);

/// What a job works at: it returns what it has done, or why it could not; nothing once it was told to stop.
pub type Work = dyn FnOnce(&Watch) -> Option<Result<Done, String>> + Send;

/// How far a job is, to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Working<'a> {
    /// What is done.
    pub title: &'a str,
    /// What it is at.
    pub phase: &'static str,
    /// How much of all is done, 0 to 1.
    pub fraction: f32,
    /// Whether it takes so long that it is worth showing.
    pub is_slow: bool,
}

/// The jobs' end in the window.
#[derive(Debug, Default)]
pub struct WeightJobs {
    job: Option<Job>,
}

/// Dropping it tells the worker to stop.
struct Job {
    title: String,
    began: Arc<Character>,
    locked: BTreeSet<String>,
    since: Instant,
    watch: Watch,
    answer: Receiver<Option<Result<Done, String>>>,
    /// What came of it, until it can be taken.
    ready: Option<Result<Done, String>>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.watch.0.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Where a job tells how far it is, and hears whether it is to go on.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    progress: Mutex<(&'static str, f32)>,
}

impl Watch {
    /// So much of all is done; says whether to go on.
    pub fn at(&self, phase: &'static str, fraction: f32) -> ControlFlow<()> {
        *self.progress() = (phase, fraction);
        if self.0.cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, (&'static str, f32)> {
        let shared = &self.0.progress;
        shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WeightJobs {
    /// What is being done, and how far it is.
    #[must_use]
    pub fn working(&self) -> Option<Working<'_>> {
        let job = self.job.as_ref()?;
        let (phase, fraction) = *job.watch.progress();
        Some(Working {
            title: &job.title,
            phase,
            fraction,
            is_slow: job.since.elapsed() >= SLOW,
        })
    }

    /// Begins a job on this character, with these joints locked.
    ///
    /// # Errors
    ///
    /// One sentence when another one is at work, or no thread can be started.
    pub fn start(
        &mut self,
        (title, began, locked): (String, &Arc<Character>, &BTreeSet<String>),
        work: Box<Work>,
        ctx: &egui::Context,
    ) -> Result<(), String> {
        if let Some(job) = &self.job {
            let other = &job.title;
            return Err(format!(
                "{title}: {other} is still at work. Wait for it, or cancel it with Esc, and try again."
            ));
        }
        let watch = Watch::default();
        let (send, answer) = channel();
        let (of_worker, wake) = (watch.clone(), ctx.clone());
        let body = move || {
            // The window may be gone by now; then nobody wants to know.
            let _gone = send.send(work(&of_worker));
            drop(send);
            wake.request_repaint();
        };
        thread::Builder::new()
            .name("weights".to_owned())
            .spawn(body)
            .map_err(|error| format!("{title}: no thread could be started: {error}."))?;
        self.job = Some(Job {
            title,
            began: Arc::clone(began),
            locked: locked.clone(),
            since: Instant::now(),
            watch,
            answer,
            ready: None,
        });
        ctx.request_repaint_after(SLOW);
        Ok(())
    }

    /// Gives up what is being done: nothing of it will come back.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// What has come to its end; while the user is in the middle of something else, it waits.
    pub fn receive(&mut self, is_user_at_work: bool, ctx: &egui::Context) -> Option<Finished> {
        let job = self.job.as_mut()?;
        match job.answer.try_recv() {
            Ok(Some(result)) => job.ready = Some(result),
            Ok(None) => job.ready = Some(Err(format!("{}: cancelled.", job.title))),
            Err(TryRecvError::Disconnected) if job.ready.is_none() => {
                let text = format!(
                    "{} has stopped unexpectedly; nothing was changed.",
                    job.title
                );
                job.ready = Some(Err(text));
            }
            Err(_) => {}
        }
        if is_user_at_work || job.ready.is_none() {
            let until_slow = SLOW.saturating_sub(job.since.elapsed());
            ctx.request_repaint_after(until_slow.max(FRAME));
            return None;
        }
        let mut job = self.job.take()?;
        Some(Finished {
            title: std::mem::take(&mut job.title),
            began: Arc::clone(&job.began),
            locked: std::mem::take(&mut job.locked),
            result: job.ready.take()?,
        })
    }
}

/// A task over all points: it hears whether to go on, and returns nothing if not.
pub type Run = dyn FnOnce(&dyn Fn(f32) -> ControlFlow<()>) -> Option<WholeDone> + Send;

/// What is done to all points, as a job; `name` is what the step is called.
#[must_use]
pub fn whole_work(run: Box<Run>, document: Document, name: String) -> Box<Work> {
    Box::new(move |watch| {
        let done = run(&|share| watch.at("going over the vertices", share))?;
        let mut said = format!("{name}: {}", done.report);
        if let Some(remark) = &done.remark {
            said = format!("{said}; {remark}");
        }
        let after = document.painted(&done.edits);
        let after = after.map_err(|error| format!("The weights cannot be changed: {error}."));
        Some(after.map(|after| Done {
            said: format!("{said}."),
            name,
            after,
        }))
    })
}
