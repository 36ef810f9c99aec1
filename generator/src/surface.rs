//! Closed surfaces of quads or of triangles with skinning weights, and the subdivision of those of quads.

use std::collections::BTreeMap;

use glam::DVec3;

/// A vertex with its position and the weight of each joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Meters, in model space.
    pub position: DVec3,
    /// One weight per joint of the character; the sum is 1.
    pub weights: Vec<f64>,
}

/// A closed surface made of quads or of triangles, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// The vertices, shared by quads and triangles.
    pub points: Vec<Point>,
    /// Four indices into `points` each, counter-clockwise from outside.
    pub quads: Vec<[usize; 4]>,
    /// For each quad its paint, as an index into the character's list.
    pub paints: Vec<usize>,
    /// Three indices into `points` each, counter-clockwise from outside.
    pub triangles: Vec<[usize; 3]>,
    /// For each triangle its paint, as an index into the character's list.
    pub triangle_paints: Vec<usize>,
}

impl Point {
    fn zero(joint_count: usize) -> Self {
        Self {
            position: DVec3::ZERO,
            weights: vec![0.0; joint_count],
        }
    }

    fn add(&mut self, factor: f64, other: &Self) {
        self.position += factor * other.position;
        for (weight, other) in self.weights.iter_mut().zip(&other.weights) {
            *weight += factor * other;
        }
    }
}

impl Surface {
    /// Adds a vertex and gives its index.
    pub fn push(&mut self, point: Point) -> usize {
        self.points.push(point);
        self.points.len() - 1
    }

    /// Adds a quad with the first paint.
    pub fn push_quad(&mut self, corners: [usize; 4]) {
        self.quads.push(corners);
        self.paints.push(0);
    }

    /// Closes the gap between two loops of equal length, `far` being the one further along the outward direction when
    /// both run counter-clockwise seen from there. The edges of `near` listed in `open` stay open.
    pub fn bridge(&mut self, near: &[usize], far: &[usize], open: &[usize]) {
        let count = near.len();
        for k in (0..count).filter(|k| !open.contains(k)) {
            let next = (k + 1) % count;
            self.push_quad([near[k], near[next], far[next], far[k]]);
        }
    }

    /// One step of Catmull–Clark subdivision of positions and weights alike.
    ///
    /// With F the mean of the face points and R the mean of the edge midpoints around a vertex P of valence n,
    /// P' = (F + 2 R + (n − 3) P) / n; an edge point is the mean of its ends and its two face points. Every rule is a
    /// mean with non-negative factors for n ≥ 3, so weights stay non-negative, keep their sum, and become as smooth as
    /// the surface. The surface must be closed: borders have no rule here, and triangles are left out.
    ///
    /// Catmull and Clark 1978, "Recursively generated B-spline surfaces on arbitrary topological meshes".
    #[must_use]
    pub fn subdivided(&self) -> Self {
        let joint_count = self.points.first().map_or(0, |point| point.weights.len());
        let face_points: Vec<Point> = self
            .quads
            .iter()
            .map(|quad| self.mean(joint_count, quad))
            .collect();
        let edges = self.edges();
        let mut fine = Self {
            points: self.moved_points(joint_count, &face_points, &edges),
            quads: Vec::with_capacity(4 * self.quads.len()),
            // Each quad becomes four in turn, at the end of this function.
            paints: self.paints.iter().flat_map(|&paint| [paint; 4]).collect(),
            ..Self::default()
        };
        let first_edge_point = fine.points.len();
        for (&(a, b), edge) in &edges {
            let mut point = Point::zero(joint_count);
            point.add(0.25, &self.points[a]);
            point.add(0.25, &self.points[b]);
            // Two faces at each edge of a closed surface: the four quarters are a mean.
            for &face in &edge.faces {
                point.add(0.25, &face_points[face]);
            }
            fine.points.push(point);
        }
        let first_face_point = fine.points.len();
        fine.points.extend(face_points);
        for (face, quad) in self.quads.iter().enumerate() {
            let middle = |k: usize| {
                let edge = edge_key(quad[k % 4], quad[(k + 1) % 4]);
                first_edge_point + edges[&edge].index
            };
            for (k, &corner) in quad.iter().enumerate() {
                // Corner, middle of the edge after it, face, middle of the edge before it: turning as the quad did.
                fine.quads
                    .push([corner, middle(k), first_face_point + face, middle(k + 3)]);
            }
        }
        fine
    }

    fn mean(&self, joint_count: usize, corners: &[usize; 4]) -> Point {
        let mut mean = Point::zero(joint_count);
        for &corner in corners {
            mean.add(0.25, &self.points[corner]);
        }
        mean
    }

    /// Sorted by their ends, so that the output does not depend on the order of a hash.
    fn edges(&self) -> BTreeMap<(usize, usize), Edge> {
        let mut edges: BTreeMap<(usize, usize), Edge> = BTreeMap::new();
        for (face, quad) in self.quads.iter().enumerate() {
            for k in 0..4 {
                let edge = edges
                    .entry(edge_key(quad[k], quad[(k + 1) % 4]))
                    .or_default();
                edge.faces.push(face);
            }
        }
        // Numbered in the order in which their points are added.
        for (index, edge) in edges.values_mut().enumerate() {
            edge.index = index;
        }
        edges
    }

    fn moved_points(
        &self,
        joint_count: usize,
        face_points: &[Point],
        edges: &BTreeMap<(usize, usize), Edge>,
    ) -> Vec<Point> {
        let mut valence = vec![0_u32; self.points.len()];
        for &(a, b) in edges.keys() {
            valence[a] += 1;
            valence[b] += 1;
        }
        let mut moved = vec![Point::zero(joint_count); self.points.len()];
        for (vertex, point) in self.points.iter().enumerate() {
            let n = f64::from(valence[vertex]);
            moved[vertex].add((n - 3.0) / n, point);
        }
        for (quad, face_point) in self.quads.iter().zip(face_points) {
            for &corner in quad {
                let n = f64::from(valence[corner]);
                moved[corner].add(1.0 / (n * n), face_point);
            }
        }
        // 2 R / n: each of the n midpoints (P + Q) / 2 counts 2 / n² times.
        for &(a, b) in edges.keys() {
            for (end, other) in [(a, b), (b, a)] {
                let n = f64::from(valence[end]);
                moved[end].add(1.0 / (n * n), &self.points[end]);
                moved[end].add(1.0 / (n * n), &self.points[other]);
            }
        }
        moved
    }
}

#[derive(Default)]
struct Edge {
    index: usize,
    faces: Vec<usize>,
}

fn edge_key(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}
