//! Pictures of the built-in characters, drawn by the program itself: `assets/thumbnails/make.sh` says how.

use std::collections::BTreeMap;
use std::io::Cursor;

use eframe::egui::{ColorImage, Context, Id, Rect, TextureHandle, TextureOptions, Vec2};
use image::{ImageFormat, ImageReader, Limits};

/// Longest side of a small picture in pixels.
const MOST_SIDE: u32 = 1024;

/// Pictures by the names of the characters.
static PICTURES: [(&str, &[u8]); 7] = [
    (
        "biped",
        include_bytes!("../../../../assets/thumbnails/biped.png"),
    ),
    (
        "arm",
        include_bytes!("../../../../assets/thumbnails/arm.png"),
    ),
    (
        "hand",
        include_bytes!("../../../../assets/thumbnails/hand.png"),
    ),
    (
        "creature",
        include_bytes!("../../../../assets/thumbnails/creature.png"),
    ),
    (
        "cloth",
        include_bytes!("../../../../assets/thumbnails/cloth.png"),
    ),
    (
        "cylinder",
        include_bytes!("../../../../assets/thumbnails/cylinder.png"),
    ),
    (
        "biped_mesh",
        include_bytes!("../../../../assets/thumbnails/biped_mesh.png"),
    ),
];

/// Textures of the pictures, made once for each window.
type Textures = BTreeMap<&'static str, TextureHandle>;

/// The picture of a built-in character by its name; `None` for a name without one.
#[must_use]
pub fn thumbnail(ctx: &Context, name: &str) -> Option<TextureHandle> {
    let memory = Id::unique("thumbnails");
    let mut textures: Textures = ctx.data(|data| data.get_temp(memory)).unwrap_or_default();
    if let Some(texture) = textures.get(name) {
        return Some(texture.clone());
    }
    let (name, png) = PICTURES.iter().find(|(other, _)| *other == name)?;
    let texture = ctx.load_texture(*name, decode_png(png)?, TextureOptions::LINEAR);
    textures.insert(name, texture.clone());
    ctx.data_mut(|data| data.insert_temp(memory, textures));
    Some(texture)
}

/// A small PNG file as an image of egui; none for one that is damaged or has a side of more than 1024 pixels.
#[must_use]
pub fn decode_png(png: &[u8]) -> Option<ColorImage> {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST_SIDE), Some(MOST_SIDE));
    reader.limits(limits);
    let picture = reader.decode().ok()?.to_rgba8();
    let size = [picture.width(), picture.height()].map(|side| usize::try_from(side).ok());
    let [Some(width), Some(height)] = size else {
        return None;
    };
    Some(ColorImage::from_rgba_unmultiplied(
        [width, height],
        picture.as_raw(),
    ))
}

/// The largest rectangle of this shape in the middle of another one.
#[must_use]
pub fn fit_centered(size: Vec2, place: Rect) -> Rect {
    let factor = (place.size() / size).min_elem();
    Rect::from_center_size(place.center(), size * factor)
}
