//! Movies: AVI files of JPEG pictures (Motion JPEG), which every program that cuts or plays films reads.
//!
//! Each picture stands alone, so that films can be stepped through and cut at any place. The format is that of RIFF with one list of
//! pictures and an index at its end, as all programs read it; so a file ends at two gigabytes.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, RgbaImage};

use super::animated::Pictures;
use crate::Failure;

/// Quality of the pictures, 1 to 100: at this one edges and gradients show no blocks.
const QUALITY: u8 = 92;
/// The most bytes of a file. Offsets have 32 bits, and some programs take the highest for a sign.
const MOST_BYTES: usize = (1 << 31) - (1 << 20);
/// Length of the file's head, with the name of the list of pictures.
const HEAD: usize = 224;
/// An index at the end says where pictures are.
const HAS_INDEX: u32 = 0x10;
/// A picture that needs no other.
const KEY_FRAME: u32 = 0x10;
/// The name of the pictures' chunks: stream 0, compressed.
const PICTURE: &[u8; 4] = b"00dc";

/// A movie of the pictures, `rate` a second.
///
/// See-through pixels are laid over black.
///
/// # Errors
///
/// A picture that cannot be had, pictures of different sizes, or more than two gigabytes of them.
pub(crate) fn avi(rate: u16, pictures: Pictures<'_>) -> Result<Vec<u8>, Failure> {
    let (mut movie, mut size) = (Movie::default(), None);
    for picture in pictures {
        let picture = picture?;
        let own = picture.dimensions();
        if *size.get_or_insert(own) != own {
            return Err(Failure::Data(
                "the movie was refused: its pictures have different sizes.".to_owned(),
            ));
        }
        movie.add(&jpeg(&picture)?)?;
    }
    let Some((width, height)) = size else {
        return Ok(Vec::new());
    };
    Ok(movie.finish([width, height], rate.max(1)))
}

fn jpeg(picture: &RgbaImage) -> Result<Vec<u8>, Failure> {
    let over_black = |channel: u8, opacity: u8| {
        let product = u16::from(channel) * u16::from(opacity);
        // Rounded, and 255 stays 255.
        u8::try_from((product + 127) / 255).unwrap_or(u8::MAX)
    };
    let mut rgb = Vec::with_capacity(3 * picture.as_raw().len() / 4);
    for pixel in picture.pixels() {
        let [red, green, blue, opacity] = pixel.0;
        rgb.extend([red, green, blue].map(|channel| over_black(channel, opacity)));
    }
    let mut bytes = Vec::new();
    let (width, height) = picture.dimensions();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::Data(format!("the movie was refused: {error}.")))?;
    Ok(bytes)
}

/// The pictures so far, each as a chunk, and where each lies.
#[derive(Debug, Default)]
struct Movie {
    chunks: Vec<u8>,
    /// Where each chunk begins, from the name of the list on, and its length without its head.
    index: Vec<[u32; 2]>,
    longest: u32,
}

impl Movie {
    fn add(&mut self, jpeg: &[u8]) -> Result<(), Failure> {
        // Sixteen bytes a picture for the index, and eight for the chunk's own head.
        let whole = self.chunks.len() + jpeg.len() + 16 * (self.index.len() + 2);
        if whole > MOST_BYTES {
            return Err(Failure::Usage(
                "a movie is at most two gigabytes; choose fewer or smaller pictures, or a PNG a picture."
                    .to_owned(),
            ));
        }
        let (at, length) = (number(self.chunks.len() + 4), number(jpeg.len()));
        self.index.push([at, length]);
        self.longest = self.longest.max(length);
        self.chunks.extend(PICTURE);
        self.chunks.extend(length.to_le_bytes());
        self.chunks.extend(jpeg);
        // Chunks begin at even places.
        self.chunks.resize(self.chunks.len().next_multiple_of(2), 0);
        Ok(())
    }

    fn finish(self, size: [u32; 2], rate: u16) -> Vec<u8> {
        let mut bytes = self.head(size, rate);
        bytes.extend(b"LIST");
        bytes.extend(number(self.chunks.len() + 4).to_le_bytes());
        bytes.extend(b"movi");
        bytes.extend(&self.chunks);
        bytes.extend(b"idx1");
        bytes.extend(number(16 * self.index.len()).to_le_bytes());
        for [at, length] in &self.index {
            bytes.extend(PICTURE);
            for word in [KEY_FRAME, *at, *length] {
                bytes.extend(word.to_le_bytes());
            }
        }
        let whole = number(bytes.len() - 8).to_le_bytes();
        if let Some(place) = bytes.get_mut(4..8) {
            place.copy_from_slice(&whole);
        }
        bytes
    }

    /// All before the list of pictures; the length of the file is filled in later.
    fn head(&self, [width, height]: [u32; 2], rate: u16) -> Vec<u8> {
        let (count, rate) = (number(self.index.len()), u32::from(rate));
        let mut bytes = Vec::with_capacity(HEAD + self.chunks.len() + 16 * self.index.len() + 8);
        bytes.extend(b"RIFF\0\0\0\0AVI LIST");
        bytes.extend(192_u32.to_le_bytes());
        bytes.extend(b"hdrlavih");
        let most_a_second = self.longest.saturating_mul(rate);
        words(
            &mut bytes,
            &[
                56,
                1_000_000 / rate,
                most_a_second,
                0,
                HAS_INDEX,
                count,
                0,
                1,
                self.longest,
                width,
                height,
                0,
                0,
                0,
                0,
            ],
        );
        bytes.extend(b"LIST");
        bytes.extend(116_u32.to_le_bytes());
        bytes.extend(b"strlstrh");
        bytes.extend(56_u32.to_le_bytes());
        bytes.extend(b"vidsMJPG");
        // Flags, priority and language, beginning; then a unit of time, units a second, first picture, number of pictures.
        words(
            &mut bytes,
            &[0, 0, 0, 1, rate, 0, count, self.longest, u32::MAX, 0],
        );
        for side in [0, 0, width, height] {
            bytes.extend(u16::try_from(side).unwrap_or(u16::MAX).to_le_bytes());
        }
        bytes.extend(b"strf");
        words(&mut bytes, &[40, 40, width, height]);
        // One plane, 24 bits a pixel.
        bytes.extend([1, 0, 24, 0]);
        bytes.extend(b"MJPG");
        let pixels = width.saturating_mul(height).saturating_mul(3);
        words(&mut bytes, &[pixels, 0, 0, 0, 0]);
        bytes
    }
}

fn words(bytes: &mut Vec<u8>, words: &[u32]) {
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// A length or place, which is below 2^31 by [`Movie::add`].
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
