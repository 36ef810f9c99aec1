//! Commands that name joints which no longer exist.
//!
//! A panel draws one character, but its command is applied in the next frame. A file read in between may have brought
//! another character by then.

use rig::JointIndex;

use crate::commands::command::Command;
use crate::session::Session;

pub(super) fn is_stale(command: &Command, count: usize) -> bool {
    let mut is_stale = false;
    let mut name = |joint: &JointIndex| is_stale |= joint.index() >= count;
    match command {
        Command::Intent(intent) => intent.each_joint(&mut name),
        Command::Input(input) => input.each_joint(&mut name),
        Command::Outcome(outcome) => outcome.each_joint(&mut name),
    }
    is_stale
}

/// Clears the hovered joint, and the joint being renamed, if a skeleton of `count` joints lacks it.
pub(super) fn forget_lost(session: &mut Session, count: usize) {
    session.character.hovered = session
        .character
        .hovered
        .filter(|joint| joint.index() < count);
    let renaming = &mut session.character.skeleton.renaming;
    if renaming
        .as_ref()
        .is_some_and(|it| it.joint.index() >= count)
    {
        *renaming = None;
    }
}
