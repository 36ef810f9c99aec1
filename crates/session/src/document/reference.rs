//! What an animator works from: a sound along the clips, and pictures behind the figures.
//!
//! Both are named by their files and are no part of the character: projects keep them, exports do not.

use std::path::Path;

use crate::files::working_folder::file_name;

/// The farthest that a sound or pictures may begin before or after the beginning of a clip, in seconds.
pub const FARTHEST_START: f32 = 3600.0;
/// The largest factor between pictures as they fit a pane and as they are shown, either way.
pub const MOST_SCALE: f32 = 20.0;
/// The farthest that pictures may be shifted, in heights of the pane.
pub const FARTHEST_SHIFT: f32 = 10.0;
/// The most pictures a second.
pub const MOST_PER_SECOND: f32 = 240.0;
/// The least pictures a second: one in a minute and a half.
pub const LEAST_PER_SECOND: f32 = 0.01;

/// What an animator works from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// The sound along the clips.
    pub sound: Option<Sound>,
    /// The pictures behind the figures.
    pub pictures: Option<ReferencePictures>,
}

/// A sound along the clips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Absolute path of its file.
    pub file: String,
    /// The time of the clip at which it begins, in seconds; negative before the clip does.
    pub start: f32,
}

/// Pictures behind or before the figures: one, a numbered sequence, or an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferencePictures {
    /// Absolute path of the file, of a sequence that of the first picture.
    pub file: String,
    /// The pane that shows them, 0 for A; none for all.
    pub pane: Option<usize>,
    /// Whether they are shown over the figures, rather than behind them.
    pub in_front: bool,
    /// How much of them is seen, 0 to 1.
    pub opacity: f32,
    /// How far they are shifted from the middle of the pane, to the right and up, in heights of the pane.
    pub shift: [f32; 2],
    /// Their size; 1 fits the pane.
    pub scale: f32,
    /// The time of the clip at which the first picture is shown, in seconds; negative before the clip does.
    pub start: f32,
    /// Pictures a second; none for the times that an animation's file says, and for the first picture of a sequence alone.
    pub per_second: Option<f32>,
}

impl Default for ReferencePictures {
    fn default() -> Self {
        Self {
            file: String::new(),
            pane: None,
            in_front: false,
            opacity: 1.0,
            shift: [0.0, 0.0],
            scale: 1.0,
            start: 0.0,
            per_second: None,
        }
    }
}

impl Sound {
    /// Its name for people: that of the file.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(Path::new(&self.file))
    }

    /// The same within what can be shown; what is no number is that of a new one.
    #[must_use]
    pub fn within_limits(self) -> Self {
        Self {
            start: start_within(self.start),
            ..self
        }
    }
}

impl ReferencePictures {
    /// Their name for people: that of the file.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(Path::new(&self.file))
    }

    /// Whether a pane shows them, 0 for A.
    #[must_use]
    pub fn are_in(&self, pane: usize) -> bool {
        self.pane.is_none_or(|own| own == pane)
    }

    /// The same within what can be shown; what is no number is that of new ones.
    #[must_use]
    pub fn within_limits(self) -> Self {
        let usual = Self::default();
        let or = |number: f32, usual: f32| if number.is_finite() { number } else { usual };
        let shift = |by: f32| or(by, 0.0).clamp(-FARTHEST_SHIFT, FARTHEST_SHIFT);
        let rate = self.per_second.filter(|rate| rate.is_finite());
        Self {
            opacity: or(self.opacity, usual.opacity).clamp(0.0, 1.0),
            shift: self.shift.map(shift),
            scale: or(self.scale, usual.scale).clamp(MOST_SCALE.recip(), MOST_SCALE),
            start: start_within(self.start),
            per_second: rate.map(|rate| rate.clamp(LEAST_PER_SECOND, MOST_PER_SECOND)),
            ..self
        }
    }
}

fn start_within(start: f32) -> f32 {
    if start.is_finite() {
        start.clamp(-FARTHEST_START, FARTHEST_START)
    } else {
        0.0
    }
}
