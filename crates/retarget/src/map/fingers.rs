//! Fingers: which chain below a hand is which.

use super::bone_map::{Filler, Found, MappedBy};
use super::by_name::Names;
use super::tree::Tree;
use super::words::{FingerKind, finger_number};
use rig::{BodySide, HumanBone, JointIndex, JointRole};
use std::collections::BTreeSet;

/// The joints of a finger on the left, from the palm on.
const fn bones(kind: FingerKind) -> [HumanBone; 3] {
    use HumanBone as Bone;
    match kind {
        FingerKind::Thumb => [
            Bone::LeftThumbMetacarpal,
            Bone::LeftThumbProximal,
            Bone::LeftThumbDistal,
        ],
        FingerKind::Index => [
            Bone::LeftIndexProximal,
            Bone::LeftIndexIntermediate,
            Bone::LeftIndexDistal,
        ],
        FingerKind::Middle => [
            Bone::LeftMiddleProximal,
            Bone::LeftMiddleIntermediate,
            Bone::LeftMiddleDistal,
        ],
        FingerKind::Ring => [
            Bone::LeftRingProximal,
            Bone::LeftRingIntermediate,
            Bone::LeftRingDistal,
        ],
        FingerKind::Little => [
            Bone::LeftLittleProximal,
            Bone::LeftLittleIntermediate,
            Bone::LeftLittleDistal,
        ],
    }
}

/// Fills the fingers of a hand.
pub(super) fn fill(
    tree: &Tree<'_>,
    names: &Names,
    hand: JointIndex,
    side: BodySide,
    map: &mut Filler<'_>,
) {
    let chains = chains(tree, names, hand);
    let numbers = chains
        .iter()
        .map(|chain| chain.first().and_then(|&it| finger_number(tree.name(it))));
    let numbers: Vec<Option<u32>> = numbers.collect();
    let first = numbers.iter().flatten().min().copied().unwrap_or_default();
    for (chain, number) in chains.iter().zip(&numbers) {
        let named = chain
            .iter()
            .find_map(|joint| names.words.get(joint.index())?.finger());
        let counted = || {
            // Numbers that begin with 2 leave the thumb out.
            let place = number.as_ref()?.checked_sub(first.min(1))?;
            FingerKind::ALL.get(usize::try_from(place).ok()?).copied()
        };
        let Some(kind) = named.or_else(counted) else {
            continue;
        };
        let found = Found {
            by: MappedBy::Name,
            sureness: if named.is_some() { 0.95 } else { 0.85 },
        };
        for (bone, joint) in bones(kind).into_iter().zip(chain) {
            let bone = match side {
                BodySide::Left => bone,
                BodySide::Right => bone.mirrored(),
            };
            map.fill(bone, &[*joint], found);
        }
    }
}

/// Chains of joints that are called fingers, from the hand outwards; bones of the palm are left out.
fn chains(tree: &Tree<'_>, names: &Names, hand: JointIndex) -> Vec<Vec<JointIndex>> {
    let is_finger = |joint: JointIndex| {
        let is_finger = match names.role(joint) {
            JointRole::Finger => !names.says(joint, |words| words.is_finger_base()),
            // Of a thumb it is the first joint that bends.
            JointRole::Palm => names.says(joint, |words| words.finger() == Some(FingerKind::Thumb)),
            _ => false,
        };
        is_finger && !names.is_helper(joint)
    };
    // Whether a joint or one above it, below the hand, is of a finger; parents come first.
    let mut on_finger: BTreeSet<JointIndex> = BTreeSet::new();
    let mut starts = Vec::new();
    for joint in tree.below(hand) {
        let is_on = tree
            .parent(joint)
            .is_some_and(|parent| on_finger.contains(&parent));
        if !is_on && is_finger(joint) {
            starts.push(joint);
        }
        if is_on || is_finger(joint) {
            on_finger.insert(joint);
        }
    }
    let chain = |start: JointIndex| {
        let mut chain = vec![start];
        let mut here = start;
        while let Some(next) = tree
            .children(here)
            .iter()
            .copied()
            .find(|&it| is_finger(it))
        {
            chain.push(next);
            here = next;
        }
        chain
    };
    starts.into_iter().map(chain).collect()
}
