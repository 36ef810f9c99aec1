//! The clipboard for poses.

use rig::PosePreset;
use scene::names::decimal;

/// Range of the amount of a pasted pose; 1 is the whole pose.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// The copied pose, and the amount to paste.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseClipboard {
    /// The copied joints by name, each with all its channels; they can be pasted on another character.
    pub copied: Option<PosePreset>,
    /// The same as text, as it was copied to the system's clipboard.
    pub text: Option<String>,
    /// The amount to paste, within [`AMOUNTS`].
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
    /// The name of the paste action, with the amount unless that is 1.
    #[must_use]
    pub fn paste_name(&self, name: &str) -> String {
        if (self.amount - 1.0).abs() < 1e-4 {
            name.to_owned()
        } else {
            format!("{name} ({} %)", decimal(100.0 * self.amount, 0))
        }
    }
}
