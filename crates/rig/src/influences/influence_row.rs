//! One vertex's row of a list of rows, as it lies there.

use glam::Vec3;

use crate::JointSlot;

/// A row of [`Influences`](crate::Influences): which joints move a vertex, and how much.
///
/// Two slices of one length, both empty where the vertex is unbound.
///
/// # Examples
///
/// ```
/// use rig::{InfluenceRow, JointSlot};
///
/// let mut builder = rig::InfluencesBuilder::new(3);
/// builder.vertex([(2, 0.5), (0, 0.5)])?;
/// let influences = builder.build();
/// let InfluenceRow { joints, weights } = influences.row(0);
/// assert_eq!(joints, [2, 0].map(JointSlot));
/// assert_eq!(weights, [0.5, 0.5]);
/// assert!(influences.row(0).pairs().eq([(JointSlot(2), 0.5), (JointSlot(0), 0.5)]));
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct InfluenceRow<'a> {
    /// The joints; the first is the pivot of the papers' sign rule.
    pub joints: &'a [JointSlot],
    /// The weight of each.
    pub weights: &'a [f32],
}

impl<'a> InfluenceRow<'a> {
    /// Each joint with its weight, in order.
    #[must_use]
    pub fn pairs(self) -> impl ExactSizeIterator<Item = (JointSlot, f32)> + Clone + 'a {
        let joints = self.joints.iter().copied();
        joints.zip(self.weights.iter().copied())
    }
}

/// A row of [`WeightGradients`](crate::WeightGradients): how the weights of a vertex change over the surface.
///
/// Two slices of one length, both empty where the vertex is unbound.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct GradientRow<'a> {
    /// The joints: those of the vertex, and those that only its neighbors have.
    pub joints: &'a [JointSlot],
    /// The gradient of the weight of each, in a unit of weight a unit of length.
    pub gradients: &'a [Vec3],
}
