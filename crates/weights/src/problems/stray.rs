//! Points that a joint reaches from too far away.

use std::collections::HashMap;

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::patches::{JointSearch, patches};
use super::support::Support;
use super::watch::Watch;
use super::{Checks, Problem, ProblemKind};
use crate::Bone;
use crate::rows::row::narrow;

/// What every joint moves far from its bone and from all else that it moves; nothing where the search is to stop.
pub(super) fn problems(search: &JointSearch<'_>, watch: &Watch<'_>) -> Option<Vec<Problem>> {
    let JointSearch {
        surface, checks, ..
    } = search;
    search.each(ProblemKind::Stray, watch, |support, marks| {
        let distances = distances(support, surface, checks.bones);
        let stray = stray(support, surface, &distances, checks);
        let stray = patches(&stray, surface, marks);
        search.problems_of(ProblemKind::Stray, support, stray, |point| {
            let place = support.points.binary_search(&point);
            place.map_or(0.0, |place| distances[place])
        })
    })
}

/// How far each point of a joint is from its nearest bone; without bones, from the weighted median of the places.
pub(super) fn distances(support: &Support, surface: &Adjacency, bones: &[Bone]) -> Vec<f32> {
    let places = support
        .points
        .iter()
        .map(|&point| surface.positions()[point.index()]);
    let own: Vec<&Bone> = bones_of(bones, support.joint).collect();
    if own.is_empty() {
        // Axis by axis: a middle that a few far points do not move.
        let along = |axis: usize| median(places.clone().map(|place| place[axis]), &support.weights);
        let middle = Vec3::new(along(0), along(1), along(2));
        return places.map(|place| place.distance(middle)).collect();
    }
    let nearest = |place: Vec3| {
        let distances = own.iter().map(|bone| bone.distance(place));
        distances.fold(f32::INFINITY, f32::min)
    };
    places.map(nearest).collect()
}

/// The points that are far, and have none within a usual distance that is not.
fn stray(
    support: &Support,
    surface: &Adjacency,
    distances: &[f32],
    checks: &Checks<'_>,
) -> Vec<PointIndex> {
    let usual = usual(&support.points, surface, distances, &support.weights);
    let longest = longest(checks.bones, support.joint).unwrap_or(0.0);
    let reach = reach(usual, longest, checks);
    let gap = usual + 0.5 * longest;
    let place = |point: PointIndex| surface.positions()[point.index()];
    let (far, near): (Vec<_>, Vec<_>) = support
        .points
        .iter()
        .zip(distances)
        .partition(|&(_, &distance)| distance > reach);
    if far.is_empty() {
        return Vec::new();
    }
    let near = NearPlaces::new(near.into_iter().map(|(&point, _)| place(point)), gap);
    let alone = far
        .into_iter()
        .filter(|&(&point, _)| !near.reaches(place(point)));
    alone.map(|(&point, _)| point).collect()
}

/// The usual distance from the bone of points that a joint moves: the weighted median, or the mean length of the sides there, if that is
/// more.
pub(super) fn usual(
    points: &[PointIndex],
    surface: &Adjacency,
    distances: &[f32],
    weights: &[f32],
) -> f32 {
    median(distances.iter().copied(), weights).max(side(points, surface))
}

/// From where on a point is far from a joint of such a usual distance: `far · d̄ + ½ · length` of its longest bone.
pub(super) fn reach(usual: f32, longest: f32, checks: &Checks<'_>) -> f32 {
    checks.thresholds.far * usual + 0.5 * longest
}

/// The length of a joint's longest bone; none where it has no bones to measure from.
pub(super) fn longest(bones: &[Bone], joint: JointSlot) -> Option<f32> {
    bones_of(bones, joint).map(Bone::length).reduce(f32::max)
}

/// The mean length of the sides at the points that a joint moves: nothing nearer than that is far.
fn side(points: &[PointIndex], surface: &Adjacency) -> f32 {
    let place = |point: PointIndex| surface.positions()[point.index()];
    let (mut sum, mut count) = (0.0, 0.0);
    for &point in points {
        for &beside in surface.neighbors(point) {
            sum += f64::from(place(point).distance(place(beside)));
            count += 1.0;
        }
    }
    if count > 0.0 {
        narrow(sum / count)
    } else {
        0.0
    }
}

fn bones_of(bones: &[Bone], joint: JointSlot) -> impl Iterator<Item = &Bone> {
    bones.iter().filter(move |bone| bone.joint == joint)
}

/// The value with half of the weight at or below it; 0 of nothing.
fn median(values: impl Iterator<Item = f32>, weights: &[f32]) -> f32 {
    let mut pairs: Vec<(f32, f32)> = values.zip(weights.iter().copied()).collect();
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = pairs.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let mut below = 0.0;
    for (value, weight) in pairs {
        below += f64::from(weight);
        if below >= 0.5 * total {
            return value;
        }
    }
    0.0
}

/// Places in cells as wide as a gap.
struct NearPlaces {
    cells: HashMap<[i32; 3], Vec<Vec3>>,
    gap: f32,
}

impl NearPlaces {
    fn new(places: impl Iterator<Item = Vec3>, gap: f32) -> Self {
        let mut cells: HashMap<_, Vec<Vec3>> = HashMap::new();
        for place in places {
            cells.entry(cell(place, gap)).or_default().push(place);
        }
        Self { cells, gap }
    }

    /// Whether one of them is within the gap.
    fn reaches(&self, place: Vec3) -> bool {
        // All within the gap is in this cell or beside it.
        let [x, y, z] = cell(place, self.gap);
        (0..27_i32).any(|step| {
            let beside = [
                x.saturating_add(step % 3 - 1),
                y.saturating_add(step / 3 % 3 - 1),
                z.saturating_add(step / 9 - 1),
            ];
            let here = self.cells.get(&beside).into_iter().flatten();
            here.into_iter()
                .any(|other| other.distance(place) <= self.gap)
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates: what is that far away shares a cell, and its distance is compared besides"
)]
fn cell(place: Vec3, width: f32) -> [i32; 3] {
    // A gap of zero would divide by zero.
    let scaled = place / width.max(f32::MIN_POSITIVE);
    scaled
        .floor()
        .to_array()
        .map(|coordinate| coordinate as i32)
}
