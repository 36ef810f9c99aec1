//! New rows on their way into influences: in one list, and by the slots that they go to.

use super::page::drop_zeros;
use crate::{InfluenceRow, JointSlot};

/// Rows one after another, in the order in which they were given.
#[derive(Debug, Default)]
pub(super) struct StagedRows {
    /// Where rows end.
    ends: Vec<u32>,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
}

impl StagedRows {
    /// Number of influences of all rows.
    pub(super) const fn pair_count(&self) -> usize {
        self.joints.len()
    }

    /// Adds a row, without what is zero in it.
    pub(super) fn push(&mut self, row: impl Iterator<Item = (JointSlot, f32)>) {
        let start = self.joints.len();
        for (joint, weight) in row {
            self.joints.push(joint);
            self.weights.push(weight);
        }
        drop_zeros(start, &mut self.joints, &mut self.weights);
        // Whoever adds rows sees to it that influences can be counted.
        self.ends
            .push(u32::try_from(self.joints.len()).unwrap_or(u32::MAX));
    }

    /// The row of a number, in the order in which they were added.
    pub(super) fn row(&self, number: u32) -> InfluenceRow<'_> {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = start as usize..self.ends[number] as usize;
        InfluenceRow {
            joints: &self.joints[range.clone()],
            weights: &self.weights[range],
        }
    }
}

/// From one row for so many slots on, a list of all slots is quicker than sorting.
const MANY: usize = 16;

/// Slots with the number of the row that each gets, in the order of the slots and each once: of several rows for one the last.
/// `slots` has the slot of each row, all below `slot_count`.
pub(super) fn in_order(slots: &[u32], slot_count: usize) -> Vec<(u32, u32)> {
    let numbered = slots.iter().copied().zip(0..);
    if slots.is_sorted_by(|one, next| one < next) {
        return numbered.collect();
    }
    if slots.len() < slot_count / MANY {
        let mut sorted: Vec<(u32, u32)> = numbered.collect();
        sorted.sort_unstable();
        // Of equal slots the last stays, and that is the row that came last.
        sorted.reverse();
        sorted.dedup_by_key(|&mut (slot, _)| slot);
        sorted.reverse();
        return sorted;
    }
    // One more than the number, so that zero says that there is none.
    let mut last = vec![0_u32; slot_count];
    for (slot, number) in numbered {
        last[slot as usize] = number + 1;
    }
    let given = (0..).zip(last).filter(|&(_, number)| number > 0);
    given.map(|(slot, number)| (slot, number - 1)).collect()
}
