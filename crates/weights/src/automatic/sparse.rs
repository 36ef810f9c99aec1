//! Weights while they are made: rows that need not sum to one yet.

use mesh::PointIndex;
use rig::JointSlot;
use smallvec::SmallVec;

/// Joint and weight of one point, joints in rising order.
pub(super) type Raw = SmallVec<[(JointSlot, f32); 6]>;

/// What is below this is not kept while weights are made: a fiftieth of what the finest file keeps.
pub(super) const NOTHING: f64 = 1e-5;

/// A row for each point.
pub(super) struct SparseRows {
    rows: Vec<Raw>,
}

impl SparseRows {
    pub(super) fn new(point_count: usize) -> Self {
        Self {
            rows: vec![Raw::new(); point_count],
        }
    }

    /// Adds to a row; joints have to come in rising order.
    pub(super) fn push(&mut self, point: PointIndex, joint: JointSlot, weight: f32) {
        self.rows[point.index()].push((joint, weight));
    }

    pub(super) fn set(&mut self, point: PointIndex, row: Raw) {
        self.rows[point.index()] = row;
    }

    pub(super) fn row(&self, point: usize) -> &Raw {
        &self.rows[point]
    }

    pub(super) const fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn of(rows: Vec<Raw>) -> Self {
        Self { rows }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose; weights are 0 to 1, and too large a distance becomes infinite"
)]
pub(super) const fn narrow(value: f64) -> f32 {
    value as f32
}
