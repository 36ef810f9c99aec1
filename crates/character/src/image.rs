//! Pictures: their sizes are read with the file, their pixels by who shows them.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher as _;
use std::io::Cursor;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use image::{ImageReader, Limits};

use crate::buffers::SideFiles;
use crate::json::At;
use crate::reader::Reader;
use crate::uri::is_data_uri;

/// The longest side of a picture that is decoded.
const LONGEST_SIDE: u32 = 8192;
/// Memory that decoding one picture may take.
const DECODER_MEMORY: u64 = 512 << 20;
/// Pixels that the pictures of a file may have together: so many bytes of them whatever the file's size, so many for each of its
/// bytes, and never more than that. A picture of one color has a thousand bytes of pixels for a byte of PNG; what was painted
/// has thirty at most.
const FLOOR: u64 = 64 << 20;
const PER_BYTE: u64 = 128;
const MOST: u64 = 1 << 30;

/// A picture of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The picture's place in the file's list: pictures that no material names are left out of ours.
    pub file_image: usize,
    /// The file's name for it.
    pub name: Option<String>,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Its pixels.
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
struct Encoded {
    file: Arc<[u8]>,
    range: Range<usize>,
}

impl Pixels {
    fn new(encoded: Encoded) -> Self {
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
    fn bytes(&self) -> &[u8] {
        self.file.get(self.range.clone()).unwrap_or_default()
    }
}

/// Finds pictures and reads their sizes; reasons for not doing so are half sentences.
pub(crate) struct ImageLoader<'a> {
    side: &'a mut SideFiles,
    /// Bytes of pixels that may still come, and of pictures that may still be looked at.
    left: u64,
    /// What became of every piece of a buffer or side file, by where it lies in memory.
    by_place: BTreeMap<(usize, usize), Found>,
    /// Pictures by what they hold.
    by_content: BTreeMap<u64, Vec<Known>>,
    hasher: RandomState,
}

/// A picture whose size is known.
#[derive(Clone)]
struct Known {
    size: [u32; 2],
    pixels: Pixels,
}

type Found = Result<Known, String>;

impl<'a> ImageLoader<'a> {
    /// Pictures of a file of so many bytes, side files of its buffers included.
    pub(crate) fn new(side: &'a mut SideFiles, file_bytes: u64) -> Self {
        let left = FLOOR.saturating_add(PER_BYTE.saturating_mul(file_bytes));
        Self {
            side,
            left: left.min(MOST),
            by_place: BTreeMap::new(),
            by_content: BTreeMap::new(),
            hasher: RandomState::new(),
        }
    }

    pub(crate) fn load(
        &mut self,
        reader: &Reader<'_>,
        (file_image, at): (usize, &At<'_>),
    ) -> Result<Image, String> {
        let known = match at.get("uri") {
            Some(uri) => self.fetch(&uri)?,
            None => {
                let view = at
                    .get("bufferView")
                    .ok_or("it has neither uri nor bufferView")?;
                let view = reader.view(&view).map_err(|flaw| flaw.fault.to_string())?;
                let file = reader.buffers.get(view.buffer).cloned().unwrap_or_default();
                let start = usize::try_from(view.offset).unwrap_or(usize::MAX);
                let range = start..start.saturating_add(view.bytes.len());
                self.kept(Encoded { file, range })?
            }
        };
        let Known {
            size: [width, height],
            pixels,
        } = known;
        Ok(Image {
            file_image,
            name: at.name("name"),
            width,
            height,
            pixels,
        })
    }

    /// A side file counts with its bytes: what is large may hold much.
    fn fetch(&mut self, uri: &At<'_>) -> Found {
        let uri = uri.string().map_err(|flaw| flaw.fault.to_string())?;
        let before = self.side.n_bytes;
        let file = self.side.fetch(uri).map_err(|fault| fault.to_string())?;
        let more = (self.side.n_bytes - before) as u64;
        let left = self.left.saturating_add(PER_BYTE.saturating_mul(more));
        self.left = left.min(MOST);
        let range = 0..file.len();
        let encoded = Encoded { file, range };
        if is_data_uri(uri) {
            self.look(encoded)
        } else {
            self.kept(encoded)
        }
    }

    /// The same of a piece of memory that stays as long as the loader. What was looked at before is known, whether it was a picture
    /// or not: a file may name one a million times.
    fn kept(&mut self, encoded: Encoded) -> Found {
        let bytes = encoded.bytes();
        let place = (bytes.as_ptr().addr(), bytes.len());
        if let Some(found) = self.by_place.get(&place) {
            return found.clone();
        }
        let found = self.look(encoded);
        self.by_place.insert(place, found.clone());
        found
    }

    fn look(&mut self, encoded: Encoded) -> Found {
        self.charge(encoded.bytes().len() as u64)?;
        let hash = self.hasher.hash_one(encoded.bytes());
        let alike = self.by_content.get(&hash).into_iter().flatten();
        let mut alike = alike.filter(|known| known.pixels.0.encoded.bytes() == encoded.bytes());
        if let Some(known) = alike.next() {
            return Ok(known.clone());
        }
        let size = size(encoded.bytes())?;
        let [width, height] = size.map(u64::from);
        self.charge(4 * width * height)?;
        let pixels = Pixels::new(encoded);
        let known = Known { size, pixels };
        self.by_content.entry(hash).or_default().push(known.clone());
        Ok(known)
    }

    fn charge(&mut self, bytes: u64) -> Result<(), String> {
        let left = self.left.checked_sub(bytes);
        let reason = "its pixels take more memory than a file of this size may ask for";
        self.left = left.ok_or(reason)?;
        Ok(())
    }
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, String> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    reader.map_err(|error| error.to_string())
}

/// Width and height, of which only the header is read.
fn size(bytes: &[u8]) -> Result<[u32; 2], String> {
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
