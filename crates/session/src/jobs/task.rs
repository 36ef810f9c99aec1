//! One piece of work on a thread of its own.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Spawner, Waker};

/// Why nothing has come of work. As a part of a sentence: what was not done stands before it, what to do behind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// The system gave no thread, in its own words.
    #[error("no thread could be started: {0}")]
    NoThread(String),
    /// The worker has panicked, or is gone without an answer.
    #[error("the work has stopped unexpectedly")]
    Stopped,
}

/// Says that nobody wants something any more; all clones say the same.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Nobody wants it any more.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether nobody wants it any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The worker's end of a task.
#[derive(Debug, Default)]
pub struct Handle<P = ()> {
    cancel: Cancel,
    progress: Arc<Mutex<P>>,
}

impl<P> Clone for Handle<P> {
    fn clone(&self) -> Self {
        Self {
            cancel: self.cancel.clone(),
            progress: Arc::clone(&self.progress),
        }
    }
}

impl<P> Handle<P> {
    fn new(progress: P) -> Self {
        Self {
            cancel: Cancel::default(),
            progress: Arc::new(Mutex::new(progress)),
        }
    }

    /// Whether nobody waits for an answer any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Says how far the work is; answers whether to go on.
    pub fn progress(&self, progress: P) -> ControlFlow<()> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        if self.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Work on a thread of its own, of which an answer is wanted. Dropping it cancels the work.
pub struct Task<T, P = ()> {
    handle: Handle<P>,
    answer: Result<Receiver<Result<T, JobError>>, JobError>,
    since: Instant,
}

impl<T: Send + 'static> Task<T> {
    /// Starts work that does not say how far it is.
    pub fn start(
        spawner: &Spawner,
        name: &str,
        work: impl FnOnce(&Handle) -> T + Send + 'static,
    ) -> Self {
        Self::start_at((), (spawner, name), work)
    }
}

impl<T: Send + 'static, P: Send + 'static> Task<T, P> {
    /// Starts work on a thread of this name that says how far it is, beginning with `progress`.
    ///
    /// Where no thread can be had, that is what the task answers.
    pub fn start_at(
        progress: P,
        (spawner, name): (&Spawner, &str),
        work: impl FnOnce(&Handle<P>) -> T + Send + 'static,
    ) -> Self {
        let handle = Handle::new(progress);
        let (sender, answer) = channel();
        let own = handle.clone();
        let end = End {
            sender,
            _wake: Wake(spawner.waker().clone(), handle.cancel.clone()),
        };
        let body = move || {
            // Whoever polls meets what the worker shared only through locks, which forgive a panic.
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&own)));
            end.send(outcome.map_err(|_panic| JobError::Stopped));
        };
        let started = spawner.spawn(name, Box::new(body));
        Self {
            handle,
            answer: started
                .map(|()| answer)
                .map_err(|error| JobError::NoThread(error.to_string())),
            since: Instant::now(),
        }
    }
}

impl<T, P> Task<T, P> {
    /// What has come of it, once it has: after that it is to be dropped.
    ///
    /// # Errors
    ///
    /// No thread, or one that has stopped.
    pub fn poll(&mut self) -> Poll<Result<T, JobError>> {
        match &self.answer {
            Err(error) => Poll::Ready(Err(error.clone())),
            Ok(answer) => match answer.try_recv() {
                Ok(outcome) => Poll::Ready(outcome),
                Err(TryRecvError::Empty) => Poll::Pending,
                Err(TryRecvError::Disconnected) => Poll::Ready(Err(JobError::Stopped)),
            },
        }
    }

    /// What has come of a task that may be there; takes it away then.
    pub fn take(slot: &mut Option<Self>) -> Option<Result<T, JobError>> {
        match slot.as_mut()?.poll() {
            Poll::Pending => None,
            Poll::Ready(outcome) => {
                *slot = None;
                Some(outcome)
            }
        }
    }

    /// Why it was never begun, for who can do without a thread.
    #[must_use]
    pub fn refusal(&self) -> Option<&JobError> {
        self.answer.as_ref().err()
    }

    /// Waits for what comes of it; nothing if that takes longer.
    pub fn wait(self, time: Duration) -> Option<Result<T, JobError>> {
        match &self.answer {
            Err(error) => Some(Err(error.clone())),
            Ok(answer) => match answer.recv_timeout(time) {
                Ok(outcome) => Some(outcome),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Err(JobError::Stopped)),
            },
        }
    }

    /// For how long it has been at work.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.since.elapsed()
    }
}

impl<T, P: Clone> Task<T, P> {
    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> P {
        let progress = &self.handle.progress;
        let progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.clone()
    }
}

impl<T, P> fmt::Debug for Task<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("refusal", &self.refusal())
            .finish_non_exhaustive()
    }
}

impl<T, P> Drop for Task<T, P> {
    fn drop(&mut self) {
        self.handle.cancel.cancel();
    }
}

/// The thread's way to the window, dropped in this order: it wakes when the answer is there, or will never be.
struct End<T> {
    sender: Sender<Result<T, JobError>>,
    _wake: Wake,
}

impl<T> End<T> {
    fn send(self, outcome: Result<T, JobError>) {
        // Nobody may want to know any more.
        let _closed = self.sender.send(outcome);
    }
}

/// Wakes when it is dropped, unless nobody waits any more.
struct Wake(Waker, Cancel);

impl Drop for Wake {
    fn drop(&mut self) {
        if !self.1.is_cancelled() {
            self.0.wake();
        }
    }
}
