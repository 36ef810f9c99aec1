//! A small picture of what pane A shows, for the file that keeps unsaved work.

use std::io::Cursor;

use image::{ImageFormat, RgbaImage, imageops};
use session::features::projects::saving::TakePicture;

use super::Panes;

/// Width and height of the small picture of unsaved work, in pixels: twice what it is shown in, for fine displays.
const SMALL: u32 = 96;

impl Panes {
    /// What takes a small picture of pane A as it was drawn last; `None` before it was drawn.
    #[must_use]
    pub fn taker_of_picture(&self) -> Option<TakePicture> {
        let studio = self.studio.as_ref()?;
        let texture = studio.panes.first()?.target.texture()?.clone();
        let (device, queue) = (studio.state.device.clone(), studio.state.queue.clone());
        Some(TakePicture::new(move || {
            let picture = render::read_back(&device, &queue, &texture).ok()?;
            small_png(&picture)
        }))
    }
}

/// The middle of a picture as a square PNG file of [`SMALL`] pixels.
fn small_png(picture: &RgbaImage) -> Option<Vec<u8>> {
    let side = picture.width().min(picture.height());
    let (left, top) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    let middle = imageops::crop_imm(picture, left, top, side, side).to_image();
    let small = imageops::thumbnail(&middle, SMALL, SMALL);
    let mut png = Cursor::new(Vec::new());
    small.write_to(&mut png, ImageFormat::Png).ok()?;
    Some(png.into_inner())
}
