//! Actions on the pose: reset, copy, paste, mirror, scale inheritance and test poses, with their rows.
//! `apply/run/pose.rs` runs them.

use super::{Menu, Row, row};

/// Actions on the pose as a whole or on the selected joints, and on test poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PoseAction {
    /// Sets the rotation of the selected joints to rest.
    ResetRotation,
    /// Sets the translation of the selected joints to rest.
    ResetTranslation,
    /// Sets the scale of the selected joints to rest.
    ResetScale,
    /// Sets the shear of the selected joints to rest.
    ResetShear,
    /// Sets all channels of the selected joints to rest.
    ResetJoint,
    /// Restores the pose that the file gives every joint.
    ResetPose,
    /// Whether the rest pose is shown in place of the pose; the pose is kept.
    ToggleRest,
    /// Sets all joints so that scale and shear are not inherited by children.
    ScaleInheritanceJointAll,
    /// Sets all joints so that children inherit scale and shear.
    ScaleInheritanceChildrenAll,
    /// Copies the pose of the selected joints, or of all if none is selected.
    CopyPose,
    /// Applies the copied pose to the selected joints, or to all that were copied if none is selected.
    PastePose,
    /// Applies the mirror image of the copied pose.
    PastePoseMirrored,
    /// Opens or closes the field for the amount that is pasted.
    PasteAmount,
    /// Exchanges the poses of the selected joints and their partners, or of all if none is selected.
    MirrorPose,
    /// Whether the strip of test poses is shown.
    ToggleTestPoses,
    /// Applies the test pose after the applied one, else the first.
    NextTestPose,
    /// Applies the test pose before the applied one, else the last.
    PreviousTestPose,
}

impl PoseAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            0,
            Self::ResetRotation,
            "Reset rotation",
            "Resets the rotation of the selected joints to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetTranslation,
            "Reset translation",
            "Resets the translation of the selected joints to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetScale,
            "Reset scale",
            "Resets the scale of the selected joints to rest",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetShear,
            "Reset shear",
            "Resets the shear of the selected joints to none",
        ),
        row(
            Menu::Pose,
            0,
            Self::ResetJoint,
            "Reset joint",
            "Resets all channels of the selected joints to rest",
        ),
        row(
            Menu::Pose,
            1,
            Self::ResetPose,
            "Reset whole pose",
            "Resets every joint to the pose of the file",
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
            Self::ScaleInheritanceJointAll,
            "Scale inheritance: this joint",
            "Sets every joint: its scale and shear apply to that joint alone",
        ),
        row(
            Menu::Pose,
            2,
            Self::ScaleInheritanceChildrenAll,
            "Scale inheritance: with children",
            "Sets every joint: its scale and shear apply to its children too, as in glTF",
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
            "Shows the strip of test poses under the panes, where joints move a mesh",
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
