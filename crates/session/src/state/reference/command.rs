//! What can be asked of the sound and the pictures that the user works from.

use crate::document::reference::ReferencePictures;

/// A request of the user about sound or pictures. All are steps of undo.
#[derive(Clone, Debug, PartialEq)]
pub enum ReferenceIntent {
    /// Moves the sound: the time of the clip at which it begins, in seconds.
    StartSound {
        /// That time; what cannot be is brought within an hour.
        start: f32,
        /// Whether a field is being dragged, so that more may follow in the same step.
        dragging: bool,
    },
    /// Changes how and when pictures are shown.
    Pictures {
        /// As they are to be; with another file nothing happens.
        wanted: ReferencePictures,
        /// Whether a field is being dragged, so that more may follow in the same step.
        dragging: bool,
    },
}
