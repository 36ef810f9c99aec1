//! Where operations read weights.

use mesh::PointIndex;
use rig::{InfluenceRow, Influences, JointSlot};

use crate::Row;
use crate::rows::spot::PointRows;

/// Weights of the points of a surface, however they are kept.
///
/// Implemented by [`rig::Influences`], for meshes whose vertices are points: by their
/// [bound rows](rig::Influences::bound_row), so that a row of zeros is unbound. Operations on many points read it from several threads.
pub trait Rows: Sync {
    /// Number of points that have rows; all beyond read as unbound.
    fn point_count(&self) -> usize;

    /// Number of joints in the skin's list: every slot is below it.
    fn joint_count(&self) -> usize;

    /// Joints and weights of a point. Both are empty for an unbound point, and for a point not below
    /// [`point_count`](Self::point_count).
    fn slices(&self, point: PointIndex) -> InfluenceRow<'_>;

    /// How many vertices a point is, at least one: all of them should have the same weights, and files may say otherwise.
    fn copies(&self, point: PointIndex) -> usize {
        let _every = point;
        1
    }

    /// Joints and weights of one of a point's vertices, counted from 0; the first has those of [`slices`](Self::slices). Both
    /// are empty for a vertex that there is not.
    fn copy(&self, point: PointIndex, vertex: usize) -> InfluenceRow<'_> {
        if vertex == 0 {
            self.slices(point)
        } else {
            InfluenceRow::default()
        }
    }

    /// The weights of a point, see [`Row::of`]; where its vertices differ, the mean of those that are bound.
    fn row(&self, point: PointIndex) -> Row {
        PointRows::of(self, point).mean().into_owned()
    }

    /// The weight of a joint at the first vertex of a point, as it stands.
    fn weight(&self, point: PointIndex, joint: JointSlot) -> f32 {
        let InfluenceRow { joints, weights } = self.slices(point);
        let place = joints.iter().position(|&other| other == joint);
        place.map_or(0.0, |place| weights[place])
    }
}

impl Rows for Influences {
    fn point_count(&self) -> usize {
        self.vertex_count()
    }

    fn joint_count(&self) -> usize {
        self.joint_count()
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        let point = point.index();
        if point < self.vertex_count() {
            self.bound_row(point)
        } else {
            InfluenceRow::default()
        }
    }
}
