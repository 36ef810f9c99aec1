//! Points with other weights than their mirror images.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::patches::{Marks, WorstJoint, largest, patches};
use super::{Checks, Problem, ProblemKind};
use crate::{Row, Rows, Side, Symmetry, mirrored_row};

/// Where the two sides differ.
pub(super) fn problems(rows: &dyn Rows, surface: &Adjacency, checks: &Checks<'_>) -> Vec<Problem> {
    let looked_for = checks.looks_for(ProblemKind::Asymmetry);
    let Some(symmetry) = checks.symmetry.filter(|_| looked_for) else {
        return Vec::new();
    };
    if !is_symmetric(symmetry, checks.thresholds.symmetric) {
        return Vec::new();
    }
    let mut differing: BTreeMap<PointIndex, WorstJoint> = BTreeMap::new();
    for point in surface.all_points() {
        // One of each pair is asked, and those of the middle.
        let Some(partner) = symmetry
            .partner(point)
            .filter(|_| symmetry.side(point) != Side::Right)
        else {
            continue;
        };
        let (row, other) = (rows.row(point), rows.row(partner));
        // Nobody knows what ought to be on the other side then.
        if [&row, &other].iter().any(|row| has_unpaired(row, checks)) {
            continue;
        }
        let Some(image) = mirrored_row(&other, checks.partners) else {
            continue;
        };
        let (joint, size) = difference(&row, &image);
        if size > checks.thresholds.asymmetry {
            differing.insert(point, WorstJoint { joint, size });
        }
    }
    let points: Vec<PointIndex> = differing.keys().copied().collect();
    let whole = largest(patches(&points, surface, &mut Marks::new(surface)));
    let problem = |points: Vec<PointIndex>| {
        let both = points.iter().filter_map(|&point| symmetry.partner(point));
        let mut both: Vec<PointIndex> = both.chain(points.iter().copied()).collect();
        both.sort_unstable();
        both.dedup();
        let problem = WorstJoint::problem(ProblemKind::Asymmetry, points, &differing);
        Problem {
            points: both,
            ..problem
        }
    };
    whole.into_iter().map(problem).collect()
}

/// Whether at least this share of the points has a mirror image: with fewer the surface is no symmetric one, and nothing can be said of
/// the symmetry of its weights.
#[must_use]
pub fn is_symmetric(symmetry: &Symmetry, share: f32) -> bool {
    let alone = count(symmetry.without_partner().count());
    alone <= (1.0 - f64::from(share)) * count(symmetry.point_count())
}

fn count(points: usize) -> f64 {
    f64::from(u32::try_from(points).unwrap_or(u32::MAX))
}

/// Whether a joint without an image moves the point.
fn has_unpaired(row: &Row, checks: &Checks<'_>) -> bool {
    let partner = |joint: JointSlot| checks.partners.get(usize::from(joint)).copied().flatten();
    row.pairs().any(|(joint, _)| partner(joint).is_none())
}

/// Half the sum of the differences, and the joint that differs most, of several the first in the list.
pub(crate) fn difference(row: &Row, image: &Row) -> (Option<JointSlot>, f32) {
    let mut worst: Option<(JointSlot, f32)> = None;
    let mut sum = 0.0;
    let only_there = image.pairs().filter(|&(joint, _)| row.weight(joint) == 0.0);
    for (joint, weight) in row.pairs().chain(only_there) {
        let other = if row.weight(joint) > 0.0 {
            image.weight(joint)
        } else {
            0.0
        };
        let distance = (weight - other).abs();
        sum += distance;
        let is_worse = |(first, most)| distance > most || (distance == most && joint < first);
        if worst.is_none_or(is_worse) {
            worst = Some((joint, distance));
        }
    }
    (worst.map(|(joint, _)| joint), 0.5 * sum)
}
