//! Where what a smearing brush drags along comes from.

use std::fmt;

use crate::PointValue;
use glam::Vec3;
use mesh::{Adjacency, PointIndex};

/// Points with their falloffs, 0 to 1.
pub type Falloffs<'a> = &'a [PointValue];

/// For a point the points that it takes from, with shares that sum to one; none if it takes nothing.
pub type Sources<'a> = dyn Fn(PointIndex) -> Vec<PointValue> + 'a;

/// What a smearing brush touches, and what it drags along there.
#[derive(Clone, Copy)]
pub struct Smear<'a> {
    /// The points under the brush.
    pub falloffs: Falloffs<'a>,
    /// Those under the mirrored brush.
    pub mirrored: Falloffs<'a>,
    /// Where what comes to a point is taken from, as [`came_from`] finds it.
    pub sources: &'a Sources<'a>,
}

impl fmt::Debug for Smear<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smear")
            .field("falloffs", &self.falloffs)
            .field("mirrored", &self.mirrored)
            .finish_non_exhaustive()
    }
}

/// Steps along the surface, at most.
const MOST_STEPS: usize = 256;

/// How many points a place lies between.
const BETWEEN: usize = 3;

/// The points of the surface around the place from which a brush drags to a point.
///
/// That place is the point's own less `along`, the way of the brush since its last dab. Shares are by one over the distance.
///
/// From the point along sides towards that place, as long as it comes nearer; so what is dragged stays on its own part and does not jump
/// across gaps. `positions` has a place for each point, as posed. Nothing where the brush stood still or numbers are not finite.
#[must_use]
pub fn came_from(
    surface: &Adjacency,
    positions: &[Vec3],
    along: Vec3,
    point: PointIndex,
) -> Vec<PointValue> {
    let place = |point: PointIndex| positions.get(point.index()).copied().unwrap_or(Vec3::NAN);
    let from = place(point) - along;
    if along == Vec3::ZERO || !from.is_finite() {
        return Vec::new();
    }
    let distance = |point: PointIndex| {
        let distance = place(point).distance(from);
        // What has no finite place is never nearer.
        if distance.is_nan() {
            f32::INFINITY
        } else {
            distance
        }
    };
    let mut at = point;
    for _ in 0..MOST_STEPS {
        let beside = surface.neighbors(at).iter().copied();
        let nearest = beside.min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        match nearest.filter(|&nearest| distance(nearest) < distance(at)) {
            Some(nearest) => at = nearest,
            None => break,
        }
    }
    let around = surface.neighbors(at).iter().copied();
    let mut near: Vec<(PointIndex, f32)> = around
        .chain([at])
        .map(|point| (point, distance(point)))
        .filter(|(_, distance)| distance.is_finite())
        .collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    near.truncate(BETWEEN);
    // Keeps one over the distance finite where a point is the place itself.
    let least = along.length() * 1e-4;
    let sum: f32 = near
        .iter()
        .map(|(_, distance)| (distance + least).recip())
        .sum();
    let shares = near.iter();
    shares
        .map(|&(point, distance)| PointValue::new(point, (distance + least).recip() / sum))
        .collect()
}
