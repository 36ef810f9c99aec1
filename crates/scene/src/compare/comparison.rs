//! Every pane against the first: differences and volumes of one moment.

use super::{Difference, Hull, difference};
use crate::deform::DeformedPrimitive;

/// What the panes make of one pose, in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// One per pane; the first against itself is zero everywhere.
    pub panes: Vec<Compared>,
}

/// One pane's numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Against the first pane.
    pub difference: Difference,
    /// Inside its surface, in cubed scene units; none where the surface is open.
    pub volume: Option<f64>,
}

impl Comparison {
    /// Measures the panes' vertices; `hull` is that of their character.
    #[must_use]
    pub fn of(hull: &Hull, deformed: &[Vec<DeformedPrimitive>]) -> Self {
        let first = deformed.first().map_or(&[][..], Vec::as_slice);
        let compared = |(pane, vertices): (usize, &Vec<DeformedPrimitive>)| Compared {
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

    /// The largest difference along a normal of all panes: what one scale for them has to span.
    #[must_use]
    pub fn range(&self) -> f32 {
        let ranges = self.panes.iter().map(|pane| pane.difference.range);
        ranges.fold(0.0, f32::max)
    }
}

impl Difference {
    /// That of a result from itself.
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
