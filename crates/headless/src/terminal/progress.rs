//! A progress bar for long work: on stderr, and only if that is a terminal.
//!
//! Nothing is drawn in the first moment, so that short work leaves no flicker, and nothing stays when it ends.

use std::io;
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::printable::{fit, pad_end};

/// Time before a bar appears.
const PATIENCE: Duration = Duration::from_millis(400);
/// Time between two drawings.
const FRAME: Duration = Duration::from_millis(100);
/// Cells of the bar.
const CELLS: u8 = 30;
/// Columns of the text before it.
const TEXT: usize = 36;

/// Whether bars are wanted at all; see [`forbid`].
static IS_FORBIDDEN: AtomicBool = AtomicBool::new(false);
/// Whether the cursor stands behind a bar.
static IS_DRAWN: AtomicBool = AtomicBool::new(false);

/// Draws no bars from now on: programs read what is printed.
pub fn forbid() {
    IS_FORBIDDEN.store(true, Ordering::Relaxed);
}

/// Removes the bar, if one is drawn, so that other text can be written.
pub(crate) fn clear() {
    // Relaxed: the flag tells of nothing else in memory. The text goes to the line's beginning and erases up to its end.
    if IS_DRAWN.swap(false, Ordering::Relaxed) {
        let _unseen = write!(io::stderr().lock(), "\r\u{1b}[K");
    }
}

/// The progress of one piece of work. Dropping it removes its bar.
#[derive(Debug)]
pub struct Bar {
    /// When the next drawing is due; none where nothing is ever drawn.
    due: Option<Mutex<Instant>>,
}

impl Bar {
    /// The bar of work that begins now.
    #[must_use]
    pub fn new() -> Self {
        let is_shown = !IS_FORBIDDEN.load(Ordering::Relaxed) && io::stderr().is_terminal();
        Self {
            due: is_shown.then(|| Mutex::new(Instant::now() + PATIENCE)),
        }
    }

    /// Shows the name of the present phase, and the share of all work that is done, 0 to 1. Never breaks off.
    pub fn show(&self, phase: &str, share: f32) -> ControlFlow<()> {
        let now = Instant::now();
        if let Some(due) = &self.due {
            let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
            if *due <= now {
                *due = now + FRAME;
                IS_DRAWN.store(true, Ordering::Relaxed);
                let _unseen = write!(io::stderr().lock(), "\r{}\u{1b}[K", line(phase, share));
            }
        }
        ControlFlow::Continue(())
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        clear();
    }
}

/// A bar with its phase and percent, as `reading meshes        ############------------------  40 %`: narrower than 80 columns.
///
/// A share is within 0 to 1, or is taken as the nearer of both; what is no number is 0.
#[must_use]
pub fn line(phase: &str, share: f32) -> String {
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let full = part_of(CELLS, share);
    let empty = usize::from(CELLS) - full;
    let phase = pad_end(&fit(phase, TEXT), TEXT);
    let percent = part_of(100, share);
    format!(
        "{phase} {}{} {percent:3} %",
        "#".repeat(full),
        "-".repeat(empty)
    )
}

/// A share of so many, to the nearest.
fn part_of(all: u8, share: f32) -> usize {
    let is_done = |one: &u8| f32::from(*one) + 0.5 < share * f32::from(all);
    (0..all).filter(is_done).count()
}
