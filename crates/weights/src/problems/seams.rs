//! Vertices at one place with other weights.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::asymmetry::difference;
use super::patches::{Marks, WorstJoint, largest, patches};
use super::{Checks, Problem, ProblemKind};
use crate::{Row, Rows, Rules, Skip};

/// Where a point's vertices differ.
pub(super) fn problems(rows: &dyn Rows, surface: &Adjacency, checks: &Checks<'_>) -> Vec<Problem> {
    if !checks.looks_for(ProblemKind::Seam) {
        return Vec::new();
    }
    let mut split: BTreeMap<PointIndex, WorstJoint> = BTreeMap::new();
    for point in surface.all_points() {
        let worst = worst(rows, point);
        if let Some(worst) = worst.filter(|worst| worst.size > checks.thresholds.seam) {
            split.insert(point, worst);
        }
    }
    let points: Vec<PointIndex> = split.keys().copied().collect();
    let whole = largest(patches(&points, surface, &mut Marks::new(surface)));
    let problem = |points: Vec<PointIndex>| WorstJoint::problem(ProblemKind::Seam, points, &split);
    whole.into_iter().map(problem).collect()
}

/// The largest difference from the first vertex.
fn worst(rows: &dyn Rows, point: PointIndex) -> Option<WorstJoint> {
    let copies = rows.copies(point);
    let first = rows.slices(point);
    // Slices first: rows are made only where bits differ.
    let differing: Vec<usize> = (1..copies)
        .filter(|&copy| rows.copy(point, copy) != first)
        .collect();
    if differing.is_empty() {
        return None;
    }
    let first = Row::of(first);
    let differences = differing.into_iter().map(|copy| {
        let other = Row::of(rows.copy(point, copy));
        let (joint, size) = difference(&first, &other);
        // A vertex that stays behind is as far off as can be.
        let is_left = first.is_unbound() != other.is_unbound();
        WorstJoint {
            joint,
            size: if is_left { 1.0 } else { size },
        }
    });
    differences.max_by(|one, other| one.size.total_cmp(&other.size))
}

/// The row of each vertex of a point.
fn rows_of(rows: &dyn Rows, point: PointIndex) -> impl Iterator<Item = Row> {
    (0..rows.copies(point)).map(move |copy| Row::of(rows.copy(point, copy)))
}

/// The row of a point, where its vertices have different ones [`sewn`].
pub(super) fn whole(rows: &dyn Rows, point: PointIndex, rules: &Rules<'_>) -> Result<Row, Skip> {
    let mut copies = rows_of(rows, point);
    let first = copies.next().unwrap_or_default();
    if copies.all(|row| row == first) {
        Ok(first)
    } else {
        sewn(rows, point, rules)
    }
}

/// The mean of the bound vertices of a point; of locked joints nothing may have to change, at unbound vertices neither.
pub(super) fn sewn(rows: &dyn Rows, point: PointIndex, rules: &Rules<'_>) -> Result<Row, Skip> {
    let copies: Vec<Row> = rows_of(rows, point).collect();
    sewn_rows(&copies, rules)
}

/// The same of rows that are the vertices' of a point.
pub(crate) fn sewn_rows(copies: &[Row], rules: &Rules<'_>) -> Result<Row, Skip> {
    let bound = || copies.iter().filter(|row| !row.is_unbound());
    let first = bound().next().ok_or(Skip::NothingToTake)?;
    let of_locked = |row: &Row| -> Vec<(JointSlot, u32)> {
        let locked = row.pairs().filter(|&(joint, _)| rules.is_locked(joint));
        let mut locked: Vec<(JointSlot, u32)> = locked
            .map(|(joint, weight)| (joint, weight.to_bits()))
            .collect();
        locked.sort_unstable();
        locked
    };
    if copies.iter().any(|row| of_locked(row) != of_locked(first)) {
        return Err(Skip::JointLocked);
    }
    let pairs = bound().flat_map(Row::pairs);
    let mean = Row::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))));
    crate::rows::shares::settle_row(first, &mean, rules)
}
