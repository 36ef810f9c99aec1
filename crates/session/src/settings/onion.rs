//! Settings of onion skins and motion trails.

use serde::{Deserialize, Serialize};

/// The largest number of onion skins on one side of the current time.
pub const MOST_SKINS: u8 = 12;
/// The range of frames from one onion skin to the next.
pub const SKIN_FRAMES: std::ops::RangeInclusive<u16> = 1..=600;
/// The range of seconds from one onion skin to the next.
pub const SKIN_SECONDS: std::ops::RangeInclusive<f32> = 0.01..=60.0;

/// What the distance from one onion skin to the next is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnionStep {
    /// Frames of the clip.
    #[default]
    Frames,
    /// Seconds of the clip.
    Seconds,
    /// One skin at each key of the clip.
    Keys,
}

impl OnionStep {
    /// All of them, in the order of the options.
    pub const ALL: [Self; 3] = [Self::Frames, Self::Seconds, Self::Keys];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frames => "Frames",
            Self::Seconds => "Seconds",
            Self::Keys => "Keys",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Frames => "A skin every so many frames, counted from the current time",
            Self::Seconds => "A skin every so many seconds, counted from the current time",
            Self::Keys => "A skin at each key of the clip, the nearest first",
        }
    }
}

/// Onion skins, and the colors of earlier and later poses, which motion trails share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OnionSettings {
    /// The number of skins before the current time, at most [`MOST_SKINS`].
    pub before: u8,
    /// The number of skins after the current time, at most [`MOST_SKINS`].
    pub after: u8,
    /// What `frames` or `seconds` count.
    pub step: OnionStep,
    /// Frames from one skin to the next, within [`SKIN_FRAMES`].
    pub frames: u16,
    /// Seconds from one skin to the next, within [`SKIN_SECONDS`].
    pub seconds: f32,
    /// The color of earlier poses, sRGB.
    pub before_color: [u8; 3],
    /// The color of later poses, sRGB.
    pub after_color: [u8; 3],
    /// The opacity of the nearest skins, 0 … 1; farther ones fade.
    pub opacity: f32,
}

impl Default for OnionSettings {
    fn default() -> Self {
        Self {
            before: 3,
            after: 3,
            step: OnionStep::default(),
            frames: 4,
            seconds: 0.2,
            before_color: [232, 110, 70],
            after_color: [66, 148, 236],
            opacity: 0.4,
        }
    }
}

impl OnionSettings {
    /// The same with every number in its range; a number that is not finite becomes the default.
    #[must_use]
    pub fn sane(self) -> Self {
        let usual = Self::default();
        let finite = |value: f32, usual: f32| if value.is_finite() { value } else { usual };
        Self {
            before: self.before.min(MOST_SKINS),
            after: self.after.min(MOST_SKINS),
            frames: self.frames.clamp(*SKIN_FRAMES.start(), *SKIN_FRAMES.end()),
            seconds: finite(self.seconds, usual.seconds)
                .clamp(*SKIN_SECONDS.start(), *SKIN_SECONDS.end()),
            opacity: finite(self.opacity, usual.opacity).clamp(0.0, 1.0),
            ..self
        }
    }

    /// The opacity of the skin at this place, 1 being the nearest of its side.
    #[must_use]
    pub fn opacity_at(&self, place: u8) -> f32 {
        let count = f32::from(self.before.max(self.after).max(1));
        let fading = f32::from(place.saturating_sub(1)) / count;
        // The farthest keep a fifth at least, or they would not be seen at all.
        self.opacity * (1.0 - 0.8 * fading.min(1.0))
    }
}
