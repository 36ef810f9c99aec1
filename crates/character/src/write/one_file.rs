//! A `.gltf` with its buffers and pictures, as one GLB.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::source::{SideFile, Source};
use crate::uri::data_uri;

/// Moves all buffers into one, which becomes the BIN chunk, and pictures of known formats behind them. Returns the chunk.
///
/// Views keep their numbers; those of pictures come last. What is named twice is there once. A picture that could not be read, or of
/// another format, keeps its address. Of the first buffer the name and extras are kept: what extensions say of a buffer need not be so of
/// all.
pub(super) fn into_one(json: &mut Value, source: &Source) -> Vec<u8> {
    let (chunk, buffers, pictures) = gathered(json, source);
    for view in list_mut(json, "bufferViews") {
        move_view(view, &buffers);
        let extensions = view.get_mut("extensions").and_then(Value::as_object_mut);
        for extension in extensions.into_iter().flat_map(Map::values_mut) {
            move_view(extension, &buffers);
        }
    }
    name_pictures(json, &pictures);
    if !chunk.is_empty() {
        let mut one = json!({ "byteLength": chunk.len() });
        for name in ["name", "extras"] {
            let known = list(json, "buffers").first();
            if let Some(value) = known.and_then(|first| first.get(name)).cloned() {
                set(&mut one, name, value);
            }
        }
        set(json, "buffers", json!([one]));
    }
    chunk
}

/// Where a picture lies in the chunk, and its media type.
type Picture = (Range<usize>, &'static str);

/// The chunk, where each buffer begins in it, and the pictures that are in it.
fn gathered(json: &Value, source: &Source) -> (Vec<u8>, Vec<usize>, Vec<Option<Picture>>) {
    let files = source.side_files.iter();
    let mut chunk = Chunk {
        bytes: Vec::new(),
        files: files.map(|file| (file.uri.as_str(), file)).collect(),
        places: BTreeMap::new(),
    };
    let starts = list(json, "buffers").iter().map(|buffer| {
        let place = chunk.place(buffer, |_| Some(()));
        place.map_or(0, |(place, ())| place.start)
    });
    let starts = starts.collect();
    let pictures = list(json, "images").iter();
    let pictures = pictures
        .map(|picture| chunk.place(picture, media_type))
        .collect();
    (chunk.bytes, starts, pictures)
}

/// A chunk that grows, each thing at a multiple of four.
struct Chunk<'a> {
    bytes: Vec<u8>,
    files: BTreeMap<&'a str, &'a SideFile>,
    /// By address.
    places: BTreeMap<&'a str, Range<usize>>,
}

impl<'a> Chunk<'a> {
    /// Takes in what is at the address of a buffer or a picture, if it is of a kind, and says where it is.
    fn place<T>(
        &mut self,
        object: &'a Value,
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
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let place = self.bytes.len()..self.bytes.len() + bytes.len();
        self.bytes.extend_from_slice(&bytes);
        self.places.insert(uri, place.clone());
        Some((place, kind))
    }
}

fn move_view(view: &mut Value, starts: &[usize]) {
    let number = |view: &Value, name: &str| usize::try_from(view.get(name)?.as_u64()?).ok();
    let start = number(view, "buffer").and_then(|buffer| starts.get(buffer));
    if let Some(start) = start {
        // A view that nobody has read may begin anywhere.
        let offset = start.saturating_add(number(view, "byteOffset").unwrap_or(0));
        set(view, "buffer", 0.into());
        set(view, "byteOffset", offset.into());
    }
}

/// Views for the pictures that are in the chunk, one for each place.
fn name_pictures(json: &mut Value, pictures: &[Option<Picture>]) {
    let first = list(json, "bufferViews").len();
    let mut views = Vec::new();
    let mut known = BTreeMap::new();
    for (picture, moved) in list_mut(json, "images").iter_mut().zip(pictures) {
        let (Some(picture), Some((place, kind))) = (picture.as_object_mut(), moved) else {
            continue;
        };
        let view = *known.entry(place.start).or_insert_with(|| {
            let length = place.len();
            views.push(json!({ "buffer": 0, "byteOffset": place.start, "byteLength": length }));
            first + views.len() - 1
        });
        picture.shift_remove("uri");
        picture.insert("mimeType".to_owned(), (*kind).into());
        picture.insert("bufferView".to_owned(), view.into());
    }
    if !views.is_empty() {
        let mut all = list(json, "bufferViews").to_vec();
        all.extend(views);
        set(json, "bufferViews", all.into());
    }
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

fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    let list = object.get(name).and_then(Value::as_array);
    list.map_or(&[], |list| list)
}

fn list_mut<'a>(object: &'a mut Value, name: &str) -> &'a mut [Value] {
    let list = object.get_mut(name).and_then(Value::as_array_mut);
    list.map_or(&mut [], |list| list)
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), value);
    }
}
