//! Mirror partners at random, those of joints that are not there included; and what holds of partners after every command.

use character::{Character, Partner, SkeletonEdit};

use super::super::driven_editor::DrivenEditor;
use super::super::random::Random;
use super::commands::key;

/// Partners chosen by hand: of no joint, of one, or of some, which may be each other's or the same one twice.
pub(super) fn chosen(random: &mut Random, editor: &DrivenEditor) -> SkeletonEdit {
    SkeletonEdit::SetPartners {
        joints: partners(random, editor),
    }
}

/// Joints that one or two lack on the other side, sometimes with partners that are made up.
pub(super) fn mirrored(random: &mut Random, editor: &DrivenEditor) -> SkeletonEdit {
    SkeletonEdit::Mirror {
        joints: vec![key(random, editor), key(random, editor)],
        sides: ".L/.R, Left/Right".to_owned(),
        plane: None,
        partners: match random.chance(40) {
            true => partners(random, editor),
            false => Vec::new(),
        },
    }
}

fn partners(random: &mut Random, editor: &DrivenEditor) -> Vec<(u32, Partner)> {
    let count = random.below(5);
    (0..count)
        .map(|_| {
            let joint = key(random, editor);
            let partner = match random.below(6) {
                0 => Partner::Automatic,
                1 => Partner::Nobody,
                2 => Partner::Joint(joint),
                _ => Partner::Joint(key(random, editor)),
            };
            (joint, partner)
        })
        .collect()
}

/// Whoever is chosen as a joint's partner has that joint as its own, and both are there.
pub(super) fn check(character: &Character) -> Result<(), String> {
    let by_hand = &character.pairs_by_hand;
    let skeleton = &character.rig.skeleton;
    for joint in skeleton.joints().map(|joint| skeleton.key(joint)) {
        let Partner::Joint(other) = by_hand.partner(joint) else {
            continue;
        };
        if skeleton.joint_of_key(other).is_none() {
            return Err(format!(
                "joint {joint} has the partner {other}, which is not there"
            ));
        }
        if by_hand.partner(other) != Partner::Joint(joint) {
            return Err(format!(
                "joint {other} is not the partner of its partner {joint}"
            ));
        }
    }
    Ok(())
}
