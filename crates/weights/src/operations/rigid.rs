//! Connected parts that keep their shape: buckles, buttons, badges.

use std::collections::{BTreeMap, BTreeSet};

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// Gives all points of every connected part that has one of `points` to one joint: to `joint`, or to the one that has most of the part's
/// weights, each point counted once.
///
/// Of joints with as much the first in the skin's list counts; those that are locked count as not there, and keep what they have. A part
/// without weights is skipped where no joint is named.
#[must_use]
pub fn make_rigid(
    surface: &Adjacency,
    rows: &dyn Rows,
    points: &[PointIndex],
    joint: Option<JointSlot>,
    rules: &Rules<'_>,
) -> Edit {
    let part_of = |point: PointIndex| surface.parts().get(point.index()).copied();
    let meant: BTreeSet<u32> = points.iter().filter_map(|&point| part_of(point)).collect();
    let mut parts: BTreeMap<u32, Vec<PointIndex>> = BTreeMap::new();
    for point in surface.all_points() {
        if let Some(part) = part_of(point).filter(|part| meant.contains(part)) {
            parts.entry(part).or_default().push(point);
        }
    }
    let mut draft = Draft::new(rows);
    for points in parts.values() {
        let joint = joint.or_else(|| heaviest(&draft, points, rules));
        for &point in points {
            match joint {
                Some(joint) => {
                    let wanted = Row::rigid(joint);
                    draft.set_each(point, |own| settle_row(own, &wanted, rules));
                }
                None => draft.skip(Skip::NothingToTake),
            }
        }
    }
    draft.finish()
}

fn heaviest(draft: &Draft<'_>, points: &[PointIndex], rules: &Rules<'_>) -> Option<JointSlot> {
    let mut sums: BTreeMap<JointSlot, f64> = BTreeMap::new();
    for &point in points {
        for (joint, weight) in draft.row(point).pairs() {
            if !rules.is_locked(joint) {
                *sums.entry(joint).or_default() += f64::from(weight);
            }
        }
    }
    // Backwards, since of equals the last is found.
    let most = sums.into_iter().rev();
    let most = most.max_by(|one, other| one.1.total_cmp(&other.1));
    most.map(|(joint, _)| joint)
}
