//! What each joint moves.

use mesh::{Adjacency, PointIndex};
use rig::{InfluenceRow, JointSlot};

use crate::Rows;

/// The points that a joint moves.
pub(super) struct Support {
    pub(super) joint: JointSlot,
    /// In rising order, for bisection.
    pub(super) points: Vec<PointIndex>,
    /// The weight at each, above zero and finite; of several vertices the largest.
    pub(super) weights: Vec<f32>,
}

impl Support {
    /// The weight at a point, 0 where the joint does not move it.
    pub(super) fn weight(&self, point: PointIndex) -> f32 {
        let place = self.points.binary_search(&point);
        place.map_or(0.0, |place| self.weights[place])
    }
}

/// What each joint moves, for the joints that move anything, in their order.
pub(super) fn supports(rows: &dyn Rows, surface: &Adjacency) -> Vec<Support> {
    let mut supports: Vec<Support> = JointSlot::all()
        .zip(0..rows.joint_count())
        .map(|(joint, _)| Support {
            joint,
            points: Vec::new(),
            weights: Vec::new(),
        })
        .collect();
    for point in surface.all_points() {
        let copies = (0..rows.copies(point)).map(|copy| rows.copy(point, copy));
        for (&joint, &weight) in
            copies.flat_map(|InfluenceRow { joints, weights }| joints.iter().zip(weights))
        {
            let is_real = weight > 0.0 && weight.is_finite();
            let Some(support) = supports.get_mut(usize::from(joint)).filter(|_| is_real) else {
                continue;
            };
            match support.weights.last_mut() {
                Some(most) if support.points.last() == Some(&point) => *most = most.max(weight),
                _ => {
                    support.points.push(point);
                    support.weights.push(weight);
                }
            }
        }
    }
    supports.retain(|support| !support.points.is_empty());
    supports
}
