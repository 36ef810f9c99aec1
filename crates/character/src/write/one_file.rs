//! A `.gltf` with its buffers and pictures, as one GLB.

use serde_json::{Map, Value, json};

use crate::source::Source;
use crate::uri::data_uri;

/// Moves all buffers into one, which becomes the BIN chunk, and pictures of known formats behind them. Returns the chunk.
///
/// Views keep their numbers; those of pictures come last. A picture that could not be read, or of another format, keeps its
/// address.
pub(super) fn into_one(json: &mut Value, source: &Source) -> Vec<u8> {
    let mut chunk = Vec::new();
    let starts = take_buffers(json, source, &mut chunk);
    for view in list_mut(json, "bufferViews") {
        move_view(view, &starts);
        let extensions = view.get_mut("extensions").and_then(Value::as_object_mut);
        for extension in extensions.into_iter().flat_map(Map::values_mut) {
            move_view(extension, &starts);
        }
    }
    take_pictures(json, source, &mut chunk);
    if !chunk.is_empty() {
        let mut first = list(json, "buffers").first().cloned();
        let first = first.get_or_insert_with(|| json!({}));
        set(first, "byteLength", chunk.len().into());
        if let Some(first) = first.as_object_mut() {
            first.shift_remove("uri");
        }
        set(json, "buffers", json!([first]));
    }
    chunk
}

/// Where each buffer begins in the chunk.
fn take_buffers(json: &Value, source: &Source, chunk: &mut Vec<u8>) -> Vec<usize> {
    let mut starts = Vec::new();
    for buffer in list(json, "buffers") {
        let bytes = bytes_at(buffer, source).unwrap_or_default();
        starts.push(push(chunk, &bytes));
    }
    starts
}

fn move_view(view: &mut Value, starts: &[usize]) {
    let number = |view: &Value, name: &str| usize::try_from(view.get(name)?.as_u64()?).ok();
    let start = number(view, "buffer").and_then(|buffer| starts.get(buffer));
    if let Some(start) = start {
        let offset = start + number(view, "byteOffset").unwrap_or(0);
        set(view, "buffer", 0.into());
        set(view, "byteOffset", offset.into());
    }
}

fn take_pictures(json: &mut Value, source: &Source, chunk: &mut Vec<u8>) {
    let mut views = Vec::new();
    let first = list(json, "bufferViews").len();
    for picture in list_mut(json, "images") {
        let bytes = bytes_at(picture, source).unwrap_or_default();
        let Some(kind) = media_type(&bytes) else {
            continue;
        };
        let start = push(chunk, &bytes);
        if let Some(picture) = picture.as_object_mut() {
            picture.shift_remove("uri");
            picture.insert("mimeType".to_owned(), kind.into());
            picture.insert("bufferView".to_owned(), (first + views.len()).into());
        }
        views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": bytes.len() }));
    }
    if !views.is_empty() {
        let mut all = list(json, "bufferViews").to_vec();
        all.extend(views);
        set(json, "bufferViews", all.into());
    }
}

/// Appends bytes at a multiple of four, and says where.
fn push(chunk: &mut Vec<u8>, bytes: &[u8]) -> usize {
    chunk.resize(chunk.len().next_multiple_of(4), 0);
    let start = chunk.len();
    chunk.extend(bytes);
    start
}

/// What is at the address of a buffer or a picture.
fn bytes_at(object: &Value, source: &Source) -> Option<Vec<u8>> {
    let uri = object.get("uri")?.as_str()?;
    if let Some(data) = data_uri(uri) {
        return data.ok();
    }
    let file = source.side_files.iter().find(|file| file.uri == uri)?;
    Some(file.bytes.to_vec())
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
