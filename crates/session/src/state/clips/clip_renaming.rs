//! The name of a clip while it is typed.

use rig::ClipId;

/// A clip whose name is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipRenaming {
    /// The clip, which keeps its name until the text is confirmed.
    pub clip: ClipId,
    /// What has been typed.
    pub text: String,
}
