//! A row moves towards an average, or away from it.

use rig::JointSlot;
use smallvec::SmallVec;

use crate::painting::blur::Mixture;
use crate::rows::change::{DUST, ROUNDING};
use crate::rows::row::narrow;
use crate::{Row, RowChange, Rules, Skip};

/// Shares of locked joints that differ by less are the same.
const KEPT: f64 = 1e-4;

/// Moves the weights of joints that are not locked towards a mixture: `w_k + f (t_k − w_k)`, where the mixture `t` is
/// multiplied so that it comes to what these joints have together. With `f` below zero away from it: what falls below zero is
/// zero then, and the rest is divided. The largest stay if they are more than the limit.
///
/// # Errors
///
/// The mixture has nothing; or nothing changes because other joints are locked.
pub(crate) fn mix_row(
    row: &Row,
    mixture: &Mixture,
    f: f64,
    rules: &Rules<'_>,
) -> Result<RowChange, Skip> {
    let locked = row.pairs().filter(|&(joint, _)| rules.is_locked(joint));
    let (locks, locked) = locked.fold((0, 0.0), |(count, sum), (_, weight)| {
        (count + 1, sum + f64::from(weight))
    });
    let budget = 1.0 - locked;
    let total: f64 = mixture.0.iter().map(|(_, weight)| weight).sum();
    if budget <= DUST {
        return Err(Skip::OthersLocked);
    }
    if row.is_unbound() && f < 0.0 {
        return Err(Skip::Unbound);
    }
    if total <= DUST {
        return Err(Skip::NothingToTake);
    }
    let mut moved = moved_weights(row, mixture, f, budget / total, rules);
    let slots = rules.limit.map(|limit| limit.max(1).saturating_sub(locks));
    let dropped = settle(&mut moved, budget, slots)?;
    if moved
        .iter()
        .all(|it| (it.now - it.before).abs() <= ROUNDING)
    {
        // Locked joints have another share of the mixture than of the row, and keep theirs.
        let is_kept = f != 0.0 && rules.locks.contains(&true) && (total - budget).abs() > KEPT;
        return match is_kept {
            true => Err(Skip::OthersLocked),
            false => Ok(RowChange::unchanged(row)),
        };
    }
    Ok(RowChange {
        row: compose_row(row, &moved),
        dropped,
        bypassed: false,
    })
}

struct MovedWeight {
    joint: JointSlot,
    before: f64,
    now: f64,
}

fn moved_weights(
    row: &Row,
    mixture: &Mixture,
    f: f64,
    scale: f64,
    rules: &Rules<'_>,
) -> SmallVec<[MovedWeight; 12]> {
    let before = row.pairs().filter(|&(joint, _)| !rules.is_locked(joint));
    let before = before.map(|(joint, weight)| (joint, f64::from(weight)));
    let new = mixture.0.iter().map(|&(joint, _)| joint);
    let new = new.filter(|&joint| row.weight(joint) == 0.0);
    let all = before.chain(new.map(|joint| (joint, 0.0)));
    all.map(|(joint, before)| {
        let target = scale * mixture.weight(joint);
        MovedWeight {
            joint,
            before,
            now: (before + f * (target - before)).max(0.0),
        }
    })
    .collect()
}

/// Leaves as many of the largest as `slots` allows, no dust, and a sum that is the budget. Returns the joints dropped.
fn settle(
    moved: &mut SmallVec<[MovedWeight; 12]>,
    budget: f64,
    slots: Option<usize>,
) -> Result<Vec<JointSlot>, Skip> {
    let mut dropped = Vec::new();
    for it in moved.iter_mut().filter(|it| it.now < DUST) {
        it.now = 0.0;
    }
    let slots = slots.unwrap_or(usize::MAX);
    if slots == 0 {
        return Err(Skip::LimitReached);
    }
    while moved.iter().filter(|it| it.now > 0.0).count() > slots {
        // Of equal weights the last goes.
        let present = moved.iter_mut().rev().filter(|it| it.now > 0.0);
        let Some(smallest) = present.min_by(|a, b| a.now.total_cmp(&b.now)) else {
            break;
        };
        smallest.now = 0.0;
        // A joint that only the mixture brought is no loss.
        if smallest.before > 0.0 {
            dropped.push(smallest.joint);
        }
    }
    let sum: f64 = moved.iter().map(|it| it.now).sum();
    if sum <= 0.0 {
        return Err(Skip::NothingLeft);
    }
    for it in moved.iter_mut() {
        it.now *= budget / sum;
    }
    Ok(dropped)
}

/// In the row's order, new joints last.
fn compose_row(row: &Row, moved: &[MovedWeight]) -> Row {
    let now = |joint: JointSlot| moved.iter().find(|it| it.joint == joint).map(|it| it.now);
    let kept = row
        .pairs()
        .map(|(joint, weight)| (joint, now(joint).map_or(weight, narrow)));
    let new = moved.iter().filter(|it| it.before == 0.0);
    let new = new.map(|it| (it.joint, narrow(it.now)));
    let pairs = kept.chain(new).filter(|&(_, weight)| weight > 0.0);
    Row::exact(pairs)
}
