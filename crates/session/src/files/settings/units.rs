//! Units of lengths, and lengths as text.

use scene::names::{decimal, length, plain};
use serde::{Deserialize, Serialize};

/// Unit in which lengths are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// Metres, millimetres or micrometres, whichever gives a readable number.
    #[default]
    Automatic,
    /// Always metres.
    Metres,
    /// Always centimetres.
    Centimetres,
    /// Always millimetres.
    Millimetres,
    /// Always inches of 25.4 mm.
    Inches,
}

impl Units {
    /// All units, in the order of the preferences.
    pub const ALL: [Self; 5] = [
        Self::Automatic,
        Self::Metres,
        Self::Centimetres,
        Self::Millimetres,
        Self::Inches,
    ];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automatic => "Automatic (m, mm)",
            Self::Metres => "Metres",
            Self::Centimetres => "Centimetres",
            Self::Millimetres => "Millimetres",
            Self::Inches => "Inches",
        }
    }

    /// The number of units in a metre, and the unit's symbol; none if that depends on the length.
    #[must_use]
    pub const fn per_metre(self) -> Option<(f32, &'static str)> {
        match self {
            Self::Automatic => None,
            Self::Metres => Some((1.0, "m")),
            Self::Centimetres => Some((100.0, "cm")),
            Self::Millimetres => Some((1000.0, "mm")),
            Self::Inches => Some((1.0 / 0.0254, "in")),
        }
    }

    /// The number of units in a metre, and the unit's symbol, for a field that holds this length in metres.
    #[must_use]
    pub fn of_field(self, metres: f32) -> (f32, &'static str) {
        let readable = match metres.abs() {
            size if size >= 1.0 || !size.is_finite() => (1.0, "m"),
            size if size >= 1e-3 || size == 0.0 => (1e3, "mm"),
            _ => (1e6, "µm"),
        };
        self.per_metre().unwrap_or(readable)
    }

    /// Three lengths in metres as text, all in the unit that suits the longest.
    #[must_use]
    pub fn lengths(self, metres: [f32; 3]) -> String {
        let longest = metres.into_iter().map(f32::abs).fold(0.0, f32::max);
        let (factor, sign) = self.of_field(longest);
        let decimals = match (factor * longest).abs() {
            size if size >= 100.0 => 1,
            size if size >= 10.0 => 2,
            _ => 3,
        };
        let numbers = metres.map(|metres| plain(metres * factor, decimals));
        format!("{} {sign}", numbers.join(", "))
    }

    /// A length in metres as text with three significant digits.
    ///
    /// In a fixed unit at most six decimals are shown; smaller lengths read as zero.
    #[must_use]
    pub fn length(self, metres: f32) -> String {
        let Some((factor, sign)) = self.per_metre() else {
            return length(metres);
        };
        let value = metres * factor;
        let decimals = match value.abs() {
            size if !(5e-7..100.0).contains(&size) => 0,
            size if size >= 10.0 => 1,
            size if size >= 1.0 => 2,
            size if size >= 0.1 => 3,
            size if size >= 0.01 => 4,
            size if size >= 0.001 => 5,
            _ => 6,
        };
        let value = if value.abs() < 5e-7 { 0.0 } else { value };
        format!("{} {sign}", decimal(value, decimals))
    }
}
