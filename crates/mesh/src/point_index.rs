//! The number of a point.

use std::fmt;
use std::num::TryFromIntError;

/// Number of a point of a surface, counted from 0: a place with all vertices that are welded there, as an
/// [`Adjacency`](crate::Adjacency) numbers them.
///
/// It is no number of a vertex, though both are of 32 bits and equal where a mesh has no seams: a surface has fewer points than the file has
/// vertices. [`Adjacency::point_of`](crate::Adjacency::point_of) and [`Adjacency::vertices_of`](crate::Adjacency::vertices_of) lead from
/// one to the other; nothing else converts them.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Adjacency, PointIndex};
///
/// // Vertices 0 and 2 are one point, so that vertex 3 is the third.
/// let surface = Adjacency::new(&[Vec3::ZERO, Vec3::X, Vec3::ZERO, Vec3::Y], &[[0, 1, 3]]);
/// assert_eq!(surface.point_of(3), PointIndex(2));
/// assert_eq!(surface.vertices_of(PointIndex(0)), [0, 2]);
/// assert_eq!(surface.positions()[PointIndex(2).index()], Vec3::Y);
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointIndex(pub u32);

impl PointIndex {
    /// No point: what a vertex that there is not belongs to.
    pub const NONE: Self = Self(u32::MAX);

    /// The number as a `usize`, for lists that have one element for each point.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All points in order, to go along such lists.
    #[must_use]
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..u32::MAX).map(Self)
    }
}

impl fmt::Display for PointIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Fails beyond the last number that 32 bits have.
impl TryFrom<usize> for PointIndex {
    type Error = TryFromIntError;

    #[inline]
    fn try_from(place: usize) -> Result<Self, Self::Error> {
        u32::try_from(place).map(Self)
    }
}

impl From<PointIndex> for u32 {
    #[inline]
    fn from(point: PointIndex) -> Self {
        point.0
    }
}
