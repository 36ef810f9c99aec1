//! Telling how far the work is, and being told to stop.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// What automatic weights call now and then with their phase and how much of all is done, 0 … 1: a [`GoOn`](rig::GoOn) that is told
/// the phase too.
pub type OnPhase<'a> = dyn Fn(Phase, f32) -> ControlFlow<()> + Sync + 'a;

/// What automatic weights are at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Which bones each point sees.
    Sight,
    /// The equations of the surface are factorized.
    Factors,
    /// One solution a joint, on the surface.
    Surface,
    /// Heat through the volume.
    Volume,
    /// The nearest bones, for the parts that no heat reached.
    Nearest,
    /// Smoothing, pruning, the limit.
    Finish,
}

impl Phase {
    /// The phase, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sight => "looking for bones",
            Self::Factors => "setting up the heat equation",
            Self::Surface => "spreading heat along the surface",
            Self::Volume => "spreading heat through the volume",
            Self::Nearest => "taking the nearest bones",
            Self::Finish => "smoothing and limiting",
        }
    }

    /// Its share of all the work.
    const fn share(self) -> Range<f32> {
        match self {
            Self::Sight => 0.0..0.25,
            Self::Factors => 0.25..0.4,
            Self::Surface => 0.4..0.6,
            Self::Volume => 0.6..0.85,
            Self::Nearest => 0.85..0.9,
            Self::Finish => 0.9..1.0,
        }
    }
}

/// Automatic weights were told to stop; nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("automatic weights were canceled; nothing was changed")]
pub struct Canceled;

/// The callback, and whether it has said stop.
pub(super) struct Watch<'a> {
    callback: &'a OnPhase<'a>,
    canceled: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(super) const fn new(callback: &'a OnPhase<'a>) -> Self {
        Self {
            callback,
            canceled: AtomicBool::new(false),
        }
    }

    /// So many steps of so many of a phase are done.
    pub(super) fn at(&self, phase: Phase, done: usize, of: usize) -> Result<(), Canceled> {
        let Range { start, end } = phase.share();
        let share = start + (end - start) * ratio(done, of);
        if (self.callback)(phase, share).is_break() {
            // Nothing else is handed over by the flag, so its order does not matter.
            self.canceled.store(true, Ordering::Relaxed);
        }
        self.check()
    }

    /// As [`at`](Self::at), for one of two threads: only the first one reports, so that progress never goes back.
    pub(super) fn step(&self, lane: usize, at: (Phase, usize, usize)) -> Result<(), Canceled> {
        if lane == 0 {
            self.at(at.0, at.1, at.2)
        } else {
            self.check()
        }
    }

    pub(super) fn check(&self) -> Result<(), Canceled> {
        if self.canceled.load(Ordering::Relaxed) {
            Err(Canceled)
        } else {
            Ok(())
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn ratio(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
