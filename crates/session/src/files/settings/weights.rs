//! How weights are shown.

use serde::{Deserialize, Serialize};

use scene::view::weight_ramps::WeightRamp;

/// The colours of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeatRamp {
    /// Blue, green, yellow, red.
    Classic,
    /// Dark blue over red to light yellow.
    #[default]
    Perceptual,
    /// Black to white.
    Grey,
    /// Blue over grey to yellow.
    Safe,
}

impl HeatRamp {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 4] = [Self::Classic, Self::Perceptual, Self::Grey, Self::Safe];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "Classic",
            Self::Perceptual => "Perceptual",
            Self::Grey => "Grey",
            Self::Safe => "Colour-vision-safe",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Classic => {
                "Weights from blue over green and yellow to red, as most tools have it"
            }
            Self::Perceptual => {
                "Weights from dark blue over red to light yellow: lightness rises evenly"
            }
            Self::Grey => "Weights from black to white",
            Self::Safe => {
                "Weights from blue over grey to yellow: told apart with any deficiency of red and green"
            }
        }
    }

    /// As it is drawn.
    #[must_use]
    pub const fn ramp(self) -> WeightRamp {
        match self {
            Self::Classic => WeightRamp::Classic,
            Self::Perceptual => WeightRamp::Perceptual,
            Self::Grey => WeightRamp::Grey,
            Self::Safe => WeightRamp::Safe,
        }
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Classic => Self::Perceptual,
            Self::Perceptual => Self::Grey,
            Self::Grey => Self::Safe,
            Self::Safe => Self::Classic,
        }
    }
}

/// Which lines of equal weight are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolines {
    /// None.
    #[default]
    Off,
    /// At a half.
    Half,
    /// At every quarter.
    Quarters,
    /// At every tenth.
    Tenths,
    /// At every twentieth.
    Twentieths,
}

impl Isolines {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Half,
        Self::Quarters,
        Self::Tenths,
        Self::Twentieths,
    ];

    /// In a word.
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

    /// What weights differ by from one to the next.
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

/// How weights are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeightColors {
    /// In which colours.
    pub ramp: HeatRamp,
    /// With which lines of equal weight.
    pub isolines: Isolines,
    /// Whether with a dot at every vertex.
    pub dots: bool,
}
