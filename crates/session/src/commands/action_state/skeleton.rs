//! When edits of the skeleton can be done, and which are switched on.

use character::Partner;
use rig::JointIndex;

use super::nothing_selected;
use crate::commands::actions::SkeletonAction;
use crate::commands::view::View;
use crate::jobs::shown::visible_pose;
use crate::session::Session;

impl SkeletonAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        const NO_PARENT: &str = "the joint has no parent";
        let selection = &view.session.character.selection;
        let skeleton = &view.document.character.rig.skeleton;
        let nothing_selected = nothing_selected(view.session);
        match self {
            Self::NewSkeleton(_) if view.is_empty() => Some("nothing is open"),
            Self::NewSkeleton(_) => {
                let instances = &view.document.character.instances;
                instances.is_empty().then_some("there is no mesh")
            }
            Self::AddJoint => view.is_empty().then_some("nothing is open"),
            Self::ExtrudeJoint | Self::MirrorJoints | Self::RenameJoint => nothing_selected,
            Self::InsertJoint => nothing_selected.or_else(|| {
                let active = selection.active();
                let parent = active.and_then(|joint| skeleton.parent(joint));
                parent.is_none().then_some(NO_PARENT)
            }),
            Self::UnparentJoints => nothing_selected.or_else(|| {
                let mut joints = selection.joints().iter();
                let has_parent = joints.any(|&joint| skeleton.parent(joint).is_some());
                (!has_parent).then_some(NO_PARENT)
            }),
            Self::PairJoints => (selection.joints().len() != 2).then_some("select two joints"),
            Self::PairWithItself | Self::LeaveUnpaired => nothing_selected,
            Self::PairAutomatically => nothing_selected.or_else(|| {
                let by_hand = &view.document.character.pairs_by_hand;
                let mut joints = selection.joints().iter();
                let is_automatic =
                    |joint: JointIndex| by_hand.partner(skeleton.key(joint)) == Partner::Automatic;
                joints
                    .all(|&joint| is_automatic(joint))
                    .then_some("the partners of the selected joints are automatic")
            }),
            Self::DissolveJoints => {
                nothing_selected.or_else(|| (skeleton.len() <= 1).then_some("it is the last joint"))
            }
            Self::ReparentToActive => (selection.joints().len() <= 1)
                .then_some("select the joints, and the new parent last"),
            Self::ToggleJointMirror | Self::ToggleJointCentering | Self::NextRestChoice => None,
            Self::TakePoseAsRest => {
                let pose = visible_pose(view.document, view.session);
                let at_rest = rig::Pose {
                    morph_weights: pose.morph_weights.clone(),
                    ..rig::Pose::rest(skeleton)
                };
                (*pose == at_rest).then_some("the joints are at rest")
            }
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::AddJoint => Some(session.character.skeleton.placing),
            Self::ToggleJointMirror => Some(session.rest_tools.mirrors),
            Self::ToggleJointCentering => Some(session.rest_tools.centers),
            Self::ExtrudeJoint
            | Self::InsertJoint
            | Self::MirrorJoints
            | Self::RenameJoint
            | Self::ReparentToActive
            | Self::UnparentJoints
            | Self::DissolveJoints
            | Self::PairJoints
            | Self::PairWithItself
            | Self::LeaveUnpaired
            | Self::PairAutomatically
            | Self::TakePoseAsRest
            | Self::NextRestChoice
            | Self::NewSkeleton(_) => None,
        }
    }
}
