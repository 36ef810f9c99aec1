//! Threads that fail as a test wants it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use session::tasks::{Body, Spawner, Threads, Waker};

/// What becomes of a thread that is to be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It runs.
    Runs = 0,
    /// The system refuses it.
    Refused = 1,
    /// It is gone without having run.
    Dies = 2,
}

/// The ways in which work can fail.
pub(crate) const DEATHS: [Fate; 2] = [Fate::Refused, Fate::Dies];

/// Threads whose fate can be chosen, and how many were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fates {
    fate: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
    /// How often somebody was woken.
    pub(crate) woken: Arc<AtomicUsize>,
}

impl Fates {
    pub(crate) fn set(&self, fate: Fate) {
        self.fate.store(fate as usize, Ordering::Relaxed);
    }

    /// How many threads were asked for.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// Threads of this name; others run.
    pub(crate) fn threads(&self, only: Option<&'static str>) -> Threads {
        let fates = self.clone();
        Threads::new(move |name, body: Body| {
            let is_meant = only.is_none_or(|only| only == name);
            fates
                .asked
                .fetch_add(usize::from(is_meant), Ordering::Relaxed);
            let fate = fates.fate.load(Ordering::Relaxed);
            if is_meant && fate == Fate::Refused as usize {
                return Err(std::io::Error::other("too many threads"));
            }
            if is_meant && fate == Fate::Dies as usize {
                drop(body);
                return Ok(());
            }
            std::thread::Builder::new().spawn(body).map(drop)
        })
    }

    pub(crate) fn spawner(&self) -> Spawner {
        let woken = Arc::clone(&self.woken);
        let waker = Waker::new(move |_| {
            woken.fetch_add(1, Ordering::Relaxed);
        });
        Spawner::new(self.threads(None), waker)
    }
}
