//! Small patches of a joint's influence that are apart from the rest of it.

use std::collections::BTreeMap;

use mesh::Adjacency;

use super::patches::{Marks, largest, patches};
use super::support::Support;
use super::{Checks, Problem, ProblemKind};

/// The islands of every joint.
pub(super) fn problems(
    supports: &[Support],
    surface: &Adjacency,
    checks: &Checks<'_>,
) -> Vec<Problem> {
    let mut marks = Marks::new(surface);
    let mut found = Vec::new();
    for support in supports {
        let islands = islands(support, surface, &mut marks, checks.thresholds.island);
        found.extend(largest(islands).into_iter().map(|points| {
            Problem {
                kind: ProblemKind::Island,
                joint: Some(support.joint),
                size: points
                    .iter()
                    .map(|&point| support.weight(point))
                    .fold(0.0, f32::max),
                points,
            }
        }));
    }
    found
}

/// The patches of one joint whose weight is little beside that of the largest on the same part.
fn islands(support: &Support, surface: &Adjacency, marks: &mut Marks, share: f32) -> Vec<Vec<u32>> {
    let patches = patches(&support.points, surface, marks);
    let part = |patch: &[u32]| {
        patch
            .first()
            .and_then(|&point| surface.parts().get(point as usize))
    };
    let total = |patch: &[u32]| -> f64 {
        patch
            .iter()
            .map(|&point| f64::from(support.weight(point)))
            .sum()
    };
    let totals: Vec<f64> = patches.iter().map(|patch| total(patch)).collect();
    let mut most: BTreeMap<Option<&u32>, f64> = BTreeMap::new();
    for (patch, &total) in patches.iter().zip(&totals) {
        let most = most.entry(part(patch)).or_default();
        *most = most.max(total);
    }
    let most: Vec<f64> = patches.iter().map(|patch| most[&part(patch)]).collect();
    let all = patches.into_iter().zip(totals).zip(most);
    all.filter(|((_, total), most)| total < most && *total <= f64::from(share) * most)
        .map(|((patch, _), _)| patch)
        .collect()
}
