//! A joint with its weight.

use crate::JointSlot;

/// One influence: a joint and its weight at a vertex or a point.
///
/// What takes a row takes pairs as well, `[(0, 0.25), (2, 0.75)]`: there is nothing else that they could mean.
///
/// # Examples
///
/// ```
/// use rig::{JointSlot, JointWeight};
///
/// let row = [(0, 0.25), (2, 0.75)].map(JointWeight::from);
/// assert_eq!(row[1].joint, JointSlot(2));
/// assert_eq!(row[1].weight, 0.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct JointWeight {
    /// The slot of the joint in the skin's list.
    pub joint: JointSlot,
    /// Any finite number; building divides a row by its sum.
    pub weight: f32,
}

impl<J: Into<JointSlot>> From<(J, f32)> for JointWeight {
    #[inline]
    fn from((joint, weight): (J, f32)) -> Self {
        let joint = joint.into();
        Self { joint, weight }
    }
}

impl From<JointWeight> for (JointSlot, f32) {
    #[inline]
    fn from(of: JointWeight) -> Self {
        (of.joint, of.weight)
    }
}
