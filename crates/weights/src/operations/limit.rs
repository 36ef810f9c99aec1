//! Fewer joints a point: drops small weights, keeps the largest.

use mesh::PointIndex;
use rig::JointSlot;

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// Keeps the joints of the largest weights at points that have more than [`Rules::limit`], and divides by the sum.
///
/// With K the kept joints, `w_j ← w_j / Σ_{k ∈ K} w_k`; of equal weights the earlier stay. Locked joints stay as they are and count.
/// Points within the limit keep their bits; without a limit nothing changes. Each vertex counts by its own joints where they differ.
/// Weights that keep the shape rather than the numbers come of [`refit`](crate::refit()).
#[must_use]
pub fn limit_influences(rows: &dyn Rows, points: &[PointIndex], rules: &Rules<'_>) -> Edit {
    let mut draft = Draft::new(rows);
    for &point in points {
        let exceeds = |row: &Row| rules.limit.is_some_and(|limit| row.len() > limit.max(1));
        if draft.spot(point).rows().iter().any(exceeds) {
            draft.set_each(point, |row| match exceeds(row) {
                true => settle_row(row, row, rules),
                false => Ok(row.clone()),
            });
        }
    }
    draft.finish()
}

/// Removes weights below a threshold, and divides what is left by its sum.
///
/// Locked joints stay. The largest weight of a point stays too, however small, so that none comes unbound.
/// A threshold that is not above zero removes nothing. Where vertices of a point differ, each loses what is small in its own weights.
#[must_use]
pub fn prune(rows: &dyn Rows, points: &[PointIndex], threshold: f32, rules: &Rules<'_>) -> Edit {
    // Pruning does not limit: joints beyond the limit may stay.
    let free = Rules {
        limit: None,
        ..*rules
    };
    let mut draft = Draft::new(rows);
    for &point in points {
        let stays = |(joint, weight)| weight >= threshold || rules.is_locked(joint);
        if draft
            .spot(point)
            .rows()
            .iter()
            .flat_map(Row::pairs)
            .all(stays)
        {
            continue;
        }
        draft.set_each(point, |row| {
            if row.pairs().all(stays) {
                return Ok(row.clone());
            }
            let largest = row.dominant();
            let stays = |&(joint, weight): &(JointSlot, f32)| {
                stays((joint, weight)) || Some(joint) == largest
            };
            let kept = row.pairs().filter(stays);
            let wanted = Row::from_weights(kept.map(|(joint, weight)| (joint, f64::from(weight))));
            settle_row(row, &wanted, &free)
        });
    }
    draft.finish()
}

/// Removes joints from a point, and gives what they had to the others in proportion.
pub(crate) fn without(row: &Row, joints: &[JointSlot], rules: &Rules<'_>) -> Result<Row, Skip> {
    if joints.iter().any(|&joint| rules.is_locked(joint)) {
        return Err(Skip::JointLocked);
    }
    let left = row.pairs().filter(|(joint, _)| !joints.contains(joint));
    let wanted = Row::from_weights(left.map(|(joint, weight)| (joint, f64::from(weight))));
    if wanted.is_unbound() {
        return Err(Skip::NothingLeft);
    }
    settle_row(row, &wanted, rules)
}
