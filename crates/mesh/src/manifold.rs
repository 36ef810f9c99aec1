//! Whether a mesh is a closed surface, and where it is not.

use std::fmt;

use glam::Vec3;

use crate::triangle::{corners, normal_and_angles};
use crate::weld;

/// What keeps a mesh from being a closed, consistently turned surface; empty lists when nothing does.
///
/// Vertices are the first ones at their place (see [`weld`](crate::weld)); edges are written smaller index first;
/// all lists are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifoldReport {
    /// Edges of one triangle: the rim of a hole.
    pub open_edges: Vec<[u32; 2]>,
    /// Edges of three or more triangles.
    pub crowded_edges: Vec<[u32; 2]>,
    /// Edges whose two triangles run along them the same way: one of the two is turned inside out.
    pub flipped_edges: Vec<[u32; 2]>,
    /// Vertices where several fans of triangles touch in a point.
    pub pinched_vertices: Vec<u32>,
    /// Indices of triangles without area, with corners that are not finite or with vertices out of range.
    pub degenerate_triangles: Vec<usize>,
}

impl ManifoldReport {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_closed_manifold(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for ManifoldReport {
    /// One line: `closed manifold`, or how many of each fault and the first place of each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_closed_manifold() {
            return f.write_str("closed manifold");
        }
        let faults = [
            fault("open edges", &self.open_edges),
            fault("edges of more than two triangles", &self.crowded_edges),
            fault("edges between flipped triangles", &self.flipped_edges),
            fault("pinched vertices", &self.pinched_vertices),
            fault("degenerate triangles", &self.degenerate_triangles),
        ];
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        f.write_str(&faults.join("; "))
    }
}

/// Checks that a mesh, welded by equal position, is a closed manifold with all triangles turned the same way.
///
/// Every edge must belong to exactly two triangles that run along it in opposite directions, and the
/// triangles around every vertex must form one fan. An index out of range or a triangle without area is a fault of
/// its own; a triangle whose corners are welded into one another has no edges to count. An empty mesh has no faults.
///
/// Several separate closed surfaces are one closed manifold here; surfaces that cross each other are not noticed, nor
/// is a surface turned inside out as a whole: its [`volume`](crate::volume) is negative.
#[must_use]
pub fn check_closed_manifold(positions: &[Vec3], triangles: &[[u32; 3]]) -> ManifoldReport {
    let welded = weld(positions);
    let mut report = ManifoldReport::default();
    let mut sides = Vec::with_capacity(3 * triangles.len());
    let mut corner_vertex = Vec::with_capacity(3 * triangles.len());
    for (index, &triangle) in triangles.iter().enumerate() {
        let points = corners(positions, triangle);
        if points.and_then(normal_and_angles).is_none() {
            report.degenerate_triangles.push(index);
        }
        if points.is_none() {
            continue;
        }
        let vertices = triangle.map(|vertex| welded[vertex as usize]);
        if !is_collapsed(vertices) {
            push_sides(&mut sides, vertices, corner_vertex.len());
            corner_vertex.extend(vertices);
        }
    }
    // Brings the sides of an edge together.
    sides.sort_unstable();
    let fans = join_edges(&sides, corner_vertex.len(), &mut report);
    report.pinched_vertices = find_pinched(fans, &corner_vertex);
    report
}

/// One side of one triangle. The derived order brings the sides of one edge together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    edge: [u32; 2],
    /// Whether the triangle runs from the larger index to the smaller.
    backwards: bool,
    /// The triangle's corner at `edge[0]` and at `edge[1]`.
    corners: [usize; 2],
}

/// Whether welding left fewer than three corners, as at the pole of a sphere made of quads: no part of the surface.
fn is_collapsed([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || c == a
}

fn push_sides(sides: &mut Vec<HalfEdge>, vertices: [u32; 3], first_corner: usize) {
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (from, to) = (vertices[i], vertices[j]);
        let backwards = to < from;
        let (low, high) = if backwards { (j, i) } else { (i, j) };
        sides.push(HalfEdge {
            edge: [vertices[low], vertices[high]],
            backwards,
            corners: [first_corner + low, first_corner + high],
        });
    }
}

/// Files every edge under its fault and joins the corners that triangles share across sound edges.
fn join_edges(sides: &[HalfEdge], n_corners: usize, report: &mut ManifoldReport) -> Fans {
    let mut fans = Fans::new(n_corners);
    for edge in sides.chunk_by(|a, b| a.edge == b.edge) {
        match edge {
            [only] => report.open_edges.push(only.edge),
            [one, other] => {
                if one.backwards == other.backwards {
                    report.flipped_edges.push(one.edge);
                }
                // At either end of the edge the corners of its two triangles lie in one fan.
                fans.join(one.corners[0], other.corners[0]);
                fans.join(one.corners[1], other.corners[1]);
            }
            crowd => report.crowded_edges.push(crowd[0].edge),
        }
    }
    fans
}

/// The vertices whose corners fall into more than one fan.
fn find_pinched(mut fans: Fans, corner_vertex: &[u32]) -> Vec<u32> {
    let mut vertex_fan: Vec<(u32, usize)> = corner_vertex
        .iter()
        .enumerate()
        .map(|(corner, &vertex)| (vertex, fans.of(corner)))
        .collect();
    vertex_fan.sort_unstable();
    vertex_fan.dedup();
    vertex_fan
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|fans| 1 < fans.len())
        .map(|fans| fans[0].0)
        .collect()
}

/// Disjoint sets of triangle corners: each set is one fan of triangles around one vertex.
struct Fans {
    parent: Vec<usize>,
}

impl Fans {
    fn new(n_corners: usize) -> Self {
        Self {
            parent: (0..n_corners).collect(),
        }
    }

    /// The smallest corner of the fan; halves the path on the way, which keeps later look-ups short.
    fn of(&mut self, mut corner: usize) -> usize {
        while self.parent[corner] != corner {
            self.parent[corner] = self.parent[self.parent[corner]];
            corner = self.parent[corner];
        }
        corner
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

fn fault<T: fmt::Debug>(name: &str, places: &[T]) -> Option<String> {
    let first = places.first()?;
    Some(format!("{} {name} (first: {first:?})", places.len()))
}
