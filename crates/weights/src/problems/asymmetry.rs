//! Points with other weights than their mirror images.

use std::collections::BTreeMap;

use mesh::Adjacency;

use super::patches::{Marks, largest, patches};
use super::{Checks, Problem, ProblemKind};
use crate::{Row, Rows, Side, mirrored_row};

/// Where the two sides differ.
pub(super) fn problems(rows: &dyn Rows, surface: &Adjacency, checks: &Checks<'_>) -> Vec<Problem> {
    let Some(symmetry) = checks.symmetry else {
        return Vec::new();
    };
    let mut differing: BTreeMap<u32, (u16, f32)> = BTreeMap::new();
    for (point, _) in (0..).zip(surface.positions()) {
        // One of each pair is asked, and those of the middle.
        let Some(partner) = symmetry
            .partner(point)
            .filter(|_| symmetry.side(point) != Side::Right)
        else {
            continue;
        };
        let image = mirrored_row(&rows.row(partner), checks.partners);
        let (joint, difference) = difference(&rows.row(point), &image);
        if let Some(joint) = joint.filter(|_| difference > checks.thresholds.asymmetry) {
            differing.insert(point, (joint, difference));
        }
    }
    let points: Vec<u32> = differing.keys().copied().collect();
    let whole = largest(patches(&points, surface, &mut Marks::new(surface)));
    let problem = |points: Vec<u32>| {
        let sizes = points.iter().filter_map(|point| differing.get(point));
        let worst = sizes.max_by(|one, other| one.1.total_cmp(&other.1));
        let both = points.iter().filter_map(|&point| symmetry.partner(point));
        let mut both: Vec<u32> = both.chain(points.iter().copied()).collect();
        both.sort_unstable();
        both.dedup();
        Problem {
            kind: ProblemKind::Asymmetry,
            joint: worst.map(|&(joint, _)| joint),
            points: both,
            size: worst.map_or(0.0, |&(_, size)| size),
        }
    };
    whole.into_iter().map(problem).collect()
}

/// Half the sum of the differences, and the joint that differs most, of several the first in the list.
fn difference(row: &Row, image: &Row) -> (Option<u16>, f32) {
    let mut worst: Option<(u16, f32)> = None;
    let mut sum = 0.0;
    let only_there = image.pairs().filter(|&(joint, _)| row.weight(joint) == 0.0);
    for (joint, weight) in row.pairs().chain(only_there) {
        let other = if row.weight(joint) > 0.0 {
            image.weight(joint)
        } else {
            0.0
        };
        let apart = (weight - other).abs();
        sum += apart;
        let is_worse = |(first, most)| apart > most || (apart == most && joint < first);
        if worst.is_none_or(is_worse) {
            worst = Some((joint, apart));
        }
    }
    (worst.map(|(joint, _)| joint), 0.5 * sum)
}
