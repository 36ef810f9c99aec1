//! Operations on all weights, in the background: one job at a time, on a snapshot of the document, with progress and
//! cancellation.

use std::collections::BTreeSet;
use std::fmt;
use std::task::Poll;
use std::time::Duration;

use scene::facts::Facts;
use weights::Report;

use crate::document::Document;
use crate::document::layers::LayerOrder;
use crate::features::opening::loading::SLOW;
use crate::features::problems::checker::seam_words;
use crate::state::layers::layer_changes::{differ_by_rounding, layers_said, step_said};
use crate::state::painting::WholeDone;
use crate::state::weight_operations::weight_request::{Finished, NotDone, WeightResult};
use crate::tasks::{Handle, JobError, Spawner, Task};
use rig::GoOn;

mod automatic;
mod bulge;
mod clothes;
mod fit;
mod remedy;
mod transfer;

pub use automatic::{
    ALL_JOINTS, AutomaticTask, FOLLOW_BODY, INCLUDE, KEEP_SHAPE, OTHER_JOINTS, UNLOCK, UNLOCK_TOO,
};
pub use bulge::BulgeTask;
pub use clothes::ClothesTask;
pub use fit::{FitTask, PullTask};
pub use remedy::remedy_work;
pub use transfer::TransferTask;

/// The phase in which problems are counted before and after an operation.
const COUNTING: &str = "counting problems before and after";
/// The phase in which layers are put together.
const FOLDING: &str = "folding the layers";
const TIP: &str = "All stays as it is until this has come to its end; if weights, locks or skeleton are changed meanwhile, it is dropped";
/// Time between two polls of the progress.
const FRAME: Duration = Duration::from_millis(33);

/// The work of a job: its result or an error message; none if canceled.
pub type JobFn = dyn FnOnce(&JobHandle) -> Option<Result<WeightResult, String>> + Send;

/// The progress of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobProgress<'a> {
    /// The name of the operation.
    pub title: &'a str,
    /// What is dropped meanwhile, and why.
    pub tip: &'static str,
    /// The name of the present phase.
    pub phase: &'static str,
    /// The share of the whole that is done, 0 to 1.
    pub fraction: f32,
    /// Whether it has taken long enough to be shown.
    pub is_slow: bool,
}

/// The running job, kept by the window.
#[derive(Debug, Default)]
pub struct WeightJobs {
    job: Option<Job>,
}

/// The running job; dropping it cancels the worker.
struct Job {
    title: String,
    began: Document,
    locked: BTreeSet<String>,
    task: Task<Option<Result<CountedResult, String>>, Phase>,
    /// The result, until the user's drag ends and it can be applied.
    ready: Option<Result<CountedResult, NotDone>>,
}

/// A result, and what is counted of its character: of a large one that takes longer than a frame.
struct CountedResult {
    result: WeightResult,
    facts: Facts,
}

impl CountedResult {
    fn new(result: WeightResult) -> Self {
        let facts = Facts::of(&result.after.character);
        Self { result, facts }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

/// The name of the phase, and the share of the whole that is done, 0 to 1.
pub type Phase = (&'static str, f32);

/// The worker's handle, for progress and cancellation.
pub type JobHandle = Handle<Phase>;

impl WeightJobs {
    /// The running job and its progress.
    #[must_use]
    pub fn working(&self) -> Option<JobProgress<'_>> {
        let job = self.job.as_ref()?;
        let (phase, fraction) = job.task.progress();
        Some(JobProgress {
            title: &job.title,
            tip: TIP,
            phase,
            fraction,
            is_slow: job.task.age() >= SLOW,
        })
    }

    /// Starts a job on this document, with these joints locked.
    ///
    /// # Errors
    ///
    /// One sentence if another job is running, or no thread can be started.
    pub fn start(
        &mut self,
        (title, began, locked): (String, &Document, &BTreeSet<String>),
        work: Box<JobFn>,
        spawner: &Spawner,
    ) -> Result<(), String> {
        if let Some(job) = &self.job {
            let other = &job.title;
            return Err(format!(
                "{title}: {other} is still at work. Wait for it, or cancel it with Esc, and try again."
            ));
        }
        let task = Task::start_at(Phase::default(), spawner, "weights", |handle| {
            Some(work(handle)?.map(CountedResult::new))
        });
        if let Some(error) = task.refusal() {
            return Err(failure_text(&title, error));
        }
        self.job = Some(Job {
            title,
            began: began.clone(),
            locked: locked.clone(),
            task,
            ready: None,
        });
        spawner.waker().wake_after(SLOW);
        Ok(())
    }

    /// Cancels the job; no result follows.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// The finished job; it waits while `is_user_at_work`.
    pub fn receive(&mut self, is_user_at_work: bool, spawner: &Spawner) -> Option<Finished> {
        let job = self.job.as_mut()?;
        if job.ready.is_none()
            && let Poll::Ready(outcome) = job.task.poll()
        {
            job.ready = Some(match outcome {
                Ok(Some(result)) => result.map_err(NotDone::Refused),
                Ok(None) => Err(NotDone::Stopped(format!("{}: canceled.", job.title))),
                Err(error) => Err(NotDone::Stopped(failure_text(&job.title, &error))),
            });
        }
        if is_user_at_work || job.ready.is_none() {
            // One frame when the job begins to count as slow; from then on the progress is polled at the rate of frames.
            let until_slow = SLOW.saturating_sub(job.task.age());
            spawner.waker().wake_after(until_slow.max(FRAME));
            return None;
        }
        let job = self.job.take()?;
        let (result, facts) = match job.ready? {
            Ok(CountedResult { result, facts }) => (Ok(result), Some(facts)),
            Err(why) => (Err(why), None),
        };
        Some(Finished {
            title: job.title,
            began: job.began,
            locked: job.locked,
            result,
            facts,
        })
    }
}

/// The message for a worker that has failed.
fn failure_text(title: &str, error: &JobError) -> String {
    format!("{title}: {error}; nothing was changed. Try again.")
}

/// An operation on all points: reports its progress to the callback, and returns none if that breaks off.
pub type OperationFn = dyn FnOnce(&GoOn<'_>) -> Option<WholeDone> + Send;

/// An operation on all points as a job; `name` is the name of its step in the history.
#[must_use]
pub fn whole_work(run: Box<OperationFn>, document: Document, name: String) -> Box<JobFn> {
    work_of(run, (document, EditTarget::Weights), name)
}

/// The same for the mask of the active layer of weights.
#[must_use]
pub fn mask_work(run: Box<OperationFn>, document: Document, name: String) -> Box<JobFn> {
    work_of(run, (document, EditTarget::Mask), name)
}

/// A step on layers as a job; where it differs by rounding alone, its document is the one before.
#[must_use]
pub fn layer_work(order: LayerOrder, document: Document) -> Box<JobFn> {
    Box::new(move |watch| {
        let go_on = |share| watch.progress((FOLDING, share));
        if go_on(0.0).is_break() {
            return None;
        }
        let layers = order.apply_to(&document.layers, &document.character);
        let LayerOrder {
            name, why_nothing, ..
        } = order;
        let after = match document.with_layers_while(layers, &go_on) {
            Ok(after) => after?.distinct_from(&document),
            Err(error) => return Some(Err(format!("{name}: {error}."))),
        };
        let both = [&document, &after];
        let said = step_said(&name, why_nothing, both).unwrap_or_default();
        let is_same = differ_by_rounding(both);
        Some(Ok(WeightResult {
            said,
            after: if is_same { document } else { after },
            name,
            report: Report::default(),
            is_fresh: false,
            is_compared: false,
            shows: None,
        }))
    })
}

/// What an operation on all points changes.
#[derive(Clone, Copy)]
enum EditTarget {
    /// Weights, or the numbers of a map.
    Weights,
    /// The mask of the active layer of weights.
    Mask,
}

fn work_of(
    run: Box<OperationFn>,
    (document, onto): (Document, EditTarget),
    name: String,
) -> Box<JobFn> {
    Box::new(move |watch| {
        let mut done = run(&|share| watch.progress(("going over the vertices", share)))?;
        if let Some(why) = &done.refused {
            return Some(Err(format!("{name}: {why}")));
        }
        let after = match onto {
            EditTarget::Weights => document.with_weight_edits(&done.edits),
            EditTarget::Mask => document.with_mask(&done.edits),
        };
        let after = match after {
            Ok(after) => after,
            Err(error) => return Some(Err(format!("The weights cannot be changed: {error}."))),
        };
        let (after, mut said) = match onto {
            EditTarget::Mask if !after.has_same_layers(&document) => {
                let said = layers_said([&document, &after]);
                (after, said + &done.report.details())
            }
            EditTarget::Mask | EditTarget::Weights => {
                done.told.of(&document, after, &mut done.report)
            }
        };
        if let Some(by) = &done.checked_by {
            let both = [&document.character, &after.character];
            let told = seam_words(both, by, &|share| watch.progress((COUNTING, share)))?;
            said = format!("{said}; {told}");
        }
        if let Some(remark) = &done.remark {
            said = format!("{said}; {remark}");
        }
        Some(Ok(WeightResult {
            said: format!("{name}: {said}."),
            report: done.report,
            name,
            after,
            is_fresh: false,
            is_compared: false,
            shows: None,
        }))
    })
}
