//! Background work for the newest key: results for older keys are dropped.

use std::fmt;
use std::sync::Arc;
use std::task::Poll;

use super::{JobError, Task};

/// At most one task, for the newest of the keys that its owner names in every frame.
///
/// A key that has succeeded or failed is not started again until another key is named, or [`forget`](Self::forget) is
/// called; the owner keeps the results.
pub struct Latest<K, T, P = ()> {
    running: Option<(K, Task<T, P>)>,
    /// The key of the last task that has ended, successfully or not.
    settled: Option<K>,
}

impl<K, T, P> fmt::Debug for Latest<K, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Latest")
            .field("is_busy", &self.running.is_some())
            .finish_non_exhaustive()
    }
}

impl<K, T, P> Default for Latest<K, T, P> {
    fn default() -> Self {
        Self {
            running: None,
            settled: None,
        }
    }
}

impl<K: Clone + PartialEq, T, P> Latest<K, T, P> {
    /// Starts work for this key unless it is running or done; cancels work for an older key.
    pub fn restart(&mut self, key: K, start: impl FnOnce() -> Task<T, P>) {
        let is_running = self.running.as_ref().is_some_and(|(of, _)| *of == key);
        if !is_running && self.settled.as_ref() != Some(&key) {
            self.begin(key, start);
        }
    }

    /// Starts work for this key unless it is running or done; work for an older key finishes first.
    pub fn follow_up(&mut self, key: K, start: impl FnOnce() -> Task<T, P>) {
        if self.running.is_none() && self.settled.as_ref() != Some(&key) {
            self.begin(key, start);
        }
    }

    fn begin(&mut self, key: K, start: impl FnOnce() -> Task<T, P>) {
        // The older task goes first: dropping it cancels it before its successor starts.
        self.settled = None;
        self.running = None;
        self.running = Some((key, start()));
    }

    /// The result since the last call, with its key.
    pub fn poll(&mut self) -> Option<(K, Result<T, JobError>)> {
        let Poll::Ready(outcome) = self.running.as_mut()?.1.poll() else {
            return None;
        };
        let (key, _) = self.running.take()?;
        self.settled = Some(key.clone());
        Some((key, outcome))
    }

    /// Cancels the work; the next key is started even if it is the same.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The running task with its key.
    #[must_use]
    pub const fn running(&self) -> Option<&(K, Task<T, P>)> {
        self.running.as_ref()
    }

    /// Whether a task is running.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

/// A key compared by address: for values too large to compare in every frame.
#[derive(Debug)]
pub struct ByPointer<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for ByPointer<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for ByPointer<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
