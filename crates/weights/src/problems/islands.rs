//! Small patches of a joint's influence that are separate from the rest of it.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};

use super::patches::{Marks, of_joint, patches};
use super::support::Support;
use super::watch::Watch;
use super::{Checks, Problem, ProblemKind};

/// The islands of every joint; nothing where the search is to stop.
pub(super) fn problems(
    supports: &[Support],
    surface: &Adjacency,
    checks: &Checks<'_>,
    watch: &Watch<'_>,
) -> Option<Vec<Problem>> {
    let mut found = Vec::new();
    if !checks.looks_for(ProblemKind::Island) {
        return Some(found);
    }
    let kind = (ProblemKind::Island, checks.thresholds.least);
    let mut marks = Marks::new(surface);
    for (done, support) in supports.iter().enumerate() {
        watch.at(done, supports.len())?;
        let islands = islands(support, surface, &mut marks, checks.thresholds.island);
        let weight = |point: PointIndex| support.weight(point);
        found.extend(of_joint(kind, support, islands, &weight));
    }
    Some(found)
}

/// The patches of one joint whose weight is little beside that of the largest on the same part.
fn islands(
    support: &Support,
    surface: &Adjacency,
    marks: &mut Marks,
    share: f32,
) -> Vec<Vec<PointIndex>> {
    let patches = patches(&support.points, surface, marks);
    let part = |patch: &[PointIndex]| {
        patch
            .first()
            .and_then(|&point| surface.parts().get(point.index()))
    };
    let total = |patch: &[PointIndex]| -> f64 {
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
