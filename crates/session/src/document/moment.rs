//! A moment of a clip: what a pose, an undo step and a pane are about.

use rig::ClipId;

/// A moment of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The clip, one of the character's.
    pub clip: ClipId,
    /// Seconds from the clip's beginning.
    pub time: f32,
}
