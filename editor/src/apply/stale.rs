//! What panels ask for about joints that are there no more.
//!
//! A frame draws one character; what it asks for is carried out in the next, and a file that has been read in between has
//! brought another character by then.

use rig::JointIndex;

use crate::command::Command;
use crate::limb::LimbEvent;
use crate::session::Session;

/// Whether a command names a joint that a skeleton of `count` joints lacks.
pub(super) fn is_stale(command: &Command, count: usize) -> bool {
    let lacks = |joint: &JointIndex| joint.index() >= count;
    match command {
        Command::Select(joint) | Command::Hover(joint, _) | Command::PickJoint(joint, _) => {
            joint.as_ref().is_some_and(lacks)
        }
        Command::SelectAll(joints, _) => joints.iter().any(lacks),
        Command::Reparent(joints, parent) => joints.iter().chain(parent).any(lacks),
        Command::Rename(renaming) => renaming.as_ref().is_some_and(|it| lacks(&it.joint)),
        Command::SetHidden { joint, .. }
        | Command::SetRotation(joint, _)
        | Command::ToggleFold(joint)
        | Command::SetRest(joint, _)
        | Command::SetReach(joint, _)
        | Command::Limb(LimbEvent::Take(joint, ..)) => lacks(joint),
        Command::SetField { field, .. } => lacks(&field.joint),
        _ => false,
    }
}

/// Lets go of the joint under the pointer, and of the one whose name is typed, if a skeleton of `count` joints lacks them.
pub(super) fn forget_lost(session: &mut Session, count: usize) {
    session.hovered = session.hovered.filter(|joint| joint.index() < count);
    let renaming = &mut session.skeleton.renaming;
    if renaming
        .as_ref()
        .is_some_and(|it| it.joint.index() >= count)
    {
        *renaming = None;
    }
}
