//! The bars that stand over and under the panes.

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::mode::Mode;

/// Which bars stand beside the panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PaneBars {
    /// The bar over them, with their layouts and differences.
    pub compare: bool,
    /// The strip of test poses under them, for characters that have some.
    pub test_poses: bool,
}

impl Settings {
    /// The bars beside the panes in a mode: Animate has a choice of its own, all other modes share one.
    #[must_use]
    pub const fn bars(&self, mode: Mode) -> PaneBars {
        match mode {
            Mode::Animate => self.animate_bars,
            Mode::Skeleton | Mode::Weights | Mode::Pose => PaneBars {
                compare: self.compare_bar,
                test_poses: self.test_poses,
            },
        }
    }
}
