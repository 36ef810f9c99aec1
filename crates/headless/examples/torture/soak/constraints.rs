//! Constraints at random, of joints that are not there, of none and in rings too; and what holds of them after every command.

use character::{Character, JointConstraint, SkeletonEdit};
use rig::NodeConstraints;
use session::commands::command::{Command, Intent};

use super::super::driven_editor::DrivenEditor;
use super::super::random::Random;
use super::commands::{key, number};

const KINDS: [&str; 5] = ["rotation", "roll X", "roll Z", "aim -Y", "roll"];

/// What a joint follows from now on, or that it follows nothing.
pub(super) fn chosen(random: &mut Random, editor: &DrivenEditor) -> Command {
    let joint = key(random, editor);
    let followed = random.chance(80).then(|| JointConstraint {
        source: key(random, editor),
        kind: (*random.pick(&KINDS)).to_owned(),
        weight: match random.chance(80) {
            true => random.unit(),
            false => number(random),
        },
    });
    let joints = vec![(joint, followed)];
    Intent::EditSkeleton(SkeletonEdit::SetConstraints { joints }).into()
}

/// Whatever became of the skeleton, all constraints can be evaluated together.
pub(super) fn check(character: &Character) -> Result<(), String> {
    let all = character.constraints.constraints().to_vec();
    let set = NodeConstraints::new(all, &character.rig.skeleton);
    set.map(|_| ()).map_err(|error| error.to_string())
}
