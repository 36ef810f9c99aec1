//! Units of lengths, and lengths as text.

use scene::names::{decimal, plain};
use serde::{Deserialize, Serialize};

/// Unit in which lengths are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// Meters from one meter on, millimeters below.
    #[default]
    Automatic,
    /// Meters for every length, however small.
    #[serde(alias = "metres")]
    Meters,
    /// Centimeters, 100 in a meter, for every length.
    #[serde(alias = "centimetres")]
    Centimeters,
    /// Millimeters, 1000 in a meter, for every length.
    #[serde(alias = "millimetres")]
    Millimeters,
    /// Always inches of 25.4 mm.
    Inches,
}

impl Units {
    /// All units, in the order of the preferences.
    pub const ALL: [Self; 5] = [
        Self::Automatic,
        Self::Meters,
        Self::Centimeters,
        Self::Millimeters,
        Self::Inches,
    ];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automatic => "Automatic (m, mm)",
            Self::Meters => "Meters",
            Self::Centimeters => "Centimeters",
            Self::Millimeters => "Millimeters",
            Self::Inches => "Inches",
        }
    }

    /// The number of units in a meter, and the unit's symbol; none if that depends on the length.
    #[must_use]
    pub const fn per_meter(self) -> Option<(f32, &'static str)> {
        match self {
            Self::Automatic => None,
            Self::Meters => Some((1.0, "m")),
            Self::Centimeters => Some((100.0, "cm")),
            Self::Millimeters => Some((1000.0, "mm")),
            Self::Inches => Some((1.0 / 0.0254, "in")),
        }
    }

    /// The number of units in a meter, and the unit's symbol, for a field that holds this length in meters.
    #[must_use]
    pub fn of_field(self, meters: f32) -> (f32, &'static str) {
        let readable = match meters.abs() {
            size if size >= 1.0 || !size.is_finite() => (1.0, "m"),
            _ => (1e3, "mm"),
        };
        self.per_meter().unwrap_or(readable)
    }

    /// Three lengths in meters as text, all in the unit that suits the longest.
    #[must_use]
    pub fn lengths(self, meters: [f32; 3]) -> String {
        let longest = meters.into_iter().map(f32::abs).fold(0.0, f32::max);
        let (factor, sign) = self.of_field(longest);
        let decimals = self.decimals(sign);
        let numbers = meters.map(|meters| plain(meters * factor, decimals));
        format!("{} {sign}", numbers.join(", "))
    }

    /// A length in meters as text. The number of decimals depends on the unit alone, so that numbers below each other
    /// can be compared; a length that would read as zero without being zero is `< 0.01 mm`.
    #[must_use]
    pub fn length(self, meters: f32) -> String {
        let (factor, sign) = self.of_field(meters);
        let value = meters * factor;
        if value == 0.0 {
            return format!("0 {sign}");
        }
        let decimals = self.decimals(sign);
        let least = 0.1_f32.powi(i32::try_from(decimals).unwrap_or(0));
        if value.abs() < 0.5 * least {
            return format!("< {} {sign}", decimal(least, decimals));
        }
        format!("{} {sign}", decimal(value, decimals))
    }

    /// Decimals of a length in a field of the unit of this symbol: as while it is dragged in a pane, and such that three fit side by
    /// side.
    #[must_use]
    pub fn field_decimals(sign: &str) -> usize {
        match sign {
            "m" | "in" => 3,
            _ => 2,
        }
    }

    /// Decimals of lengths in the unit of this symbol. Who chose meters sees tenths of millimeters too.
    fn decimals(self, sign: &str) -> usize {
        match sign {
            "m" if self == Self::Meters => 4,
            "m" | "in" => 3,
            _ => 2,
        }
    }
}
