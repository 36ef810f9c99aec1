//! Modes of the window. A mode changes tools, keys and hints, never the places of panels.

use serde::{Deserialize, Serialize};

/// Mode of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Editing of joints; bones are drawn in front.
    Skeleton,
    /// Painting and editing of weights.
    Weights,
    /// Posing of joints, by gizmo, fields and the pose library.
    #[default]
    Pose,
    /// Keys, clips and their playback over time.
    Animate,
}

impl Mode {
    /// All modes, in the order of their buttons.
    pub const ALL: [Self; 4] = [Self::Skeleton, Self::Weights, Self::Pose, Self::Animate];

    /// Whether joints are posed in this mode.
    #[must_use]
    pub const fn poses(self) -> bool {
        matches!(self, Self::Pose | Self::Animate)
    }

    /// Whether joints are dragged in this mode: posed, or at rest.
    #[must_use]
    pub const fn drags_joints(self) -> bool {
        self.poses() || matches!(self, Self::Skeleton)
    }

    /// Label of its button.
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
