//! Sets of points of a surface, such as what is selected: one ring more or less, whole parts, edge loops.

use std::collections::{BTreeSet, HashSet};

use glam::Vec3;

use crate::{Adjacency, PointIndex};

/// An edge goes on straight if it leaves at least so much of the angle around a point on either side.
const STRAIGHT: f64 = 1.0 / 3.0;

/// The points and all their neighbors.
#[must_use]
pub fn grow_points(surface: &Adjacency, points: &BTreeSet<PointIndex>) -> BTreeSet<PointIndex> {
    let neighbors = points.iter().flat_map(|&point| surface.neighbors(point));
    points.iter().chain(neighbors).copied().collect()
}

/// The points whose neighbors are all among them.
#[must_use]
pub fn shrink_points(surface: &Adjacency, points: &BTreeSet<PointIndex>) -> BTreeSet<PointIndex> {
    let is_inner = |point: &PointIndex| {
        let mut neighbors = surface.neighbors(*point).iter();
        neighbors.all(|neighbor| points.contains(neighbor))
    };
    points.iter().copied().filter(is_inner).collect()
}

/// All points of the connected parts that any of the points belongs to.
#[must_use]
pub fn connected_points(
    surface: &Adjacency,
    points: &BTreeSet<PointIndex>,
) -> BTreeSet<PointIndex> {
    let parts = surface.parts();
    let meant = points.iter().filter_map(|&point| parts.get(point.index()));
    let meant: BTreeSet<u32> = meant.copied().collect();
    let all = PointIndex::all().zip(parts);
    all.filter(|(_, part)| meant.contains(*part))
        .map(|(point, _)| point)
        .collect()
}

/// The points and the edge loops through all edges between two of them.
///
/// A loop goes on from an edge over the point at its end to the edge that parts the angle around that point most evenly: the
/// loops of quads, whichever way each was cut into triangles. It ends where no edge leaves a third of the angle on either side,
/// where three triangles share an edge, and at a border, unless it runs along that.
#[must_use]
pub fn edge_loops(surface: &Adjacency, points: &BTreeSet<PointIndex>) -> BTreeSet<PointIndex> {
    let mut all = points.clone();
    let mut walked = HashSet::new();
    for &from in points {
        for &to in surface.neighbors(from) {
            if points.contains(&to) {
                walk(surface, [from, to], &mut walked, &mut all);
            }
        }
    }
    all
}

/// Goes on from an edge until the loop ends or comes to an edge that was walked already in the same direction.
fn walk(
    surface: &Adjacency,
    [mut from, mut to]: [PointIndex; 2],
    walked: &mut HashSet<(PointIndex, PointIndex)>,
    all: &mut BTreeSet<PointIndex>,
) {
    while walked.insert((from, to)) {
        let Some(next) = straight_on(surface, from, to) else {
            return;
        };
        all.insert(next);
        (from, to) = (to, next);
    }
}

/// A triangle as a point sees it: its two other corners, and its angle at the point.
type FanSide = ([PointIndex; 2], f64);

/// The neighbor of a point that lies straight on from another neighbor; none where the loop ends.
fn straight_on(surface: &Adjacency, from: PointIndex, at: PointIndex) -> Option<PointIndex> {
    let sides = sides(surface, at);
    let first = (0..sides.len()).filter(|&place| sides[place].0.contains(&from));
    let first: Vec<usize> = first.collect();
    match *first.as_slice() {
        // Along a border the other end of the fan is the border too.
        [only] => {
            let (last, _) = *around(&sides, from, only).last()?;
            let is_border = sides
                .iter()
                .filter(|(ends, _)| ends.contains(&last))
                .count()
                == 1;
            is_border.then_some(last)
        }
        [one, _] => {
            let around = around(&sides, from, one);
            let &(last, total) = around.last()?;
            let unevenness = |angle: f64| (angle - 0.5 * total).abs();
            let others = around.iter().filter(|(point, _)| *point != from);
            let best = others.min_by(|a, b| unevenness(a.1).total_cmp(&unevenness(b.1)))?;
            // Even is half the angle: a third on either side is off by a sixth at most.
            let is_straight = unevenness(best.1) <= (0.5 - STRAIGHT) * total;
            // A fan that does not close is that of a border.
            (last == from && is_straight).then_some(best.0)
        }
        _ => None,
    }
}

/// The triangles at a point.
fn sides(surface: &Adjacency, at: PointIndex) -> Vec<FanSide> {
    let place = |point: PointIndex| {
        let positions = surface.positions().get(point.index());
        positions.copied().unwrap_or(Vec3::ZERO).as_dvec3()
    };
    let triangles = surface.triangles_at(at).iter();
    let triangles = triangles.filter_map(|&triangle| surface.triangles().get(triangle as usize));
    let side = |&triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(PointIndex);
        let ends = if a == at {
            [b, c]
        } else if b == at {
            [c, a]
        } else {
            [a, b]
        };
        let [one, other] = ends.map(|end| place(end) - place(at));
        (ends, one.cross(other).length().atan2(one.dot(other)))
    };
    triangles.map(side).collect()
}

/// The neighbors around a point, from one of them on over the triangle with this index, each with the angle so far; the last is the
/// first one again where the fan is closed.
fn around(sides: &[FanSide], from: PointIndex, first: usize) -> Vec<(PointIndex, f64)> {
    let mut found = Vec::with_capacity(sides.len());
    let (mut at, mut angle, mut place) = (from, 0.0, first);
    while let Some(&([a, b], own)) = sides.get(place) {
        at = if a == at { b } else { a };
        angle += own;
        found.push((at, angle));
        if at == from || found.len() >= sides.len() {
            break;
        }
        // Looks through the whole fan at each step: it has some six triangles.
        let mut others =
            (0..sides.len()).filter(|&other| other != place && sides[other].0.contains(&at));
        match (others.next(), others.next()) {
            (Some(next), None) => place = next,
            _ => break,
        }
    }
    found
}
