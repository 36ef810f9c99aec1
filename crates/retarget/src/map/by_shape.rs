//! Arms and legs by the shape of a skeleton: pairs of chains that are each other's mirror images.

use super::by_name::{FoundLimb, Limbs, Names};
use super::tree::Tree;
use glam::Vec3;
use rig::{BodySide, JointIndex, JointPairs};

/// A limb reaches at least this share of the skeleton's height.
pub(super) const REACH: f32 = 0.2;
/// A foot stands no higher than this share of its leg.
const FOOT: f32 = 0.25;
/// A bone shorter than this share of the next one is a hip or a collarbone, and no limb's first.
const BASE: f32 = 0.6;
/// Feet tell the front if they are this long, as a share of the width of the hips.
const POINTS: f32 = 0.1;
/// Limbs that are looked at, at most.
const MOST_PAIRS: usize = 512;

/// Two chains that are each other's mirror images, left first, from the trunk outwards.
pub(super) struct ChainPair {
    pub(super) chains: [Vec<JointIndex>; 2],
    /// How far the left one goes down, and how far from its first joint at all.
    pub(super) drop: f32,
    reach: f32,
}

/// Fills in arms or legs of which names tell none.
pub(super) fn complete(tree: &Tree<'_>, pairs: &JointPairs, names: &Names, limbs: &mut Limbs) {
    let (needs_arms, needs_legs) = (is_none(&limbs.arms), is_none(&limbs.legs));
    if !needs_arms && !needs_legs {
        return;
    }
    let height = height(tree);
    let roots = roots(tree, pairs, names);
    // A limb of one kind is none of the other.
    let known = limbs.arms.iter().chain(&limbs.legs).flatten();
    let known: Vec<JointIndex> = known.map(|limb| limb.upper).collect();
    let is_free = |pair: &[JointIndex; 2]| {
        pair.iter().all(|&joint| {
            let mut known = known.iter();
            !known.any(|&upper| tree.is_within(joint, upper) || tree.is_below(upper, joint))
        })
    };
    let roots: Vec<[JointIndex; 2]> = roots.into_iter().filter(is_free).collect();
    if needs_legs {
        let down = |joint: JointIndex| -tree.place(joint).y;
        let chains = roots.iter().map(|&roots| ChainPair::new(tree, roots, down));
        let fits = |pair: &ChainPair| {
            pair.drop > REACH * height && pair.chains.iter().all(|it| it.len() > 2)
        };
        let best = chains
            .filter(fits)
            .max_by(|one, other| one.drop.total_cmp(&other.drop));
        if let Some(best) = best {
            limbs.legs = best.chains.map(|chain| leg(tree, &chain));
        }
    }
    let legs = limbs.legs.iter().flatten();
    let legs: Vec<JointIndex> = legs.map(|leg| leg.upper).collect();
    // What has no legs is no body: two fingers of a hand may be mirror images too.
    if needs_arms && !legs.is_empty() {
        let is_of_leg = |joint| {
            legs.iter()
                .any(|&leg| tree.is_within(joint, leg) || tree.is_within(leg, joint))
        };
        let chains = roots
            .iter()
            .filter(|roots| !roots.iter().any(|&joint| is_of_leg(joint)))
            .map(|&roots| {
                let from = tree.place(roots[0]);
                ChainPair::new(tree, roots, |joint| tree.place(joint).distance(from))
            });
        let fits = |pair: &ChainPair| {
            pair.reach > REACH * height && pair.chains.iter().all(|it| it.len() > 2)
        };
        let best = chains
            .filter(fits)
            .max_by(|one, other| one.reach.total_cmp(&other.reach));
        if let Some(best) = best {
            limbs.arms = best.chains.map(|chain| arm(tree, &chain));
        }
    }
    // What has no trunk between two pairs of limbs is no body, as a hand, whose fingers may be mirror images too.
    if needs_arms && needs_legs && !has_trunk(tree, limbs) {
        *limbs = Limbs::default();
    }
    if needs_arms && needs_legs && pairs.plane().left.is_none() {
        turn_to_feet(tree, limbs);
    }
}

/// Exchanges left and right where nothing but the shape tells them, and feet point to where the left would be on the other side.
fn turn_to_feet(tree: &Tree<'_>, limbs: &mut Limbs) {
    let [Some(left), Some(right)] = limbs.legs else {
        return;
    };
    let forward = |leg: FoundLimb| {
        let foot = leg.end?;
        let from = tree.place(foot);
        let ways = tree.below(foot).map(|toe| tree.place(toe) - from);
        let flat = ways.map(|way| way.with_y(0.0));
        flat.max_by(|one, other| one.length().total_cmp(&other.length()))
    };
    let (Some(one), Some(other)) = (forward(left), forward(right)) else {
        return;
    };
    // Up × forward is the left.
    let to_left = Vec3::Y.cross(one + other);
    let across = tree.place(left.upper) - tree.place(right.upper);
    if to_left.length() > POINTS * across.length() && to_left.dot(across) < 0.0 {
        limbs.legs.swap(0, 1);
        limbs.arms.swap(0, 1);
    }
}

/// Whether arms hang on another joint than legs do.
fn has_trunk(tree: &Tree<'_>, limbs: &Limbs) -> bool {
    let meeting = |pair: &[Option<FoundLimb>; 2]| {
        let [left, right] = pair.map(|limb| limb.map(|limb| limb.base.unwrap_or(limb.upper)));
        tree.meeting(left?, right?)
    };
    let (arms, legs) = (meeting(&limbs.arms), meeting(&limbs.legs));
    arms.is_some() && legs.is_some() && arms != legs
}

pub(super) const fn is_none(limbs: &[Option<FoundLimb>; 2]) -> bool {
    limbs[0].is_none() && limbs[1].is_none()
}

pub(super) fn height(tree: &Tree<'_>) -> f32 {
    let heights = || tree.skeleton.joints().map(|joint| tree.place(joint).y);
    heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min)
}

/// Pairs of partners that hang on the middle, left first.
pub(super) fn roots(tree: &Tree<'_>, pairs: &JointPairs, names: &Names) -> Vec<[JointIndex; 2]> {
    let partner = |joint| pairs.partner(joint).filter(|&other| other != joint);
    let is_root = |joint: &JointIndex| {
        partner(*joint).is_some()
            && tree
                .parent(*joint)
                .is_none_or(|parent| partner(parent).is_none())
    };
    let joints = tree.skeleton.joints().filter(is_root);
    let lefts = joints.filter(|&joint| names.side(joint) == Some(BodySide::Left));
    let both = lefts.filter_map(|left| Some([left, partner(left)?]));
    both.take(MOST_PAIRS).collect()
}

impl ChainPair {
    pub(super) fn new(
        tree: &Tree<'_>,
        roots: [JointIndex; 2],
        far: impl Fn(JointIndex) -> f32,
    ) -> Self {
        let chains = roots.map(|root| {
            let all = std::iter::once(root).chain(tree.below(root));
            // Of joints that are as far the first.
            let tip = all.rev_max(&far).unwrap_or(root);
            let mut chain = vec![root];
            chain.extend(tree.path(root, tip));
            chain
        });
        let ends = [chains[0].first(), chains[0].last()]
            .map(|joint| joint.map_or_else(Default::default, |&joint| tree.place(joint)));
        Self {
            drop: ends[0].y - ends[1].y,
            reach: ends[0].distance(ends[1]),
            chains,
        }
    }
}

/// The joint that is farthest, of several the first.
trait FirstMax: Iterator<Item = JointIndex> + Sized {
    fn rev_max(self, far: &impl Fn(JointIndex) -> f32) -> Option<JointIndex> {
        self.fold(None, |best: Option<(f32, JointIndex)>, joint| {
            let here = far(joint);
            match best {
                Some((most, _)) if most >= here => best,
                _ => Some((here, joint)),
            }
        })
        .map(|(_, joint)| joint)
    }
}

impl<I: Iterator<Item = JointIndex>> FirstMax for I {}

/// Which joints of a chain that goes down are thigh, shin and foot.
fn leg(tree: &Tree<'_>, chain: &[JointIndex]) -> Option<FoundLimb> {
    let heights: Vec<f32> = chain.iter().map(|&joint| tree.place(joint).y).collect();
    let (top, ground) = (*heights.first()?, *heights.last()?);
    let is_low = |height: &f32| height - ground < FOOT * (top - ground);
    let foot = heights.iter().position(is_low)?.max(2);
    let first = usize::from(foot > 2 && is_base(tree, chain));
    limb(tree, chain, None, first, foot)
}

/// Which joints of a chain that goes aside are collarbone, upper arm, forearm and hand.
fn arm(tree: &Tree<'_>, chain: &[JointIndex]) -> Option<FoundLimb> {
    let has_fingers = |joint: &JointIndex| tree.children(*joint).len() >= 3;
    let hand = chain.iter().position(has_fingers).unwrap_or_else(|| {
        // Without fingers the chain may end with the hand, or with where that ends.
        (chain.len() - 1).min(if is_base(tree, chain) { 3 } else { 2 })
    });
    if hand < 2 {
        return None;
    }
    let first = usize::from(hand > 2 && is_base(tree, chain));
    let base = (first == 1).then(|| chain.first().copied()).flatten();
    limb(tree, chain, base, first, hand)
}

/// Whether the first bone of a chain is plainly shorter than the second.
pub(super) fn is_base(tree: &Tree<'_>, chain: &[JointIndex]) -> bool {
    let places = chain.iter().take(3).map(|&joint| tree.place(joint));
    match places.collect::<Vec<_>>().as_slice() {
        [first, second, third] => first.distance(*second) < BASE * second.distance(*third),
        _ => false,
    }
}

/// A limb of a chain from one place of it to another; between them bends the joint nearest to the middle of the way.
fn limb(
    tree: &Tree<'_>,
    chain: &[JointIndex],
    base: Option<JointIndex>,
    first: usize,
    end: usize,
) -> Option<FoundLimb> {
    let (upper, last) = (*chain.get(first)?, *chain.get(end)?);
    let off = |joint: JointIndex| {
        let ways = [upper, last].map(|other| tree.place(joint).distance(tree.place(other)));
        (ways[0] - ways[1]).abs()
    };
    let between = chain.get(first + 1..end)?.iter().copied();
    let lower = between.min_by(|one, other| off(*one).total_cmp(&off(*other)))?;
    Some(FoundLimb {
        base,
        upper,
        lower: Some(lower),
        end: Some(last),
        paw: None,
        sureness: 0.5,
        is_by_shape: true,
    })
}
