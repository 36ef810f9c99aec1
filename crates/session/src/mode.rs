//! What one works at: a mode changes tools, keys and hints, never where things stand in the window.

use serde::{Deserialize, Serialize};

/// What one works at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The joints themselves: bones stand in front.
    Skeleton,
    /// Which joint moves which vertex.
    Weights,
    /// Moving joints.
    #[default]
    Pose,
    /// Clips and time.
    Animate,
}

impl Mode {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 4] = [Self::Skeleton, Self::Weights, Self::Pose, Self::Animate];

    /// Whether joints are posed in it, and so whether there is a gizmo.
    #[must_use]
    pub const fn poses(self) -> bool {
        matches!(self, Self::Pose | Self::Animate)
    }

    /// Its name on its button.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skeleton => "Skeleton",
            Self::Weights => "Weights",
            Self::Pose => "Pose",
            Self::Animate => "Animate",
        }
    }
}
