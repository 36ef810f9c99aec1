//! What is done to all weights at once, in the background, so that the window never waits: one job at a time, which works on a
//! snapshot, tells how far it is, and can be cancelled at any time.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use character::Character;

use crate::document::Document;
use crate::jobs::loading::SLOW;
use crate::jobs::{Handle, JobError, Spawner, Task};
use crate::painting::WholeDone;
use crate::weighting::weight_request::{Done, Finished};

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

/// What is at work; dropping it tells the worker to stop.
struct Job {
    title: String,
    began: Arc<Character>,
    locked: BTreeSet<String>,
    task: Task<Option<Result<Done, String>>, Phase>,
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

/// What a job is at, and how much of all is done.
pub type Phase = (&'static str, f32);

/// Where a job tells how far it is, and hears whether it is to go on.
pub type Watch = Handle<Phase>;

impl WeightJobs {
    /// What is being done, and how far it is.
    #[must_use]
    pub fn working(&self) -> Option<Working<'_>> {
        let job = self.job.as_ref()?;
        let (phase, fraction) = job.task.progress();
        Some(Working {
            title: &job.title,
            phase,
            fraction,
            is_slow: job.task.age() >= SLOW,
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
        spawner: &Spawner,
    ) -> Result<(), String> {
        if let Some(job) = &self.job {
            let other = &job.title;
            return Err(format!(
                "{title}: {other} is still at work. Wait for it, or cancel it with Esc, and try again."
            ));
        }
        let task = Task::start_at(Phase::default(), (spawner, "weights"), work);
        if let Some(error) = task.refusal() {
            return Err(stopped(&title, error));
        }
        self.job = Some(Job {
            title,
            began: Arc::clone(began),
            locked: locked.clone(),
            task,
            ready: None,
        });
        spawner.waker().wake_after(SLOW);
        Ok(())
    }

    /// Gives up what is being done: nothing of it will come back.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// What has come to its end; while the user is in the middle of something else, it waits.
    pub fn receive(&mut self, is_user_at_work: bool, spawner: &Spawner) -> Option<Finished> {
        let job = self.job.as_mut()?;
        if job.ready.is_none()
            && let Poll::Ready(outcome) = job.task.poll()
        {
            job.ready = Some(match outcome {
                Ok(Some(result)) => result,
                Ok(None) => Err(format!("{}: cancelled.", job.title)),
                Err(error) => Err(stopped(&job.title, &error)),
            });
        }
        if is_user_at_work || job.ready.is_none() {
            let until_slow = SLOW.saturating_sub(job.task.age());
            spawner.waker().wake_after(until_slow.max(FRAME));
            return None;
        }
        let job = self.job.take()?;
        Some(Finished {
            title: job.title,
            began: job.began,
            locked: job.locked,
            result: job.ready?,
        })
    }
}

/// That the worker is why nothing was done.
fn stopped(title: &str, error: &JobError) -> String {
    format!("{title}: {error}; nothing was changed. Try again.")
}

/// A task over all points: it hears whether to go on, and returns nothing if not.
pub type Run = dyn FnOnce(&dyn Fn(f32) -> ControlFlow<()>) -> Option<WholeDone> + Send;

/// What is done to all points, as a job; `name` is what the step is called.
#[must_use]
pub fn whole_work(run: Box<Run>, document: Document, name: String) -> Box<Work> {
    Box::new(move |watch| {
        let done = run(&|share| watch.progress(("going over the vertices", share)))?;
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
