//! The joints of a skin that move vertices, and which of them is nearest to another joint.

use crate::{JointIndex, JointSlot, Skeleton};

/// The nearest joint that moves something to each joint of a skeleton, found for all of them in one pass up and one down: chains are long.
pub(super) struct Movers {
    /// The first place of each joint in the list.
    places: Vec<Option<JointSlot>>,
    /// The first place of each joint that moves vertices.
    own: Vec<Option<JointSlot>>,
    /// The nearest above each joint.
    above: Vec<Option<JointSlot>>,
    /// The nearest below each joint: of the fewest steps down the first of the list.
    below: Vec<Option<(usize, JointSlot)>>,
    /// The first of the list, and the first of another joint than that.
    first: [Option<(JointSlot, JointIndex)>; 2],
}

impl Movers {
    pub(super) fn new(
        skeleton: &Skeleton,
        listed: &[JointIndex],
        moves: &dyn Fn(JointSlot) -> bool,
    ) -> Self {
        let mut places: Vec<Option<JointSlot>> = vec![None; skeleton.len()];
        let mut own: Vec<Option<JointSlot>> = vec![None; skeleton.len()];
        let mut first: [Option<(JointSlot, JointIndex)>; 2] = [None; 2];
        for (slot, &joint) in JointSlot::all().zip(listed) {
            places[joint.index()].get_or_insert(slot);
            if !moves(slot) {
                continue;
            }
            own[joint.index()].get_or_insert(slot);
            let [one, other] = &mut first;
            let (_, leader) = *one.get_or_insert((slot, joint));
            if leader != joint {
                other.get_or_insert((slot, joint));
            }
        }
        Self {
            above: above(skeleton, &own),
            below: below(skeleton, &own),
            places,
            own,
            first,
        }
    }

    /// The first place of a joint in the list: that which its frame is from.
    pub(super) fn first_place(&self, joint: JointIndex) -> Option<JointSlot> {
        self.places[joint.index()]
    }

    /// A place of a joint that moves vertices.
    pub(super) fn of_joint(&self, joint: JointIndex) -> Option<JointSlot> {
        self.own[joint.index()]
    }

    /// The nearest to a joint, but not the joint: the first above, else the first below, else the first of the list.
    pub(super) fn nearest(&self, joint: JointIndex) -> Option<JointSlot> {
        let below = self.below[joint.index()].map(|(_, slot)| slot);
        let mut listed = self.first.iter().flatten();
        self.above[joint.index()].or(below).or_else(|| {
            let other = listed.find(|(_, other)| *other != joint);
            other.map(|(slot, _)| *slot)
        })
    }
}

/// Parents come before their children, so what is above them is known by then.
fn above(skeleton: &Skeleton, own: &[Option<JointSlot>]) -> Vec<Option<JointSlot>> {
    let mut above: Vec<Option<JointSlot>> = vec![None; skeleton.len()];
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            above[joint.index()] = own[parent.index()].or(above[parent.index()]);
        }
    }
    above
}

/// Last to first, so that all below a joint has been seen when its parent is told.
fn below(skeleton: &Skeleton, own: &[Option<JointSlot>]) -> Vec<Option<(usize, JointSlot)>> {
    let mut below: Vec<Option<(usize, JointSlot)>> = vec![None; skeleton.len()];
    for joint in skeleton.joints().rev() {
        let here = own[joint.index()].map(|slot| (0, slot));
        let (Some(parent), Some((steps, slot))) =
            (skeleton.parent(joint), here.or(below[joint.index()]))
        else {
            continue;
        };
        let found = (steps + 1, slot);
        let best = &mut below[parent.index()];
        // By steps, then by slot: the order of the pair.
        *best = Some(best.map_or(found, |best| best.min(found)));
    }
    below
}
