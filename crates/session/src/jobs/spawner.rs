//! Starting threads: the one place where tests can make that fail.

use std::sync::Arc;
use std::{fmt, io, thread};

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
        Self::new(|name, body| {
            let thread = thread::Builder::new().name(name.to_owned());
            thread.spawn(body).map(drop)
        })
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
