//! Several primitives joined into one surface: one list of vertices, one of triangles, and the mapping back to each
//! primitive.

use std::fmt;

use character::{Character, Primitive};
use glam::Vec3;

use crate::pose::deform::DeformedPrimitive;
use crate::pose::placed::placed_primitives;

/// The range of each primitive's vertices in the joined list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexRanges {
    /// The first vertex of each primitive.
    firsts: Vec<u32>,
    count: u32,
}

impl VertexRanges {
    /// Ranges for primitives with these numbers of vertices, in order.
    fn new(counts: impl Iterator<Item = usize>) -> Self {
        let mut ranges = Self::default();
        for count in counts {
            ranges.firsts.push(ranges.count);
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            ranges.count = ranges.count.saturating_add(count);
        }
        ranges
    }

    /// The number of vertices of all primitives.
    #[must_use]
    pub const fn vertex_count(&self) -> u32 {
        self.count
    }

    /// The first vertex of a primitive, and one past its last.
    fn range(&self, primitive: usize) -> Option<(u32, u32)> {
        let first = *self.firsts.get(primitive)?;
        let end = self.firsts.get(primitive + 1).copied();
        Some((first, end.unwrap_or(self.count)))
    }

    /// The first vertex of a primitive in the joined list; none if there is no such primitive.
    #[must_use]
    pub fn first(&self, primitive: usize) -> Option<u32> {
        self.firsts.get(primitive).copied()
    }

    /// The index in the joined list of a primitive's vertex.
    #[must_use]
    pub fn vertex(&self, primitive: usize, vertex: u32) -> Option<u32> {
        let (first, end) = self.range(primitive)?;
        first.checked_add(vertex).filter(|joined| *joined < end)
    }

    /// The primitive of a vertex of the joined list, and the vertex in it.
    #[must_use]
    pub fn place(&self, vertex: u32) -> Option<(usize, u32)> {
        if vertex >= self.count {
            return None;
        }
        // Of several primitives that begin at this vertex all but the last are empty.
        let after = self.firsts.partition_point(|first| *first <= vertex);
        let primitive = after.checked_sub(1)?;
        Some((primitive, vertex - self.first(primitive)?))
    }
}

/// Primitives as one surface. Poses of a character move its vertices; the triangles stay the same.
#[derive(Clone, Default)]
pub struct CombinedSurface {
    triangles: Vec<[u32; 3]>,
    /// The first triangle of each primitive.
    first_triangles: Vec<usize>,
    ranges: VertexRanges,
}

impl fmt::Debug for CombinedSurface {
    /// Prints counts only: a list of all triangles would be unreadable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CombinedSurface")
            .field("vertices", &self.ranges.count)
            .field("triangles", &self.triangles.len())
            .finish_non_exhaustive()
    }
}

impl CombinedSurface {
    /// Joins these primitives, in this order.
    #[must_use]
    pub fn new(primitives: &[&Primitive]) -> Self {
        let ranges = VertexRanges::new(primitives.iter().map(|one| one.positions.len()));
        let count = primitives.iter().map(|one| one.triangles.len()).sum();
        let mut triangles = Vec::with_capacity(count);
        let mut first_triangles = Vec::with_capacity(primitives.len());
        for (own, &first) in primitives.iter().zip(&ranges.firsts) {
            first_triangles.push(triangles.len());
            let own = own.triangles.iter();
            triangles.extend(own.map(|own| own.map(|vertex| vertex.saturating_add(first))));
        }
        Self {
            triangles,
            first_triangles,
            ranges,
        }
    }

    /// Joins all placed primitives of a character, in the order of [`placed_primitives`].
    #[must_use]
    pub fn of(character: &Character) -> Self {
        let placed: Vec<&Primitive> = placed_primitives(character)
            .map(|placed| placed.primitive)
            .collect();
        Self::new(&placed)
    }

    /// Triangles of all primitives, one after another.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The vertices of each primitive in the joined list.
    #[must_use]
    pub const fn ranges(&self) -> &VertexRanges {
        &self.ranges
    }

    /// The vertices of each primitive, freeing the triangles.
    #[must_use]
    pub fn into_ranges(self) -> VertexRanges {
        self.ranges
    }

    /// The primitive of a triangle, and the triangle's vertices in it.
    #[must_use]
    pub fn triangle(&self, triangle: usize) -> Option<(usize, [u32; 3])> {
        let corners = *self.triangles.get(triangle)?;
        let (primitive, _) = self.ranges.place(corners[0])?;
        let first = self.ranges.first(primitive)?;
        Some((
            primitive,
            corners.map(|vertex| vertex.saturating_sub(first)),
        ))
    }

    /// The number of a triangle within its primitive.
    #[must_use]
    pub fn face(&self, triangle: usize, primitive: usize) -> Option<usize> {
        triangle.checked_sub(*self.first_triangles.get(primitive)?)
    }

    /// Splits one value per vertex into one list per primitive.
    #[must_use]
    pub fn split<T>(&self, values: Vec<T>) -> Vec<Vec<T>> {
        let mut values = values.into_iter();
        let primitives = 0..self.ranges.firsts.len();
        let lists = primitives.filter_map(|primitive| {
            let (first, end) = self.ranges.range(primitive)?;
            Some(values.by_ref().take((end - first) as usize).collect())
        });
        lists.collect()
    }
}

/// The positions of all primitives' vertices in a pose, as one list.
#[must_use]
pub fn join_positions(deformed: &[DeformedPrimitive]) -> Vec<Vec3> {
    let all = deformed.iter().flat_map(|found| &found.positions);
    all.copied().collect()
}
