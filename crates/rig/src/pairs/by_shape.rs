//! Pairs by the symmetry of the skeleton: under partners, the same chain, near each other's mirror images.

use super::figures::Scope;
use super::layout::Layout;
use super::sides::NamedSides;
use super::{FoundPairs, PairedBy};
use crate::JointIndex;

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

/// Pairs what is left under partners, after the parents of both of a pair with themselves. Parents come first, so that what is found for
/// them holds for their children. Where more than 256 joints are under one parent, or without any, none of them is paired with another:
/// they are no limbs. Nor are two whose names say that they are on one side.
pub(super) fn find(
    scope: &Scope<'_>,
    layouts: &[Layout],
    sides: &NamedSides,
    found: &mut FoundPairs,
) {
    let shape = Shape::new(scope, sides);
    shape.pair_parents(layouts, found);
    let middle = layouts.first();
    let middle = middle.map(|layout| (layout, layout.middle(scope, found)));
    for &joint in &scope.joints {
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
        } else if let Some(sureness) = central(scope, joint, middle, found) {
            found.pair([joint, joint], PairedBy::Shape, sureness);
        }
    }
}

/// How sure it is that a joint without a side in its name, under one of the middle, is in the middle: where the plane is, or where those
/// joints have it under which both of a pair hang.
fn central(
    scope: &Scope<'_>,
    joint: JointIndex,
    middle: Option<(&Layout, f32)>,
    found: &FoundPairs,
) -> Option<f32> {
    let is_under_middle = scope
        .parent(joint)
        .is_none_or(|parent| found.partner(parent) == Some(parent));
    let (layout, offset) = middle?;
    let height = layout.height(joint)?;
    let from_middle = height + layout.plane.1 - offset;
    let off = height.abs().min(from_middle.abs()) / (layout.size * MIDDLE);
    (is_under_middle && off <= 1.0 && !scope.has_side(joint)).then_some(WORTH[0] - WORTH[1] * off)
}

/// The skeleton, by children and chains.
struct Shape<'a> {
    scope: &'a Scope<'a>,
    sides: &'a NamedSides,
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
    fn new(scope: &'a Scope<'a>, sides: &'a NamedSides) -> Self {
        let len = scope.is_in.len();
        let mut children = vec![Vec::new(); len];
        let mut below = vec![[0, 0]; len];
        let mut roots = Vec::new();
        for &joint in &scope.joints {
            match scope.parent(joint) {
                Some(parent) => children[parent.index()].push(joint),
                None => roots.push(joint),
            }
        }
        for &joint in scope.joints.iter().rev() {
            if let Some(parent) = scope.parent(joint) {
                let [longest, all] = below[joint.index()];
                let of_parent = &mut below[parent.index()];
                *of_parent = [of_parent[0].max(longest + 1), of_parent[1] + all + 1];
            }
        }
        Self {
            scope,
            sides,
            children,
            roots,
            below,
        }
    }

    /// Pairs joints with themselves that are nearer to the plane than two of their children on both sides of it that are partners.
    fn pair_parents(&self, layouts: &[Layout], found: &mut FoundPairs) {
        for parent in self.scope.common_parents(self.scope.pairs(found)) {
            if !found.is_free(parent) {
                continue;
            }
            let children = self.children[parent.index()].iter().copied();
            let pairs = children.filter_map(|child| Some([child, found.partner(child)?]));
            let pairs = pairs.filter(|&[child, partner]| {
                child < partner && self.scope.parent(partner) == Some(parent)
            });
            let shares = pairs.filter_map(|pair| between(parent, pair, layouts));
            if let Some(share) = shares.min_by(f32::total_cmp) {
                let sureness = WORTH[0] - WORTH[1] * share;
                found.pair([parent, parent], PairedBy::Shape, sureness);
            }
        }
    }

    /// The partner of a joint's parent; for a root nothing within something.
    fn parent_image(&self, joint: JointIndex, found: &FoundPairs) -> Option<Option<JointIndex>> {
        match self.scope.parent(joint) {
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
        found: &FoundPairs,
    ) -> Option<Offer> {
        let others = match under {
            Some(parent) => &self.children[parent.index()],
            None => &self.roots,
        };
        if others.len() > MOST_SIBLINGS {
            return None;
        }
        let others = others.iter().filter(|&&other| {
            other != joint && found.is_free(other) && self.sides.allow([joint, other])
        });
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

    /// How far a joint is from the other's mirror image, in bones, in the space in which it is nearest: by itself, or as seen from the
    /// parents, where these are partners that stand off. None for joints that are nearer to their own images: those are in the middle.
    fn distance(&self, [one, other]: [JointIndex; 2], layouts: &[Layout]) -> Option<f32> {
        let in_layout = |layout: &Layout| {
            let seen = self.distance_from_parents([one, other], layout);
            let distance = layout.distance(one, other)?;
            let distance = seen.map_or(distance, |seen| seen.min(distance));
            // From the own image: twice the distance from the plane.
            let own = [one, other].map(|joint| layout.distance(joint, joint));
            let is_nearer = own.iter().flatten().all(|own| distance < *own);
            // The mean of both bones, so that the distance is the same from either joint.
            let bone = 0.5 * (self.bone(one, layout)? + self.bone(other, layout)?);
            (is_nearer && bone > 0.0).then(|| distance / bone)
        };
        layouts.iter().filter_map(in_layout).min_by(f32::total_cmp)
    }

    /// How far the way from its parent is from the mirror image of that to the other joint from another parent.
    fn distance_from_parents(&self, [one, other]: [JointIndex; 2], layout: &Layout) -> Option<f32> {
        let parents = [self.scope.parent(one)?, self.scope.parent(other)?];
        let [here, there] = [layout.place(parents[0])?, layout.place(parents[1])?];
        let [one, other] = [layout.place(one)?, layout.place(other)?];
        // What the parents miss being images by is taken off.
        let off = there - layout.mirror_point(here);
        let image = layout.mirror_point(one) + off;
        (parents[0] != parents[1]).then(|| image.distance(other))
    }

    /// The length of the bone that ends at a joint, or of the longest that begins there.
    fn bone(&self, joint: JointIndex, layout: &Layout) -> Option<f32> {
        let place = layout.place(joint)?;
        let to = |other: JointIndex| layout.place(other).map(|other| other.distance(place));
        let above = self.scope.parent(joint).and_then(to);
        let longest = || {
            let below = self.children[joint.index()].iter().copied();
            below.filter_map(to).fold(0.0, f32::max)
        };
        let above = above.filter(|length| *length > 0.0);
        Some(above.unwrap_or_else(longest))
    }
}

/// How far a joint is from the plane, as a share of how far the nearer one of two joints on both sides of it is; none from one on, and where
/// no space knows all three.
fn between(joint: JointIndex, pair: [JointIndex; 2], layouts: &[Layout]) -> Option<f32> {
    let (height, [one, other]) = layouts.iter().find_map(|layout| {
        let heights = [layout.height(pair[0])?, layout.height(pair[1])?];
        Some((layout.height(joint)?, heights))
    })?;
    let least = one.abs().min(other.abs());
    (one * other < 0.0 && height.abs() < least).then(|| height.abs() / least)
}
