//! Runs the actions that edit the skeleton.

use character::{Partner, SkeletonEdit};
use rig::JointIndex;

use crate::apply::Context;
use crate::commands::actions::SkeletonAction;
use crate::jobs::shown::visible_pose;

impl Context<'_> {
    pub(super) fn run_skeleton(&mut self, action: SkeletonAction) {
        match action {
            SkeletonAction::AddJoint => self.toggle_placing(),
            SkeletonAction::ExtrudeJoint => self.extrude_joint(),
            SkeletonAction::InsertJoint => {
                let child = self.active_key();
                self.edit_if(child.map(|child| SkeletonEdit::Insert {
                    child,
                    fraction: 0.5,
                }));
            }
            SkeletonAction::MirrorJoints => self.mirror_joints(),
            SkeletonAction::RenameJoint => self.begin_renaming(),
            SkeletonAction::ReparentToActive => {
                let active = self.session.character.selection.active();
                let joints = self.session.character.selection.joints().iter().copied();
                let others: Vec<JointIndex> =
                    joints.filter(|&joint| Some(joint) != active).collect();
                self.reparent(&others, active);
            }
            SkeletonAction::UnparentJoints => {
                let joints = self.session.character.selection.joints().to_vec();
                self.reparent(&joints, None);
            }
            SkeletonAction::DissolveJoints => self.dissolve_joints(),
            SkeletonAction::PairJoints => self.pair_selected(),
            SkeletonAction::PairWithItself => self.choose_for_selected(Partner::Joint),
            SkeletonAction::LeaveUnpaired => self.choose_for_selected(|_| Partner::Nobody),
            SkeletonAction::PairAutomatically => self.choose_for_selected(|_| Partner::Automatic),
            SkeletonAction::ToggleJointMirror => self.session.rest_tools.mirrors ^= true,
            SkeletonAction::ToggleJointCentering => self.session.rest_tools.centers ^= true,
            SkeletonAction::NextRestChoice => {
                let skeleton = &mut self.session.character.skeleton;
                skeleton.choice = skeleton.choice.next();
            }
            SkeletonAction::TakePoseAsRest => {
                let pose = visible_pose(self.document, self.session);
                self.take_rest(&pose);
            }
            SkeletonAction::NewSkeleton(kind) => self.begin_fitting(kind),
        }
    }
}
