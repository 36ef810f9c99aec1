//! Pictures to work from, as they are read: one, a numbered sequence, or an animation; and which of them is shown at a time.

use std::path::PathBuf;
use std::sync::Arc;

/// A decoded picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Red, green, blue (sRGB) and opacity of each pixel, rows from the top.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    /// The size only: a list of all pixels would be unreadable.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

/// Pictures that were found in a file, or beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Media {
    /// One picture.
    Still(Arc<Picture>),
    /// Files that are decoded when they are shown, by how many pictures come before each: the first is 0, and they rise.
    Sequence(Vec<(u64, PathBuf)>),
    /// Pictures with their ends in seconds from the beginning of the first, which rise.
    Animation(Vec<(f64, Arc<Picture>)>),
}

impl Media {
    /// How many pictures there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        match self {
            Self::Still(_) => 1,
            Self::Sequence(files) => files.len(),
            Self::Animation(pictures) => pictures.len(),
        }
    }

    /// What they are, for people: `one picture`, `120 pictures in a sequence`, `an animation of 12 pictures`.
    #[must_use]
    pub fn words(&self) -> String {
        match (self, self.count()) {
            (Self::Still(_), _) => "one picture".to_owned(),
            (Self::Sequence(_), count) => format!("{count} pictures in a sequence"),
            (Self::Animation(_), count) => format!("an animation of {count} pictures"),
        }
    }

    /// The place of the picture that is shown so many seconds after the beginning, at so many pictures a second.
    ///
    /// Without a rate an animation goes by the times of its file, and of all others the first is shown. Before the beginning the first is
    /// shown, after the end the last. With a rate r it is picture ⌊t · r⌋, the 0th being the first; where a sequence has a gap there,
    /// the one before the gap stays.
    #[must_use]
    pub fn place_at(&self, seconds: f64, per_second: Option<f64>) -> usize {
        let last = self.count().saturating_sub(1);
        let place = match (self, per_second) {
            (Self::Sequence(files), Some(rate)) => {
                let number = whole(seconds * rate);
                let later = files.partition_point(|(before, _)| *before <= number);
                later.saturating_sub(1)
            }
            (Self::Animation(pictures), None) => {
                pictures.partition_point(|(end, _)| *end <= seconds)
            }
            (Self::Animation(_), Some(rate)) => {
                usize::try_from(whole(seconds * rate)).unwrap_or(usize::MAX)
            }
            (Self::Still(_), _) | (Self::Sequence(_), None) => 0,
        };
        place.min(last)
    }
}

/// The number of the picture at a place; a hair beyond, since times of frames are rounded.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates: the number of a picture"
)]
fn whole(place: f64) -> u64 {
    (place + 1e-3).max(0.0).floor() as u64
}
