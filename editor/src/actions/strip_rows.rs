//! The rows about test poses.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::View,
        2,
        Action::ToggleTestPoses,
        "Test poses",
        "Shows the strip of test poses under the panes, where the character has some",
    ),
    row(
        Menu::Pose,
        7,
        Action::NextTestPose,
        "Next test pose",
        "Takes the first test pose of the strip, then the next one",
    ),
    row(
        Menu::Pose,
        7,
        Action::PreviousTestPose,
        "Previous test pose",
        "Takes the last test pose of the strip, then the one before",
    ),
];
