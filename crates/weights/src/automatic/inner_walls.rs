//! Walls that hang together with what is around them, over a rim or the border of a hole, as those that modeling programs give a thickness
//! to. They are cut off along the rim, and are parts of their own then: else they stand between the outer wall and the bones within.
//!
//! A point is on an inner wall if its nearest bone lies in front of it, within 75° of the normal, and the way backwards leads through no
//! more than 3 % of the part's size to a surface that faces the other way, within 60°. In a solid limb bones lie behind. From there on an
//! inner wall goes as far as points with such a surface behind them, and no bone within 75° of the way backwards, have normals within 60° of
//! each other. A piece of it is cut off only if it is a [wall](super::walls) of what is left: so thin, so large, and along it.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use mesh::{Adjacency, Bvh, PointIndex, vertex_normals};

use crate::Bone;

use super::Segment;
use super::parts::Parts;
use super::sparse::narrow;
use super::walls::{NEAR, OuterPart, PARALLEL, PartMeasures, samples};

/// Parts with fewer points have no walls that could be told apart.
const LEAST_POINTS: usize = 24;

/// A part is looked at if of its samples at least this share lies before its nearest bone: one in so many.
const ONE_IN: usize = 10;

/// The cosine between the normal and the way to a bone in front, and between the way backwards and that to a bone behind.
const FRONT: f64 = 0.25;

/// Pieces with less than this share of the part's points are too small for a wall, and too small to be the wall around one: one in so many.
const PIECE_ONE_IN: usize = 20;

/// Of a part's size, how far behind a point a ray begins.
const LIFT: f64 = 1e-5;

/// At least so many steps of an f32 of its place, so that rounding does not take it back.
const LEAST_LIFT: f64 = 4.0;

/// An outer wall has at least this share of the area of the inner one.
const AROUND: f64 = 0.5;

/// A surface whose inner walls are parts of their own.
pub(super) struct Cut {
    /// Of the same points, without the triangles along the rims.
    pub(super) surface: Adjacency,
    /// A point of each inner wall, and one of the wall around it; then points all of whose triangles are gone, and neighbors that have some.
    pub(super) walls: Vec<[PointIndex; 2]>,
}

/// Cuts inner walls off; none if there are none.
pub(super) fn cut(surface: &Adjacency, bones: &[Bone]) -> Option<Cut> {
    let parts = Parts::of(surface);
    let normals = vertex_normals(surface.positions(), surface.triangles());
    let segments: Vec<Segment> = bones.iter().map(Segment::of).collect();
    let mut inner = BTreeSet::new();
    let mut walls = Vec::new();
    for part in 0..parts.len() {
        let (points, triangles) = (parts.points(part), parts.triangles(part));
        if points.len() < LEAST_POINTS {
            continue;
        }
        let shape = PartMeasures::of(surface, triangles);
        let hollow = Hollow {
            surface,
            normals: &normals,
            segments: &segments,
            points,
            triangles,
            outwards: narrow(shape.volume.signum()),
            size: shape.size(),
        };
        for (piece, around) in hollow.walls() {
            walls.extend(piece.first().map(|&first| [first, around]));
            inner.extend(piece);
        }
    }
    if inner.is_empty() {
        return None;
    }
    // Triangles with corners on both walls go: they are the rim.
    let is_whole = |triangle: &&[u32; 3]| {
        let [a, b, c] = triangle.map(|point| inner.contains(&PointIndex(point)));
        a == b && b == c
    };
    let kept: Vec<[u32; 3]> = surface
        .triangles()
        .iter()
        .filter(is_whole)
        .copied()
        .collect();
    let cut = Adjacency::new(surface.positions(), &kept);
    // Rows are indexed by point, so the cut surface has to number points as the given one does.
    let is_same = cut.point_count() == surface.point_count()
        && PointIndex::all()
            .zip(cut.points())
            .all(|(point, &number)| point == number);
    walls.extend(bare(surface, &cut));
    is_same.then_some(Cut {
        surface: cut,
        walls,
    })
}

/// The points that have no triangle since the cut, each with a neighbor that has one still.
fn bare(surface: &Adjacency, cut: &Adjacency) -> Vec<[PointIndex; 2]> {
    let is_bare = |point: &PointIndex| cut.triangles_at(*point).is_empty();
    let points = surface.all_points().filter(is_bare);
    let pairs = points.filter_map(|point| {
        let mut beside = surface.neighbors(point).iter().copied();
        let beside = beside.find(|beside| !is_bare(beside))?;
        Some([point, beside])
    });
    pairs.collect()
}

/// A part that may have an inner wall.
struct Hollow<'a> {
    surface: &'a Adjacency,
    /// Vertex normals, one per point of the surface, as its triangles face.
    normals: &'a [Vec3],
    segments: &'a [Segment],
    points: &'a [PointIndex],
    triangles: &'a [[u32; 3]],
    /// 1 where triangles face outwards, −1 where they face inwards.
    outwards: f32,
    size: f64,
}

impl Hollow<'_> {
    /// The pieces of inner walls, each with a point of the wall around it.
    fn walls(&self) -> Vec<(Vec<PointIndex>, PointIndex)> {
        // A few samples tell most parts without inner walls before a tree is built.
        let samples = samples(self.points);
        let facing = samples.iter().filter(|&&point| self.faces_bone(point));
        if facing.count() * ONE_IN < samples.len() || self.size <= 0.0 {
            return Vec::new();
        }
        let tree = Bvh::new(self.surface.positions(), self.triangles);
        let mut inner = self.inner_points(&tree);
        if inner.is_empty() {
            return Vec::new();
        }
        // Before the rest is measured: specks within an inner wall are no outer wall.
        self.absorb(&mut inner);
        let is_outer =
            |triangle: &&[u32; 3]| !triangle.iter().any(|&it| inner.contains(&PointIndex(it)));
        let outer: Vec<[u32; 3]> = self.triangles.iter().filter(is_outer).copied().collect();
        if outer.is_empty() {
            return Vec::new();
        }
        let shape = PartMeasures::of(self.surface, &outer);
        let around = OuterPart::new(self.surface, self.normals, &outer, &shape);
        let around = around.facing(f64::from(self.outwards));
        let mut found = Vec::new();
        for piece in pieces(self.surface, inner) {
            if piece.len() * PIECE_ONE_IN < self.points.len() {
                continue;
            }
            let is_own = |triangle: &&[u32; 3]| {
                let mut corners = triangle.iter();
                corners.all(|&corner| piece.binary_search(&PointIndex(corner)).is_ok())
            };
            let own: Vec<[u32; 3]> = self.triangles.iter().filter(is_own).copied().collect();
            let own = PartMeasures::of(self.surface, &own);
            let is_wall = shape.area >= AROUND * own.area && around.has_wall(&own, &piece);
            let nearest = piece.first().and_then(|&first| around.nearest(first));
            found.extend(nearest.filter(|_| is_wall).map(|nearest| (piece, nearest)));
        }
        found
    }

    /// The points of inner walls, and those that such walls go on over.
    fn inner_points(&self, tree: &Bvh) -> BTreeSet<PointIndex> {
        let is_inner = |&point: &PointIndex| self.faces_bone(point) && self.is_thin(tree, point);
        let mut open: Vec<PointIndex> = self.points.iter().copied().filter(is_inner).collect();
        let mut inner: BTreeSet<PointIndex> = open.iter().copied().collect();
        // Those refused already, so that no point costs a second ray.
        let mut thick = BTreeSet::new();
        while let Some(point) = open.pop() {
            let normal = self.normals[point.index()];
            let goes_on = |beside: &PointIndex| {
                let is_new = !inner.contains(beside) && !thick.contains(beside);
                is_new && normal.dot(self.normals[beside.index()]) >= PARALLEL
            };
            let beside = self.surface.neighbors(point).iter().copied();
            let (thin, others): (Vec<PointIndex>, Vec<PointIndex>) = beside
                .filter(goes_on)
                .partition(|&beside| !self.is_before_bone(beside) && self.is_thin(tree, beside));
            inner.extend(&thin);
            open.extend(thin);
            thick.extend(others);
        }
        inner
    }

    /// Adds what is left of the part in small pieces, as single points within an inner wall.
    fn absorb(&self, inner: &mut BTreeSet<PointIndex>) {
        let outer = self.points.iter().copied();
        let outer: BTreeSet<PointIndex> = outer.filter(|point| !inner.contains(point)).collect();
        for piece in pieces(self.surface, outer) {
            if piece.len() * PIECE_ONE_IN < self.points.len() {
                inner.extend(piece);
            }
        }
    }

    /// The normal of a point, turned outwards whichever way triangles face.
    fn normal(&self, point: PointIndex) -> Vec3 {
        self.normals[point.index()] * self.outwards
    }

    fn place(&self, point: PointIndex) -> DVec3 {
        self.surface.positions()[point.index()].as_dvec3()
    }

    /// Whether the nearest bone lies in front of a point.
    fn faces_bone(&self, point: PointIndex) -> bool {
        let way = self.way_to_bone(point);
        way.is_some_and(|[along, length]| along > FRONT * length)
    }

    /// Whether the nearest bone lies behind a point.
    fn is_before_bone(&self, point: PointIndex) -> bool {
        let way = self.way_to_bone(point);
        way.is_some_and(|[along, length]| along < -FRONT * length)
    }

    /// How far it is to the nearest bone along the normal, and in all.
    fn way_to_bone(&self, point: PointIndex) -> Option<[f64; 2]> {
        let place = self.place(point);
        let ways = self.segments.iter().map(|bone| bone.nearest(place) - place);
        let shortest = ways.min_by(|one, other| {
            let [one, other] = [one, other].map(|way| way.length_squared());
            one.total_cmp(&other)
        });
        let normal = self.normal(point).as_dvec3();
        shortest.map(|way| [way.dot(normal), way.length()])
    }

    /// Whether a surface that faces the other way lies close behind a point.
    fn is_thin(&self, tree: &Bvh, point: PointIndex) -> bool {
        let [of_outer, _] = NEAR;
        let backwards = -self.normal(point);
        let place = self.place(point);
        // About one unit in the last place of an f32 there: far from the origin LIFT alone would be rounded away.
        let step = place.abs().max_element() * f64::from(f32::EPSILON);
        let lift = (LIFT * self.size).max(LEAST_LIFT * step);
        let place = place + backwards.as_dvec3() * lift;
        let hit = tree.ray_within(place.as_vec3(), backwards, narrow(of_outer * self.size));
        let Some(triangle) = hit.and_then(|hit| self.triangles.get(hit.triangle)) else {
            return false;
        };
        let [a, b, c] = triangle.map(|corner| self.place(PointIndex(corner)));
        let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3() * self.outwards;
        normal.dot(backwards) >= PARALLEL
    }
}

/// Points by connection, each piece in rising order.
fn pieces(surface: &Adjacency, mut points: BTreeSet<PointIndex>) -> Vec<Vec<PointIndex>> {
    let mut pieces = Vec::new();
    while let Some(first) = points.pop_first() {
        let (mut piece, mut next) = (vec![first], 0);
        while let Some(&point) = piece.get(next) {
            let beside = surface.neighbors(point).iter().copied();
            piece.extend(beside.filter(|beside| points.remove(beside)));
            next += 1;
        }
        piece.sort_unstable();
        pieces.push(piece);
    }
    pieces
}
