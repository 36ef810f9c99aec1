//! The index of a joint in its skeleton.

/// Index of a joint in its [`Skeleton`](crate::Skeleton), parent before child.
///
/// What a skin and its [`Influences`](crate::Influences) count is no such index but a [`JointSlot`](crate::JointSlot). Sixteen bits: a skeleton holds at most [`MAX_JOINTS`](crate::MAX_JOINTS) joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointIndex(pub u16);

impl JointIndex {
    /// The index as a `usize`, for slices.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
