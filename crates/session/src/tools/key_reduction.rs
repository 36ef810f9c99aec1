//! What the dialog for fewer keys asks.

use std::collections::BTreeSet;

use rig::{Clip, JointIndex, Target};

/// Tolerances that can be asked for, in scene units.
pub const TOLERANCES: std::ops::RangeInclusive<f32> = 1e-7..=10.0;

/// What the dialog asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReduceAsked {
    /// How far a vertex may be off, in scene units.
    pub tolerance: f32,
    /// Whether keys of the selected joints alone may go; where none is selected, those of all.
    pub selected_only: bool,
}

impl ReduceAsked {
    /// A thousandth of the character's size, rounded down to a power of ten: never so much that a small character stands
    /// still.
    #[must_use]
    pub fn for_size(size: f32) -> Self {
        let rounded = 10.0_f32.powf((1e-3 * size).log10().floor());
        let tolerance = if rounded.is_finite() { rounded } else { 1e-3 };
        Self {
            tolerance: tolerance.clamp(*TOLERANCES.start(), *TOLERANCES.end()),
            selected_only: false,
        }
    }

    /// The same within limits; what is no number becomes the least.
    #[must_use]
    pub const fn sane(self) -> Self {
        let tolerance = if self.tolerance.is_nan() {
            *TOLERANCES.start()
        } else {
            self.tolerance.clamp(*TOLERANCES.start(), *TOLERANCES.end())
        };
        Self { tolerance, ..self }
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
