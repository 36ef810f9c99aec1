//! The tool that draws gradients of weights.

use serde::{Deserialize, Serialize};

use super::BrushShape;

/// Along what a gradient runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradientKind {
    /// From where the button went down to where it is released.
    #[default]
    Line,
    /// From the middle, where the button went down, to the rim.
    Radial,
}

impl GradientKind {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 2] = [Self::Line, Self::Radial];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "Line",
            Self::Radial => "Radial",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Line => "Weights run from where you press to where you let go; Shift: radial",
            Self::Radial => {
                "Weights run from the middle, where you press, to the rim, where you let go; Shift: along a line"
            }
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Line => Self::Radial,
            Self::Radial => Self::Line,
        }
    }
}

/// The tool that draws gradients of weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GradientSettings {
    /// Along what.
    pub kind: GradientKind,
    /// The weight where the button goes down, 0…1.
    pub start: f32,
    /// The weight where it is released, 0…1.
    pub end: f32,
    /// How it goes from one to the other.
    pub shape: BrushShape,
    /// Whether the values go on before the start and past the end; else only what lies between changes.
    pub beyond: bool,
    /// Whether a line changes only the limb along which it is drawn.
    pub limb: bool,
    /// Whether all that lies between the ends changes, and not only what hangs together with where the button goes down.
    pub whole: bool,
}

impl Default for GradientSettings {
    fn default() -> Self {
        Self {
            kind: GradientKind::default(),
            start: 1.0,
            end: 0.0,
            shape: BrushShape::Smooth,
            beyond: false,
            limb: true,
            whole: false,
        }
    }
}

impl GradientSettings {
    /// The same with numbers that are some.
    #[must_use]
    pub(super) fn sane(mut self) -> Self {
        let usual = Self::default();
        self.start = super::brush::within(self.start, 0.0, 1.0, usual.start);
        self.end = super::brush::within(self.end, 0.0, 1.0, usual.end);
        self
    }
}
