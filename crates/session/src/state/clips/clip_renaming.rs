//! The name of a clip while it is typed.

use rig::ClipId;

/// A clip whose name is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipRenaming {
    /// The clip.
    pub clip: ClipId,
    /// What has been typed.
    pub text: String,
}
