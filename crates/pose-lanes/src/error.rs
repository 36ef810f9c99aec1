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
    /// A scale inheritance that has no lanes: only [`ScaleInheritance::Joint`](rig::ScaleInheritance::Joint) and
    /// [`ScaleInheritance::Children`](rig::ScaleInheritance::Children) have.
    #[error(
        "joint {joint} has the scale inheritance {kind:?}; only joint and children are posed in lanes: pose it by rig::forward"
    )]
    Inheritance {
        /// Number of the joint, from 0.
        joint: usize,
        /// The kind, by its name.
        kind: &'static str,
    },
    /// A skin that the rig does not have.
    #[error("the rig has {count} skins, there is none of number {skin}")]
    Skin {
        /// Number of the skin that was asked for, from 0.
        skin: usize,
        /// Skins of the rig.
        count: usize,
    },
    /// A clip that a crowd does not have.
    #[error("the crowd has {count} clips, there is none of number {clip}")]
    Clip {
        /// Number of the clip that a member plays, from 0.
        clip: usize,
        /// Clips of the crowd.
        count: usize,
    },
    /// Palettes of a crowd that are not as long as its members' lists.
    #[error("the palettes of the crowd have {expected} entries, there is room for {found}")]
    Entries {
        /// Members times joints of the skin's list.
        expected: usize,
        /// Entries that were given.
        found: usize,
    },
    /// A clip that was prepared for another rig.
    #[error("the clip was prepared for another rig")]
    OtherRig,
}
