//! One joint's weight at a point is set and nothing stands in the way: what nearly all points of a brush or a gradient ask for.

use rig::JointSlot;
use smallvec::SmallVec;

use crate::rows::change::{DUST, RowChange};
use crate::rows::row::narrow;
use crate::{Normalize, Row, Rules};

/// What [`change_row`](crate::rows::change::change_row) makes where one joint is set, others make up for it in proportion, none of the
/// row is locked, and none is left with dust: the same to the last bit, by the same operations in the same order, in a fraction of the
/// time. None where the case is another.
pub(crate) fn set_alone(
    row: &Row,
    wanted: &[(JointSlot, f64)],
    rules: &Rules<'_>,
) -> Option<RowChange> {
    let &[(joint, weight)] = wanted else {
        return None;
    };
    let is_locked = |joint| rules.is_locked(joint);
    if rules.normalize != Normalize::Proportional
        || row.is_unbound()
        || is_locked(joint)
        || row.pairs().any(|(other, _)| is_locked(other))
    {
        return None;
    }
    let before = f64::from(row.weight(joint));
    let Some(now) = asked(weight, before) else {
        return Some(RowChange::unchanged(row));
    };
    let mut others = Others::new(row, joint);
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    let mut dropped = Vec::new();
    loop {
        let count = others.share(1.0 - now)? + usize::from(now > 0.0);
        if count <= limit {
            return Some(RowChange {
                row: others.with(joint, now),
                dropped,
                bypassed: false,
            });
        }
        dropped.push(others.drop_least()?);
    }
}

/// The weight that a joint gets; none where it has that already.
fn asked(weight: f64, before: f64) -> Option<f64> {
    // To f32, for that is what is kept.
    let is_same = |now: f64| narrow(now).to_bits() == narrow(before).to_bits();
    let mut now = weight.clamp(0.0, 1.0);
    if is_same(now) {
        return None;
    }
    if now < DUST {
        now = 0.0;
    }
    if is_same(now) {
        return None;
    }
    // Next to all of it counts as all of it, or others would be left with less than dust.
    if now > 1.0 - DUST {
        now *= 1.0 / now;
    }
    (!is_same(now)).then_some(now)
}

/// The row around the joint that is set.
struct Others {
    /// Joints with their weights before and now, in the order of the row; the joint that is set, and those that had to go, have none.
    all: SmallVec<[(JointSlot, f64, f64); 8]>,
}

impl Others {
    fn new(row: &Row, joint: JointSlot) -> Self {
        let weights = row.pairs().map(|(other, weight)| {
            let weight = if other == joint { 0.0 } else { weight };
            (other, f64::from(weight), 0.0)
        });
        Self {
            all: weights.collect(),
        }
    }

    /// Shares what the joint leaves among the others, in proportion; how many have some. None if nobody is there, or dust is left of one.
    fn share(&mut self, rest: f64) -> Option<usize> {
        let sum: f64 = self.all.iter().map(|&(_, before, _)| before).sum();
        let factor = match rest <= DUST {
            true => 0.0,
            false if sum <= 0.0 => return None,
            false => rest / sum,
        };
        for (_, before, now) in &mut self.all {
            *now = *before * factor;
        }
        let left = self
            .all
            .iter()
            .map(|&(.., now)| now)
            .filter(|now| *now > 0.0);
        let is_dust = left.clone().any(|now| now < DUST);
        (!is_dust).then(|| left.count())
    }

    /// Takes the least from the row, of equals the last.
    fn drop_least(&mut self) -> Option<JointSlot> {
        let there = self.all.iter_mut().rev().filter(|of| of.2 > 0.0);
        let (joint, before, _) = there.min_by(|a, b| a.1.total_cmp(&b.1))?;
        *before = 0.0;
        Some(*joint)
    }

    /// The new row: the joint at its place, or if it is new at the end.
    fn with(&self, joint: JointSlot, weight: f64) -> Row {
        let is_new = self.all.iter().all(|&(other, ..)| other != joint);
        let now = |&(other, _, now): &(JointSlot, f64, f64)| {
            (other, narrow(if other == joint { weight } else { now }))
        };
        let mut row = Row::exact(self.all.iter().map(now).filter(|&(_, weight)| weight > 0.0));
        if is_new && weight > 0.0 {
            row.push(joint, narrow(weight));
        }
        row
    }
}
