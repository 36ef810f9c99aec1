//! All panes compared with the first: differences and volumes in one pose.

use super::{Difference, Hull, difference};
use crate::pose::deform::DeformedPrimitive;

/// The comparison of all panes in one pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// One entry per pane; that of the first is zero everywhere.
    pub panes: Vec<PaneComparison>,
}

/// The comparison of one pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaneComparison {
    /// The difference from the first pane.
    pub difference: Difference,
    /// The volume enclosed by its surface, in cubed scene units; none for an open surface.
    pub volume: Option<f64>,
}

impl Comparison {
    /// Compares the panes' vertices; `hull` is that of their character.
    #[must_use]
    pub fn of(hull: &Hull, deformed: &[Vec<DeformedPrimitive>]) -> Self {
        let first = deformed.first().map_or(&[][..], Vec::as_slice);
        let compared = |(pane, vertices): (usize, &Vec<DeformedPrimitive>)| PaneComparison {
            difference: if pane == 0 {
                Difference::none(vertices)
            } else {
                difference(first, vertices)
            },
            volume: hull.volume(vertices),
        };
        Self {
            panes: deformed.iter().enumerate().map(compared).collect(),
        }
    }

    /// The largest distance over all panes, for a common color scale.
    #[must_use]
    pub fn range(&self) -> f32 {
        let ranges = self.panes.iter().map(|pane| pane.difference.range);
        ranges.fold(0.0, f32::max)
    }
}

impl Difference {
    /// The difference of a result from itself.
    fn none(vertices: &[DeformedPrimitive]) -> Self {
        let zeros = vertices
            .iter()
            .map(|found| vec![0.0; found.positions.len()]);
        Self {
            along_normal: zeros.collect(),
            ..Self::default()
        }
    }
}
