//! A pose that was copied.
//!
//! It is a `rig::PosePreset` with all channels of its joints; pasting is `PosePreset::applied`, mirrored pasting
//! `rig::mirrored` before it.

use rig::PosePreset;

use scene::names::decimal;

/// How much of a pose may be pasted: as a whole is 1.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// What was copied, and how much of it is pasted.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseClipboard {
    /// The joints by name, each with all its channels; they may be put on another character too.
    pub copied: Option<PosePreset>,
    /// The same as text, as it was put on the system's clipboard.
    pub text: Option<String>,
    /// How much of it is pasted, within [`AMOUNTS`].
    pub amount: f32,
}

impl Default for PoseClipboard {
    fn default() -> Self {
        Self {
            copied: None,
            text: None,
            amount: 1.0,
        }
    }
}

impl PoseClipboard {
    /// The name of what pastes, with the amount where it is not the whole pose.
    #[must_use]
    pub fn named(&self, name: &str) -> String {
        if (self.amount - 1.0).abs() < 1e-4 {
            name.to_owned()
        } else {
            format!("{name} ({} %)", decimal(100.0 * self.amount, 0))
        }
    }
}
