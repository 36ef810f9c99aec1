//! Pairs by the symmetry of the skeleton: under partners, the same chain, near each other's mirror images.

use super::layout::Layout;
use super::{Found, PairEvidence, PairedBy};
use crate::{JointIndex, Skeleton};

/// How far from its image the other joint may be, as a share of the bone that ends at it.
const OF_BONE: f32 = 0.1;
/// The same where a chain of joints below both is the same too, and no other joint is nearly as near.
const OF_CHAIN: f32 = 0.25;
/// How many times as far the next one has to be then.
const CLEAR: f32 = 3.0;
/// A joint under one of the middle is in the middle itself up to this share of the size.
const MIDDLE: f32 = 15e-3;
/// Joints under one parent that are compared, at most; every one is compared with every other.
const MOST_SIBLINGS: usize = 256;
/// What a pair by shape is worth if it is exact, and what less at the limit.
const WORTH: [f32; 2] = [0.9, 0.4];

/// Pairs what is left under partners. Parents come first, so that what is found for them holds for their children. Where more than 256
/// joints are under one parent, or without any, none of them is paired with another: they are no limbs.
pub(super) fn find(evidence: &PairEvidence<'_>, layouts: &[Layout], found: &mut Found) {
    let shape = Shape::new(evidence.skeleton);
    for joint in evidence.skeleton.joints() {
        if !found.is_free(joint) {
            continue;
        }
        let Some(image) = shape.parent_image(joint, found) else {
            continue;
        };
        let offer = shape.best(joint, image, layouts, found);
        let back = offer.and_then(|offer| {
            let home = shape.parent_image(offer.other, found)?;
            shape.best(offer.other, home, layouts, found)
        });
        if let (Some(offer), Some(back)) = (offer, back)
            && back.other == joint
        {
            found.pair([joint, offer.other], PairedBy::Shape, offer.sureness);
        } else if let Some(sureness) = central(evidence, joint, layouts, found) {
            found.pair([joint, joint], PairedBy::Shape, sureness);
        }
    }
}

/// How sure it is that a joint without a side in its name, under one of the middle, is in the middle.
fn central(
    evidence: &PairEvidence<'_>,
    joint: JointIndex,
    layouts: &[Layout],
    found: &Found,
) -> Option<f32> {
    let skeleton = evidence.skeleton;
    let is_under_middle = skeleton
        .parent(joint)
        .is_none_or(|parent| found.partner(parent) == Some(parent));
    let layout = layouts.first()?;
    let off = layout.height(joint)?.abs() / (layout.size * MIDDLE);
    let has_side = evidence.patterns.mirrored(skeleton.name(joint)).is_some();
    (is_under_middle && !has_side && off <= 1.0).then_some(WORTH[0] - WORTH[1] * off)
}

/// The skeleton, by children and chains.
struct Shape<'a> {
    skeleton: &'a Skeleton,
    children: Vec<Vec<JointIndex>>,
    roots: Vec<JointIndex>,
    /// Joints in the longest chain below each, and all joints below it.
    below: Vec<[usize; 2]>,
}

/// A joint that another may be the image of.
#[derive(Clone, Copy)]
struct Offer {
    other: JointIndex,
    sureness: f32,
}

impl<'a> Shape<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut children = vec![Vec::new(); skeleton.len()];
        let mut below = vec![[0, 0]; skeleton.len()];
        let mut roots = Vec::new();
        for joint in skeleton.joints() {
            match skeleton.parent(joint) {
                Some(parent) => children[parent.index()].push(joint),
                None => roots.push(joint),
            }
        }
        for joint in skeleton.joints().rev() {
            if let Some(parent) = skeleton.parent(joint) {
                let [longest, all] = below[joint.index()];
                let of_parent = &mut below[parent.index()];
                *of_parent = [of_parent[0].max(longest + 1), of_parent[1] + all + 1];
            }
        }
        Self {
            skeleton,
            children,
            roots,
            below,
        }
    }

    /// The partner of a joint's parent; for a root nothing within something.
    fn parent_image(&self, joint: JointIndex, found: &Found) -> Option<Option<JointIndex>> {
        match self.skeleton.parent(joint) {
            Some(parent) => found.partner(parent).map(Some),
            None => Some(None),
        }
    }

    /// The nearest to a joint's mirror image of those below its parent's partner, if it is near enough. None below one with more than
    /// [`MOST_SIBLINGS`].
    fn best(
        &self,
        joint: JointIndex,
        under: Option<JointIndex>,
        layouts: &[Layout],
        found: &Found,
    ) -> Option<Offer> {
        let others = match under {
            Some(parent) => &self.children[parent.index()],
            None => &self.roots,
        };
        if others.len() > MOST_SIBLINGS {
            return None;
        }
        let others = others
            .iter()
            .filter(|&&other| other != joint && found.is_free(other));
        let mut offers: Vec<(f32, JointIndex)> = others
            .filter_map(|&other| Some((self.distance([joint, other], layouts)?, other)))
            .collect();
        offers.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let &(distance, other) = offers.first()?;
        let next = offers.get(1).map_or(f32::INFINITY, |offer| offer.0);
        let below = [joint, other].map(|joint| self.below[joint.index()]);
        let is_same_chain = below[0] == below[1] && below[0][0] > 0;
        let most = match is_same_chain && next >= distance * CLEAR {
            true => OF_CHAIN,
            false => OF_BONE,
        };
        let sureness = WORTH[0] - WORTH[1] * (distance / most);
        (distance <= most).then_some(Offer { other, sureness })
    }

    /// How far a joint is from the other's mirror image, in bones, in the space in which it is nearest. None for joints that are
    /// nearer to their own images: those are in the middle.
    fn distance(&self, [one, other]: [JointIndex; 2], layouts: &[Layout]) -> Option<f32> {
        let in_layout = |layout: &Layout| {
            let distance = layout.distance(one, other)?;
            let own = [one, other].map(|joint| layout.distance(joint, joint));
            let is_nearer = own.iter().flatten().all(|own| distance < *own);
            let bone = 0.5 * (self.bone(one, layout)? + self.bone(other, layout)?);
            (is_nearer && bone > 0.0).then(|| distance / bone)
        };
        layouts.iter().filter_map(in_layout).min_by(f32::total_cmp)
    }

    /// The length of the bone that ends at a joint, or of the longest that begins there.
    fn bone(&self, joint: JointIndex, layout: &Layout) -> Option<f32> {
        let place = layout.place(joint)?;
        let to = |other: JointIndex| layout.place(other).map(|other| other.distance(place));
        let above = self.skeleton.parent(joint).and_then(to);
        let longest = || {
            let below = self.children[joint.index()].iter().copied();
            below.filter_map(to).fold(0.0, f32::max)
        };
        let above = above.filter(|length| *length > 0.0);
        Some(above.unwrap_or_else(longest))
    }
}
