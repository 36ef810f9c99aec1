//! The signs of rotations in a pose or over a clip.

use serde::Serialize;

use crate::measure::valid_signs::{ClipSignCount, SignCount};

/// How the signs of rotations fit together, for signs that follow how joints were turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SignReport {
    /// The index of the clip; none without a clip.
    pub clip: Option<usize>,
    /// The name of the clip, or of the pose; none without a name.
    pub name: Option<String>,
    /// The time in seconds; none for a whole clip, and without a clip.
    pub time: Option<f32>,
    /// Frames looked at; 1 for a pose.
    pub frames: usize,
    /// Whether a clip is so long that these are fewer than usual, evenly over it.
    pub is_thinned: bool,
    /// Frames in which some vertex has no valid signs.
    pub frames_without_valid: usize,
    /// Frames in which some vertex is turned beyond its valid signs.
    pub frames_invalid: usize,
    /// Frames in which some vertex is near a flip.
    pub frames_near: usize,
    /// Vertices that two joints or more move; those of each case, in some frame; the largest angle between two joints of one.
    #[serde(flatten)]
    pub any_frame: SignCount,
}

impl SignReport {
    /// The report of a clip, by its index and name.
    #[must_use]
    pub fn of_clip(clip: usize, name: Option<String>, count: ClipSignCount) -> Self {
        Self {
            clip: Some(clip),
            name,
            time: None,
            frames: count.frames,
            is_thinned: count.is_thinned,
            frames_without_valid: count.frames_without_valid,
            frames_invalid: count.frames_invalid,
            frames_near: count.frames_near,
            any_frame: count.any_frame,
        }
    }

    /// The report of one pose, with the clip and time that it is of.
    #[must_use]
    pub fn of_pose(moment: Option<(usize, f32)>, name: Option<String>, count: SignCount) -> Self {
        Self {
            clip: moment.map(|(clip, _)| clip),
            name,
            time: moment.map(|(_, time)| time),
            frames: 1,
            is_thinned: false,
            frames_without_valid: usize::from(count.without_valid > 0),
            frames_invalid: usize::from(count.invalid > 0),
            frames_near: usize::from(count.near > 0),
            any_frame: count,
        }
    }
}
