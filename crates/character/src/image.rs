//! Pictures, decoded within limits.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageReader, Limits};

use crate::buffers::SideFiles;
use crate::json::At;
use crate::reader::Reader;

/// The longest side of a picture that is decoded.
const LONGEST_SIDE: u32 = 8192;
/// Memory that decoding one picture may take.
const DECODER_MEMORY: u64 = 512 << 20;
/// Memory that all pictures of a file may take together, decoded and encoded.
const TOTAL_MEMORY: u64 = 1 << 30;

/// A decoded picture, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The file's name for it.
    pub name: Option<String>,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue (sRGB) and opacity of every pixel: `4 · width · height` bytes.
    pub rgba8: Arc<[u8]>,
}

/// Finds and decodes pictures; reasons for not doing so are half sentences.
#[derive(Debug)]
pub(crate) struct ImageLoader<'a> {
    side: &'a mut SideFiles,
    left: u64,
}

impl<'a> ImageLoader<'a> {
    pub(crate) fn new(side: &'a mut SideFiles) -> Self {
        Self {
            side,
            left: TOTAL_MEMORY,
        }
    }

    pub(crate) fn load(&mut self, reader: &Reader<'_>, at: &At<'_>) -> Result<Image, String> {
        let (width, height, rgba8) = match at.get("uri") {
            Some(uri) => {
                let bytes = self.fetch(&uri)?;
                self.decode(&bytes)
            }
            None => {
                let view = at
                    .get("bufferView")
                    .ok_or("it has neither uri nor bufferView")?;
                let view = reader.view(&view).map_err(|flaw| flaw.fault.to_string())?;
                self.decode(view.bytes)
            }
        }?;
        Ok(Image {
            name: at.name("name"),
            width,
            height,
            rgba8: rgba8.into(),
        })
    }

    fn fetch(&mut self, uri: &At<'_>) -> Result<Arc<[u8]>, String> {
        let uri = uri.string().map_err(|flaw| flaw.fault.to_string())?;
        self.side.fetch(uri).map_err(|fault| fault.to_string())
    }

    /// What is tried is paid for, whether it succeeds or not: a file may name one broken picture a million times.
    fn charge(&mut self, bytes: u64) -> Result<(), String> {
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or("the pictures of the file take too much memory")?;
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<(u32, u32, Vec<u8>), String> {
        self.charge(bytes.len() as u64)?;
        let open = || {
            ImageReader::new(Cursor::new(bytes))
                .with_guessed_format()
                .map_err(|error| error.to_string())
        };
        let (width, height) = open()?
            .into_dimensions()
            .map_err(|error| error.to_string())?;
        if LONGEST_SIDE < width.max(height) {
            return Err(format!(
                "{width} × {height} pixels; at most {LONGEST_SIDE} a side are supported"
            ));
        }
        self.charge(4 * u64::from(width) * u64::from(height))?;
        let mut reader = open()?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(LONGEST_SIDE);
        limits.max_image_height = Some(LONGEST_SIDE);
        limits.max_alloc = Some(DECODER_MEMORY);
        reader.limits(limits);
        let picture = reader
            .decode()
            .map_err(|error| error.to_string())?
            .into_rgba8();
        Ok((width, height, picture.into_raw()))
    }
}
