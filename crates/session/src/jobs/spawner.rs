//! Where threads come from.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread;

use super::Waker;

/// What a thread is to run.
pub type Body = Box<dyn FnOnce() + Send>;

/// Starts threads by their names: the system's, or in tests such as fail.
#[derive(Clone)]
pub struct Threads(Arc<Start>);

type Start = dyn Fn(&str, Body) -> io::Result<()> + Send + Sync;

impl Threads {
    /// Starts threads with this function. One that drops the body stands for a thread that ends without a word.
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

/// What every start of work needs: threads, and whom to wake. The window makes one; the default one wakes nobody.
#[derive(Clone, Debug, Default)]
pub struct Spawner {
    threads: Threads,
    waker: Waker,
}

impl Spawner {
    /// Starts these threads, and wakes with this.
    #[must_use]
    pub const fn new(threads: Threads, waker: Waker) -> Self {
        Self { threads, waker }
    }

    /// What wakes the window.
    #[must_use]
    pub const fn waker(&self) -> &Waker {
        &self.waker
    }

    pub(super) fn spawn(&self, name: &str, body: Body) -> io::Result<()> {
        (self.threads.0)(name, body)
    }
}
