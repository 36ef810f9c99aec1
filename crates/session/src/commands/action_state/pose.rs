//! When actions on the pose can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::PoseAction;
use crate::commands::view::View;
use crate::session::Session;

impl PoseAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::ResetRotation
            | Self::ResetTranslation
            | Self::ResetScale
            | Self::ResetShear
            | Self::ResetJoint => nothing_selected(view.session),
            Self::CopyPose | Self::PastePose | Self::PastePoseMirrored | Self::MirrorPose => {
                let is_empty = view.document.character.rig.skeleton.is_empty();
                is_empty.then_some("there are no joints")
            }
            Self::NextTestPose | Self::PreviousTestPose => {
                let has_none = view.session.character.test_poses.poses.is_empty();
                has_none.then_some("no joint moves the mesh")
            }
            Self::ResetPose
            | Self::ToggleRest
            | Self::ScaleInheritanceJointAll
            | Self::ScaleInheritanceChildrenAll
            | Self::PasteAmount
            | Self::ToggleTestPoses => None,
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::ToggleRest => Some(session.switches.rest),
            Self::ToggleTestPoses => Some(session.settings.test_poses),
            Self::ResetRotation
            | Self::ResetTranslation
            | Self::ResetScale
            | Self::ResetShear
            | Self::ResetJoint
            | Self::ResetPose
            | Self::ScaleInheritanceJointAll
            | Self::ScaleInheritanceChildrenAll
            | Self::CopyPose
            | Self::PastePose
            | Self::PastePoseMirrored
            | Self::PasteAmount
            | Self::MirrorPose
            | Self::NextTestPose
            | Self::PreviousTestPose => None,
        }
    }
}
