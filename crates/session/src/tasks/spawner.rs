//! Starting threads: the one place where tests can make that fail.

use std::sync::atomic::{AtomicUsize, Ordering};
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

    /// No threads: work is done where it is begun, before its start returns, as a browser needs it without workers.
    ///
    /// Work of these names would wait for orders for ever and is refused, as if no thread could be started. [`WAITING`](Self::WAITING)
    /// names that of this crate. Nobody can cancel work that is done at once, and what it says of its progress is seen when it has ended.
    #[must_use]
    pub fn at_once(refused: &'static [&'static str]) -> Self {
        Self::new(move |name, body| {
            if refused.contains(&name) {
                let why = "nothing waits in the background where there are no threads";
                return Err(io::Error::new(io::ErrorKind::Unsupported, why));
            }
            body();
            Ok(())
        })
    }

    /// Names of the threads that wait for orders until they are told to end.
    pub const WAITING: &[&str] = &["pose library", "watch files"];

    /// These threads, and how many of them are at work, for who waits until nothing is. Those of the given names are not counted,
    /// as they end with the editor and not with a piece of work.
    #[must_use]
    pub fn counted(self, but: &'static [&'static str]) -> (Self, Arc<AtomicUsize>) {
        let working = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&working);
        let counted = Self::new(move |name, body| {
            if but.contains(&name) {
                return (self.0)(name, body);
            }
            let at_work = AtWork::new(&count);
            (self.0)(
                name,
                Box::new(move || {
                    body();
                    drop(at_work);
                }),
            )
        });
        (counted, working)
    }
}

/// Counts a thread for as long as it is kept, whether the thread ends, panics or never begins.
struct AtWork(Arc<AtomicUsize>);

impl AtWork {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(count))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The system's threads; in a browser, which starts none from here, [none](Threads::at_once).
impl Default for Threads {
    fn default() -> Self {
        if cfg!(target_family = "wasm") {
            return Self::at_once(Self::WAITING);
        }
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
