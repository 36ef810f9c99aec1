//! Weights for points that have none.

use std::collections::BTreeSet;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex};
use rig::JointSlot;

use crate::draft::Draft;
use crate::shares::settled;
use crate::{Bone, Row, Rules, Skip};

/// Gives points the weights of what is bound around them, whatever they have themselves; see [`repair`](crate::repair).
pub(crate) fn fill(
    draft: &mut Draft<'_>,
    points: &[PointIndex],
    surface: &Adjacency,
    bones: &[Bone],
    rules: &Rules<'_>,
) {
    let mut open: BTreeSet<PointIndex> = points.iter().copied().collect();
    let mut rim = open.clone();
    while !rim.is_empty() {
        // All of one ring see what was there before it.
        let ring: Vec<(PointIndex, Row)> = rim
            .iter()
            .map(|&point| (point, around(draft, point, surface, &open)))
            .filter(|(_, row)| !row.is_unbound())
            .collect();
        rim.clear();
        for (point, row) in ring {
            open.remove(&point);
            rim.extend(surface.neighbours(point));
            draft.set_each(point, |own| settled(own, &row, rules));
        }
        rim.retain(|point| open.contains(point));
    }
    if !open.is_empty() {
        from_afar(draft, &open, surface, bones, rules);
    }
}

/// The mean of the neighbours that are bound and not open themselves, by one over the distance.
fn around(
    draft: &Draft<'_>,
    point: PointIndex,
    surface: &Adjacency,
    open: &BTreeSet<PointIndex>,
) -> Row {
    let place = |point: PointIndex| surface.positions().get(point.index()).copied();
    let here = place(point).unwrap_or(Vec3::ZERO);
    let known = surface.neighbours(point).iter();
    let known = known.filter(|&beside| !open.contains(beside));
    let shares = known.flat_map(|&beside| {
        let distance = f64::from(here.distance(place(beside).unwrap_or(here)));
        let share = 1.0 / distance.max(f64::from(f32::MIN_POSITIVE));
        let pairs: Vec<(JointSlot, f32)> = draft.row(beside).pairs().collect();
        pairs
            .into_iter()
            .map(move |(joint, weight)| (joint, f64::from(weight) * share))
    });
    Row::from_weights(shares)
}

/// The nearest bone of a joint that is not locked; without bones the nearest bound point.
fn from_afar(
    draft: &mut Draft<'_>,
    open: &BTreeSet<PointIndex>,
    surface: &Adjacency,
    bones: &[Bone],
    rules: &Rules<'_>,
) {
    let free: Vec<&Bone> = bones
        .iter()
        .filter(|bone| !rules.is_locked(bone.joint))
        .collect();
    let bound: Vec<[u32; 3]> = surface
        .all_points()
        .filter(|point| free.is_empty() && !open.contains(point) && !draft.row(*point).is_unbound())
        .map(|point| [point.0; 3])
        .collect();
    let tree = Bvh::new(surface.positions(), &bound);
    for &point in open {
        let place = surface.positions().get(point.index());
        let place = place.copied().unwrap_or(Vec3::ZERO);
        let by_distance =
            |one: &&&Bone, other: &&&Bone| one.distance(place).total_cmp(&other.distance(place));
        let bone = free
            .iter()
            .min_by(by_distance)
            .map(|bone| Row::rigid(bone.joint));
        let near = || Some(draft.row(PointIndex(bound[tree.nearest(place)?.triangle][0])));
        match bone.or_else(near) {
            Some(row) => draft.set_each(point, |own| settled(own, &row, rules)),
            None => draft.skip(Skip::NothingToTake),
        }
    }
}
