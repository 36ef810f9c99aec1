//! Front and hind legs of animals, by names and by shape.

use super::by_name::{FoundLimb, Limbs, Names, SIDES};
use super::by_shape::{ChainPair, REACH, height, is_base, is_none, roots};
use super::tree::Tree;
use super::words::Words;
use glam::Vec3;
use rig::{BodySide, JointIndex, JointPairs, JointRole};

/// Feet of front and hind legs stand no farther apart in height than this share of the skeleton's height.
const LEVEL: f32 = 0.1;
/// Joints of a front leg with its shoulder blade.
const WHOLE_FRONT_LEG: usize = 5;
/// Joints of one leg, at most; what goes on hangs on a paw.
const MOST_JOINTS: usize = 6;

/// Fills in front and hind legs that are called so.
pub(super) fn complete_by_name(tree: &Tree<'_>, names: &Names, limbs: &mut Limbs) {
    if !is_none(&limbs.arms) {
        return;
    }
    let front = SIDES.map(|side| named_leg(tree, names, side, Words::is_front));
    let hind = SIDES.map(|side| named_leg(tree, names, side, Words::is_hind));
    let has_legs = hind.iter().all(Option::is_some) || !is_none(&limbs.legs);
    if front.iter().any(Option::is_none) || !has_legs {
        return;
    }
    limbs.arms = front;
    limbs.is_quadruped = true;
    if hind.iter().all(Option::is_some) {
        limbs.legs = hind;
    }
}

/// The leg of a side whose joints are called so: the longest chain of them, with what goes on below it.
fn named_leg(
    tree: &Tree<'_>,
    names: &Names,
    side: BodySide,
    is_called: fn(&Words) -> bool,
) -> Option<FoundLimb> {
    let is_part = |joint: JointIndex| {
        names.side(joint) == Some(side)
            && !names.is_helper(joint)
            && names.role(joint) != JointRole::Twist
            && names.says(joint, is_called)
    };
    let joints = tree.skeleton.joints().filter(|&joint| is_part(joint));
    let tops = joints.filter(|&joint| !tree.above(joint).any(is_part));
    let chains = tops.map(|top| {
        let next = |joint: &JointIndex| tree.nearest_below(*joint, is_part);
        let chain = std::iter::successors(Some(top), next);
        chain.take(MOST_JOINTS).collect::<Vec<JointIndex>>()
    });
    // Of equals the first.
    let chain = chains.fold(Vec::new(), |best: Vec<JointIndex>, chain| {
        if chain.len() > best.len() {
            chain
        } else {
            best
        }
    });
    let mut chain = chain;
    let last = *chain.last()?;
    // A paw may be called but that.
    if chain.len() < 4 {
        chain.extend(only_way_on(tree, last).take(4 - chain.len()));
    }
    let is_blade = |joint: JointIndex| names.says(joint, Words::is_blade);
    let has_base = chain.len() > 3 && chain.first().is_some_and(|&first| is_blade(first));
    let above = chain.first().and_then(|&first| tree.parent(first));
    let base = match has_base {
        true => chain.first().copied(),
        false => above.filter(|&above| is_blade(above) && names.side(above) == Some(side)),
    };
    leg_of(&chain, usize::from(has_base), base, 0.9)
}

/// What hangs on a joint, as long as nothing else does.
fn only_way_on<'a>(tree: &'a Tree<'_>, joint: JointIndex) -> impl Iterator<Item = JointIndex> + 'a {
    let next = |joint: &JointIndex| match tree.children(*joint) {
        [only] => Some(*only),
        _ => None,
    };
    std::iter::successors(next(&joint), next)
}

/// Upper and lower leg, hock or pastern, and paw, of the joints of a leg from one of them on.
fn leg_of(
    chain: &[JointIndex],
    first: usize,
    base: Option<JointIndex>,
    sureness: f32,
) -> Option<FoundLimb> {
    let joint = |place: usize| chain.get(first + place).copied();
    Some(FoundLimb {
        base,
        upper: joint(0)?,
        lower: Some(joint(1)?),
        end: Some(joint(2)?),
        paw: joint(3),
        sureness,
        is_by_shape: false,
    })
}

/// Fills in all legs of an animal without names: two pairs of chains that both reach the ground, from two places of the trunk.
pub(super) fn complete_by_shape(
    tree: &Tree<'_>,
    pairs: &JointPairs,
    names: &Names,
    limbs: &mut Limbs,
) {
    if !is_none(&limbs.arms) || !is_none(&limbs.legs) {
        return;
    }
    let height = height(tree);
    let down = |joint: JointIndex| -tree.place(joint).y;
    let all = roots(tree, pairs, names).into_iter();
    let mut legs: Vec<ChainPair> = all
        .map(|roots| ChainPair::new(tree, roots, down))
        .filter(|pair| pair.drop > REACH * height && pair.chains.iter().all(|it| it.len() > 2))
        .collect();
    let ground = |pair: &ChainPair| {
        pair.chains[0]
            .last()
            .map_or(f32::MAX, |&it| tree.place(it).y)
    };
    let lowest = legs.iter().map(ground).fold(f32::MAX, f32::min);
    legs.retain(|pair| ground(pair) - lowest < LEVEL * height);
    // Spiders have more, and people fewer.
    let [one, other] = legs.as_slice() else {
        return;
    };
    let Some((hind, front)) = in_order(tree, one, other) else {
        return;
    };
    limbs.legs = [0, 1].map(|side| shaped_leg(tree, &hind.chains[side], false));
    limbs.arms = [0, 1].map(|side| shaped_leg(tree, &front.chains[side], true));
    limbs.is_quadruped = true;
    if pairs.plane().left.is_none() && is_left_on_the_right(tree, hind, front) {
        limbs.legs.swap(0, 1);
        limbs.arms.swap(0, 1);
    }
}

/// Hind legs hang nearer to the root of the trunk than front legs; none where both hang on one joint.
fn in_order<'a>(
    tree: &Tree<'_>,
    one: &'a ChainPair,
    other: &'a ChainPair,
) -> Option<(&'a ChainPair, &'a ChainPair)> {
    let meeting = |pair: &ChainPair| {
        let [left, right] = &pair.chains;
        tree.meeting(*left.first()?, *right.first()?)
    };
    let (a, b) = (meeting(one)?, meeting(other)?);
    match (tree.is_below(a, b), tree.is_below(b, a)) {
        (true, _) => Some((other, one)),
        (_, true) => Some((one, other)),
        _ => None,
    }
}

fn shaped_leg(tree: &Tree<'_>, chain: &[JointIndex], is_front: bool) -> Option<FoundLimb> {
    // Shoulder blade, upper arm, forearm, pastern and paw.
    let is_whole = is_front && chain.len() >= WHOLE_FRONT_LEG;
    let has_base = is_whole || chain.len() > 3 && is_base(tree, chain);
    let base = chain.first().copied().filter(|_| has_base && is_front);
    let leg = leg_of(chain, usize::from(has_base), base, 0.5)?;
    Some(FoundLimb {
        is_by_shape: true,
        ..leg
    })
}

/// Whether what counts as left is on the right: the front is where front legs are, and up × forward is the left.
fn is_left_on_the_right(tree: &Tree<'_>, hind: &ChainPair, front: &ChainPair) -> bool {
    let ends = |pair: &ChainPair| {
        pair.chains
            .each_ref()
            .map(|it| it.first().map(|&at| tree.place(at)))
    };
    let ([Some(left), Some(right)], [Some(one), Some(other)]) = (ends(hind), ends(front)) else {
        return false;
    };
    let forward = (one + other) - (left + right);
    Vec3::Y.cross(forward).dot(left - right) < 0.0
}
