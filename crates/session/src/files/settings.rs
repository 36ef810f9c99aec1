//! What the user prefers: kept from one session to the next as one readable file in the user's configuration folder.
//!
//! [`Settings`] is plain data in the session; [`Change`] says what to set. `settings/text.rs` turns it into text and back,
//! `settings/store.rs` reads and writes the file.

use rig::NamePatterns;
use serde::{Deserialize, Serialize};

mod brush;
mod checks;
mod colors;
mod folder;
mod gradient;
mod mirror_names;
mod presence;
mod recent;
mod store;
mod text;
mod units;
mod weights;

pub use brush::{
    BrushReach, BrushSettings, BrushShape, BrushTool, LARGEST_RADIUS, SMALLEST_RADIUS, Sharing,
};
pub use checks::{Check, CheckSettings, LIMITS, MirrorAxis};
pub use colors::{Accent, Background, Colors, Selected};
pub use folder::{FILE, VARIABLE, folder};
pub use gradient::{GradientKind, GradientSettings};
pub use mirror_names::MirrorNames;
pub use presence::Presence;
pub use recent::{MOST_RECENT, Recent, short_name};
pub use store::SettingsStore;
pub use text::{Read, from_text, to_text};
pub use units::Units;
pub use weights::{HeatRamp, Isolines, WeightColors};

use crate::files::window_layout::WindowLayout;
use scene::view::ramps::Diverging;

/// The version of the file that is written and read.
pub const VERSION: u32 = 1;

/// The sizes of the window's letters and widgets that can be chosen; 1 is the system's own.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// Light letters on dark ground.
    #[default]
    Dark,
    /// Dark letters on light ground.
    Light,
    /// As the system; dark where it does not say.
    System,
}

impl ThemeChoice {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::System];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::System => "As the system",
        }
    }
}

/// The colours of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceColors {
    /// Inside blue, outside red.
    #[default]
    BlueRed,
    /// Inside green, outside purple.
    GreenPurple,
}

impl DifferenceColors {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 2] = [Self::BlueRed, Self::GreenPurple];

    /// Their name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlueRed => "Blue and red",
            Self::GreenPurple => "Green and purple",
        }
    }

    /// As they are drawn.
    #[must_use]
    pub const fn colors(self) -> Diverging {
        match self {
            Self::BlueRed => Diverging::BlueRed,
            Self::GreenPurple => Diverging::GreenPurple,
        }
    }
}

/// What the user prefers.
///
/// `L` is the layout; another type stands there while a file is read whose layout cannot be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    bound(deserialize = "L: Deserialize<'de> + Default")
)]
pub struct Settings<L = WindowLayout> {
    /// [`VERSION`].
    pub version: u32,
    /// Dark or light.
    pub theme: ThemeChoice,
    /// The size of letters and widgets, within [`SCALES`].
    #[serde(deserialize_with = "text::scale")]
    pub ui_scale: f32,
    /// The name of the key map.
    pub keymap: String,
    /// How lengths are shown.
    pub units: Units,
    /// The colours of differences.
    pub difference: DifferenceColors,
    /// How weights are shown.
    pub weights: WeightColors,
    /// The brush that paints them.
    pub brush: BrushSettings,
    /// What is looked for in weights.
    pub checks: CheckSettings,
    /// The other colours.
    pub colors: Colors,
    /// How names of joints tell left from right.
    pub mirror: MirrorNames,
    /// Whether the welcome card is shown when the program starts without a file.
    pub welcome: bool,
    /// Whether what lies hidden from the light is shaded softly.
    pub contact: bool,
    /// Whether the strip of test poses stands under the panes, where the character has some.
    pub test_poses: bool,
    /// The folder of the library of poses; empty for `poses` beside this file.
    pub poses_folder: String,
    /// Files that were open, newest first.
    pub recent: Recent,
    /// The names, as in key maps, of what was run from the palette, newest first.
    pub commands: Vec<String>,
    /// Where the panels stand.
    pub layout: L,
}

/// The key map of a new user.
pub const DEFAULT_KEYMAP: &str = "blender-like";

impl<L: Default> Default for Settings<L> {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: ThemeChoice::default(),
            ui_scale: 1.0,
            keymap: DEFAULT_KEYMAP.to_owned(),
            units: Units::default(),
            difference: DifferenceColors::default(),
            weights: WeightColors::default(),
            brush: BrushSettings::default(),
            checks: CheckSettings::default(),
            colors: Colors::default(),
            mirror: MirrorNames::default(),
            welcome: true,
            contact: true,
            test_poses: true,
            poses_folder: String::new(),
            recent: Recent::default(),
            commands: Vec::new(),
            layout: L::default(),
        }
    }
}

impl<L> Settings<L> {
    /// The same with another layout.
    fn with_layout<M>(self, layout: M) -> Settings<M> {
        Settings {
            version: self.version,
            theme: self.theme,
            ui_scale: self.ui_scale,
            keymap: self.keymap,
            units: self.units,
            difference: self.difference,
            weights: self.weights,
            brush: self.brush,
            checks: self.checks,
            colors: self.colors,
            mirror: self.mirror,
            welcome: self.welcome,
            contact: self.contact,
            test_poses: self.test_poses,
            poses_folder: self.poses_folder,
            recent: self.recent,
            commands: self.commands,
            layout,
        }
    }
}

/// Something to set.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Dark or light.
    Theme(ThemeChoice),
    /// The size of letters and widgets; brought within [`SCALES`].
    Scale(f32),
    /// The key map, by its name.
    Keymap(String),
    /// How lengths are shown.
    Units(Units),
    /// The colours of differences.
    Difference(DifferenceColors),
    /// How weights are shown.
    Weights(WeightColors),
    /// The brush that paints them.
    Brush(BrushSettings),
    /// What is looked for in weights.
    Checks(CheckSettings),
    /// The other colours.
    Colors(Colors),
    /// How names tell left from right.
    Mirror(NamePatterns),
    /// Whether the welcome card is shown at the start.
    Welcome(bool),
    /// Whether what lies hidden from the light is shaded softly.
    Contact(bool),
    /// Whether the strip of test poses is shown.
    TestPoses(bool),
    /// The folder of the library of poses; empty for the usual one.
    PosesFolder(String),
    /// Forgets all recent files.
    ForgetRecent,
    /// Where the panels stand.
    Layout(WindowLayout),
}

impl Settings {
    /// Sets something. What is no number changes nothing.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Theme(theme) => self.theme = theme,
            Change::Scale(scale) if scale.is_finite() => {
                self.ui_scale = scale.clamp(*SCALES.start(), *SCALES.end());
            }
            Change::Scale(_) => {}
            Change::Keymap(name) => self.keymap = name,
            Change::Units(units) => self.units = units,
            Change::Difference(colors) => self.difference = colors,
            Change::Weights(weights) => self.weights = weights,
            Change::Brush(brush) => self.brush = brush.sane(),
            Change::Checks(checks) => self.checks = checks.sane(),
            Change::Colors(colors) => self.colors = colors,
            Change::Mirror(patterns) => self.mirror = patterns.into(),
            Change::Welcome(shown) => self.welcome = shown,
            Change::Contact(shown) => self.contact = shown,
            Change::TestPoses(shown) => self.test_poses = shown,
            Change::PosesFolder(folder) => self.poses_folder = folder,
            Change::ForgetRecent => self.recent = Recent::default(),
            Change::Layout(layout) => self.layout = layout,
        }
    }
}
