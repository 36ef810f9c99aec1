//! What the dialog for fewer keys asks.

use std::collections::BTreeSet;

use rig::{Clip, JointIndex, Target};
use scene::names::decimal;

/// Tolerances, and lengths that turns are measured over, that can be asked for, in scene units: those of files whose unit is a
/// millimeter or less, too.
pub const TOLERANCES: std::ops::RangeInclusive<f32> = 1e-7..=1e6;

/// The share of the character's size from which on a tolerance is doubted: errors of so much are seen in any picture.
const DOUBTED: f32 = 0.1;

/// What the dialog asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReduceAsked {
    /// How far a vertex or a joint may be off, in scene units.
    pub tolerance: f32,
    /// The length over which turns of joints are measured, in scene units; none for the bones below each.
    pub turn_over: Option<f32>,
    /// Whether keys of the selected joints alone may go; where none is selected, those of all.
    pub selected_only: bool,
    /// The character's size in scene units, the diagonal of its box at rest, or that of its joints without a mesh; zero where it has
    /// none.
    pub size: f32,
}

impl ReduceAsked {
    /// A thousandth of the character's size, rounded down to a power of ten: never so much that a small character stands
    /// still.
    #[must_use]
    pub fn for_size(size: f32) -> Self {
        // Without a size the power is 0, which is brought within the limits; NaN and infinity become a thousandth of a unit.
        let rounded = 10.0_f32.powf((1e-3 * size).log10().floor());
        let tolerance = if rounded.is_finite() { rounded } else { 1e-3 };
        Self {
            tolerance: within(tolerance),
            turn_over: None,
            selected_only: false,
            size: if size.is_finite() { size } else { 0.0 },
        }
    }

    /// What a tolerance above a tenth of the character's size is told with, a sentence: so large it is hardly meant, but comes of a file
    /// whose unit is no meter. None below, and for a character without a size.
    #[must_use]
    pub fn tolerance_words(self) -> Option<String> {
        let share = self.tolerance / self.size;
        (self.size > 0.0 && share > DOUBTED).then(|| {
            format!(
                "The tolerance is {} % of the character's size: is its unit right?",
                decimal(100.0 * share, 0)
            )
        })
    }

    /// The same within limits; what is no number becomes the least.
    #[must_use]
    pub fn sane(self) -> Self {
        Self {
            tolerance: within(self.tolerance),
            turn_over: self.turn_over.map(within),
            ..self
        }
    }

    /// The tracks whose keys may go.
    #[must_use]
    pub fn targets(self, clip: &Clip, selected: &[JointIndex]) -> BTreeSet<Target> {
        let is_meant = |target: &Target| match target {
            _ if !self.selected_only || selected.is_empty() => true,
            Target::Joint(joint, _) => selected.contains(joint),
            Target::Morph(_) => false,
        };
        clip.targets().filter(is_meant).collect()
    }
}

const fn within(length: f32) -> f32 {
    if length.is_nan() {
        *TOLERANCES.start()
    } else {
        length.clamp(*TOLERANCES.start(), *TOLERANCES.end())
    }
}
