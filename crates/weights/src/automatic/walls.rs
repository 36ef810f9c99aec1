//! Walls within other parts, as decoders and scanners make: they take the weights of the surface around them, so that the two never
//! come through each other.
//!
//! A part is a wall of another one if nine tenths of its points lie inside of it, nearer than 3 % of the other's size and 8 % of its
//! own, and its surface runs along the other's there. An eye in a head is none: it is too deep for its size. Walls that hang together with
//! the part around them were [cut off](super::inner_walls) before.

use glam::{DVec3, Vec3};
use mesh::{Adjacency, Bvh, PointIndex, vertex_normals};

use crate::Row;

use super::finish::row_between;
use super::parts::Parts;
use super::sparse::narrow;

/// A part around others has at least this share of the area of all.
pub(super) const LARGE: f64 = 0.05;

/// A wall has at least this share of the area of the part around it.
const WALL: f64 = 0.05;

/// A wall is no farther from the part around it than these shares of its size, and of its own.
pub(super) const NEAR: [f64; 2] = [0.03, 0.08];

/// So many points of a part are looked at.
const SAMPLES: usize = 64;

/// The golden ratio's fraction, in units of 2⁻³².
const GOLDEN: u64 = 0x9E37_79B9;

/// At least these shares of them lie near within the other part, and run along it.
const INSIDE: f64 = 0.9;
const ALONG: f64 = 0.7;

/// Surfaces run along each other if the cosine between their normals is this at least, whatever way they face.
pub(super) const PARALLEL: f32 = 0.5;

/// Of each part the part whose wall it is. Parts around others are walls of none.
pub(super) fn walls(surface: &Adjacency, parts: &Parts) -> Vec<Option<usize>> {
    let mut found = vec![None; parts.len()];
    if parts.len() < 2 {
        return found;
    }
    let shapes: Vec<PartMeasures> = (0..parts.len())
        .map(|part| PartMeasures::of(surface, parts.triangles(part)))
        .collect();
    let total: f64 = shapes.iter().map(|shape| shape.area).sum();
    let mut by_size: Vec<usize> = (0..parts.len())
        .filter(|&part| shapes[part].area >= LARGE * WALL * total && total > 0.0)
        .collect();
    by_size.sort_by(|&one, &other| shapes[other].size().total_cmp(&shapes[one].size()));
    let normals = vertex_normals(surface.positions(), surface.triangles());
    // The largest first: walls are smaller than the part around them, and have no walls of their own.
    for (place, &outer) in by_size.iter().enumerate() {
        if found[outer].is_some() || shapes[outer].area < LARGE * total {
            continue;
        }
        let around = OuterPart::new(surface, &normals, parts.triangles(outer), &shapes[outer]);
        for &inner in &by_size[place + 1..] {
            let is_open = found[inner].is_none();
            if is_open && around.has_wall(&shapes[inner], parts.points(inner)) {
                found[inner] = Some(outer);
            }
        }
    }
    found
}

/// Gives the points of walls the weights of the nearest places of the parts around them, at most `limit` joints each.
pub(super) fn follow(
    surface: &Adjacency,
    parts: &Parts,
    walls: &[Option<usize>],
    limit: usize,
    rows: &mut [(PointIndex, Row)],
) {
    let mut outers: Vec<usize> = walls.iter().flatten().copied().collect();
    outers.sort_unstable();
    outers.dedup();
    for outer in outers {
        let triangles = parts.triangles(outer);
        let tree = Bvh::new(surface.positions(), triangles);
        let inner = (0..parts.len()).filter(|&part| walls[part] == Some(outer));
        for &point in inner.flat_map(|part| parts.points(part)) {
            let place = surface.positions()[point.index()];
            let Some(nearest) = tree.nearest(place) else {
                continue;
            };
            let corners = triangles[nearest.triangle].map(PointIndex);
            let pairs_of = |corner: PointIndex| rows[corner.index()].1.pairs();
            let row = row_between(corners, nearest.barycentric, limit, pairs_of);
            rows[point.index()].1 = row;
        }
    }
}

/// At most 64 of some points, all if there are no more: with the list in 64 runs of one length, the i-th at `fract(0.618 i²)` of the i-th. Steps
/// of one length, and multiples of 0.618, come by the same side of a tube again and again where they fall into step with its rings.
pub(super) fn samples(points: &[PointIndex]) -> Vec<PointIndex> {
    if points.len() <= SAMPLES {
        return points.to_vec();
    }
    let all = points.len() as u64;
    let sample = |run: u64| {
        let [start, end] = [run, run + 1].map(|run| run * all / SAMPLES as u64);
        let share = (run * run * GOLDEN) & 0xFFFF_FFFF;
        let place = start + ((share * (end - start)) >> 32);
        points.get(usize::try_from(place).ok()?).copied()
    };
    (0..SAMPLES as u64).filter_map(sample).collect()
}

/// The measures of a part.
pub(super) struct PartMeasures {
    pub(super) area: f64,
    /// Above zero where triangles face outwards.
    pub(super) volume: f64,
    low: Vec3,
    high: Vec3,
}

impl PartMeasures {
    pub(super) fn of(surface: &Adjacency, triangles: &[[u32; 3]]) -> Self {
        let at = |point: u32| surface.positions()[point as usize];
        let corners = || triangles.iter().flatten().map(|&point| at(point));
        let low = corners().fold(Vec3::INFINITY, Vec3::min);
        let high = corners().fold(Vec3::NEG_INFINITY, Vec3::max);
        // From the middle of the box: digits would cancel far from the origin, and the volume of an open part depends on where it is
        // taken from.
        let middle = (low + high).as_dvec3() / 2.0;
        let (mut area, mut volume) = (0.0, 0.0);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|point| at(point).as_dvec3() - middle);
            area += (b - a).cross(c - a).length() / 2.0;
            volume += a.dot(b.cross(c)) / 6.0;
        }
        Self {
            area,
            volume,
            low,
            high,
        }
    }

    pub(super) fn size(&self) -> f64 {
        let size = f64::from(self.low.distance(self.high));
        // With places that are not finite nothing lies near.
        if size.is_finite() { size } else { 0.0 }
    }

    /// Whether the box around another part is within this one's, but for so much.
    fn holds(&self, other: &Self, slack: f32) -> bool {
        let slack = Vec3::splat(slack);
        (self.low - slack).cmple(other.low).all() && (self.high + slack).cmpge(other.high).all()
    }
}

/// A part that others may be walls of.
pub(super) struct OuterPart<'a> {
    surface: &'a Adjacency,
    normals: &'a [Vec3],
    triangles: &'a [[u32; 3]],
    tree: Bvh,
    shape: &'a PartMeasures,
    /// 1 where triangles face outwards, −1 where they face inwards.
    outwards: f64,
}

impl<'a> OuterPart<'a> {
    /// `normals` are those of all points of the surface.
    pub(super) fn new(
        surface: &'a Adjacency,
        normals: &'a [Vec3],
        triangles: &'a [[u32; 3]],
        shape: &'a PartMeasures,
    ) -> Self {
        Self {
            surface,
            normals,
            triangles,
            tree: Bvh::new(surface.positions(), triangles),
            shape,
            outwards: shape.volume.signum(),
        }
    }

    /// With triangles that face outwards (1) or inwards (−1), as is known of an open one from what it was cut from.
    pub(super) fn facing(self, outwards: f64) -> Self {
        Self { outwards, ..self }
    }

    /// A corner of the nearest triangle.
    pub(super) fn nearest(&self, point: PointIndex) -> Option<PointIndex> {
        let place = self.surface.positions()[point.index()];
        let nearest = self.tree.nearest(place)?;
        let [corner, ..] = self.triangles[nearest.triangle];
        Some(PointIndex(corner))
    }

    /// Whether these points, which have this shape, are a wall of it.
    pub(super) fn has_wall(&self, inner: &PartMeasures, points: &[PointIndex]) -> bool {
        let [of_outer, of_inner] = NEAR;
        let slack = narrow(of_outer * self.shape.size());
        if inner.area < WALL * self.shape.area || !self.shape.holds(inner, slack) {
            return false;
        }
        let most = (of_outer * self.shape.size()).min(of_inner * inner.size());
        let samples = samples(points);
        #[expect(clippy::cast_precision_loss, reason = "so many samples")]
        let share = |count: usize| count as f64 / samples.len().max(1) as f64;
        let (mut beside, mut along) = (0, 0);
        for &point in &samples {
            match self.beside(point, most) {
                Some(is_along) => along += usize::from(is_along),
                None => beside += 1,
            }
            if share(beside) > 1.0 - INSIDE {
                return false;
            }
        }
        share(along) >= ALONG
    }

    /// Of a point that lies near within the part, whether its surface runs along it.
    fn beside(&self, point: PointIndex, most: f64) -> Option<bool> {
        let place = self.surface.positions()[point.index()];
        let nearest = self.tree.nearest(place)?;
        let at = |point: u32| self.surface.positions()[point as usize].as_dvec3();
        let [a, b, c] = self.triangles[nearest.triangle].map(at);
        let normal: DVec3 = (b - a).cross(c - a) * self.outwards;
        let depth = normal.dot((nearest.point - place).as_dvec3());
        let is_within = depth >= 0.0 && f64::from(nearest.distance) <= most;
        let cosine = normal
            .normalize_or_zero()
            .as_vec3()
            .dot(self.normals[point.index()]);
        is_within.then_some(cosine.abs() >= PARALLEL)
    }
}
