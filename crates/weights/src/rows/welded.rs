//! The weights of points, where a mesh keeps those of vertices.

use mesh::{Adjacency, PointIndex};
use rig::InfluenceRow;

use crate::{Edit, Row, Rows};

/// The rows of a surface's points, read from those of its vertices.
///
/// Vertices of one point have the same weights, unless a file says otherwise: [`Rows::copy`] tells. What is written to each of them
/// says [`vertex_rows`](Self::vertex_rows).
#[derive(Clone, Copy)]
pub struct Welded<'a> {
    surface: &'a Adjacency,
    vertices: &'a dyn Rows,
}

impl std::fmt::Debug for Welded<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Welded")
            .field("surface", self.surface)
            .finish_non_exhaustive()
    }
}

impl<'a> Welded<'a> {
    /// Reads the rows of the vertices that the surface was made of.
    #[must_use]
    pub fn new(surface: &'a Adjacency, vertices: &'a dyn Rows) -> Self {
        Self { surface, vertices }
    }

    /// The rows of an edit of points, for each of their vertices.
    pub fn vertex_rows(self, edit: &'a Edit) -> impl Iterator<Item = (u32, &'a Row)> {
        edit.vertex_rows(self.surface)
    }
}

impl Rows for Welded<'_> {
    fn point_count(&self) -> usize {
        self.surface.point_count()
    }

    fn joint_count(&self) -> usize {
        self.vertices.joint_count()
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        let first = self.surface.vertices_of(point).first();
        first.map_or(
            InfluenceRow {
                joints: &[],
                weights: &[],
            },
            |&vertex| self.vertices.slices(PointIndex(vertex)),
        )
    }

    fn copies(&self, point: PointIndex) -> usize {
        self.surface.vertices_of(point).len().max(1)
    }

    fn copy(&self, point: PointIndex, vertex: usize) -> InfluenceRow<'_> {
        let vertex = self.surface.vertices_of(point).get(vertex);
        vertex.map_or(
            InfluenceRow {
                joints: &[],
                weights: &[],
            },
            |&vertex| self.vertices.slices(PointIndex(vertex)),
        )
    }
}
