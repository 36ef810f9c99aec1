//! A row with its joints in ascending order, and the order that it had.

use crate::{InfluenceRow, JointSlot};

/// Keeps its memory from row to row.
#[derive(Debug, Default)]
pub(super) struct SortedRow {
    pairs: Vec<(JointSlot, f32, usize)>,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
    first: u32,
    largest: u32,
    order: u32,
}

/// Every influence in its own place.
const AS_IT_IS: u32 = 0x7654_3210;
/// Influences whose order is kept.
const ORDERED: usize = 8;

impl SortedRow {
    pub(super) fn set(&mut self, InfluenceRow { joints, weights }: InfluenceRow<'_>) {
        let given = joints.iter().zip(weights).enumerate();
        self.pairs.clear();
        self.pairs
            .extend(given.map(|(place, (&joint, &weight))| (joint, weight, place)));
        // A row names a joint once at the most.
        self.pairs.sort_unstable_by_key(|&(joint, ..)| joint);
        let largest = largest(weights);
        (self.first, self.largest, self.order) = (0, 0, AS_IT_IS);
        self.joints.clear();
        self.weights.clear();
        for (place, &(joint, weight, given)) in (0_u32..).zip(&self.pairs) {
            self.joints.push(joint);
            self.weights.push(weight);
            if given == 0 {
                self.first = place;
            }
            if given == largest {
                self.largest = place;
            }
            if joints.len() <= ORDERED {
                let shift = 4 * given;
                self.order = self.order & !(0xf << shift) | place << shift;
            }
        }
    }

    pub(super) fn joints(&self) -> &[JointSlot] {
        &self.joints
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The place of the joint that the row names first.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// The place of the largest weight, of several that of the one named first.
    pub(super) const fn largest(&self) -> u32 {
        self.largest
    }

    /// The places of up to eight influences as the row names them, four bits each.
    pub(super) const fn order(&self) -> u32 {
        self.order
    }
}

fn largest(weights: &[f32]) -> usize {
    let better = |best: usize, place: usize| {
        if weights[place] > weights[best] {
            place
        } else {
            best
        }
    };
    (1..weights.len()).fold(0, better)
}
