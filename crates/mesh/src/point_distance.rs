//! A point and how far it is.

use crate::PointIndex;

/// A point of a surface, and its distance from somewhere.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct PointDistance {
    /// The point, as the surface's [`Adjacency`](crate::Adjacency) numbers it.
    pub point: PointIndex,
    /// Its distance, in the unit of the positions.
    pub distance: f32,
}

impl PointDistance {
    /// A point and its distance.
    #[must_use]
    #[inline]
    pub const fn new(point: PointIndex, distance: f32) -> Self {
        Self { point, distance }
    }
}
