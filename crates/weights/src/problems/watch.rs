//! Telling how much of the search is done, and being told to stop.

use std::ops::Range;

use rig::GoOn;

/// Passes progress on to the caller, for one part of the work at a time.
pub(super) struct Watch<'a> {
    go_on: &'a GoOn<'a>,
    /// The share of all that is at work.
    part: Range<f32>,
}

impl<'a> Watch<'a> {
    pub(super) const fn new(go_on: &'a GoOn<'a>) -> Self {
        Self {
            go_on,
            part: 0.0..1.0,
        }
    }

    /// Begins another part of the work; nothing if it is to stop.
    pub(super) fn begin(&mut self, part: Range<f32>) -> Option<()> {
        self.part = part;
        self.at(0, 1)
    }

    /// So many steps of the part are done; nothing if it is to stop.
    pub(super) fn at(&self, done: usize, of: usize) -> Option<()> {
        let Range { start, end } = self.part;
        let share = start + (end - start) * ratio(done, of);
        (self.go_on)(share).is_continue().then_some(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn ratio(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
