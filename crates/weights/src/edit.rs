//! What an operation returns.

use crate::{Report, Row};

/// New rows of some points, and what was left out and why. Points not named stay as they are.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Edit {
    /// Points in ascending order, each once, with their new rows.
    pub rows: Vec<(u32, Row)>,
    /// What was done and what not.
    pub report: Report,
}

impl Edit {
    /// Of rows in any order; of a point named twice the last counts. The report counts them as changed.
    #[must_use]
    pub fn new(mut rows: Vec<(u32, Row)>) -> Self {
        rows.reverse();
        rows.sort_by_key(|&(point, _)| point);
        rows.dedup_by_key(|&mut (point, _)| point);
        let report = Report::of_changed(rows.len());
        Self { rows, report }
    }
}
