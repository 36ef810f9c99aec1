//! What can be asked of props, and what workers found of their files.

use rig::{ClipId, JointIndex};

use super::model::PropModel;
use crate::document::props::{Holder, PropPlace};

/// A request of the user about one prop, by its place in the list. All but the first and the last are steps of undo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PropIntent {
    /// Commands and keys mean this prop from now on.
    Choose(usize),
    /// Shows or hides it.
    SetHidden(usize, bool),
    /// Attaches it to a joint or puts it into the world, at the numbers of its place.
    AttachTo(usize, Holder),
    /// Has it held from the shown time of the clip on, or without a clip by itself, where it is now.
    Hold(usize, Holder),
    /// Moves, turns and scales it in the frame of what holds it without a clip.
    Place {
        /// The prop.
        prop: usize,
        /// Where it is to be; what cannot be is brought within limits.
        place: PropPlace,
        /// Whether a field is being dragged, so that more may follow in the same step.
        dragging: bool,
    },
    /// Takes a switch away.
    RemoveSwitch {
        /// The prop.
        prop: usize,
        /// The clip.
        clip: ClipId,
        /// Seconds from the clip's beginning.
        time: f32,
    },
    /// Takes it away; its file stays.
    Remove(usize),
    /// Reads its file again.
    ReadAgain(usize),
}

impl PropIntent {
    /// The joint that it names.
    #[must_use]
    pub const fn joint(&self) -> Option<&JointIndex> {
        match self {
            Self::AttachTo(_, Holder::Joint(joint)) | Self::Hold(_, Holder::Joint(joint)) => {
                Some(joint)
            }
            Self::AttachTo(_, Holder::World)
            | Self::Hold(_, Holder::World)
            | Self::Choose(_)
            | Self::SetHidden(..)
            | Self::Place { .. }
            | Self::RemoveSwitch { .. }
            | Self::Remove(_)
            | Self::ReadAgain(_) => None,
        }
    }
}

/// What was found in the file of a prop.
#[derive(Debug)]
pub struct PropRead {
    /// Absolute path of the file.
    pub file: String,
    /// What it shows, or one sentence why nothing.
    pub read: Result<PropModel, String>,
}
