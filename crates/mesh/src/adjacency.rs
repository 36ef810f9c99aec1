//! What lies beside what on a surface: points, their neighbors, their triangles, and the parts that hang together.

use std::fmt;
use std::ops::Range;

use glam::Vec3;

use crate::triangle::corners;
use crate::{PointIndex, weld};

mod parts;
pub(crate) mod rows;
mod slots;

use rows::{Rows, index};

/// More triangles than this have more sides and corners than fit the flat lists: each gives six pairs of neighbors, counted by u32.
const MOST_TRIANGLES: usize = (u32::MAX / 6) as usize;

/// The neighborhoods of a surface, whose vertices are welded into points.
///
/// A *vertex* is the file's; a *point* is a place of the surface: all vertices of exactly one position
/// (see [`weld`](crate::weld())). Points are numbered in the order of their first vertices, so that without seams a point
/// has its vertex's number.
///
/// The surface need not be a manifold, closed, or turned one way. Left out are triangles that name a vertex out of range,
/// have a corner that is not finite, or name one point twice; a triangle whose three points lie in a line stays, for it
/// connects them. Vertices that no triangle is left for are points without neighbors, each a part of its own.
///
/// Everything is built at once in a time of n log n and kept in flat lists, about 100 bytes a point.
/// It knows the shape at rest: a posed shape has the same neighborhoods, at other places.
///
/// Asked about what is out of range, it answers as for a point without neighbors.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Adjacency, PointIndex};
///
/// // Two triangles that share a side, which the file split into two vertices at each end.
/// let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X, Vec3::ONE, Vec3::Y];
/// let surface = Adjacency::new(&positions, &[[0, 1, 2], [3, 4, 5]]);
/// assert_eq!((surface.point_count(), surface.part_count()), (4, 1));
/// let point = surface.point_of(3);
/// assert_eq!(surface.vertices_of(point), [1, 3]);
/// assert_eq!(surface.neighbors(point), [0, 2, 3].map(PointIndex));
/// assert_eq!(surface.triangles_at(point), [0, 1]);
/// ```
#[derive(Clone)]
pub struct Adjacency {
    /// The point of each vertex.
    points: Vec<PointIndex>,
    /// The vertices of each point.
    vertices: Rows<u32>,
    /// Where each point is.
    positions: Vec<Vec3>,
    /// Three points each, not vertices.
    triangles: Vec<[u32; 3]>,
    triangles_at: Rows<u32>,
    neighbors: Rows<PointIndex>,
    parts: Vec<u32>,
    part_count: usize,
}

impl fmt::Debug for Adjacency {
    /// How large it is; all lists would be a wall of numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adjacency")
            .field("vertices", &self.vertex_count())
            .field("points", &self.point_count())
            .field("triangles", &self.triangles.len())
            .field("parts", &self.part_count)
            .finish()
    }
}

impl Adjacency {
    /// Finds the neighborhoods of a mesh: a triangle lists vertices. Never fails; what is left out the type says.
    ///
    /// Triangles from the 2³²/6th on are left out too.
    #[must_use]
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let (points, places) = points_of(positions);
        let triangles: Vec<[u32; 3]> = triangles
            .iter()
            .filter(|&&triangle| corners(positions, triangle).is_some())
            .map(|triangle| triangle.map(|vertex| points[vertex as usize].0))
            // Once more after welding, which may have made two corners one point.
            .filter(|&[a, b, c]| a != b && b != c && c != a)
            .take(MOST_TRIANGLES)
            .collect();
        let numbered = || (0..).zip(&triangles);
        let vertices = Rows::new(places.len(), || points.iter().map(|point| point.0).zip(0..));
        let triangles_at = Rows::new(places.len(), || {
            numbered().flat_map(|(place, triangle)| triangle.map(|point| (point, place)))
        });
        let both_ways = |&[a, b, c]: &[u32; 3]| {
            let sides = [(a, b), (a, c), (b, a), (b, c), (c, a), (c, b)];
            sides.map(|(point, other)| (point, PointIndex(other)))
        };
        // Triangles that share a side name its ends twice.
        let neighbors = Rows::new(places.len(), || triangles.iter().flat_map(both_ways)).sets();
        let (parts, part_count) = parts::of(&neighbors, places.len());
        Self {
            points,
            vertices,
            positions: places,
            triangles,
            triangles_at,
            neighbors,
            parts,
            part_count,
        }
    }

    /// The number of points.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.positions.len()
    }

    /// All points, in order.
    pub fn all_points(&self) -> impl DoubleEndedIterator<Item = PointIndex> + Clone + use<> {
        // Not more than u32 can count: triangles could not name them.
        (0..index(self.point_count())).map(PointIndex)
    }

    /// The number of the file's vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.points.len()
    }

    /// The point of a vertex; [`PointIndex::NONE`] for one out of range.
    #[must_use]
    pub fn point_of(&self, vertex: u32) -> PointIndex {
        let point = self.points.get(vertex as usize);
        point.copied().unwrap_or(PointIndex::NONE)
    }

    /// The point of each vertex.
    #[must_use]
    pub fn points(&self) -> &[PointIndex] {
        &self.points
    }

    /// The vertices of a point, in rising order: at least one.
    #[must_use]
    pub fn vertices_of(&self, point: PointIndex) -> &[u32] {
        self.vertices.row(point.0)
    }

    /// Where each point is, at rest. May hold what is not finite, at points without neighbors.
    #[must_use]
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// The same surface with its points elsewhere, as in a pose: vertices, triangles and neighbors stay, whatever comes to lie where.
    ///
    /// Nothing unless there are as many positions as points.
    #[must_use]
    pub fn with_positions(&self, positions: Vec<Vec3>) -> Option<Self> {
        let is_fit = positions.len() == self.point_count();
        is_fit.then(|| Self {
            positions,
            ..self.clone()
        })
    }

    /// Takes to points what is given for vertices, such as places in a pose: of each point's vertices the first counts.
    ///
    /// One for each point; NaN where `of_vertices` is too short.
    #[must_use]
    pub fn at_points(&self, of_vertices: &[Vec3]) -> Vec<Vec3> {
        let points = self.vertices.rows();
        let of_first = |vertices: &[u32]| of_vertices.get(*vertices.first()? as usize).copied();
        points
            .map(|vertices| of_first(vertices).unwrap_or(Vec3::NAN))
            .collect()
    }

    /// The triangles that were not left out, in the order of the mesh's list; each lists three different points.
    ///
    /// The points are bare numbers, the places of the corners in [`positions`](Self::positions): with those they are a mesh like any other.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The triangles with a corner at a point, as [`triangles`](Self::triangles) counts, in rising order.
    #[must_use]
    pub fn triangles_at(&self, point: PointIndex) -> &[u32] {
        self.triangles_at.row(point.0)
    }

    /// The points that share a side of a triangle with a point, in rising order, each once.
    #[must_use]
    pub fn neighbors(&self, point: PointIndex) -> &[PointIndex] {
        self.neighbors.row(point.0)
    }

    /// Where the neighbors of a point stand in the one list of all points' neighbors, one point after another.
    ///
    /// It is how a list of numbers that has one for each neighbor of each point, such as
    /// [`cotangents`](crate::cotangents), is read.
    #[must_use]
    pub fn neighbor_range(&self, point: PointIndex) -> Range<usize> {
        self.neighbors.range(point.0)
    }

    /// The length of the one list of all points' neighbors: twice the number of sides.
    #[must_use]
    pub fn neighbor_total(&self) -> usize {
        self.neighbors.total()
    }

    /// The part of each point: points that hang together through sides of triangles have the same.
    ///
    /// Parts are numbered in the order of their first points.
    #[must_use]
    pub fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// The number of parts.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.part_count
    }

    /// A slot for each vertex, 0 up to their number, such that [`PAGE`](Self::PAGE) slots from a multiple of it on are a
    /// compact patch of the surface, whatever the order of the file.
    ///
    /// Each part with at least a page of vertices is laid out on its own, the small ones together. A stretch of slots is
    /// halved again and again, at the multiple of a page next to its middle, across the axis along which its vertices
    /// spread most, until it is one page. Axes are those of place, and those of the normal times twice the width of a
    /// patch: they part the two faces of a thin sheet. The vertices of a point lie on the same page, but for the few that a cut
    /// goes through.
    ///
    /// The same mesh gives the same slots.
    #[must_use]
    pub fn slots(&self) -> Vec<u32> {
        slots::of(self)
    }
}

/// The point of each vertex, and the place of each point.
fn points_of(positions: &[Vec3]) -> (Vec<PointIndex>, Vec<Vec3>) {
    let mut places = Vec::with_capacity(positions.len());
    let mut points: Vec<PointIndex> = Vec::with_capacity(positions.len());
    for ((first, &position), vertex) in weld(positions).into_iter().zip(positions).zip(0..) {
        // The first vertex of a place comes before the others, which take its point.
        let point = points.get(first as usize).copied();
        points.push(point.unwrap_or_else(|| PointIndex(index(places.len()))));
        if first == vertex {
            places.push(position);
        }
    }
    (points, places)
}
