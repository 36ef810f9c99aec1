//! The comparison of the panes with its cached bands.

use std::cell::Cell;

use scene::compare::{Bands, Comparison};

/// The comparison of the panes in one pose.
#[derive(Debug)]
pub(super) struct ComparisonNumbers {
    pub(super) comparison: Comparison,
    /// Per pane, the range of the last count and its bands.
    bands: Vec<Cell<Option<(f32, Bands)>>>,
}

impl From<Comparison> for ComparisonNumbers {
    fn from(comparison: Comparison) -> Self {
        let bands = comparison.panes.iter().map(|_| Cell::new(None)).collect();
        Self { comparison, bands }
    }
}

impl ComparisonNumbers {
    /// The bands of a pane; none for a missing pane.
    pub(super) fn bands(&self, pane: usize, range: f32) -> Option<Bands> {
        let (compared, counted) = (self.comparison.panes.get(pane)?, self.bands.get(pane)?);
        // By total order, in which a range that is NaN equals itself and is not counted anew in every frame.
        let known = counted.get().filter(|(of, _)| of.total_cmp(&range).is_eq());
        let (_, bands) = known.unwrap_or_else(|| (range, Bands::of(&compared.difference, range)));
        counted.set(Some((range, bands)));
        Some(bands)
    }
}
