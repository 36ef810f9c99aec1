//! One joint's weight at a point is set and nothing stands in the way: what nearly all points of a brush or a gradient ask for.

use rig::JointSlot;
use smallvec::SmallVec;

use crate::rows::change::DUST;
use crate::rows::row::narrow;
use crate::{Normalize, Row, Rules};

/// Joints of rows that are dealt with here.
const MOST: usize = 8;

/// What becomes of a row.
pub(crate) enum SetAlone {
    /// It stays as it is, bit for bit.
    Same,
    /// It becomes this one. Joints that had weight and have none were dropped because of the limit.
    Other {
        row: Row,
        dropped: SmallVec<[JointSlot; 4]>,
    },
}

/// What [`change_row`](crate::rows::change::change_row) makes where one joint is set, others make up for it in proportion, none of the
/// row is locked, and none is left with dust: the same to the last bit, by the same operations in the same order, in a fraction of the
/// time. None where the case is another.
pub(crate) fn set_alone(
    row: &Row,
    (joint, weight): (JointSlot, f64),
    rules: &Rules<'_>,
) -> Option<SetAlone> {
    let is_locked = |joint| rules.is_locked(joint);
    if rules.normalize != Normalize::Proportional
        || row.is_unbound()
        || row.len() > MOST
        || is_locked(joint)
        || row.pairs().any(|(other, _)| is_locked(other))
    {
        return None;
    }
    let before = f64::from(row.weight(joint));
    let Some(now) = asked(weight, before) else {
        return Some(SetAlone::Same);
    };
    let mut others = Others::new(row, joint);
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    let mut dropped = SmallVec::new();
    loop {
        let count = others.share(1.0 - now)? + usize::from(now > 0.0);
        if count <= limit {
            let row = others.with(joint, now);
            return Some(SetAlone::Other { row, dropped });
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

/// The row around the joint that is set: lists in its order, as long as it is. The joint that is set, and those that had to go, have no
/// weight.
struct Others {
    count: usize,
    joints: [JointSlot; MOST],
    before: [f64; MOST],
    now: [f64; MOST],
}

impl Others {
    /// Of a row of at most [`MOST`] joints.
    fn new(row: &Row, joint: JointSlot) -> Self {
        let mut others = Self {
            count: row.len().min(MOST),
            joints: [JointSlot(0); MOST],
            before: [0.0; MOST],
            now: [0.0; MOST],
        };
        let lists = others.joints.iter_mut().zip(&mut others.before);
        for ((own, before), (other, weight)) in lists.zip(row.pairs()) {
            *own = other;
            *before = if other == joint {
                0.0
            } else {
                f64::from(weight)
            };
        }
        others
    }

    /// Shares what the joint leaves among the others, in proportion; how many have some. None if nobody is there, or dust is left of one.
    fn share(&mut self, rest: f64) -> Option<usize> {
        let before = &self.before[..self.count];
        let sum: f64 = before.iter().sum();
        let factor = match rest <= DUST {
            true => 0.0,
            false if sum <= 0.0 => return None,
            false => rest / sum,
        };
        for (now, before) in self.now.iter_mut().zip(before) {
            *now = before * factor;
        }
        let left = self.now[..self.count].iter().filter(|now| **now > 0.0);
        let is_dust = left.clone().any(|now| *now < DUST);
        (!is_dust).then(|| left.count())
    }

    /// Takes the least from the row, of equals the last.
    fn drop_least(&mut self) -> Option<JointSlot> {
        let there = (0..self.count).rev().filter(|&place| self.now[place] > 0.0);
        let least = there.min_by(|&a, &b| self.before[a].total_cmp(&self.before[b]))?;
        self.before[least] = 0.0;
        Some(self.joints[least])
    }

    /// The new row: the joint at its place, or if it is new at the end.
    fn with(&self, joint: JointSlot, weight: f64) -> Row {
        let mut row = Row::unbound();
        let mut is_new = true;
        for (&other, &now) in self.joints.iter().zip(&self.now).take(self.count) {
            is_new &= other != joint;
            let now = narrow(if other == joint { weight } else { now });
            if now > 0.0 {
                row.push(other, now);
            }
        }
        if is_new && weight > 0.0 {
            row.push(joint, narrow(weight));
        }
        row
    }
}
