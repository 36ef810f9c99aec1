//! What limbs tell of the trunk: hips, spine, neck and head; and slots filled with all that was found.

use super::bone_map::{Filler, Found, MappedBy};
use super::by_name::{FoundLimb, Limbs, Names, SIDES};
use super::fingers;
use super::tree::Tree;
use rig::{BodySide, HumanBone, JointIndex, JointRole};

/// The bones of a limb on the left.
const ARM: [HumanBone; 4] = [
    HumanBone::LeftShoulder,
    HumanBone::LeftUpperArm,
    HumanBone::LeftLowerArm,
    HumanBone::LeftHand,
];
const LEG: [HumanBone; 4] = [
    // A leg has no base.
    HumanBone::Hips,
    HumanBone::LeftUpperLeg,
    HumanBone::LeftLowerLeg,
    HumanBone::LeftFoot,
];
/// Joints of one neck, at most; more are hair, or a trunk.
const MOST_NECK: usize = 5;

fn on(bone: HumanBone, side: BodySide) -> HumanBone {
    match side {
        BodySide::Left => bone,
        BodySide::Right => bone.mirrored(),
    }
}

/// Fills all slots that limbs and names tell.
pub(super) fn fill(tree: &Tree<'_>, names: &Names, limbs: &Limbs, map: &mut Filler<'_>) {
    let trunk = Trunk::new(tree, names, limbs);
    for (side, (arm, leg)) in SIDES.into_iter().zip(limbs.arms.iter().zip(&limbs.legs)) {
        let paw = leg.and_then(|leg| leg.paw);
        let is_shaped = paw.is_some() && leg.is_some_and(|leg| leg.is_by_shape);
        for (limb, bones) in [(arm, ARM), (leg, LEG)] {
            if let Some(limb) = limb {
                fill_limb(tree, names, limb, bones.map(|bone| on(bone, side)), map);
            }
        }
        let foot = map.joint(on(HumanBone::LeftFoot, side));
        if let Some(foot) = foot {
            let is_toes = |joint| names.role(joint) == JointRole::Toes && !names.is_helper(joint);
            let toes = paw.or_else(|| tree.nearest_below(foot, is_toes));
            let toes: Vec<JointIndex> = toes.into_iter().collect();
            let found = match is_shaped {
                true => Found {
                    by: MappedBy::Shape,
                    sureness: 0.5,
                },
                false => by_name(0.9),
            };
            map.fill(on(HumanBone::LeftToes, side), &toes, found);
        }
        if let Some(hand) = map.joint(on(HumanBone::LeftHand, side)) {
            fingers::fill(tree, names, hand, side, map);
        }
    }
    trunk.fill(tree, names, map);
    for side in SIDES {
        for (bone, next) in [
            (HumanBone::LeftUpperArm, HumanBone::LeftLowerArm),
            (HumanBone::LeftLowerArm, HumanBone::LeftHand),
            (HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg),
            (HumanBone::LeftLowerLeg, HumanBone::LeftFoot),
        ] {
            let (bone, next) = (on(bone, side), on(next, side));
            if let (Some(joint), Some(next)) = (map.joint(bone), map.joint(next)) {
                let twists = twists(tree, names, joint, next);
                map.add_twists(bone, &twists);
            }
        }
    }
}

const fn by_name(sureness: f32) -> Found {
    Found {
        by: MappedBy::Name,
        sureness,
    }
}

fn fill_limb(
    tree: &Tree<'_>,
    names: &Names,
    limb: &FoundLimb,
    bones: [HumanBone; 4],
    map: &mut Filler<'_>,
) {
    let found = Found {
        by: match limb.is_by_shape {
            true => MappedBy::Shape,
            false => MappedBy::Name,
        },
        sureness: limb.sureness,
    };
    let [base, upper, lower, end] = bones;
    if let Some(joint) = limb.base {
        // Two collarbones in a row, as MakeHuman has, are a chain.
        let is_base = |&joint: &JointIndex| names.role(joint) == JointRole::Collarbone;
        let mut chain = vec![joint];
        chain.extend(tree.above(joint).take_while(is_base));
        chain.reverse();
        map.fill(base, &chain, found);
    }
    map.fill(upper, &[limb.upper], found);
    for (bone, joint) in [(lower, limb.lower), (end, limb.end)] {
        if let Some(joint) = joint {
            map.fill(bone, &[joint], found);
        }
    }
}

/// The joints of a bone that only twist: all between it and the next one, and those beside that are called so.
fn twists(tree: &Tree<'_>, names: &Names, joint: JointIndex, next: JointIndex) -> Vec<JointIndex> {
    let is_between = |twist: JointIndex| tree.is_below(next, twist);
    let is_twist = |&twist: &JointIndex| {
        !tree.is_within(twist, next)
            && (is_between(twist)
                || (names.role(twist) == JointRole::Twist && !names.is_helper(twist)))
    };
    tree.below(joint).filter(is_twist).collect()
}

/// The middle of a body.
struct Trunk {
    hips: Vec<JointIndex>,
    spine: Vec<JointIndex>,
    neck: Vec<JointIndex>,
    head: Option<JointIndex>,
    found: Found,
    /// How surely the last of the neck is the head.
    head_found: Found,
}

impl Trunk {
    fn new(tree: &Tree<'_>, names: &Names, limbs: &Limbs) -> Self {
        let arms = limbs
            .arms
            .map(|arm| arm.map(|arm| arm.base.unwrap_or(arm.upper)));
        let legs = limbs.legs.map(|leg| leg.map(|leg| leg.upper));
        let split = |pair: [Option<JointIndex>; 2]| match pair {
            [Some(left), Some(right)] => tree.meeting(left, right),
            [one, other] => tree.parent(one.or(other)?),
        };
        let (above, below) = (split(arms), split(legs));
        let hips = hips(tree, names, above, below);
        let top = hips.first().copied();
        let mut spine = match (top, above) {
            (Some(top), Some(above)) => tree.path(top, above),
            (None, Some(above)) => vec![above],
            (Some(top), None) => spine_by_name(tree, names, top),
            (None, None) => Vec::new(),
        };
        // Collarbones may hang on the neck, as those of Biped do.
        let neck_begins = spine
            .iter()
            .position(|&joint| names.role(joint) == JointRole::Neck);
        let mut neck = spine.split_off(neck_begins.unwrap_or(spine.len()));
        let from = spine.last().copied().or(above).or(top);
        let on_arms = |joint: JointIndex| {
            let mut arms = arms.iter().flatten();
            arms.any(|&arm| tree.is_within(joint, arm))
        };
        let head = from.and_then(|from| find_head(tree, names, from, on_arms));
        if let (Some(from), Some((head, _))) = (from, head) {
            neck = tree.path(from, head);
            neck.pop();
        }
        let is_by_shape = limbs
            .arms
            .iter()
            .chain(&limbs.legs)
            .flatten()
            .all(|limb| limb.is_by_shape);
        let by = |sureness: f32| Found {
            by: match is_by_shape {
                true => MappedBy::Shape,
                false => MappedBy::Name,
            },
            sureness: if is_by_shape { 0.5 } else { sureness },
        };
        Self {
            hips,
            spine,
            neck,
            head: head.map(|(head, _)| head),
            found: by(0.95),
            head_found: by(if head.is_some_and(|(_, is_named)| is_named) {
                0.95
            } else {
                0.7
            }),
        }
    }

    fn fill(&self, tree: &Tree<'_>, names: &Names, map: &mut Filler<'_>) {
        map.fill(HumanBone::Hips, &self.hips, self.found);
        let bones = [HumanBone::Spine, HumanBone::Chest, HumanBone::UpperChest];
        let count = self.spine.len();
        let shared = count.max(bones.len());
        for (place, bone) in bones.into_iter().enumerate() {
            // Of n joints the i-th goes to bone ⌊3 i / n⌋; up to three have one each.
            let is_its = |joint: usize| joint * bones.len() / shared == place;
            let joints = (0..count).filter(|&joint| is_its(joint));
            let joints: Vec<JointIndex> = joints
                .filter_map(|it| self.spine.get(it).copied())
                .collect();
            map.fill(bone, &joints, self.found);
        }
        if self.neck.len() <= MOST_NECK {
            map.fill(HumanBone::Neck, &self.neck, self.found);
        }
        let Some(head) = self.head else {
            return;
        };
        map.fill(HumanBone::Head, &[head], self.head_found);
        for (bone, side) in [
            (HumanBone::LeftEye, Some(BodySide::Left)),
            (HumanBone::RightEye, Some(BodySide::Right)),
            (HumanBone::Jaw, None),
        ] {
            let role = match side {
                Some(_) => JointRole::Eye,
                None => JointRole::Jaw,
            };
            let is_it = |joint| {
                names.role(joint) == role
                    && (side.is_none() || names.side(joint) == side)
                    && !names.is_helper(joint)
                    && !names.says(joint, |words| words.is_lid())
            };
            let joints: Vec<JointIndex> = tree.nearest_below(head, is_it).into_iter().collect();
            map.fill(bone, &joints, by_name(0.9));
        }
    }
}

/// From where legs and spine part to where both legs do.
fn hips(
    tree: &Tree<'_>,
    names: &Names,
    above: Option<JointIndex>,
    below: Option<JointIndex>,
) -> Vec<JointIndex> {
    let (Some(below), Some(above)) = (below, above) else {
        let named = || {
            let joints = tree.skeleton.joints();
            let is_hips = |joint: &JointIndex| {
                names.says(*joint, |words| words.is_hips()) && names.side(*joint).is_none()
            };
            joints
                .filter(|joint| !names.is_helper(*joint))
                .find(is_hips)
        };
        return below.or_else(named).into_iter().collect();
    };
    let Some(top) = tree.meeting(above, below) else {
        return vec![below];
    };
    // Of two figures of parts that meet in the root of all the legs tell the hips.
    let mut hips = vec![top];
    hips.extend(tree.path(top, below));
    hips
}

/// The spine where there are no arms: joints that are called so, one below another.
fn spine_by_name(tree: &Tree<'_>, names: &Names, hips: JointIndex) -> Vec<JointIndex> {
    let is_spine = |joint: JointIndex| {
        names.role(joint) == JointRole::Spine
            && names.side(joint).is_none()
            && !names.is_helper(joint)
    };
    let mut spine = Vec::new();
    let mut here = hips;
    while let Some(next) = tree.children(here).iter().copied().find(|&it| is_spine(it)) {
        spine.push(next);
        here = next;
    }
    spine
}

/// The head, and whether its name says so: the nearest joint that is called a head, else the end of the neck, else of the chain that
/// goes highest beside the arms.
fn find_head(
    tree: &Tree<'_>,
    names: &Names,
    from: JointIndex,
    on_arms: impl Fn(JointIndex) -> bool,
) -> Option<(JointIndex, bool)> {
    let is_middle = |joint: JointIndex| names.side(joint).is_none() && !names.is_helper(joint);
    let is_head =
        |joint| is_middle(joint) && !on_arms(joint) && names.says(joint, |words| words.is_head());
    if let Some(head) = tree.nearest_below(from, is_head) {
        return Some((head, true));
    }
    let highest = |joint: &JointIndex| {
        let below = std::iter::once(*joint).chain(tree.below(*joint));
        below
            .map(|joint| tree.place(joint).y)
            .fold(f32::MIN, f32::max)
    };
    let mut here = from;
    let mut chain = Vec::new();
    while chain.len() <= MOST_NECK + 1 {
        let children = tree.children(here).iter().copied();
        let children = children.filter(|&joint| is_middle(joint) && !on_arms(joint));
        let children: Vec<JointIndex> = children.collect();
        let named = children
            .iter()
            .find(|&&joint| names.role(joint) == JointRole::Neck);
        let next = named.copied().or_else(|| {
            let tops = children.iter().copied();
            tops.max_by(|one, other| highest(one).total_cmp(&highest(other)))
        });
        // A head carries many things: where the neck parts it ends.
        let (Some(next), true) = (
            next,
            chain.is_empty() || named.is_some() || children.len() == 1,
        ) else {
            break;
        };
        chain.push(next);
        here = next;
    }
    let head = chain
        .last()
        .copied()
        .filter(|_| chain.len() <= MOST_NECK + 1)?;
    Some((head, false))
}
