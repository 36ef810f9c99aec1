//! One piece of background work on a thread of its own.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use thiserror::Error;
use web_time::Instant;

use super::{Spawner, Waker};

/// Why background work has no result. The text is part of a sentence: what was not done goes before it, the remedy
/// after it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// No thread could be started; the text is the system's message.
    #[error("no thread could be started: {0}")]
    NoThread(String),
    /// The worker has panicked or ended without a result.
    #[error("the work has stopped unexpectedly")]
    Stopped,
}

/// A flag that cancels work, shared by all its clones.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Cancels the work, for all clones.
    pub fn cancel(&self) {
        // Relaxed: the flag hands over no data, and who sees it late has only worked for nothing.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was canceled.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The worker's side of a task.
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

    /// Whether the result is no longer wanted.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.cancel.is_canceled()
    }

    /// Reports progress; `Break` if the work was canceled.
    pub fn progress(&self, progress: P) -> ControlFlow<()> {
        // Progress is assigned as a whole, so that a panic elsewhere leaves none half written: a poisoned lock is as good.
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        if self.is_canceled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Work on a thread of its own with a result. Dropping it cancels the work.
pub struct Task<T, P = ()> {
    handle: Handle<P>,
    answer: Result<Receiver<Result<T, JobError>>, JobError>,
    since: Instant,
}

impl<T: Send + 'static> Task<T> {
    /// Starts work without progress.
    pub fn start(
        spawner: &Spawner,
        name: &str,
        work: impl FnOnce(&Handle) -> T + Send + 'static,
    ) -> Self {
        Self::start_at((), spawner, name, work)
    }
}

impl<T: Send + 'static, P: Send + 'static> Task<T, P> {
    /// Starts work with progress on a thread of this name, beginning with `progress`.
    ///
    /// If no thread can be started, the first poll returns that error.
    pub fn start_at(
        progress: P,
        spawner: &Spawner,
        name: &str,
        work: impl FnOnce(&Handle<P>) -> T + Send + 'static,
    ) -> Self {
        let handle = Handle::new(progress);
        let (sender, answer) = channel();
        let own = handle.clone();
        let end = WorkerEnd {
            sender,
            _wake: Wake(spawner.waker().clone(), handle.cancel.clone()),
        };
        let body = move || {
            // Unwind safe: the worker shares state with its owner only through locks that ignore poisoning.
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
    /// The result, once it is there; after that the task is to be dropped.
    ///
    /// # Errors
    ///
    /// No thread could be started, or the worker has stopped.
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

    /// The result of an optional task; empties the slot once it is there.
    pub fn take(slot: &mut Option<Self>) -> Option<Result<T, JobError>> {
        match slot.as_mut()?.poll() {
            Poll::Pending => None,
            Poll::Ready(outcome) => {
                *slot = None;
                Some(outcome)
            }
        }
    }

    /// The error if no thread could be started, for callers that can work without one.
    #[must_use]
    pub fn refusal(&self) -> Option<&JobError> {
        self.answer.as_ref().err()
    }

    /// Waits for the result, at most for `time`; none if that was too short.
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

    /// Time since the start.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.since.elapsed()
    }
}

impl<T, P: Clone> Task<T, P> {
    /// A copy of the progress that the worker reported last.
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

/// The worker's channel to the owner. The order of the fields matters: it wakes after the sender is dropped, when the
/// result is there or will never be.
struct WorkerEnd<T> {
    sender: Sender<Result<T, JobError>>,
    _wake: Wake,
}

impl<T> WorkerEnd<T> {
    fn send(self, outcome: Result<T, JobError>) {
        // The owner may have dropped the task already.
        let _closed = self.sender.send(outcome);
    }
}

/// Wakes the window when dropped, unless the work was canceled.
struct Wake(Waker, Cancel);

impl Drop for Wake {
    fn drop(&mut self) {
        if !self.1.is_canceled() {
            self.0.wake();
        }
    }
}
