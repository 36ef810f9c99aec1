//! What does not fit together.

use rig::ForwardError;
use thiserror::Error;

/// A rig, a clip, a pose or a skin that does not fit the memory that is asked to pose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LaneError {
    /// Lengths of the rig itself, or of a pose.
    #[error(transparent)]
    Lengths(#[from] ForwardError),
    /// A skin that the rig does not have.
    #[error("the rig has {count} skins, there is none of number {skin}")]
    Skin {
        /// Number of the skin that was asked for, from 0.
        skin: usize,
        /// Skins of the rig.
        count: usize,
    },
    /// A clip that was prepared for another rig.
    #[error("the clip was prepared for another rig")]
    OtherRig,
}
