//! Starting threads: the one place where tests can make that fail.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::{fmt, io};

use super::Waker;

/// The function that a thread runs.
pub type Body = Box<dyn FnOnce() + Send>;

/// Starts named threads: those of the system or, in tests, ones that fail.
#[derive(Clone)]
pub struct Threads(Arc<Start>);

type Start = dyn Fn(&str, Body) -> io::Result<()> + Send + Sync;

impl Threads {
    /// Starts threads with this function. A function that drops the body stands for a thread that ends without an
    /// answer.
    pub fn new(start: impl Fn(&str, Body) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(start))
    }
}

impl Default for Threads {
    fn default() -> Self {
        let started = ThreadList::default();
        Self::new(move |name, body| {
            let thread = thread::Builder::new().name(name.to_owned());
            started.add(thread.spawn(body)?);
            Ok(())
        })
    }
}

/// Threads that were started and are not known to have ended.
///
/// To let go of a thread at the moment when it ends reads memory that is gone, in some C libraries (glibc 2.36); so a thread is let go
/// when it has ended, and only those that still work when their starter goes are left to themselves.
#[derive(Default)]
struct ThreadList(Mutex<Vec<JoinHandle<()>>>);

impl ThreadList {
    fn add(&self, thread: JoinHandle<()>) {
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        threads.push(thread);
        let ended = threads.extract_if(.., |thread| thread.is_finished());
        // Whether it panicked, its answer has told.
        ended.for_each(|thread| drop(thread.join()));
    }
}

impl Drop for ThreadList {
    fn drop(&mut self) {
        let threads = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        let ended = threads.extract_if(.., |thread| thread.is_finished());
        ended.for_each(|thread| drop(thread.join()));
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads").finish_non_exhaustive()
    }
}

/// Threads and a waker, as every start of background work needs them. The window makes one; the default one wakes
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Spawner {
    threads: Threads,
    waker: Waker,
}

impl Spawner {
    /// Starts threads with `threads` and wakes the window with `waker`.
    #[must_use]
    pub const fn new(threads: Threads, waker: Waker) -> Self {
        Self { threads, waker }
    }

    /// The waker of the window.
    #[must_use]
    pub const fn waker(&self) -> &Waker {
        &self.waker
    }

    pub(super) fn spawn(&self, name: &str, body: Body) -> io::Result<()> {
        (self.threads.0)(name, body)
    }
}
