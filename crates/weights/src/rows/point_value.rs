//! A point and a number of it.

use mesh::PointIndex;

/// A point of a surface, and a number that belongs to it: the falloff of a brush, a share, a weight or the number of a map.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct PointValue {
    /// The point of the surface that the number belongs to.
    pub point: PointIndex,
    /// Its number; what it counts, the list says.
    pub value: f32,
}

impl PointValue {
    /// A point and its number.
    #[must_use]
    #[inline]
    pub const fn new(point: PointIndex, value: f32) -> Self {
        Self { point, value }
    }
}
