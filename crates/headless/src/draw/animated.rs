//! Pictures that follow one another, as one file that plays over and over: animated PNG, or GIF where a name ends in `.gif`. Movies are
//! those of `avi.rs`.

use std::path::Path;

use gif::Repeat;
use image::RgbaImage;

use crate::Failure;

/// How much of each picture is looked at to choose the colors of a GIF, 1 (all) to 30.
const GIF_SPEED: i32 = 10;

/// Pictures, one after another.
pub type Pictures<'a> = &'a mut dyn Iterator<Item = Result<RgbaImage, Failure>>;

/// One file of several pictures, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovingFile {
    /// An animated PNG, for all names but those below.
    Png,
    /// `.gif`.
    Gif,
    /// `.avi`.
    Avi,
}

impl MovingFile {
    /// What a name asks for.
    pub(crate) fn of(file: &Path) -> Self {
        let ends = |wanted: &str| {
            let ending = file.extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
        };
        match (ends("gif"), ends("avi")) {
            (true, _) => Self::Gif,
            (_, true) => Self::Avi,
            _ => Self::Png,
        }
    }
}

/// An animated PNG of so many pictures, `rate` a second.
pub(crate) fn png(
    n_pictures: usize,
    rate: u16,
    pictures: Pictures<'_>,
) -> Result<Vec<u8>, Failure> {
    let refused =
        |error: png::EncodingError| Failure::Data(format!("the PNG was refused: {error}."));
    let mut bytes = Vec::new();
    let Some(first) = pictures.next().transpose()? else {
        return Ok(bytes);
    };
    let mut encoder = png::Encoder::new(&mut bytes, first.width(), first.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let n_frames = u32::try_from(n_pictures).unwrap_or(u32::MAX);
    encoder.set_animated(n_frames, 0).map_err(refused)?;
    encoder.set_frame_delay(1, rate).map_err(refused)?;
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(first.as_raw()).map_err(refused)?;
    for picture in pictures {
        writer
            .write_image_data(picture?.as_raw())
            .map_err(refused)?;
    }
    writer.finish().map_err(refused)?;
    Ok(bytes)
}

/// A GIF that plays over and over, `rate` pictures a second, each with 256 colors of its own.
///
/// The format counts in hundredths of a second, and viewers show nothing for less than two: times are rounded so that none adds up.
///
/// # Errors
///
/// A picture that cannot be had, one of more than 65535 pixels in a direction, or what the format refuses.
pub fn gif(rate: u16, pictures: Pictures<'_>) -> Result<Vec<u8>, Failure> {
    let refused =
        |error: gif::EncodingError| Failure::Data(format!("the GIF was refused: {error}."));
    let mut encoder = None;
    for (number, picture) in (0_u32..).zip(pictures) {
        let picture = picture?;
        let (Ok(width), Ok(height)) = (
            u16::try_from(picture.width()),
            u16::try_from(picture.height()),
        ) else {
            return Err(Failure::Usage(
                "a GIF is at most 65535 pixels wide and high; choose a smaller --size.".to_owned(),
            ));
        };
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            None => {
                let new = gif::Encoder::new(Vec::new(), width, height, &[]).map_err(refused)?;
                encoder.insert(new)
            }
        };
        if number == 0 {
            encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
        }
        let mut rgba = picture.into_raw();
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut rgba, GIF_SPEED);
        frame.delay = delay(number, rate);
        encoder.write_frame(&frame).map_err(refused)?;
    }
    let bytes = encoder.map(gif::Encoder::into_inner).transpose();
    let bytes = bytes.map_err(refused)?;
    Ok(bytes.unwrap_or_default())
}

/// Hundredths of a second from one picture to the next.
fn delay(number: u32, rate: u16) -> u16 {
    let rate = u32::from(rate.max(1));
    // Rounded from the beginning and not from picture to picture, so that errors do not add up.
    let at = |number: u32| number.saturating_mul(100) / rate;
    u16::try_from(at(number + 1) - at(number))
        .unwrap_or(u16::MAX)
        .max(2)
}
