//! Pictures, whose pixels are decoded by who shows them.

use std::fmt;
use std::io::Cursor;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use image::{ImageReader, Limits};

/// The longest side of a picture that is decoded.
const LONGEST_SIDE: u32 = 8192;
/// Memory that decoding one picture may take: eight bytes a pixel, four channels of sixteen bits, at the largest size.
const DECODER_MEMORY: u64 = 512 << 20;
/// A picture of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The picture's place in the file's list: pictures that no material names are left out of ours.
    pub file_image: usize,
    /// The file's name for it.
    pub name: Option<String>,
    /// Pixels in a row, at most 8192.
    pub width: u32,
    /// Rows of pixels, at most 8192.
    pub height: u32,
    /// The pixels themselves, which equal pictures share.
    pub pixels: Pixels,
}

/// The pixels of a picture, decoded when they are first asked for. Clones share them, as do pictures of equal content.
#[derive(Clone)]
pub struct Pixels(Arc<Content>);

struct Content {
    encoded: Encoded,
    /// Where decoding fails, the reason as half a sentence.
    decoded: OnceLock<Result<Arc<[u8]>, String>>,
}

/// A picture as the file has it, in a buffer or a side file.
pub(crate) struct Encoded {
    pub(crate) file: Arc<[u8]>,
    pub(crate) range: Range<usize>,
}

impl Pixels {
    pub(crate) fn new(encoded: Encoded) -> Self {
        let decoded = OnceLock::new();
        Self(Arc::new(Content { encoded, decoded }))
    }

    /// Red, green, blue (sRGB) and opacity of every pixel, rows from the top: `4 · width · height` bytes. The first call decodes,
    /// and they are kept.
    ///
    /// # Errors
    ///
    /// Half a sentence: the file's bytes are no picture behind its header.
    pub fn rgba8(&self) -> Result<Arc<[u8]>, String> {
        let decoded = self.0.decoded.get_or_init(|| self.decode().map(Arc::from));
        decoded.clone()
    }

    /// As [`rgba8`](Self::rgba8), for who needs them once: they are not kept.
    ///
    /// # Errors
    ///
    /// As [`rgba8`](Self::rgba8).
    pub fn rgba8_once(&self) -> Result<Arc<[u8]>, String> {
        match self.0.decoded.get() {
            Some(decoded) => decoded.clone(),
            None => self.decode().map(Arc::from),
        }
    }

    /// Bytes of memory that the decoded pixels take; none before they are decoded.
    #[must_use]
    pub fn decoded_bytes(&self) -> usize {
        let decoded = self.0.decoded.get().and_then(|it| it.as_ref().ok());
        decoded.map_or(0, |pixels| pixels.len())
    }

    /// Where they are in memory: equal for pictures that share them.
    #[must_use]
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The picture as the file has it; nothing for pixels that were given.
    pub(crate) fn encoded_bytes(&self) -> &[u8] {
        self.0.encoded.bytes()
    }

    fn decode(&self) -> Result<Vec<u8>, String> {
        decode(self.0.encoded.bytes())
    }
}

impl From<Arc<[u8]>> for Pixels {
    /// Pixels that need no decoding, as [`rgba8`](Pixels::rgba8) gives them.
    fn from(rgba8: Arc<[u8]>) -> Self {
        let encoded = Encoded {
            file: Arc::default(),
            range: 0..0,
        };
        let decoded = OnceLock::from(Ok(rgba8));
        Self(Arc::new(Content { encoded, decoded }))
    }
}

impl PartialEq for Pixels {
    /// Whether both were read from the same bytes, or are decoded and the same.
    fn eq(&self, other: &Self) -> bool {
        // Pixels that were given have no bytes of a file, which alone says nothing.
        let bytes = |pixels: &Self| pixels.0.encoded.bytes().len();
        self.address() == other.address()
            || self.0.encoded.bytes() == other.0.encoded.bytes()
                && (bytes(self) != 0 || self.0.decoded.get() == other.0.decoded.get())
    }
}

impl Eq for Pixels {}

impl fmt::Debug for Pixels {
    /// Counts only: a list of all pixels would be unreadable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pixels")
            .field("encoded", &self.0.encoded.bytes().len())
            .field("decoded", &self.decoded_bytes())
            .finish()
    }
}

impl Encoded {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.file.get(self.range.clone()).unwrap_or_default()
    }
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, String> {
    // By the first bytes, whatever the file calls the format.
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    reader.map_err(|error| error.to_string())
}

/// Width and height, of which only the header is read.
pub(crate) fn size(bytes: &[u8]) -> Result<[u32; 2], String> {
    let (width, height) = reader(bytes)?
        .into_dimensions()
        .map_err(|error| error.to_string())?;
    if LONGEST_SIDE < width.max(height) {
        return Err(format!(
            "{width} × {height} pixels; at most {LONGEST_SIDE} a side are supported"
        ));
    }
    Ok([width, height])
}

fn decode(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = reader(bytes)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(DECODER_MEMORY);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| error.to_string())?;
    Ok(picture.into_rgba8().into_raw())
}
