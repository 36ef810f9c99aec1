//! Rows copied and pasted.

use mesh::PointIndex;
use rig::JointSlot;

use crate::rows::draft::Draft;
use crate::rows::spot::PointRows;
use crate::{Edit, Row, Rows, Rules, Skip};

/// The mean of the rows of points: `w_j = Σ_p w_pj / n` over the n bound ones. Unbound if none is bound.
#[must_use]
pub fn mean_row(rows: &dyn Rows, points: &[PointIndex]) -> Row {
    let pairs = points.iter().flat_map(|&point| {
        let row = rows.row(point);
        let pairs: Vec<(JointSlot, f32)> = row.pairs().collect();
        pairs.into_iter()
    });
    Row::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))))
}

/// Rows copied from points.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CopiedRows {
    /// In rising order of the points, each once.
    rows: Vec<(PointIndex, PointRows)>,
}

impl CopiedRows {
    /// The rows of these points, as they stand.
    #[must_use]
    pub fn of(rows: &dyn Rows, points: &[PointIndex]) -> Self {
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        let copied = points
            .into_iter()
            .map(|point| (point, PointRows::of(rows, point)));
        Self {
            rows: copied.collect(),
        }
    }

    /// One row, for wherever it is pasted.
    #[must_use]
    pub fn one(row: Row) -> Self {
        Self {
            rows: vec![(PointIndex(0), PointRows::whole(row))],
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nothing was copied.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Gives points the rows that were copied: of several rows each point the one that was copied from it, a single row to all of
    /// them.
    ///
    /// Where the vertices of a point differed, each gets back its own, if there are as many; others get the mean.
    /// Locked joints keep their weights, and the limit holds. A point that nothing was copied from is skipped. A row that was
    /// unbound unbinds, unless a joint is locked.
    #[must_use]
    pub fn paste(&self, rows: &dyn Rows, points: &[PointIndex], rules: &Rules<'_>) -> Edit {
        let mut draft = Draft::new(rows);
        for &point in points {
            let place = self.rows.binary_search_by_key(&point, |&(point, _)| point);
            let copied = match (self.rows.as_slice(), place) {
                ([(_, one)], _) => one,
                (rows, Ok(place)) => &rows[place].1,
                (_, Err(_)) => {
                    draft.skip(Skip::NothingToTake);
                    continue;
                }
            };
            let mut joints = copied.rows().iter().flat_map(Row::pairs);
            if joints.all(|(joint, _)| usize::from(joint) < rows.joint_count()) {
                let mean = copied.mean();
                let is_alike = copied.rows().len() == rows.copies(point);
                let own = |vertex: usize| copied.rows().get(vertex).filter(|_| is_alike);
                draft.settle(point, |vertex| own(vertex).unwrap_or(&mean), rules);
            } else {
                draft.skip(Skip::NoSuchJoint);
            }
        }
        draft.finish()
    }
}
