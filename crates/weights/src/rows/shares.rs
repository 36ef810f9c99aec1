//! Wanted weights made rows that respect locks and the limit.

use rig::{InfluenceRow, JointSlot};
use smallvec::SmallVec;

use crate::rows::row::narrow;
use crate::{Row, Rules, Skip};

/// Sums this near to one leave nothing for others.
const ROUNDING: f64 = 1e-6;
/// Weights that differ by less are the same.
const ALIKE: f32 = 1e-5;

type Pairs = SmallVec<[(JointSlot, f64); 8]>;

/// The row nearest to `wanted` that the rules allow at a point that has `current`.
///
/// With L the sum of the locked weights, which stay bit for bit:
///
/// ```text
/// w_j = current_j                               j locked
/// w_j = wanted_j (1 − L) / Σ_{k free} wanted_k  else
/// ```
///
/// Beyond the limit the least of the free ones go first, before they are scaled; of equals the later. Locked joints come first
/// in the order of `current`, where there are any.
///
/// # Errors
///
/// All weight is to go to locked joints, or is theirs and would change; or locked joints alone reach the limit and leave some weight to nobody.
pub(crate) fn settle_row(current: &Row, wanted: &Row, rules: &Rules<'_>) -> Result<Row, Skip> {
    let mut free: Pairs = wanted
        .pairs()
        .filter(|&(joint, _)| !rules.is_locked(joint))
        .map(|(joint, weight)| (joint, f64::from(weight)))
        .collect();
    let locked = || current.pairs().filter(|&(joint, _)| rules.is_locked(joint));
    let held: f64 = locked().map(|(_, weight)| f64::from(weight)).sum();
    let count = locked().count();
    // Nothing stands in the way: the wanted row keeps its bits.
    if count == 0 && free.len() == wanted.len() && !exceeds(free.len(), rules) {
        return Ok(wanted.clone());
    }
    // Locked joints have it all, so nothing can change.
    if 1.0 - held <= ROUNDING {
        return if exceeds(count, rules) {
            Err(Skip::LimitReached)
        } else if locks_keep(current, wanted, rules) {
            Err(Skip::OthersLocked)
        } else {
            Ok(current.clone())
        };
    }
    if free.is_empty() {
        return Err(Skip::OthersLocked);
    }
    let slots = slots(rules, count);
    if slots == 0 {
        return Err(Skip::LimitReached);
    }
    keep_largest(&mut free, slots);
    let total: f64 = free.iter().map(|&(_, weight)| weight).sum();
    let scaled = free
        .iter()
        .map(|&(joint, weight)| (joint, narrow(weight / total * (1.0 - held))));
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) = locked()
        .chain(scaled.filter(|&(_, weight)| weight > 0.0))
        .unzip();
    Ok(Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    }))
}

/// Whether a locked joint has another weight than it is to have.
pub(crate) fn locks_keep(current: &Row, wanted: &Row, rules: &Rules<'_>) -> bool {
    let joints = current.pairs().chain(wanted.pairs());
    let mut locked = joints.filter(|&(joint, _)| rules.is_locked(joint));
    locked.any(|(joint, _)| (current.weight(joint) - wanted.weight(joint)).abs() > ALIKE)
}

/// Whether so many joints are more than the limit.
fn exceeds(count: usize, rules: &Rules<'_>) -> bool {
    rules.limit.is_some_and(|limit| count > limit.max(1))
}

/// How many joints may stand beside so many that are locked.
fn slots(rules: &Rules<'_>, locked: usize) -> usize {
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    limit.saturating_sub(locked)
}

/// Drops the least until `slots` are left, of equals the later; the order of the others stays.
fn keep_largest(free: &mut Pairs, slots: usize) {
    while free.len() > slots {
        let mut least = 0;
        for (place, &(_, weight)) in free.iter().enumerate() {
            if weight <= free[least].1 {
                least = place;
            }
        }
        free.remove(least);
    }
}
