//! Weights moved from joint to joint, point by point: given away whole, or exchanged.

use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// Gives a joint all the weight that other joints have: with several of them it merges them into one.
///
/// `w_to ← w_to + Σ_{j ∈ from} w_j`, and `w_j ← 0`. Locked joints among `from` keep theirs; a point where only these have any is
/// skipped, and so is every such point if `to` is locked. The other joints keep their weights. Where vertices of a point differ, each
/// is changed by itself.
///
/// # Examples
///
/// ```
/// use rig::JointSlot;
/// use weights::{Rules, move_weights};
///
/// let mut builder = rig::InfluencesBuilder::new(3);
/// builder.vertex([(0, 0.5), (1, 0.25), (2, 0.25)])?;
/// let rows = builder.build();
/// let edit = move_weights(&rows, &[mesh::PointIndex(0)], &[0, 2].map(JointSlot), JointSlot(1), &Rules::default());
/// assert_eq!(edit.rows[0].1, weights::Row::rigid(JointSlot(1)));
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[must_use]
pub fn move_weights(
    rows: &dyn Rows,
    points: &[PointIndex],
    from: &[JointSlot],
    to: JointSlot,
    rules: &Rules<'_>,
) -> Edit {
    let is_given = |joint: JointSlot| joint != to && from.contains(&joint);
    let renamed = |joint: JointSlot| match is_given(joint) && !rules.is_locked(joint) {
        true => to,
        false => joint,
    };
    let refusal = refusal(rows, &[to], rules);
    with_renamed(rows, points, (&is_given, &renamed, refusal), rules)
}

/// Exchanges the weights of two joints: each gets what the other has.
///
/// If either is locked, points where one of them has any weight are skipped. Twice is none: every bit is as before.
#[must_use]
pub fn swap_weights(
    rows: &dyn Rows,
    points: &[PointIndex],
    [one, other]: [JointSlot; 2],
    rules: &Rules<'_>,
) -> Edit {
    let is_either = |joint: JointSlot| one != other && (joint == one || joint == other);
    let renamed = |joint: JointSlot| match joint {
        joint if joint == one => other,
        joint if joint == other => one,
        joint => joint,
    };
    let refusal = refusal(rows, &[one, other], rules);
    with_renamed(rows, points, (&is_either, &renamed, refusal), rules)
}

/// Why these joints can be given no other weights.
fn refusal(rows: &dyn Rows, joints: &[JointSlot], rules: &Rules<'_>) -> Option<Skip> {
    if joints
        .iter()
        .any(|&joint| usize::from(joint) >= rows.joint_count())
    {
        return Some(Skip::NoSuchJoint);
    }
    let is_locked = joints.iter().any(|&joint| rules.is_locked(joint));
    is_locked.then_some(Skip::JointLocked)
}

/// Which joints are meant, what each is replaced by, and why nothing is, if so.
type Renaming<'a> = (
    &'a dyn Fn(JointSlot) -> bool,
    &'a dyn Fn(JointSlot) -> JointSlot,
    Option<Skip>,
);

/// Replaces joints in the rows of points where any that is meant has weight.
fn with_renamed(
    rows: &dyn Rows,
    points: &[PointIndex],
    (is_meant, renamed, refusal): Renaming<'_>,
    rules: &Rules<'_>,
) -> Edit {
    // No row gets more joints than it has.
    let rules = Rules {
        limit: None,
        ..*rules
    };
    let has_any = |row: &Row| row.pairs().any(|(joint, _)| is_meant(joint));
    let mut draft = Draft::new(rows);
    for &point in points {
        if !draft.spot(point).rows().iter().any(has_any) {
            continue;
        }
        draft.set_each(point, |row| {
            if !has_any(row) {
                return Ok(row.clone());
            }
            match refusal {
                Some(reason) => Err(reason),
                None if row.pairs().all(|(joint, _)| renamed(joint) == joint) => {
                    Err(Skip::JointLocked)
                }
                None => settle_row(row, &with_names(row, renamed), &rules),
            }
        });
    }
    draft.finish()
}

/// A row with other joints; of two that become one, the sum. The other weights keep their bits.
fn with_names(row: &Row, renamed: &dyn Fn(JointSlot) -> JointSlot) -> Row {
    let mut joints: Vec<JointSlot> = Vec::with_capacity(row.len());
    let mut weights: Vec<f32> = Vec::with_capacity(row.len());
    for (joint, weight) in row.pairs() {
        let joint = renamed(joint);
        match joints.iter().position(|&other| other == joint) {
            Some(place) => weights[place] += weight,
            None => {
                joints.push(joint);
                weights.push(weight);
            }
        }
    }
    Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    })
}
