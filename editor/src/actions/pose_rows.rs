//! The rows about poses that are copied, pasted and mirrored.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Pose,
        3,
        Action::CopyPose,
        "Copy pose",
        "Copies the pose of the selected joints, or of all where none is selected",
    ),
    row(
        Menu::Pose,
        3,
        Action::PastePose,
        "Paste pose",
        "Puts the copied pose on the selected joints, or on all that were copied where none is selected",
    ),
    row(
        Menu::Pose,
        3,
        Action::PastePoseMirrored,
        "Paste pose mirrored",
        "Puts the copied pose on the joints of the other side, as a mirror shows it",
    ),
    row(
        Menu::Pose,
        3,
        Action::PasteAmount,
        "Paste with factor…",
        "Sets how much of the copied pose is pasted: 100 % is the pose, 0 % nothing, −100 % its opposite",
    ),
    row(
        Menu::Pose,
        3,
        Action::MirrorPose,
        "Mirror pose",
        "Shows the pose in the mirror: the selected joints change places with those of the other side, or all where none is selected",
    ),
];
