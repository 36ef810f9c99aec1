//! Colors of the interface that can be chosen: accent, background of the panes, selected joints.

use serde::{Deserialize, Serialize};

use super::HeatRamp;

/// Accent color of the window, with the background of selected items. Each is readable in both themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    /// Orange text, blue selections.
    Amber,
    /// Blue text and selections: unlike warnings, which are orange.
    #[default]
    Blue,
    /// Teal text and selections.
    Teal,
    /// Green text and selections.
    Green,
    /// Rose text and selections.
    Rose,
    /// Violet text and selections.
    Violet,
}

impl Accent {
    /// All accents, in the order of the preferences.
    pub const ALL: [Self; 6] = [
        Self::Amber,
        Self::Blue,
        Self::Teal,
        Self::Green,
        Self::Rose,
        Self::Violet,
    ];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amber => "Amber",
            Self::Blue => "Blue",
            Self::Teal => "Teal",
            Self::Green => "Green",
            Self::Rose => "Rose",
            Self::Violet => "Violet",
        }
    }

    /// Color of accented text and lines in a light or dark theme, sRGB.
    #[must_use]
    pub const fn foreground(self, light: bool) -> [u8; 3] {
        match (self, light) {
            (Self::Amber, false) => [255, 168, 66],
            (Self::Amber, true) => [162, 78, 0],
            (Self::Blue, false) => [124, 184, 255],
            (Self::Blue, true) => [20, 86, 186],
            (Self::Teal, false) => [72, 208, 192],
            (Self::Teal, true) => [0, 104, 98],
            (Self::Green, false) => [150, 212, 104],
            (Self::Green, true) => [48, 108, 14],
            (Self::Rose, false) => [255, 146, 176],
            (Self::Rose, true) => [178, 26, 82],
            (Self::Violet, false) => [196, 168, 255],
            (Self::Violet, true) => [102, 58, 190],
        }
    }

    /// Background of selected items in a light or dark theme, sRGB.
    #[must_use]
    pub const fn selection(self, light: bool) -> [u8; 3] {
        match (self, light) {
            (Self::Amber | Self::Blue, false) => [58, 92, 140],
            (Self::Amber | Self::Blue, true) => [178, 206, 245],
            (Self::Teal, false) => [24, 98, 96],
            (Self::Teal, true) => [166, 220, 214],
            (Self::Green, false) => [60, 96, 44],
            (Self::Green, true) => [194, 224, 174],
            (Self::Rose, false) => [128, 56, 84],
            (Self::Rose, true) => [248, 198, 215],
            (Self::Violet, false) => [88, 70, 146],
            (Self::Violet, true) => [214, 202, 248],
        }
    }
}

/// Background of the panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Background {
    /// Dark or light, as the theme of the window.
    #[default]
    Studio,
    /// Dark in both themes.
    Dark,
    /// Light in both themes.
    Light,
    /// The user's own color.
    Own,
}

impl Background {
    /// All backgrounds, in the order of the preferences.
    pub const ALL: [Self; 4] = [Self::Studio, Self::Dark, Self::Light, Self::Own];

    /// The next background, from the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Studio => Self::Dark,
            Self::Dark => Self::Light,
            Self::Light => Self::Own,
            Self::Own => Self::Studio,
        }
    }

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Studio => "Studio",
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::Own => "Custom",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Studio => "Follows the theme, dark or light",
            Self::Dark => "Dark in both themes",
            Self::Light => "Light in both themes",
            Self::Own => "The custom color of the preferences",
        }
    }
}

/// Color of selected joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selected {
    /// Orange, as in most programs.
    #[default]
    Orange,
    /// A light blue that no ramp of weights contains.
    Azure,
    /// A yellowish green, which the classic ramp contains.
    Lime,
    /// A strong pink, which the perceptual ramp contains.
    Magenta,
}

impl Selected {
    /// All colors, in the order of the preferences.
    pub const ALL: [Self; 4] = [Self::Orange, Self::Azure, Self::Lime, Self::Magenta];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Orange => "Orange",
            Self::Azure => "Azure",
            Self::Lime => "Lime",
            Self::Magenta => "Magenta",
        }
    }

    /// The color on a light or dark background, sRGB.
    #[must_use]
    pub const fn color(self, light: bool) -> [u8; 3] {
        match (self, light) {
            (Self::Orange, false) => [255, 158, 44],
            (Self::Orange, true) => [242, 126, 16],
            (Self::Azure, false) => [72, 190, 255],
            (Self::Azure, true) => [0, 140, 238],
            (Self::Lime, false) => [176, 240, 64],
            (Self::Lime, true) => [104, 186, 0],
            (Self::Magenta, false) => [255, 92, 204],
            (Self::Magenta, true) => [224, 24, 160],
        }
    }

    /// This color, or another one if the ramp of weights on the surface contains it.
    #[must_use]
    pub const fn off_the_ramp(self, ramp: HeatRamp) -> Self {
        match (ramp, self) {
            (HeatRamp::Perceptual, Self::Orange | Self::Magenta) => Self::Azure,
            (HeatRamp::Classic, Self::Orange | Self::Azure | Self::Lime) => Self::Magenta,
            (HeatRamp::Safe, Self::Orange | Self::Azure) => Self::Magenta,
            (HeatRamp::Gray, Self::Orange) => Self::Azure,
            (_, own) => own,
        }
    }
}

/// Colors of the interface that can be chosen; those of differences and weights are elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Colors {
    /// Accent color of the window.
    pub accent: Accent,
    /// Background of the panes.
    pub background: Background,
    /// Color of [`Background::Own`], sRGB.
    pub own_background: [u8; 3],
    /// Color of selected joints.
    pub selected: Selected,
}

impl Default for Colors {
    fn default() -> Self {
        Self {
            accent: Accent::default(),
            background: Background::default(),
            own_background: [96, 104, 112],
            selected: Selected::default(),
        }
    }
}
