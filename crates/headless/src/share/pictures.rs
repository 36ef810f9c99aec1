//! Base color textures, made small enough for a page.

use std::io::Cursor;

use character::{Character, Image};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, RgbaImage};
use scene::report::pluralize;
use serde_json::{Value, json};

use super::blob::Blob;
use super::props::PropFile;

/// The longest side of a picture of a page, in pixels.
const LONGEST_SIDE: u32 = 1024;
/// The most bytes of all pictures of a page.
const MOST_BYTES: usize = 4 << 20;
const JPEG_QUALITY: u8 = 88;

/// One entry a picture of the character, then of the props: where its bytes are and of which kind, or null for what is shown in plain color.
pub(super) fn json(
    character: &Character,
    props: &[PropFile<'_>],
    blob: &mut Blob,
    remarks: &mut Vec<String>,
) -> Value {
    let (mut n_bytes, mut n_left_out) = (0, 0);
    let mut entries = Vec::new();
    let of_props = props.iter().flat_map(|file| &file.character.images);
    for picture in character.images.iter().chain(of_props) {
        let found =
            encode_picture(picture).filter(|(bytes, _)| n_bytes + bytes.len() <= MOST_BYTES);
        entries.push(match found {
            Some((bytes, kind)) => {
                n_bytes += bytes.len();
                json!({ "bytes": blob.push(&bytes), "type": kind })
            }
            None => {
                n_left_out += 1;
                Value::Null
            }
        });
    }
    if n_left_out > 0 {
        remarks.push(format!(
            "{} left out, too large for a page or not readable: these surfaces have their plain color.",
            match n_left_out {
                1 => "1 texture was".to_owned(),
                _ => format!("{} were", pluralize(n_left_out, "texture")),
            }
        ));
    }
    Value::Array(entries)
}

/// As JPEG, or as PNG where it is transparent somewhere.
fn encode_picture(picture: &Image) -> Option<(Vec<u8>, &'static str)> {
    let rgba8 = picture.pixels.rgba8_once().ok()?;
    let pixels = RgbaImage::from_raw(picture.width, picture.height, rgba8.to_vec())?;
    let longest = picture.width.max(picture.height);
    let whole = DynamicImage::ImageRgba8(pixels);
    let small = match longest > LONGEST_SIDE {
        true => whole.resize(LONGEST_SIDE, LONGEST_SIDE, FilterType::Triangle),
        false => whole,
    };
    let small = small.into_rgba8();
    let mut bytes = Vec::new();
    if small.pixels().all(|pixel| pixel.0[3] == u8::MAX) {
        let opaque = DynamicImage::ImageRgba8(small).into_rgb8();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        opaque.write_with_encoder(encoder).ok()?;
        return Some((bytes, "image/jpeg"));
    }
    small
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .ok()?;
    Some((bytes, "image/png"))
}
