//! Rotations of long clips to Euler curves, in the background: one job at a time.

use std::fmt;
use std::task::Poll;
use std::time::Duration;

use crate::features::opening::loading::SLOW;
use crate::features::weight_operations::worker::JobProgress;
use crate::state::timeline::euler_work::{ConvertedJoints, EulerDone, EulerWork};
use crate::tasks::{Spawner, Task};

/// Time between two polls of the progress.
const FRAME: Duration = Duration::from_millis(33);
const PHASE: &str = "following the rotations";
const TIP: &str = "The clip stays as it is until this has come to its end; if its rotations are changed meanwhile, it is dropped";

/// The conversion that is at work.
#[derive(Debug, Default)]
pub struct EulerJobs {
    job: Option<Job>,
}

/// Dropping it cancels the worker.
struct Job {
    title: String,
    work: EulerWork,
    task: Task<Option<ConvertedJoints>, f32>,
    /// The result, until the user's drag ends and it can be applied.
    ready: Option<Result<ConvertedJoints, String>>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

impl EulerJobs {
    /// Starts a conversion.
    ///
    /// # Errors
    ///
    /// One sentence if another is at work, which may be of other joints.
    pub fn start(&mut self, work: EulerWork, spawner: &Spawner) -> Result<(), String> {
        if let Some(Job { title: other, .. }) = &self.job {
            let title = work.name();
            return Err(format!(
                "{title}: {other} is still at work. Wait for it, or cancel it, and try again."
            ));
        }
        let own = work.clone();
        let task = Task::start_at(0.0, spawner, "Euler curves", move |handle| {
            own.run(&|share| handle.progress(share))
        });
        self.job = Some(Job {
            title: work.name(),
            work,
            task,
            ready: None,
        });
        spawner.waker().wake_after(SLOW);
        Ok(())
    }

    /// Cancels it; no result follows.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// The conversion at work and its progress.
    #[must_use]
    pub fn working(&self) -> Option<JobProgress<'_>> {
        let job = self.job.as_ref()?;
        Some(JobProgress {
            title: &job.title,
            tip: TIP,
            phase: PHASE,
            fraction: job.task.progress(),
            is_slow: job.task.age() >= SLOW,
        })
    }

    /// The finished conversion; it waits while `is_user_at_work`.
    pub fn receive(&mut self, is_user_at_work: bool, spawner: &Spawner) -> Option<EulerDone> {
        let job = self.job.as_mut()?;
        if job.ready.is_none()
            && let Poll::Ready(outcome) = job.task.poll()
        {
            let title = &job.title;
            job.ready = Some(match outcome {
                Ok(Some(found)) => Ok(found),
                Ok(None) => Err(format!("{title}: canceled.")),
                Err(error) => Err(format!("{title}: {error}; nothing was changed. Try again.")),
            });
        }
        if is_user_at_work || job.ready.is_none() {
            let until_slow = SLOW.saturating_sub(job.task.age());
            spawner.waker().wake_after(until_slow.max(FRAME));
            return None;
        }
        let Job { work, ready, .. } = self.job.take()?;
        Some(EulerDone {
            work,
            result: ready?,
        })
    }
}
