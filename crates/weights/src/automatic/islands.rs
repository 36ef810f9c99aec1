//! Small places of a joint's that are separate from the rest of it go to those around.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::Row;
use crate::problems::patches::{Marks, patches};

use super::sight::Sight;
use super::sparse::{Raw, narrow};

/// A patch with at most this share of the largest one of the same joint on the same part is an island; as
/// [`Thresholds::island`](crate::Thresholds::island) is unless it is set.
const SHARE: f64 = 0.1;

/// What the points of a part see, but for small patches that see another bone than all around: as if they saw none, so that their
/// weights come from around.
pub(super) fn without_islands(
    surface: &Adjacency,
    points: &[PointIndex],
    mut sights: Vec<Sight>,
) -> Vec<Sight> {
    let mut seen_by: BTreeMap<JointSlot, Vec<PointIndex>> = BTreeMap::new();
    for (&point, sight) in points.iter().zip(&sights) {
        for &(joint, _) in &sight.joints {
            seen_by.entry(joint).or_default().push(point);
        }
    }
    let mut marks = Marks::new(surface);
    for (joint, seers) in seen_by {
        // What is seen counts by the number of points, what is weighted below by the sum of weights.
        let one = |_: PointIndex| 1.0;
        for point in islands(surface, &seers, &mut marks, &one).concat() {
            let Ok(place) = points.binary_search(&point) else {
                continue;
            };
            sights[place].forget(joint);
        }
    }
    sights
}

/// Takes joints from their islands: what they had goes to the others there, or where there are none, to those around.
/// `last` makes a row of what sums to one.
pub(super) fn give_islands_away(
    surface: &Adjacency,
    rows: &mut [(PointIndex, Row)],
    last: &dyn Fn(&Raw) -> Row,
) {
    let mut moved_by: BTreeMap<JointSlot, Vec<PointIndex>> = BTreeMap::new();
    for (point, row) in rows.iter() {
        for (joint, _) in row.pairs() {
            moved_by.entry(joint).or_default().push(*point);
        }
    }
    let mut marks = Marks::new(surface);
    let mut given: BTreeMap<PointIndex, Vec<JointSlot>> = BTreeMap::new();
    for (joint, points) in moved_by {
        let weight = |point: PointIndex| f64::from(rows[point.index()].1.weight(joint));
        for point in islands(surface, &points, &mut marks, &weight).concat() {
            given.entry(point).or_default().push(joint);
        }
    }
    let add = |sums: &mut BTreeMap<JointSlot, f64>, joints: &[JointSlot], point: PointIndex| {
        for (joint, weight) in rows[point.index()].1.pairs() {
            if !joints.contains(&joint) {
                *sums.entry(joint).or_default() += f64::from(weight);
            }
        }
    };
    // All rows are made before any is written, so that the order of points does not matter.
    let mut settled: Vec<(PointIndex, Row)> = Vec::with_capacity(given.len());
    for (&point, joints) in &given {
        let mut sums = BTreeMap::new();
        add(&mut sums, joints, point);
        if sums.is_empty() {
            let around = surface.neighbors(point).iter();
            around.for_each(|&beside| add(&mut sums, joints, beside));
        }
        let sum: f64 = sums.values().sum();
        let raw = sums
            .iter()
            .map(|(&joint, weight)| (joint, narrow(weight / sum)));
        settled.push((point, last(&raw.collect())));
    }
    for (point, row) in settled {
        // Where nothing is around either, an island is better than an unbound point.
        if !row.is_unbound() {
            rows[point.index()].1 = row;
        }
    }
}

/// The patches of these points that are small beside the largest one on the same part.
fn islands(
    surface: &Adjacency,
    points: &[PointIndex],
    marks: &mut Marks,
    weight: &dyn Fn(PointIndex) -> f64,
) -> Vec<Vec<PointIndex>> {
    let part = |patch: &[PointIndex]| patch.first().map(|&point| surface.parts()[point.index()]);
    let total = |patch: &[PointIndex]| patch.iter().map(|&point| weight(point)).sum::<f64>();
    let mut patches: Vec<(Vec<PointIndex>, f64)> = patches(points, surface, marks)
        .into_iter()
        .map(|patch| {
            let total = total(&patch);
            (patch, total)
        })
        .collect();
    let mut most: BTreeMap<Option<u32>, f64> = BTreeMap::new();
    for (patch, total) in &patches {
        let most = most.entry(part(patch)).or_default();
        *most = most.max(*total);
    }
    patches.retain(|(patch, total)| *total <= SHARE * most[&part(patch)]);
    patches.into_iter().map(|(patch, _)| patch).collect()
}
