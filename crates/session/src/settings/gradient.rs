//! Settings of the gradient tool.

use serde::{Deserialize, Serialize};

use super::BrushShape;

/// Direction in which a gradient runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradientKind {
    /// From the press to the release of the button.
    #[default]
    Line,
    /// From the center, where the button is pressed, to the rim.
    Radial,
}

impl GradientKind {
    /// Both kinds, in the order of the menu.
    pub const ALL: [Self; 2] = [Self::Line, Self::Radial];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "Line",
            Self::Radial => "Radial",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Line => "Weights run from where you press to where you let go; Shift: radial",
            Self::Radial => {
                "Weights run from the middle, where you press, to the rim, where you let go; Shift: along a line"
            }
        }
    }

    /// The kind that a toggle goes to: radial for line, line for radial.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Line => Self::Radial,
            Self::Radial => Self::Line,
        }
    }
}

/// Settings of the gradient tool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own among the options of the tool"
)]
pub struct GradientSettings {
    /// Whether weights change along a line or with the distance from its start.
    pub kind: GradientKind,
    /// Weight where the button is pressed, 0…1.
    pub start: f32,
    /// Weight where the button is released, 0…1.
    pub end: f32,
    /// Interpolation between the two weights.
    pub shape: BrushShape,
    /// Whether vertices before the start get the weight there; else they do not change.
    pub before: bool,
    /// Whether vertices beyond the end get the weight there; else they do not change.
    pub beyond: bool,
    /// Whether a line changes only the limb along which it is drawn.
    pub limb: bool,
    /// Whether parts that are not connected to where the button is pressed change too.
    pub whole: bool,
}

impl Default for GradientSettings {
    fn default() -> Self {
        Self {
            kind: GradientKind::default(),
            start: 1.0,
            end: 0.0,
            shape: BrushShape::Smooth,
            before: false,
            beyond: false,
            limb: true,
            whole: false,
        }
    }
}

impl GradientSettings {
    /// The same settings with both weights finite and within 0…1.
    #[must_use]
    pub(super) fn sane(mut self) -> Self {
        let usual = Self::default();
        self.start = super::brush::within(self.start, 0.0, 1.0, usual.start);
        self.end = super::brush::within(self.end, 0.0, 1.0, usual.end);
        self
    }
}
