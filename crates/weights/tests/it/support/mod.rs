//! What several tests of weights share: rows, surfaces, generators and real models.

use mesh::PointIndex;
use weights::PointValue;

pub(crate) mod limbs;
pub(crate) mod models;
pub(crate) mod paint;
pub(crate) mod raw;

/// Points with their numbers, by the numbers of the points.
pub(crate) fn values<const N: usize>(of: [(u32, f32); N]) -> [PointValue; N] {
    of.map(|(point, value)| PointValue::new(PointIndex(point), value))
}
