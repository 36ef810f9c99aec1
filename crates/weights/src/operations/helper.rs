//! Weight given to a helper joint, by a share of each point: pushers, muscles, eyes and jaws.

use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::rows::draft::Draft;
use crate::rows::row::narrow;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// Whose weight a helper gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShareFrom<'a> {
    /// That of two joints, as far as both move a point: of each as much as the one that moves it less has, times the share.
    Between([JointSlot; 2]),
    /// That of each of some joints, times the share.
    Each(&'a [JointSlot]),
}

/// A helper joint, and how much of each point it gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HelperShare<'a> {
    /// Who gives it.
    pub from: ShareFrom<'a>,
    /// The helper.
    pub to: JointSlot,
    /// For each point of the mesh by its number, 0 to 1; none for points beyond the list.
    pub shares: &'a [f32],
}

/// Gives a helper joint its share of points.
///
/// With s the share of a point, and `a`, `b` two joints that both move it, or each `j` of some:
///
/// ```text
/// between   m = min(w_a, w_b) s        w_a ← w_a − m   w_b ← w_b − m   w_helper ← w_helper + 2 m
/// each                                 w_j ← w_j − w_j s               w_helper ← w_helper + Σ w_j s
/// ```
///
/// All other weights keep their bits, and the sum stays. Beyond the limit of the rules, or as many joints as moved a point before where that
/// are more, the least weight goes. Between two joints that blend linearly in their weights, a helper halfway
/// makes two blends of half the angle.
///
/// Left as they are, and counted: points with a share that is not finite; every point with a share if one of the joints is locked or has
/// no place in the skin's list. Where vertices of a point differ, each is changed by itself.
#[must_use]
pub fn give_to_helper(
    rows: &dyn Rows,
    points: &[PointIndex],
    helper: &HelperShare<'_>,
    rules: &Rules<'_>,
) -> Edit {
    let from: &[JointSlot] = match &helper.from {
        ShareFrom::Between(both) => both,
        ShareFrom::Each(joints) => joints,
    };
    let all = || from.iter().copied().chain([helper.to]);
    let refusal = if all().any(|joint| usize::from(joint) >= rows.joint_count()) {
        Some(Skip::NoSuchJoint)
    } else {
        let is_locked = all().any(|joint| rules.is_locked(joint));
        is_locked.then_some(Skip::JointLocked)
    };
    let mut draft = Draft::new(rows);
    for &point in points {
        let share = helper.shares.get(point.index()).copied().unwrap_or(0.0);
        let gives = |row: &Row| given(row, helper.from, 1.0) > 0.0;
        if share <= 0.0 || !draft.spot(point).rows().iter().any(gives) {
            continue;
        }
        if let Some(reason) = refusal.or((!share.is_finite()).then_some(Skip::NotFinite)) {
            draft.skip(reason);
            continue;
        }
        let share = f64::from(share.min(1.0));
        draft.set_each(point, |row| match gives(row) {
            true => {
                // A row that is beyond the limit already loses nobody for the helper but one.
                let limit = rules.limit.map(|limit| limit.max(row.len()));
                let rules = Rules { limit, ..*rules };
                settle_row(row, &shared_row(row, helper, share), &rules)
            }
            false => Ok(row.clone()),
        });
    }
    draft.finish()
}

/// What a row gives in all.
fn given(row: &Row, from: ShareFrom<'_>, share: f64) -> f64 {
    let weight = |joint: &JointSlot| f64::from(row.weight(*joint));
    match from {
        ShareFrom::Between([one, other]) if one == other => 0.0,
        ShareFrom::Between([one, other]) => 2.0 * weight(&one).min(weight(&other)) * share,
        ShareFrom::Each(joints) => joints.iter().map(weight).sum::<f64>() * share,
    }
}

fn shared_row(row: &Row, helper: &HelperShare<'_>, share: f64) -> Row {
    let given = given(row, helper.from, share);
    let left = |joint: JointSlot, weight: f32| match helper.from {
        ShareFrom::Between(both) if both.contains(&joint) => {
            narrow(f64::from(weight) - 0.5 * given)
        }
        ShareFrom::Each(joints) if joints.contains(&joint) => {
            narrow(f64::from(weight) * (1.0 - share))
        }
        ShareFrom::Between(_) | ShareFrom::Each(_) => weight,
    };
    let others = row.pairs().filter(|(joint, _)| *joint != helper.to);
    let others = others.map(|(joint, weight)| (joint, left(joint, weight)));
    let own = narrow(f64::from(row.weight(helper.to)) + given);
    let pairs = others.chain([(helper.to, own)]);
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) =
        pairs.filter(|(_, weight)| *weight > 0.0).unzip();
    Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    })
}
