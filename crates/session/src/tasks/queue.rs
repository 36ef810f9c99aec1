//! Background work that has to be done in order.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::{JobError, Spawner, Task};

/// A finished job with its result.
pub type FinishedJob<J, T> = (Arc<J>, Result<T, JobError>);

/// Runs one job after another, each on a thread. A failed job is returned with its error, and the next one starts.
pub struct Queue<J, T> {
    name: &'static str,
    work: Arc<dyn Fn(&J) -> T + Send + Sync>,
    waiting: VecDeque<J>,
    running: Option<(Arc<J>, Task<T>)>,
    /// Jobs whose thread could not be started, until the next poll.
    refused: Vec<FinishedJob<J, T>>,
}

impl<J, T> fmt::Debug for Queue<J, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue")
            .field("name", &self.name)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

impl<J: Send + Sync + 'static, T: Send + 'static> Queue<J, T> {
    /// A queue that runs this function, on threads of this name.
    pub fn new(name: &'static str, work: impl Fn(&J) -> T + Send + Sync + 'static) -> Self {
        Self {
            name,
            work: Arc::new(work),
            waiting: VecDeque::new(),
            running: None,
            refused: Vec::new(),
        }
    }

    /// Adds a job after all that are waiting.
    pub fn push(&mut self, job: J, spawner: &Spawner) {
        self.waiting.push_back(job);
        self.start_next(spawner);
    }

    /// Removes waiting jobs for which `keep` is false; the running one stays.
    pub fn retain(&mut self, keep: impl FnMut(&J) -> bool) {
        self.waiting.retain(keep);
    }

    /// Whether a job is running, waiting, or finished and not polled yet.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.waiting.is_empty() || !self.refused.is_empty()
    }

    /// The jobs finished since the last call; starts the next one.
    pub fn poll(&mut self, spawner: &Spawner) -> Vec<FinishedJob<J, T>> {
        let mut ended = Vec::new();
        if let Some((job, task)) = &mut self.running
            && let Poll::Ready(outcome) = task.poll()
        {
            ended.push((Arc::clone(job), outcome));
            self.running = None;
        }
        self.start_next(spawner);
        ended.append(&mut self.refused);
        ended
    }

    /// Waits at most `patience` for the running job, then runs all waiting jobs on this thread: the program is about to
    /// end.
    ///
    /// A job that is still running after that time is not reported.
    pub fn finish(&mut self, patience: Duration) -> Vec<FinishedJob<J, T>> {
        let mut ended = std::mem::take(&mut self.refused);
        if let Some((job, task)) = self.running.take() {
            ended.extend(task.wait(patience).map(|outcome| (job, outcome)));
        }
        // A panic of one job must not cost the others, such as the last save.
        for job in std::mem::take(&mut self.waiting) {
            let outcome = catch_unwind(AssertUnwindSafe(|| (self.work)(&job)));
            ended.push((Arc::new(job), outcome.map_err(|_panic| JobError::Stopped)));
        }
        ended
    }

    fn start_next(&mut self, spawner: &Spawner) {
        while self.running.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            let job = Arc::new(job);
            let (work, own) = (Arc::clone(&self.work), Arc::clone(&job));
            let task = Task::start(spawner, self.name, move |_| work(&own));
            match task.refusal() {
                Some(error) => self.refused.push((job, Err(error.clone()))),
                None => self.running = Some((job, task)),
            }
        }
    }
}
