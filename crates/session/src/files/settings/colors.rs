//! Colours that can be chosen: what stands out, what is behind the characters, what is selected.

use serde::{Deserialize, Serialize};

use super::HeatRamp;

/// The colour that stands out in the window, with one that lies under what is selected. Each is readable in both themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    /// Orange letters, blue selections.
    #[default]
    Amber,
    /// Both blue.
    Blue,
    /// Both teal.
    Teal,
    /// Both green.
    Green,
    /// Both rose.
    Rose,
    /// Both violet.
    Violet,
}

impl Accent {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 6] = [
        Self::Amber,
        Self::Blue,
        Self::Teal,
        Self::Green,
        Self::Rose,
        Self::Violet,
    ];

    /// Its name.
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

    /// The colour of letters and lines that stand out on a light or a dark window, sRGB.
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

    /// The colour under what is selected, sRGB.
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

/// What is behind the characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Background {
    /// As the window's own theme.
    #[default]
    Studio,
    /// Dark, whatever the window.
    Dark,
    /// Light, whatever the window.
    Light,
    /// A colour of the user's own.
    Own,
}

impl Background {
    /// All, in the order in which a command goes through them.
    pub const ALL: [Self; 4] = [Self::Studio, Self::Dark, Self::Light, Self::Own];

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Studio => Self::Dark,
            Self::Dark => Self::Light,
            Self::Light => Self::Own,
            Self::Own => Self::Studio,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Studio => "Studio",
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::Own => "Own",
        }
    }
}

/// The colour of selected joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selected {
    /// As most tools have it.
    #[default]
    Orange,
    /// A light blue that no ramp of weights has.
    Azure,
    /// A yellow green.
    Lime,
    /// A strong pink.
    Magenta,
}

impl Selected {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 4] = [Self::Orange, Self::Azure, Self::Lime, Self::Magenta];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Orange => "Orange",
            Self::Azure => "Azure",
            Self::Lime => "Lime",
            Self::Magenta => "Magenta",
        }
    }

    /// Over a light or a dark picture, sRGB.
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

    /// The one to take where the surface shows weights in these colours: this one, unless weights have it too.
    #[must_use]
    pub const fn off_the_ramp(self, ramp: HeatRamp) -> Self {
        match (ramp, self) {
            (HeatRamp::Perceptual, Self::Orange | Self::Magenta) => Self::Azure,
            (HeatRamp::Classic, Self::Orange | Self::Azure | Self::Lime) => Self::Magenta,
            (HeatRamp::Safe, Self::Orange | Self::Azure) => Self::Magenta,
            (HeatRamp::Grey, Self::Orange) => Self::Azure,
            (_, own) => own,
        }
    }
}

/// All colours that can be chosen, but those of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Colors {
    /// What stands out in the window.
    pub accent: Accent,
    /// What is behind the characters.
    pub background: Background,
    /// [`Background::Own`], sRGB.
    pub own_background: [u8; 3],
    /// The colour of selected joints.
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
