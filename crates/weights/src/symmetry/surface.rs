//! Mirror images on the surface, of points that no point is the image of.

use std::cell::Cell;
use std::ops::Range;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex, vertex_normals};
use smallvec::SmallVec;

use crate::{Plane, PointValue, Symmetry};

/// The cosine of the largest angle between a triangle's normal and that of the mirror image: below it lies the other side of a
/// thin part, or a wall across.
const FACING: f32 = 0.2;

/// Triangles that are looked at for all points at most: where most lie within reach of one another and face the other way, there are as many as
/// points times triangles. Points that come after that have no place.
const MOST_LOOKED_AT: usize = 1 << 28;

/// A place of the surface: up to three points that it lies between, each with its share; they sum to one.
pub type ImagePlace = SmallVec<[PointValue; 3]>;

/// The places of a surface that are the mirror images of some of its points.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Places {
    /// One for each point; empty where there is none.
    of: Vec<ImagePlace>,
    /// For each point where in `lying` those stand whose images it is a corner of.
    ranges: Vec<Range<u32>>,
    /// Points, each with its share.
    lying: Vec<PointValue>,
    /// The points with a place.
    count: usize,
    farthest: f32,
}

impl Places {
    /// The nearest place to the mirror image of each of `alone`, within reach, that faces as the image does. Points of a part that is on
    /// one side of the plane as a whole, as a watch, have theirs on another such part, and not on what crosses the plane.
    pub(super) fn find(
        surface: &Adjacency,
        plane: &Plane,
        alone: impl Iterator<Item = PointIndex>,
        reach: f32,
    ) -> Self {
        let (positions, triangles) = (surface.positions(), surface.triangles());
        let tree = Bvh::new(positions, triangles);
        let facing: Vec<Vec3> = triangles
            .iter()
            .map(|&corners| normal(positions, corners))
            .collect();
        let normals = vertex_normals(positions, triangles);
        let (parts, is_beside) = (surface.parts(), parts_beside(surface, plane));
        let mut places = Self {
            of: vec![ImagePlace::new(); positions.len()],
            ..Self::default()
        };
        let left = Cell::new(MOST_LOOKED_AT);
        for point in alone {
            let (place, normal) = (positions[point.index()], normals[point.index()]);
            // A point without a normal faces no way, and no triangle faces as it does.
            if normal == Vec3::ZERO || left.get() == 0 {
                continue;
            }
            let image = plane.mirror(place);
            let seen = normal - plane.normal * (2.0 * plane.normal.dot(normal));
            let part = parts[point.index()];
            let faces_alike = |triangle: usize| {
                left.set(left.get().saturating_sub(1));
                let [corner, ..] = triangles[triangle];
                let there = parts[corner as usize];
                let is_other = there != part && is_beside[there as usize];
                (is_other || !is_beside[part as usize]) && facing[triangle].dot(seen) >= FACING
            };
            let Some(nearest) = tree.nearest_of_within(image, reach, faces_alike) else {
                continue;
            };
            let shares = nearest.barycentric.to_array();
            let corners = triangles[nearest.triangle].into_iter().zip(shares);
            let corners = corners.filter(|(_, share)| *share > 0.0);
            places.of[point.index()] = corners
                .map(|(corner, share)| PointValue::new(PointIndex(corner), share))
                .collect();
            places.count += 1;
            places.farthest = places.farthest.max(nearest.distance);
        }
        places.turn_around();
        places
    }

    /// The mirror image of a point.
    pub(super) fn of(&self, point: PointIndex) -> Option<&ImagePlace> {
        self.of.get(point.index()).filter(|place| !place.is_empty())
    }

    /// The points whose images a point is a corner of, each with its share in them.
    pub(super) fn lying_on(&self, point: PointIndex) -> &[PointValue] {
        let range = self.ranges.get(point.index());
        let range = range.map(|range| range.start as usize..range.end as usize);
        range
            .and_then(|range| self.lying.get(range))
            .unwrap_or_default()
    }

    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The largest distance of an image from its place.
    pub(super) const fn farthest(&self) -> f32 {
        self.farthest
    }

    fn turn_around(&mut self) {
        // Counted first, so that all lists lie in one vector, each in rising order.
        let mut counts = vec![0_u32; self.of.len()];
        for corner in self.of.iter().flatten() {
            counts[corner.point.index()] += 1;
        }
        let mut begin = 0;
        self.ranges = counts
            .into_iter()
            .map(|count| {
                let range = begin..begin;
                begin += count;
                range
            })
            .collect();
        self.lying = vec![PointValue::default(); begin as usize];
        for (point, place) in PointIndex::all().zip(&self.of) {
            for corner in place {
                let range = &mut self.ranges[corner.point.index()];
                self.lying[range.end as usize] = PointValue::new(point, corner.value);
                range.end += 1;
            }
        }
    }
}

/// Of each connected part of a surface whether it is on one side of a plane as a whole, but for the usual tolerance.
pub(super) fn parts_beside(surface: &Adjacency, plane: &Plane) -> Vec<bool> {
    let mut heights = vec![[f32::INFINITY, f32::NEG_INFINITY]; surface.part_count()];
    for (&place, &part) in surface.positions().iter().zip(surface.parts()) {
        let height = plane.height(place);
        let [low, high] = &mut heights[part as usize];
        (*low, *high) = (low.min(height), high.max(height));
    }
    let tolerance = Symmetry::usual_tolerance(surface);
    // On exactly one side: what lies within the plane is on both.
    let is_beside = |[low, high]: [f32; 2]| (low >= -tolerance) != (high <= tolerance);
    heights.into_iter().map(is_beside).collect()
}

/// Of length one, or zero for a triangle without area.
fn normal(positions: &[Vec3], corners: [u32; 3]) -> Vec3 {
    let [a, b, c] = corners.map(|corner| positions[corner as usize].as_dvec3());
    (b - a).cross(c - a).normalize_or_zero().as_vec3()
}
