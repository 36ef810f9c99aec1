//! GIF files: each picture as it is seen, with what the ones before have left.

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, MemoryLimit};
use image::RgbaImage;

use super::bounded::{Bounded, MOST_CANVAS, check_canvas};

/// Reads the pictures of a GIF into `into`, as far as they can be read and there is space; `goes_on` ends it.
///
/// # Errors
///
/// Half a sentence where there is not even one picture.
pub(super) fn read_gif(
    bytes: &[u8],
    into: &mut Bounded,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), String> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let most = std::num::NonZeroU64::MIN.saturating_add(4 * MOST_CANVAS);
    options.set_memory_limit(MemoryLimit::Bytes(most));
    let decoder = options.read_info(bytes);
    let mut decoder = decoder.map_err(|error| error.to_string())?;
    let (width, height) = (decoder.width().into(), decoder.height().into());
    check_canvas(width, height)?;
    if width.min(height) == 0 {
        return Err("it has no pixels".to_owned());
    }
    let mut canvas = RgbaImage::new(width, height);
    let mut count = 0;
    while goes_on() {
        let frame = match decoder.read_next_frame() {
            Ok(Some(frame)) => frame,
            // What was read before the fault is shown.
            Ok(None) => break,
            Err(_) if count > 0 => break,
            Err(error) => return Err(error.to_string()),
        };
        let before = (frame.dispose == DisposalMethod::Previous).then(|| canvas.clone());
        draw(&mut canvas, frame, false);
        count += 1;
        if !into.push(canvas.clone(), seconds(frame.delay)) {
            break;
        }
        match (frame.dispose, before) {
            (DisposalMethod::Background, _) => draw(&mut canvas, frame, true),
            (_, Some(before)) => canvas = before,
            _ => {}
        }
    }
    match count {
        0 => Err("it has no pictures".to_owned()),
        _ => Ok(()),
    }
}

/// A delay in hundredths of a second. Programs show what says less than two for a tenth of a second.
fn seconds(delay: u16) -> f64 {
    match delay {
        0 | 1 => 0.1,
        hundredths => f64::from(hundredths) / 100.0,
    }
}

/// Lays the pixels of a frame that are not see-through over the canvas; or clears its whole place.
fn draw(canvas: &mut RgbaImage, frame: &Frame<'_>, clears: bool) {
    let width = usize::from(frame.width.max(1));
    let (left, top) = (u32::from(frame.left), u32::from(frame.top));
    for (row, y) in frame.buffer.chunks_exact(4 * width).zip(top..) {
        for (pixel, x) in row.chunks_exact(4).zip(left..) {
            let Some(at) = canvas.get_pixel_mut_checked(x, y) else {
                continue;
            };
            match pixel {
                _ if clears => at.0 = [0; 4],
                [red, green, blue, opacity] if *opacity > 0 => {
                    at.0 = [*red, *green, *blue, *opacity];
                }
                _ => {}
            }
        }
    }
}
