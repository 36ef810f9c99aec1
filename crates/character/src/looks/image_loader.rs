//! Reading of pictures: their sizes, and how much memory those of one file may take.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;

use crate::bytes::buffers::SideFiles;
use crate::bytes::reader::Reader;
use crate::bytes::uri::is_data_uri;
use crate::json::value::At;
use crate::model::image::{Encoded, Image, Pixels, size};

/// Pixels that the pictures of a file may have together: so many bytes of them whatever the file's size, so many for each of its
/// bytes, and never more than that. A picture of one color has a thousand bytes of pixels for a byte of PNG; what was painted
/// has thirty at most.
const FLOOR: u64 = 64 << 20;
const PER_BYTE: u64 = 128;
const MOST: u64 = 1 << 30;

/// Finds pictures and reads their sizes; reasons for not doing so are half sentences.
pub(crate) struct ImageLoader<'a> {
    side: &'a mut SideFiles,
    /// Bytes of pixels that may still come, and of pictures that may still be looked at.
    left: u64,
    /// What became of every piece of a buffer or side file, by where it lies in memory.
    by_place: BTreeMap<(usize, usize), LoadResult>,
    /// Pictures by what they hold.
    by_content: BTreeMap<u64, Vec<SizedImage>>,
    /// With random keys: no file can be made in which all pictures have one hash.
    hasher: RandomState,
}

/// A picture whose size is known.
#[derive(Clone)]
struct SizedImage {
    size: [u32; 2],
    pixels: Pixels,
}

type LoadResult = Result<SizedImage, String>;

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
        file_image: usize,
        at: &At<'_>,
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
                self.load_cached(Encoded { file, range })?
            }
        };
        let SizedImage {
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
    fn fetch(&mut self, uri: &At<'_>) -> LoadResult {
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
            self.load_cached(encoded)
        }
    }

    /// The same of a piece of memory that stays as long as the loader. What was looked at before is known, whether it was a picture
    /// or not: a file may name one a million times.
    fn load_cached(&mut self, encoded: Encoded) -> LoadResult {
        let bytes = encoded.bytes();
        let place = (bytes.as_ptr().addr(), bytes.len());
        if let Some(found) = self.by_place.get(&place) {
            return found.clone();
        }
        let found = self.look(encoded);
        self.by_place.insert(place, found.clone());
        found
    }

    fn look(&mut self, encoded: Encoded) -> LoadResult {
        // Hashing takes time by the length, so that looking at bytes over and over is bounded as well.
        self.charge(encoded.bytes().len() as u64)?;
        let hash = self.hasher.hash_one(encoded.bytes());
        let alike = self.by_content.get(&hash).into_iter().flatten();
        let mut alike = alike.filter(|known| known.pixels.encoded_bytes() == encoded.bytes());
        if let Some(known) = alike.next() {
            return Ok(known.clone());
        }
        let size = size(encoded.bytes())?;
        let [width, height] = size.map(u64::from);
        // Four bytes a pixel. The sides are of at most 8192 pixels, so that the product is far from the end of 64 bits.
        self.charge(4 * width * height)?;
        let pixels = Pixels::new(encoded);
        let known = SizedImage { size, pixels };
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
