//! Settings: what the user prefers, kept between sessions in one readable file in the configuration folder.
//!
//! [`Settings`] is plain data in the session; [`SettingChange`] says what to set. `settings/text.rs` turns it into text and back,
//! `settings/store.rs` reads and writes the file.

use rig::NamePatterns;
use scene::view::ramps::Diverging;
use serde::{Deserialize, Serialize};

use crate::mode::Mode;
use crate::settings::window_layout::WindowLayout;

mod brush;
mod checks;
mod colors;
mod folder;
mod gradient;
mod legend;
mod mirror_names;
mod onion;
mod pane_bars;
mod presence;
mod recent;
mod store;
mod text;
mod units;
mod weights;
pub mod window_layout;

pub use brush::{
    BrushReach, BrushSettings, BrushShape, BrushTool, LARGEST_PIXELS, LARGEST_PRUNED,
    LARGEST_RADIUS, SMALLEST_PIXELS, SMALLEST_RADIUS, Sharing,
};
pub use checks::{Check, CheckSettings, LIMITS, MirrorAxis};
pub use colors::{Accent, Background, Colors, Selected};
pub use folder::{FILE, VARIABLE, folder};
pub use gradient::{GradientKind, GradientSettings};
pub use legend::Legend;
pub use mirror_names::MirrorNames;
pub use onion::{MOST_SKINS, OnionSettings, OnionStep, SKIN_FRAMES, SKIN_SECONDS};
pub use pane_bars::PaneBars;
pub use presence::Presence;
pub use recent::{MOST_RECENT, Recent, short_name};
pub use store::SettingsStore;
pub use text::{ParsedSettings, from_text, to_text};
pub use units::Units;
pub use weights::{HeatRamp, Isolines, WeightColors};

/// Version of the settings format that is read and written.
pub const VERSION: u32 = 1;

/// Range of the interface scale; 1 is the system's size.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;

/// Theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// Light text on dark ground.
    #[default]
    Dark,
    /// Dark text on light ground.
    Light,
    /// The system's theme; dark if the system does not tell.
    System,
}

impl ThemeChoice {
    /// All themes, in the order of the preferences.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::System];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::System => "Follow system",
        }
    }
}

/// Colors of the heat map that compares panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceColors {
    /// Blue inside, red outside.
    #[default]
    BlueRed,
    /// Green inside, purple outside.
    GreenPurple,
}

impl DifferenceColors {
    /// All pairs of colors, in the order of the preferences.
    pub const ALL: [Self; 2] = [Self::BlueRed, Self::GreenPurple];

    /// Label in the preferences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlueRed => "Blue and red",
            Self::GreenPurple => "Green and purple",
        }
    }

    /// The color ramp to draw with.
    #[must_use]
    pub const fn colors(self) -> Diverging {
        match self {
            Self::BlueRed => Diverging::BlueRed,
            Self::GreenPurple => Diverging::GreenPurple,
        }
    }
}

/// All settings of the user.
///
/// `L` is the layout; it is another type only while a file with a faulty layout is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    bound(deserialize = "L: Deserialize<'de> + Default")
)]
pub struct Settings<L = WindowLayout> {
    /// Version of the format: [`VERSION`] whenever it is written.
    pub version: u32,
    /// Theme of the window.
    pub theme: ThemeChoice,
    /// Scale of text and widgets, within [`SCALES`].
    #[serde(deserialize_with = "text::scale")]
    pub ui_scale: f32,
    /// Name of the key map, as [`Preset::id`](crate::commands::keymap::Preset::id) gives it.
    pub keymap: String,
    /// Unit in which lengths are shown and typed; documents keep meters.
    pub units: Units,
    /// Colors of the heat map that compares panes.
    pub difference: DifferenceColors,
    /// The legend of differences.
    pub legend: Legend,
    /// Colors, lines and dots of weights.
    pub weights: WeightColors,
    /// The brush for weights.
    pub brush: BrushSettings,
    /// The checks for problems of weights.
    pub checks: CheckSettings,
    /// Onion skins, and the colors of earlier and later poses.
    pub onion: OnionSettings,
    /// All other colors that can be chosen, such as those of the interface.
    pub colors: Colors,
    /// Marks of left and right in the names of joints; left out of the file where nobody chose others, so that it follows what is usual.
    #[serde(skip_serializing_if = "MirrorNames::are_usual")]
    pub mirror: MirrorNames,
    /// Whether the welcome card is shown when the program starts without a file.
    pub welcome: bool,
    /// Whether surfaces are darkened where light hardly reaches them at rest.
    pub contact: bool,
    /// Whether the strip of test poses is shown, for characters that have some; in modes other than Animate.
    pub test_poses: bool,
    /// Whether the bar of comparing stands over the panes, in modes other than Animate.
    pub compare_bar: bool,
    /// The same two in Animate mode, where they are folded until somebody asks for them.
    pub animate_bars: PaneBars,
    /// Whether the timeline shows volume and deviation of the skin along the clip.
    pub skin_over_time: bool,
    /// Folder of the pose library; empty for `poses` beside this file.
    pub poses_folder: String,
    /// Folder of the clip library; empty for `clips` beside this file.
    pub clips_folder: String,
    /// Recent files, newest first.
    pub recent: Recent,
    /// Key map names of the actions last run from the palette, newest first.
    pub commands: Vec<String>,
    /// Layout of the panels.
    pub layout: L,
}

/// Name of the default key map.
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
            legend: Legend::default(),
            weights: WeightColors::default(),
            brush: BrushSettings::default(),
            checks: CheckSettings::default(),
            onion: OnionSettings::default(),
            colors: Colors::default(),
            mirror: MirrorNames::default(),
            welcome: true,
            contact: true,
            test_poses: true,
            compare_bar: true,
            animate_bars: PaneBars::default(),
            skin_over_time: true,
            poses_folder: String::new(),
            clips_folder: String::new(),
            recent: Recent::default(),
            commands: Vec::new(),
            layout: L::default(),
        }
    }
}

impl<L> Settings<L> {
    /// The same settings with another layout.
    fn with_layout<M>(self, layout: M) -> Settings<M> {
        Settings {
            version: self.version,
            theme: self.theme,
            ui_scale: self.ui_scale,
            keymap: self.keymap,
            units: self.units,
            difference: self.difference,
            legend: self.legend,
            weights: self.weights,
            brush: self.brush,
            checks: self.checks,
            onion: self.onion,
            colors: self.colors,
            mirror: self.mirror,
            welcome: self.welcome,
            contact: self.contact,
            test_poses: self.test_poses,
            compare_bar: self.compare_bar,
            animate_bars: self.animate_bars,
            skin_over_time: self.skin_over_time,
            poses_folder: self.poses_folder,
            clips_folder: self.clips_folder,
            recent: self.recent,
            commands: self.commands,
            layout,
        }
    }
}

/// A change of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingChange {
    /// Theme of the window.
    Theme(ThemeChoice),
    /// Scale of text and widgets; clamped to [`SCALES`].
    Scale(f32),
    /// Key map, by its name.
    Keymap(String),
    /// Unit in which lengths are shown and typed.
    Units(Units),
    /// Colors of the heat map that compares panes.
    Difference(DifferenceColors),
    /// The legend of differences; its place is clamped.
    Legend(Legend),
    /// Colors, lines and dots of weights.
    Weights(WeightColors),
    /// The brush for weights; its numbers are clamped.
    Brush(BrushSettings),
    /// The checks for problems of weights; the limit is clamped.
    Checks(CheckSettings),
    /// Onion skins, and the colors of earlier and later poses; numbers are clamped.
    Onion(OnionSettings),
    /// All colors but those of differences and weights.
    Colors(Colors),
    /// Marks of left and right in the names of joints.
    Mirror(NamePatterns),
    /// Whether the welcome card is shown at the start.
    Welcome(bool),
    /// Whether surfaces are darkened where light hardly reaches them at rest.
    Contact(bool),
    /// Which bars stand beside the panes in a mode; all modes but Animate have one choice.
    Bars(Mode, PaneBars),
    /// Whether the timeline shows the skin over time.
    SkinOverTime(bool),
    /// Folder of the pose library; empty for the usual one.
    PosesFolder(String),
    /// Folder of the clip library; empty for the usual one.
    ClipsFolder(String),
    /// Removes all recent files from the list.
    ForgetRecent,
    /// Layout of the panels.
    Layout(WindowLayout),
}

impl Settings {
    /// Applies a change; a scale that is not finite is ignored.
    pub fn change(&mut self, change: SettingChange) {
        match change {
            SettingChange::Theme(theme) => self.theme = theme,
            SettingChange::Scale(scale) if scale.is_finite() => {
                self.ui_scale = scale.clamp(*SCALES.start(), *SCALES.end());
            }
            SettingChange::Scale(_) => {}
            SettingChange::Keymap(name) => self.keymap = name,
            SettingChange::Units(units) => self.units = units,
            SettingChange::Difference(colors) => self.difference = colors,
            SettingChange::Legend(legend) => self.legend = legend.sane(),
            SettingChange::Weights(weights) => self.weights = weights,
            SettingChange::Brush(brush) => self.brush = brush.sane(),
            SettingChange::Checks(checks) => self.checks = checks.sane(),
            SettingChange::Onion(onion) => self.onion = onion.sane(),
            SettingChange::Colors(colors) => self.colors = colors,
            SettingChange::Mirror(patterns) => self.mirror = patterns.into(),
            SettingChange::Welcome(shown) => self.welcome = shown,
            SettingChange::Contact(shown) => self.contact = shown,
            SettingChange::Bars(Mode::Animate, bars) => self.animate_bars = bars,
            SettingChange::Bars(_, bars) => {
                (self.compare_bar, self.test_poses) = (bars.compare, bars.test_poses);
            }
            SettingChange::SkinOverTime(shown) => self.skin_over_time = shown,
            SettingChange::PosesFolder(folder) => self.poses_folder = folder,
            SettingChange::ClipsFolder(folder) => self.clips_folder = folder,
            SettingChange::ForgetRecent => self.recent = Recent::default(),
            SettingChange::Layout(layout) => self.layout = layout,
        }
    }
}
