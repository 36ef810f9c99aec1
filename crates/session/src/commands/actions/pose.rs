//! The pose: back to rest, copied, pasted, mirrored, and poses to test with: the actions and their rows. `apply/run/pose.rs` carries them out.

use super::{Menu, Row, row};

/// What is done to the pose at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PoseAction {
    /// Back to rest: rotation.
    ResetRotation,
    /// Back to rest: translation.
    ResetTranslation,
    /// Back to rest: scale.
    ResetScale,
    /// Back to rest: shear.
    ResetShear,
    /// Back to rest: all channels of the joint.
    ResetJoint,
    /// Back to rest: every joint.
    ResetPose,
    /// Shows the rest pose for the time being.
    ToggleRest,
    /// Every joint's scale reaches that joint only.
    ReachJointAll,
    /// Every joint's scale reaches its children too.
    ReachChildrenAll,
    /// Copies the pose of the selected joints.
    CopyPose,
    /// Puts the copied pose on the selected joints.
    PastePose,
    /// Puts the mirror image of the copied pose on the selected joints.
    PastePoseMirrored,
    /// The amount of what is pasted.
    PasteAmount,
    /// Shows the pose in the mirror.
    MirrorPose,
    /// The strip of test poses.
    ToggleTestPoses,
    /// The test pose after the one that is on.
    NextTestPose,
    /// The one before.
    PreviousTestPose,
}

impl PoseAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            0,
            Self::ResetRotation,
            "Reset rotation",
            "Turns the selected joints back to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetTranslation,
            "Reset translation",
            "Moves the selected joints back to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetScale,
            "Reset scale",
            "Scales the selected joints back to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetShear,
            "Reset shear",
            "Takes the shear off the selected joints",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetJoint,
            "Reset joint",
            "Puts all channels of the selected joints back to rest",
        ),
        row(
            Menu::Pose,
            1,
            Self::ResetPose,
            "Reset whole pose",
            "Puts every joint back to how the file shows it",
        ),
        row(
            Menu::Pose,
            1,
            Self::ToggleRest,
            "Show rest pose",
            "Shows the rest pose for the time being; nothing is changed",
        ),
        row(
            Menu::Pose,
            2,
            Self::ReachJointAll,
            "Scale reaches the joint only",
            "Sets every joint so that its scale and shear do not reach its children",
        ),
        row(
            Menu::Pose,
            2,
            Self::ReachChildrenAll,
            "Scale reaches children too",
            "Sets every joint so that its scale and shear also reach its children, as glTF means it",
        ),
        row(
            Menu::Pose,
            3,
            Self::CopyPose,
            "Copy pose",
            "Copies the pose of the selected joints, or of all where none is selected",
        ),
        row(
            Menu::Pose,
            3,
            Self::PastePose,
            "Paste pose",
            "Puts the copied pose on the selected joints, or on all that were copied where none is selected",
        ),
        row(
            Menu::Pose,
            3,
            Self::PastePoseMirrored,
            "Paste pose mirrored",
            "Puts the copied pose on the joints of the other side, as a mirror shows it",
        ),
        row(
            Menu::Pose,
            3,
            Self::PasteAmount,
            "Paste with factor…",
            "Sets how much of the copied pose is pasted: 100 % is the pose, 0 % nothing, −100 % its opposite",
        ),
        row(
            Menu::Pose,
            3,
            Self::MirrorPose,
            "Mirror pose",
            "Shows the pose in the mirror: the selected joints change places with those of the other side, or all where none is selected",
        ),
        row(
            Menu::View,
            2,
            Self::ToggleTestPoses,
            "Test poses",
            "Shows the strip of test poses under the panes, where the character has some",
        ),
        row(
            Menu::Pose,
            7,
            Self::NextTestPose,
            "Next test pose",
            "Takes the first test pose of the strip, then the next one",
        ),
        row(
            Menu::Pose,
            7,
            Self::PreviousTestPose,
            "Previous test pose",
            "Takes the last test pose of the strip, then the one before",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
