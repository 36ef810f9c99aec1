//! The strip of test poses under the panes: which poses a character has, and the applied one.
//!
//! They are those shipped for a built-in character (`assets/poses/`). Each is applied to the pose that was there before the
//! first of them, so that they do not add up, and counts as on as long as the visible pose is what it gave.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rig::Pose;

use crate::files::builtin;
use crate::files::presets::{PresetFile, shipped_for};

/// Range of the amount: 1 is the pose, −1 its opposite.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// State of the strip in the session.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// Share of a pose that is applied, within [`AMOUNTS`].
    pub amount: f32,
    /// The test pose applied last.
    pub taken: Option<Taken>,
}

impl Default for Strip {
    fn default() -> Self {
        Self {
            amount: 1.0,
            taken: None,
        }
    }
}

/// A test pose that was applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Index in [`test_poses`].
    pub place: usize,
    /// The pose before. Other test poses are applied to it too, so that they do not add up.
    pub base: Arc<Pose>,
    /// The resulting pose. While this is the visible pose, the test pose counts as applied.
    pub given: Arc<Pose>,
}

impl Strip {
    /// The applied test pose, if the visible pose is what it gave.
    #[must_use]
    pub fn on(&self, seen: &Pose) -> Option<&Taken> {
        self.taken.as_ref().filter(|taken| *taken.given == *seen)
    }
}

/// An event of the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StripEvent {
    /// Applies the test pose of this index, or removes it if it is applied.
    Take(usize),
    /// Sets the amount of the applied test pose.
    Amount {
        /// The amount; clamped to [`AMOUNTS`].
        amount: f32,
        /// Whether a drag goes on, all of which is one undo step.
        dragging: bool,
    },
}

/// The test poses of a built-in character, by its source; empty for other files.
#[must_use]
pub fn test_poses(file: &str) -> &'static [PresetFile] {
    static POSES: OnceLock<BTreeMap<&str, Vec<PresetFile>>> = OnceLock::new();
    let poses = POSES.get_or_init(|| {
        let named = builtin::ALL.iter().map(|builtin| builtin.name);
        named.map(|name| (name, shipped_for(name))).collect()
    });
    let name = file.strip_prefix(builtin::PREFIX).unwrap_or_default();
    poses.get(name).map_or(&[], Vec::as_slice)
}
