//! A file with its buffers and pictures, as one GLB.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::bytes::uri::data_uri;
use crate::json::tree::draft::{Draft, View, object};
use crate::model::source::{SideFile, Source};

/// Moves all buffers into one, which becomes the BIN chunk, and pictures of known formats behind them. Returns the chunk.
/// A chunk that the file came with goes along.
///
/// Views keep their numbers; those of pictures come last. What is named twice is there once. A picture that could not be read, or of
/// another format, keeps its address. Of the first buffer the name and extras are kept: what extensions say of a buffer need not be so of
/// all.
pub(super) fn into_one(json: &mut Draft<'_>, source: &Source) -> Vec<u8> {
    let (chunk, buffers, pictures) = gather_chunk(json, source);
    json.change_each("bufferViews", |view| {
        move_view(view, &buffers);
        let extensions = view.member_mut("extensions");
        let members = extensions.and_then(Draft::members_mut);
        for (_, extension) in members.into_iter().flatten() {
            move_view(extension, &buffers);
        }
    });
    name_pictures(json, &pictures);
    if !chunk.is_empty() {
        let mut one = object([("byteLength", chunk.len().into())]);
        let first = json.list("buffers").get_cloned(0);
        for name in ["name", "extras"] {
            let known = first.as_ref().and_then(|first| first.member(name));
            if let Some(value) = known {
                one.set(name, value);
            }
        }
        json.put("buffers", vec![one]);
    }
    chunk
}

/// Where a picture lies in the chunk, and its media type.
type Picture = (Range<usize>, &'static str);

/// The chunk, where each buffer begins in it, and the pictures that are in it.
fn gather_chunk(json: &Draft<'_>, source: &Source) -> (Vec<u8>, Vec<usize>, Vec<Option<Picture>>) {
    let files = source.side_files.iter();
    let mut chunk = Chunk {
        bytes: Vec::new(),
        files: files.map(|file| (file.uri.as_str(), file)).collect(),
        places: BTreeMap::new(),
    };
    let starts = json.items("buffers").iter().map(|buffer| {
        // A buffer without an address is the chunk that the file came with.
        if let (None, Some(binary)) = (buffer.get("uri"), source.binary.as_deref()) {
            return chunk.push(binary).start;
        }
        let place = chunk.place(buffer, |_| Some(()));
        place.map_or(0, |(place, ())| place.start)
    });
    // Buffers first: then their views keep their alignment, whatever pictures are.
    let starts = starts.collect();
    let pictures = json.items("images").iter();
    let pictures = pictures
        .map(|picture| chunk.place(picture, media_type))
        .collect();
    (chunk.bytes, starts, pictures)
}

/// A chunk that grows, each thing at a multiple of four.
struct Chunk<'a> {
    bytes: Vec<u8>,
    files: BTreeMap<&'a str, &'a SideFile>,
    /// Where in `bytes` each thing lies that was taken in, by its address.
    places: BTreeMap<&'a str, Range<usize>>,
}

impl<'a> Chunk<'a> {
    /// Takes in what is at the address of a buffer or a picture, if it is of a kind, and says where it is.
    fn place<T>(
        &mut self,
        object: View<'a>,
        kind: impl Fn(&[u8]) -> Option<T>,
    ) -> Option<(Range<usize>, T)> {
        let uri = object.get("uri")?.as_str()?;
        if let Some(place) = self.places.get(uri) {
            let kind = kind(self.bytes.get(place.clone())?)?;
            return Some((place.clone(), kind));
        }
        let bytes: Cow<'_, [u8]> = match data_uri(uri) {
            Some(data) => Cow::Owned(data.ok()?),
            None => Cow::Borrowed(&self.files.get(uri)?.bytes),
        };
        let kind = kind(&bytes)?;
        let place = self.push(&bytes);
        self.places.insert(uri, place.clone());
        Some((place, kind))
    }

    /// Puts bytes behind the others.
    fn push(&mut self, bytes: &[u8]) -> Range<usize> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let place = self.bytes.len()..self.bytes.len() + bytes.len();
        self.bytes.extend_from_slice(bytes);
        place
    }
}

fn move_view(view: &mut Draft<'_>, starts: &[usize]) {
    let start = view.index("buffer").and_then(|buffer| starts.get(buffer));
    if let Some(start) = start {
        // A view that nobody has read may begin anywhere.
        let offset = start.saturating_add(view.index("byteOffset").unwrap_or(0));
        view.set("buffer", 0_usize);
        view.set("byteOffset", offset);
    }
}

/// Views for the pictures that are in the chunk, one for each place.
fn name_pictures(json: &mut Draft<'_>, pictures: &[Option<Picture>]) {
    let mut views = json.take("bufferViews");
    let mut known = BTreeMap::new();
    let mut images = json.take("images");
    for (number, moved) in pictures.iter().enumerate() {
        let Some((place, kind)) = moved else {
            continue;
        };
        let Some(picture) = images.get_mut(number).filter(|picture| picture.is_object()) else {
            continue;
        };
        let view = *known.entry(place.start).or_insert_with(|| {
            views.push(object([
                ("buffer", 0_usize.into()),
                ("byteOffset", place.start.into()),
                ("byteLength", place.len().into()),
            ]));
            views.len() - 1
        });
        picture.remove("uri");
        picture.set("mimeType", *kind);
        picture.set("bufferView", view);
    }
    json.put_back("images", images);
    json.put_back("bufferViews", views);
}

/// The formats that glTF 2.0 knows, and those of common extensions, by their first bytes.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    match bytes {
        _ if begins(b"\x89PNG") => Some("image/png"),
        _ if begins(b"\xFF\xD8\xFF") => Some("image/jpeg"),
        _ if begins(b"\xABKTX 20") => Some("image/ktx2"),
        _ if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => Some("image/webp"),
        _ => None,
    }
}
