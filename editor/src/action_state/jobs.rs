//! When something can be done to all weights by a job.

use rig::JointIndex;

use crate::command::Action;
use crate::view::View;
use crate::weight_wish::{has_skin, joints_to_bind, meshes_without_skin};

/// Whether such an action can be done; `None` for all others.
pub(super) fn enabled(action: Action, view: &View<'_>) -> Option<bool> {
    reason(action, view).map(|reason| reason.is_none())
}

/// Why not, in a few words.
pub(super) fn why_not(action: Action, view: &View<'_>) -> Option<&'static str> {
    reason(action, view).flatten()
}

fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let is_job = matches!(
        action,
        Action::AutomaticWeights | Action::TransferWeights | Action::BindMesh
    );
    if action == Action::CancelWeights {
        let nothing = view.working.is_none();
        return Some(nothing.then_some("nothing is being done to all weights"));
    }
    if !is_job {
        return None;
    }
    Some(if view.is_empty() {
        Some("nothing is open")
    } else if view.working.is_some() {
        Some("weights are being worked at")
    } else if action == Action::BindMesh {
        unbindable(view)
    } else {
        unweighable(view)
    })
}

fn unbindable(view: &View<'_>) -> Option<&'static str> {
    let character = &view.document.character;
    if character.instances.is_empty() {
        Some("there is no mesh")
    } else if meshes_without_skin(character).is_empty() {
        Some("every mesh is bound to a skeleton already")
    } else if joints_to_bind(view.document).is_empty() {
        Some("there are no joints; add some in Skeleton mode first (J)")
    } else {
        None
    }
}

fn unweighable(view: &View<'_>) -> Option<&'static str> {
    let character = &view.document.character;
    let skeleton = &character.rig.skeleton;
    let locks = &view.session.weights;
    let is_locked = |joint: &JointIndex| locks.is_locked(skeleton, *joint);
    if !has_skin(character) {
        Some("no mesh is bound to a skeleton; bind it first (menu Skeleton)")
    } else if character
        .rig
        .binds
        .iter()
        .flat_map(|bind| bind.joints())
        .all(is_locked)
    {
        Some("all joints are locked; let some go (Alt+L)")
    } else {
        None
    }
}
