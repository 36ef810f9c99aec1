//! What panels ask for about joints that are there no more.
//!
//! A frame draws one character; what it asks for is carried out in the next, and a file that has been read in between has
//! brought another character by then.

use rig::JointIndex;

use crate::commands::command::Command;
use crate::session::Session;

/// Whether a command names a joint that a skeleton of `count` joints lacks.
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

/// Lets go of the joint under the pointer, and of the one whose name is typed, if a skeleton of `count` joints lacks them.
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
