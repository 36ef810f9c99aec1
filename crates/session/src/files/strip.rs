//! The test poses under the panes: which there are, and how much of one is taken.
//!
//! They are those shipped for a built-in character (`assets/poses/`). Each is put on the pose that was there before the
//! first of them, so that they do not add up, and counts as on as long as the visible pose is what it gave.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rig::Pose;

use crate::files::builtin;
use crate::files::presets::{PresetFile, shipped_for};

/// Percentages that can be chosen, as shares.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// What the user has done with the strip.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// How much of a pose is taken; 1 is the pose.
    pub amount: f32,
    /// What was taken last.
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

/// A test pose that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Its place in [`test_poses`].
    pub place: usize,
    /// The pose before, which others are put on as well, so that they do not pile up.
    pub base: Arc<Pose>,
    /// What came of it. As long as this is what is seen, the test pose is on.
    pub given: Arc<Pose>,
}

impl Strip {
    /// The test pose that is on, if the pose that is seen is what it gave.
    #[must_use]
    pub fn on(&self, seen: &Pose) -> Option<&Taken> {
        self.taken.as_ref().filter(|taken| *taken.given == *seen)
    }
}

/// What the pointer, or a key, does with the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StripEvent {
    /// Takes a test pose; the one that is on is taken off.
    Take(usize),
    /// How much of it.
    Amount {
        /// Held within [`AMOUNTS`].
        amount: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
}

/// The test poses of what is open: those shipped for a built-in character, and none for other files.
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
