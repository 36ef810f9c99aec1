//! Pictures of an animation in bounded memory: where they would take more, all are made smaller.

use std::sync::Arc;

use image::RgbaImage;
use image::imageops::thumbnail;

use super::media::Picture;

/// Pixels of all pictures of a file before they are made smaller, at most: a small file may hold many large ones, and take hours.
const MOST_PIXELS: u64 = 20_000_000_000;
/// Pixels of a picture of an animation before it is made smaller, at most: 8192 a side.
pub(super) const MOST_CANVAS: u64 = 8192 * 8192;
/// The longest side of a picture that is kept; larger ones are made smaller.
pub const LONGEST_SIDE: u32 = 2048;
/// The most bytes of pictures that are held at a time: of an animation all, of a sequence those that were decoded.
pub const MOST_BYTES: usize = 192 << 20;
/// The most pictures of an animation.
pub const MOST_PICTURES: usize = 20_000;
/// Pictures are not made smaller than so many pixels on their longest side.
const SHORTEST: u32 = 64;

/// A picture whose longest side is at most this.
#[must_use]
pub fn within(picture: RgbaImage, longest: u32) -> Picture {
    let (width, height) = picture.dimensions();
    let side = width.max(height);
    let smaller = |own: u32| {
        let share = u64::from(own) * u64::from(longest) / u64::from(side.max(1));
        u32::try_from(share).unwrap_or(longest).max(1)
    };
    let picture = match side > longest {
        true => thumbnail(&picture, smaller(width), smaller(height)),
        false => picture,
    };
    let (width, height) = picture.dimensions();
    Picture {
        width,
        height,
        rgba: picture.into_raw(),
    }
}

/// Refuses pictures that move and are too large: decoders take memory for several whole ones, whatever their file says of it.
///
/// # Errors
///
/// Half a sentence.
pub(super) fn check_canvas(width: u32, height: u32) -> Result<(), String> {
    match u64::from(width) * u64::from(height) {
        0..=MOST_CANVAS => Ok(()),
        _ => Err(format!(
            "{width} × {height} pixels are too many for pictures that move"
        )),
    }
}

/// The pictures of an animation so far.
#[derive(Debug)]
pub struct Bounded {
    pictures: Vec<(f64, Arc<Picture>)>,
    longest: u32,
    bytes: usize,
    most: usize,
    /// Pixels that were decoded.
    pixels: u64,
}

impl Default for Bounded {
    fn default() -> Self {
        Self::with_most(MOST_BYTES)
    }
}

impl Bounded {
    /// For pictures of at most so many bytes together.
    #[must_use]
    pub const fn with_most(most: usize) -> Self {
        Self {
            pictures: Vec::new(),
            longest: LONGEST_SIDE,
            bytes: 0,
            most,
            pixels: 0,
        }
    }

    /// Adds a picture that is shown for so many seconds; false where there is no space for it at any size.
    #[must_use]
    pub fn push(&mut self, picture: RgbaImage, seconds: f64) -> bool {
        self.pixels += u64::from(picture.width()) * u64::from(picture.height());
        let mut own = within(picture, self.longest);
        while self.bytes + own.rgba.len() > self.most {
            if self.longest <= SHORTEST || self.pictures.len() >= MOST_PICTURES {
                return false;
            }
            self.halve();
            own = smaller(&own, self.longest);
        }
        self.bytes += own.rgba.len();
        let begins = self.pictures.last().map_or(0.0, |(end, _)| *end);
        self.pictures.push((begins + seconds, Arc::new(own)));
        self.pictures.len() < MOST_PICTURES && self.pixels < MOST_PIXELS
    }

    /// The pictures with their ends in seconds, in order.
    #[must_use]
    pub fn into_pictures(self) -> Vec<(f64, Arc<Picture>)> {
        self.pictures
    }

    fn halve(&mut self) {
        let now = self
            .pictures
            .iter()
            .map(|(_, own)| own.width.max(own.height));
        self.longest = now.max().unwrap_or(self.longest).min(self.longest) / 2;
        self.longest = self.longest.max(SHORTEST);
        for (_, own) in &mut self.pictures {
            *own = Arc::new(smaller(own, self.longest));
        }
        let bytes = self.pictures.iter().map(|(_, own)| own.rgba.len());
        self.bytes = bytes.sum();
    }
}

fn smaller(picture: &Picture, longest: u32) -> Picture {
    let same = RgbaImage::from_raw(picture.width, picture.height, picture.rgba.clone());
    same.map_or_else(|| picture.clone(), |same| within(same, longest))
}
