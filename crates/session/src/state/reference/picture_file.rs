//! Files of pictures to work from, read to what is shown.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{
    AnimationDecoder as _, DynamicImage, Frames, ImageDecoder as _, ImageFormat, ImageReader,
    Limits, guess_format,
};
use whole_file::Files;

use super::bounded::{Bounded, LONGEST_SIDE, check_canvas, within};
use super::gif_file::read_gif;
use super::media::{Media, Picture};
use super::sequence::sequence_from;
use crate::files::working_folder::file_name;

/// The largest file of pictures that is read.
const MOST_BYTES: u64 = 512 << 20;
/// The longest side of a picture that is decoded.
const LONGEST_DECODED: u32 = 16_384;
/// Memory that decoding one picture may take.
const DECODER_MEMORY: u64 = 1 << 30;
/// The endings of files with pictures.
pub const ENDINGS: &[&str] = &["png", "apng", "jpg", "jpeg", "webp", "gif"];

/// Whether a path ends as pictures do.
#[must_use]
pub fn is_picture(path: &str) -> bool {
    let ending = Path::new(path).extension();
    ending.is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Reads what a file has to show: the pictures of an animation, else one, with the files that follow it by their numbers.
///
/// Pictures of a sequence are decoded by [`read_picture`] when they are shown, but for the first, which has to be one.
///
/// # Errors
///
/// One sentence with the remedy: the file cannot be read, is no picture of a known format, or `goes_on` said no.
pub fn read_media(file: &Path, files: &Files, goes_on: &dyn Fn() -> bool) -> Result<Media, String> {
    let bytes = bytes_of(file, files)?;
    let mut pictures = Bounded::default();
    let moving = read_animation(&bytes, &mut pictures, goes_on);
    moving.map_err(|why| no_picture(file, &why))?;
    if !goes_on() {
        let name = file_name(file);
        return Err(format!("{name}: canceled, nothing was read."));
    }
    let mut pictures = pictures.into_pictures();
    if pictures.len() > 1 {
        return Ok(Media::Animation(pictures));
    }
    let first = match pictures.pop() {
        Some((_, alone)) => alone,
        None => Arc::new(decode(&bytes).map_err(|why| no_picture(file, &why))?),
    };
    // A folder that cannot be listed has the one file all the same.
    match sequence_from(file, files) {
        Ok(found) if found.len() > 1 => Ok(Media::Sequence(found)),
        Ok(_) | Err(_) => Ok(Media::Still(first)),
    }
}

/// Reads one picture of a sequence.
///
/// # Errors
///
/// As [`read_media`].
pub fn read_picture(file: &Path, files: &Files) -> Result<Picture, String> {
    let bytes = bytes_of(file, files)?;
    decode(&bytes).map_err(|why| no_picture(file, &why))
}

fn bytes_of(file: &Path, files: &Files) -> Result<Vec<u8>, String> {
    files.read_regular(file, MOST_BYTES).map_err(|error| {
        let (name, remedy) = (file_name(file), error.remedy());
        format!("{name} cannot be read ({error}); {remedy}.")
    })
}

fn no_picture(file: &Path, why: &str) -> String {
    let name = file_name(file);
    format!(
        "{name} is no picture that can be read here ({why}). Expected is PNG, JPEG, WebP or GIF, also moving ones; save it as one of these."
    )
}

/// The pictures of a file that moves; none of any other.
fn read_animation(
    bytes: &[u8],
    into: &mut Bounded,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), String> {
    let text = |error: image::ImageError| error.to_string();
    match guess_format(bytes).map_err(text)? {
        ImageFormat::Gif => read_gif(bytes, into, goes_on),
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits()).map_err(text)?;
            if !decoder.is_apng().map_err(text)? {
                return Ok(());
            }
            let (width, height) = decoder.dimensions();
            check_canvas(width, height)?;
            let moving = decoder.apng().map_err(text)?;
            take_frames(moving.into_frames(), into, goes_on)
        }
        ImageFormat::WebP => {
            let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(text)?;
            if !decoder.has_animation() {
                return Ok(());
            }
            let (width, height) = decoder.dimensions();
            check_canvas(width, height)?;
            take_frames(decoder.into_frames(), into, goes_on)
        }
        _ => Ok(()),
    }
}

fn take_frames(
    frames: Frames<'_>,
    into: &mut Bounded,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), String> {
    for (count, frame) in frames.enumerate() {
        let frame = match frame {
            Ok(frame) => frame,
            // What was read before the fault is shown.
            Err(_) if count > 0 => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        let seconds = f64::from(numerator) / f64::from(denominator.max(1)) / 1000.0;
        // What says nothing is shown for a tenth of a second, as by other programs.
        let seconds = if seconds > 0.0 { seconds } else { 0.1 };
        if !goes_on() || !into.push(frame.into_buffer(), seconds) {
            break;
        }
    }
    Ok(())
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_DECODED);
    limits.max_image_height = Some(LONGEST_DECODED);
    limits.max_alloc = Some(DECODER_MEMORY);
    limits
}

/// One picture; reasons are half sentences.
fn decode(bytes: &[u8]) -> Result<Picture, String> {
    let text = |error: image::ImageError| error.to_string();
    if guess_format(bytes).map_err(text)? == ImageFormat::Gif {
        let mut first = Bounded::default();
        let wants_more = std::cell::Cell::new(true);
        read_gif(bytes, &mut first, &|| wants_more.replace(false))?;
        let first = first.into_pictures().pop();
        let first = first.ok_or("it has no pictures")?;
        return Ok((*first.1).clone());
    }
    // By the first bytes, whatever the file calls the format.
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(|error| error.to_string())?;
    reader.limits(limits());
    let mut decoder = reader.into_decoder().map_err(text)?;
    // Photos of phones lie on their side but for a note.
    let upright = decoder.orientation().map_err(text)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(text)?;
    picture.apply_orientation(upright);
    Ok(within(picture.into_rgba8(), LONGEST_SIDE))
}
