//! One step that repairs what is wrong.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::seams::{sewn, whole};
use super::{Checks, Problem, ProblemKind};
use crate::fill::{Filling, fill};
use crate::operations::limit::without;
use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::symmetry::mirror::mirror_into;
use crate::{Edit, MirrorMap, Row, Rows, Rules, Skip, Symmetry};

/// Repairs problems, each in the way of its kind, the gravest kind first.
///
/// - **Bad number, sum**: what is below zero or no number goes, and the rest is divided by its sum, locked joints too.
/// - **Unbound**: as [`Automatic::fill`](crate::Automatic::fill), by the automatic weights of the checks, or without them by the harmonic
///   extension of what is bound around the hole; a part of the surface without any bound point takes automatic weights, without them its
///   nearest bones, one a point, or without bones the nearest bound points.
///   So do points of the other kinds for which nothing would be left.
/// - **Seam**: all vertices of the point get the mean of those that are bound; not where a locked joint would have to change.
/// - **Limit**: the largest stay, see [`limit_influences`](crate::limit_influences).
/// - **Stray, island**: the joint goes, and what it had goes to the point's others in proportion.
/// - **Asymmetry**: as [`mirror_weights`](crate::mirror_weights()) in the direction of the checks.
///
/// Where the vertices of a point differ, all but the last begin with the mean, as a seam does, so that no vertex loses what only
/// it had; bad numbers and sums do so whatever is locked.
///
/// `rows`, `surface` and `checks` are those that the problems were found with; what has changed since is respected as far as
/// it goes. Locked joints keep their weights, and the limit holds at all points that change; what could not be repaired is counted.
#[must_use]
pub fn repair(
    problems: &[Problem],
    rows: &dyn Rows,
    surface: &Adjacency,
    checks: &Checks<'_>,
) -> Edit {
    let mut draft = Draft::new(rows);
    let mut empty = points_of(problems, &[ProblemKind::Unbound]);
    let unlocked = Rules {
        locks: &[],
        ..checks.rules
    };
    let is_unbound = |row: &Result<Row, Skip>| row.as_ref().map_or(true, Row::is_unbound);
    empty.retain(|&point| is_unbound(&whole(rows, point, &unlocked)));
    for point in points_of(problems, &[ProblemKind::BadNumber, ProblemKind::SumOff]) {
        let row = whole(rows, point, &unlocked);
        if is_unbound(&row) {
            empty.push(point);
        } else {
            draft.set(point, row);
        }
    }
    for point in points_of(problems, &[ProblemKind::Seam]) {
        draft.set(point, sewn(rows, point, &checks.rules));
    }
    let so_far = |draft: &Draft<'_>, point: PointIndex| {
        let own = || whole(rows, point, &checks.rules);
        draft.changed_row(point).map_or_else(own, Ok)
    };
    for (point, joints) in joints_to_go(problems) {
        let row = so_far(&draft, point);
        if matches!(&row, Ok(row) if row.is_unbound()) {
            continue;
        }
        match row.and_then(|row| without(&row, &joints, &checks.rules)) {
            Err(Skip::NothingLeft) => empty.push(point),
            row => draft.set(point, row),
        }
    }
    let filling = Filling {
        surface,
        automatic: checks.automatic,
        bones: checks.bones,
        joints: None,
        is_far: &[],
    };
    // After all that may take a point's last weight.
    fill(&mut draft, &empty, &filling, &checks.rules);
    for point in points_of(problems, &[ProblemKind::OverLimit]) {
        let row = so_far(&draft, point);
        let fewer = row.and_then(|row| settle_row(&row, &row, &checks.rules));
        draft.set(point, fewer);
    }
    let nobody = Symmetry::default();
    let across = MirrorMap {
        symmetry: checks.symmetry.unwrap_or(&nobody),
        partners: checks.partners,
        direction: checks.direction,
    };
    // Last, so that the other side gets what was repaired on this one.
    for point in points_of(problems, &[ProblemKind::Asymmetry]) {
        mirror_into(&mut draft, point, &across, &checks.rules);
    }
    draft.finish()
}

/// The points of all problems of some kinds, in rising order, each once.
fn points_of(problems: &[Problem], kinds: &[ProblemKind]) -> Vec<PointIndex> {
    let these = problems
        .iter()
        .filter(|problem| kinds.contains(&problem.kind));
    let mut points: Vec<PointIndex> = these.flat_map(|problem| &problem.points).copied().collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The joints that are to move a point no more.
fn joints_to_go(problems: &[Problem]) -> BTreeMap<PointIndex, Vec<JointSlot>> {
    let mut joints: BTreeMap<PointIndex, Vec<JointSlot>> = BTreeMap::new();
    for problem in problems {
        let is_one = matches!(problem.kind, ProblemKind::Stray | ProblemKind::Island);
        if let Some(joint) = problem.joint.filter(|_| is_one) {
            for &point in &problem.points {
                joints.entry(point).or_default().push(joint);
            }
        }
    }
    joints
}
