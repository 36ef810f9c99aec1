//! Settings of the legend of differences.

use serde::{Deserialize, Serialize};

/// Where the legend of differences stands in a pane, and whether it is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Legend {
    /// Whether only its title is shown.
    pub folded: bool,
    /// Whether all of it is shown where it hides the figure too; otherwise it folds there by itself.
    pub unfolded: bool,
    /// Shares of the free width and height, 0 to 1, to the right and down; none where it finds a place off the figure
    /// by itself.
    pub place: Option<[f32; 2]>,
}

impl Legend {
    /// Folded or unfolded by somebody: it stays so whatever it hides.
    #[must_use]
    pub const fn with_fold(self, folded: bool) -> Self {
        Self {
            folded,
            unfolded: !folded,
            ..self
        }
    }

    /// The same with shares from 0 to 1; without a place where they are no numbers.
    #[must_use]
    pub fn sane(self) -> Self {
        let are_numbers = |place: &[f32; 2]| place.iter().all(|share| share.is_finite());
        let place = self.place.filter(are_numbers);
        Self {
            place: place.map(|place| place.map(|share| share.clamp(0.0, 1.0))),
            ..self
        }
    }
}
