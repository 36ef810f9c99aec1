//! When the skeleton can be edited.

use crate::action_state::View;
use crate::command::Action;
use crate::shown::visible_pose;

/// Whether an action of the skeleton can be done; `None` for all others.
pub(super) fn enabled(action: Action, view: &View<'_>) -> Option<bool> {
    let selection = &view.session.selection;
    let active = selection.active();
    let skeleton = &view.document.character.rig.skeleton;
    let parent = active.and_then(|joint| skeleton.parent(joint));
    Some(match action {
        Action::AddJoint => !view.is_empty(),
        Action::ExtrudeJoint | Action::RenameJoint | Action::MirrorJoints => active.is_some(),
        Action::InsertJoint => parent.is_some(),
        Action::DissolveJoints => active.is_some() && skeleton.len() > 1,
        Action::UnparentJoints => selection
            .joints()
            .iter()
            .any(|&joint| skeleton.parent(joint).is_some()),
        Action::ReparentToActive => selection.joints().len() > 1,
        Action::TakePoseAsRest => {
            let pose = visible_pose(view.document, view.session);
            *pose
                != rig::Pose {
                    morph_weights: pose.morph_weights.clone(),
                    ..rig::Pose::rest(skeleton)
                }
        }
        _ => return None,
    })
}

/// Why not, in a few words.
pub(super) fn why_not(action: Action, view: &View<'_>) -> Option<&'static str> {
    let nothing_selected = view.session.selection.active().is_none();
    match action {
        Action::AddJoint => Some("nothing is open"),
        Action::TakePoseAsRest => Some("the joints are at rest"),
        Action::ReparentToActive => Some("select the joints, and the new parent last"),
        Action::InsertJoint | Action::UnparentJoints if !nothing_selected => {
            Some("the joint has no parent")
        }
        Action::DissolveJoints if !nothing_selected => Some("it is the last joint"),
        Action::ExtrudeJoint
        | Action::InsertJoint
        | Action::MirrorJoints
        | Action::RenameJoint
        | Action::UnparentJoints
        | Action::DissolveJoints => Some("no joint is selected"),
        _ => None,
    }
}
