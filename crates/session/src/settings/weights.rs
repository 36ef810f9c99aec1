//! Settings of how weights are shown.

use scene::view::weight_ramps::WeightRamp;
use serde::{Deserialize, Serialize};

/// Color ramp for weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeatRamp {
    /// Blue, green, yellow, red.
    Classic,
    /// Dark blue through red to light yellow; lightness rises evenly.
    #[default]
    Perceptual,
    /// Black for 0 to white for 1, without hues.
    #[serde(alias = "grey")]
    Gray,
    /// Blue through gray to yellow, for people with a color vision deficiency.
    Safe,
}

impl HeatRamp {
    /// All ramps, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Classic, Self::Perceptual, Self::Gray, Self::Safe];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "Classic",
            Self::Perceptual => "Perceptual",
            Self::Gray => "Gray",
            Self::Safe => "Color-vision-safe",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Classic => {
                "Weights from blue over green and yellow to red, as most tools have it"
            }
            Self::Perceptual => {
                "Weights from dark blue over red to light yellow: lightness rises evenly"
            }
            Self::Gray => "Weights from black to white",
            Self::Safe => {
                "Weights from blue over gray to yellow: told apart with any deficiency of red and green"
            }
        }
    }

    /// The ramp to draw with.
    #[must_use]
    pub const fn ramp(self) -> WeightRamp {
        match self {
            Self::Classic => WeightRamp::Classic,
            Self::Perceptual => WeightRamp::Perceptual,
            Self::Gray => WeightRamp::Gray,
            Self::Safe => WeightRamp::Safe,
        }
    }

    /// The next ramp, from the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Classic => Self::Perceptual,
            Self::Perceptual => Self::Gray,
            Self::Gray => Self::Safe,
            Self::Safe => Self::Classic,
        }
    }
}

/// Lines of equal weight on the surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolines {
    /// No lines are drawn over the colors.
    #[default]
    Off,
    /// One line, at 0.5.
    Half,
    /// Lines at multiples of 0.25.
    Quarters,
    /// Lines at multiples of 0.1.
    Tenths,
    /// Lines at multiples of 0.05.
    Twentieths,
}

impl Isolines {
    /// All choices, in the order of the menu.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Half,
        Self::Quarters,
        Self::Tenths,
        Self::Twentieths,
    ];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "None",
            Self::Half => "At 0.5",
            Self::Quarters => "Every 0.25",
            Self::Tenths => "Every 0.1",
            Self::Twentieths => "Every 0.05",
        }
    }

    /// Difference in weight between neighboring lines; none without lines.
    #[must_use]
    pub const fn step(self) -> Option<f32> {
        match self {
            Self::Off => None,
            Self::Half => Some(0.5),
            Self::Quarters => Some(0.25),
            Self::Tenths => Some(0.1),
            Self::Twentieths => Some(0.05),
        }
    }
}

/// How weights are shown on surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeightColors {
    /// Color ramp for weights.
    pub ramp: HeatRamp,
    /// Lines of equal weight.
    pub isolines: Isolines,
    /// Whether there is a dot at every vertex.
    pub dots: bool,
}
