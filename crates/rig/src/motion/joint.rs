//! The index of a joint in its skeleton.

use crate::motion::index_newtype::index_newtype;

index_newtype! {
    /// Index of a joint in its [`Skeleton`](crate::Skeleton), parent before child.
    ///
    /// What a skin and its [`Influences`](crate::Influences) count is no such index but a [`JointSlot`](crate::JointSlot). Sixteen bits: a skeleton holds at most [`MAX_JOINTS`](crate::MAX_JOINTS) joints.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct JointIndex(pub u16);
}
