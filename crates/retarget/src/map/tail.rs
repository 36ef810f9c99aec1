//! Tails and front paws of animals.

use super::bone_map::{Filler, Found, MappedBy};
use super::by_name::{Limbs, Names, SIDES};
use super::slot::AnimalBone;
use super::tree::Tree;
use super::words::Words;
use rig::{BodySide, HumanBone, JointIndex, JointRole};

/// A front paw stands no higher than this share of the skeleton's height.
const GROUND: f32 = 0.15;

/// Fills tail and front paws, beside the limbs and the trunk, which are filled before.
pub(super) fn fill(tree: &Tree<'_>, names: &Names, limbs: &Limbs, map: &mut Filler<'_>) {
    for (side, arm) in SIDES.into_iter().zip(&limbs.arms) {
        let (hand, paw) = match side {
            BodySide::Left => (HumanBone::LeftHand, AnimalBone::LeftFrontPaw),
            BodySide::Right => (HumanBone::RightHand, AnimalBone::RightFrontPaw),
        };
        let is_toes = |joint| names.role(joint) == JointRole::Toes && !names.is_helper(joint);
        let named = || tree.nearest_below(map.joint(hand)?, is_toes);
        let found = arm.and_then(|arm| arm.paw).or_else(named);
        let found = found.or_else(|| only_paw(tree, names, map.joint(hand)?));
        let sureness = arm.map_or(0.9, |arm| arm.sureness);
        let joints: Vec<JointIndex> = found.into_iter().collect();
        map.fill(
            paw,
            &joints,
            found_by(arm.is_some_and(|arm| arm.is_by_shape), sureness),
        );
    }
    let named = named_tail(tree, names, map);
    if !named.is_empty() {
        return map.fill(AnimalBone::Tail, &named, found_by(false, 0.95));
    }
    if limbs.is_quadruped {
        let shaped = shaped_tail(tree, names, map);
        map.fill(AnimalBone::Tail, &shaped, found_by(true, 0.5));
    }
}

/// The one joint below a front foot that is near the ground, as hands of people are not.
fn only_paw(tree: &Tree<'_>, names: &Names, foot: JointIndex) -> Option<JointIndex> {
    let &[paw] = tree.children(foot) else {
        return None;
    };
    let heights = || tree.skeleton.joints().map(|joint| tree.place(joint).y);
    let (least, most) = (
        heights().fold(f32::MAX, f32::min),
        heights().fold(f32::MIN, f32::max),
    );
    let is_low = tree.place(paw).y - least < GROUND * (most - least);
    (is_low && !names.is_helper(paw)).then_some(paw)
}

const fn found_by(is_by_shape: bool, sureness: f32) -> Found {
    Found {
        by: match is_by_shape {
            true => MappedBy::Shape,
            false => MappedBy::Name,
        },
        sureness,
    }
}

/// The longest chain in the middle that is called a tail.
fn named_tail(tree: &Tree<'_>, names: &Names, map: &Filler<'_>) -> Vec<JointIndex> {
    let is_tail = |joint: JointIndex| {
        names.side(joint).is_none() && !names.is_helper(joint) && names.says(joint, Words::is_tail)
    };
    let back = map.joint(HumanBone::Chest);
    let hangs_on_back = |joint: JointIndex| back.is_some_and(|back| tree.is_within(joint, back));
    let joints = tree.skeleton.joints();
    let tops = joints.filter(|&joint| {
        let parent = tree.parent(joint);
        is_tail(joint) && !parent.is_some_and(is_tail) && !hangs_on_back(joint)
    });
    let chains = tops.map(|top| {
        let next = |joint: &JointIndex| {
            let mut below = tree.children(*joint).iter().copied();
            below.find(|&joint| is_tail(joint))
        };
        std::iter::successors(Some(top), next).collect::<Vec<JointIndex>>()
    });
    longest(chains)
}

/// What hangs on the hips in the middle, and is neither leg nor spine: the longest chain.
fn shaped_tail(tree: &Tree<'_>, names: &Names, map: &Filler<'_>) -> Vec<JointIndex> {
    let hips = map.joints(HumanBone::Hips);
    let others = [
        HumanBone::Spine,
        HumanBone::LeftUpperLeg,
        HumanBone::RightUpperLeg,
    ];
    let others: Vec<JointIndex> = others.iter().filter_map(|&it| map.joint(it)).collect();
    let leads_on = |joint: JointIndex| {
        hips.contains(&joint) || others.iter().any(|&other| tree.is_within(other, joint))
    };
    let hanging = hips.iter().flat_map(|&hips| tree.children(hips));
    let tops = hanging.filter(|&&joint| names.side(joint).is_none() && !leads_on(joint));
    let chains = tops.map(|&top| {
        let below = tree.below(top);
        let tip = below.max_by_key(|&joint| (tree.depth(joint), std::cmp::Reverse(joint)));
        let mut chain = vec![top];
        chain.extend(tip.map(|tip| tree.path(top, tip)).unwrap_or_default());
        chain
    });
    longest(chains)
}

/// Of equals the first.
fn longest(chains: impl Iterator<Item = Vec<JointIndex>>) -> Vec<JointIndex> {
    chains.fold(Vec::new(), |best, chain| {
        if chain.len() > best.len() {
            chain
        } else {
            best
        }
    })
}
