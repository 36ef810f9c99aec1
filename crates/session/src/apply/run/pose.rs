//! Runs the actions on the pose as a whole, and those of test poses.

use rig::ScaleInheritance;

use crate::apply::Context;
use crate::commands::actions::PoseAction;
use crate::commands::command::{Channel, Panel};
use crate::files::settings::Change;

impl Context<'_> {
    pub(super) fn run_pose(&mut self, action: PoseAction) {
        let session = &mut *self.session;
        match action {
            PoseAction::ResetRotation => self.reset(&[Channel::Rotation]),
            PoseAction::ResetTranslation => self.reset(&[Channel::Translation]),
            PoseAction::ResetScale => self.reset(&[Channel::Scale]),
            PoseAction::ResetShear => self.reset(&[Channel::Shear]),
            PoseAction::ResetJoint => self.reset(&Channel::ALL),
            PoseAction::ResetPose => self.reset_pose(),
            PoseAction::ToggleRest => session.switches.rest ^= true,
            PoseAction::ScaleInheritanceJointAll => {
                self.set_all_scale_inheritance(ScaleInheritance::Joint);
            }
            PoseAction::ScaleInheritanceChildrenAll => {
                self.set_all_scale_inheritance(ScaleInheritance::Children);
            }
            PoseAction::CopyPose => self.copy_pose(),
            PoseAction::PastePose => self.paste_pose(false),
            PoseAction::PastePoseMirrored => self.paste_pose(true),
            PoseAction::PasteAmount => self.toggle(Panel::PasteAmount),
            PoseAction::MirrorPose => self.mirror_pose(),
            PoseAction::ToggleTestPoses => {
                let settings = &mut session.settings;
                settings.change(Change::TestPoses(!settings.test_poses));
            }
            PoseAction::NextTestPose => self.step_test_pose(true),
            PoseAction::PreviousTestPose => self.step_test_pose(false),
        }
    }
}
