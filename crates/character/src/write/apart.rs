//! A GLB as a `.gltf` with files beside it: its numbers, and its pictures.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use whole_file::{Access, WriteError, read_regular, remove, write_whole_within};

use super::edited::{FileParts, Numbered, may_renumber, prune_views};
use crate::bytes::uri::data_uri;
use crate::json::tree::draft::{Draft, View, object};
use crate::model::source::Source;

/// What stays as it is in addresses.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Names that are tried for one file.
/// Where all are taken the first is written over.
const TRIED: usize = 1000;

/// A file that was made for a character.
pub(super) struct MadeFile {
    /// The address in the JSON.
    pub(super) uri: String,
    place: PathBuf,
    bytes: Vec<u8>,
    /// Whether a file of this content is there already.
    is_there: bool,
}

/// Moves the chunk and the pictures in it out of a file, into files named after it.
pub(super) fn move_to_files<'a>(
    written: &mut FileParts<'a>,
    source: &'a Source,
    path: &Path,
) -> Vec<MadeFile> {
    let json = written.json.get_or_insert_with(|| source.draft());
    let mut chunk = written.binary.take().unwrap_or_default();
    let mut files = Vec::new();
    let side_files = source.side_files.iter();
    let taken: Vec<&str> = side_files.map(|file| file.uri.as_str()).collect();
    let path = (path, &*taken);
    // Where an extension may name views, pictures stay among them.
    if may_renumber(source, Numbered::Numbers) {
        files = pictures(json, &mut chunk, path);
    }
    let buffer = json.items("buffers").get(0);
    if let Some(buffer) = buffer.filter(|buffer| buffer.get("uri").is_none()) {
        let length = buffer.index("byteLength");
        // The padding of the container is no part of the buffer.
        chunk.truncate(length.unwrap_or(chunk.len()));
        if !chunk.is_empty() {
            let file = MadeFile::new(path, ("", "bin"), chunk);
            let mut buffers = json.take("buffers");
            if let Some(buffer) = buffers.get_mut(0) {
                buffer.set("uri", file.uri.clone());
            }
            json.put("buffers", buffers);
            files.push(file);
        }
    }
    let chunks = source.other_chunks.iter();
    written.report.chunks = chunks
        .map(|chunk| String::from_utf8_lossy(&chunk.kind.to_le_bytes()).into_owned())
        .collect();
    files
}

/// Moves what is left of files beside, after an edit has replaced numbers in them, into files named after the new one.
///
/// The character's own files stay, for whatever else names them.
pub(in crate::write) fn move_side_data(
    json: &mut Draft<'_>,
    source: &Source,
    path: &Path,
) -> Vec<MadeFile> {
    let side_files = source.side_files.iter();
    let taken: Vec<&str> = side_files.map(|file| file.uri.as_str()).collect();
    let came: Vec<Option<&str>> = (source.tree.root().items("buffers").iter())
        .map(|buffer| buffer.get("uri")?.as_str())
        .collect();
    // By the address that it came with: an edit has put what is left of it into a data URI.
    let was_beside = |number: usize| {
        let uri = came.get(number).copied().flatten();
        uri.is_some_and(|uri| taken.contains(&uri))
    };
    let mut made: Vec<MadeFile> = Vec::new();
    let mut buffers = json.take("buffers");
    for number in (0..buffers.len()).filter(|number| was_beside(*number)) {
        let uri = buffers.get(number).and_then(|buffer| buffer.get("uri"));
        let left = uri.and_then(View::as_str).and_then(data_uri);
        let Some(bytes) = left.and_then(Result::ok) else {
            continue;
        };
        let part = match made.is_empty() {
            true => String::new(),
            false => format!("-buffer{number}"),
        };
        let file = MadeFile::new((path, &taken), (&part, "bin"), bytes);
        if let Some(buffer) = buffers.get_mut(number) {
            buffer.set("uri", file.uri.clone());
        }
        made.push(file);
    }
    json.put_back("buffers", buffers);
    made
}

/// Pictures of the chunk, which lose their views.
fn pictures(json: &mut Draft<'_>, chunk: &mut Vec<u8>, path: (&Path, &[&str])) -> Vec<MadeFile> {
    let views = json.list("bufferViews");
    let mut files = Vec::new();
    let mut gone = Vec::new();
    let mut images = json.take("images");
    for number in 0..images.len() {
        let Some(image) = images.get(number) else {
            continue;
        };
        let Some(view) = image.index("bufferView") else {
            continue;
        };
        let Some(bytes) = views.get(view).and_then(|view| bytes_of(view, chunk)) else {
            continue;
        };
        let ending = match image.get("mimeType").and_then(View::as_str) {
            Some("image/png") => "png",
            Some("image/jpeg") => "jpg",
            Some("image/webp") => "webp",
            Some("image/ktx2") => "ktx2",
            _ => continue,
        };
        let file = MadeFile::new(path, (&format!("-{number}"), ending), bytes.to_vec());
        if let Some(image) = images.get_mut(number) {
            image.set("uri", file.uri.clone());
            image.remove("bufferView");
        }
        gone.push(object([("bufferView", view.into())]));
        files.push(file);
    }
    json.put_back("images", images);
    if !gone.is_empty() {
        prune_views(json, &[], gone, Some(chunk));
    }
    files
}

fn bytes_of<'c>(view: View<'_>, chunk: &'c [u8]) -> Option<&'c [u8]> {
    let start = view.index("byteOffset").unwrap_or(0);
    let is_ours = view.index("buffer") == Some(0);
    let end = start.checked_add(view.index("byteLength")?)?;
    chunk.get(start..end).filter(|_| is_ours)
}

impl MadeFile {
    /// Under the first name of its kind that no file of other content has.
    /// `taken` are addresses of the source's own side files, which may be copied there.
    fn new((main, taken): (&Path, &[&str]), (part, ending): (&str, &str), bytes: Vec<u8>) -> Self {
        let stem = main.file_stem().unwrap_or_default().to_string_lossy();
        let names = (1..=TRIED).map(|number| match number {
            1 => format!("{stem}{part}.{ending}"),
            _ => format!("{stem}{part}-{number}.{ending}"),
        });
        // Addresses may be encoded, names are not.
        let is_name = |name: &str, uri: &str| percent_decode_str(uri).eq(name.bytes());
        let is_free = |name: &String| !taken.iter().any(|uri| is_name(name, uri));
        let mut places = names
            .filter(is_free)
            .map(|name| (main.with_file_name(&name), name));
        let free =
            places.find_map(
                |(place, name)| match read_regular(&place, bytes.len() as u64) {
                    Ok(found) if found == bytes => Some((place, name, true)),
                    Err(error) if error.is_not_found() => Some((place, name, false)),
                    Ok(_) | Err(_) => None,
                },
            );
        let (place, name, is_there) = free.unwrap_or_else(|| {
            let name = format!("{stem}{part}.{ending}");
            (main.with_file_name(&name), name, false)
        });
        Self {
            uri: utf8_percent_encode(&name, PLAIN).to_string(),
            place,
            bytes,
            is_there,
        }
    }
}

/// Writes files that are not there. Those that were written are taken back if one cannot be.
pub(super) fn write_all(files: &[MadeFile], access: Access) -> Result<Vec<&Path>, WriteError> {
    let mut made = Vec::new();
    for file in files.iter().filter(|file| !file.is_there) {
        if let Err(error) = write_whole_within(&file.place, &file.bytes, access) {
            take_back(&made);
            return Err(error);
        }
        made.push(file.place.as_path());
    }
    Ok(made)
}

/// Removes files that were just written, since what they belong to was not.
pub(super) fn take_back(made: &[&Path]) {
    for place in made {
        // What cannot be removed is a whole file that nothing names.
        let _stays = remove(place);
    }
}
