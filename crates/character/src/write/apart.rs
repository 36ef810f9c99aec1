//! A GLB as a `.gltf` with files beside it: its numbers, and its pictures.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};
use whole_file::{Access, WriteError, read_regular, remove, write_whole_within};

use super::edited::{Numbered, Written, may_renumber, prune_views};
use crate::source::Source;
use crate::uri::data_uri;

/// What stays as it is in addresses.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Names that are tried for one file.
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
pub(super) fn set_apart(written: &mut Written, source: &Source, path: &Path) -> Vec<MadeFile> {
    let json = written.json.get_or_insert_with(|| source.editable());
    let mut chunk = written.binary.take().unwrap_or_default();
    let mut files = Vec::new();
    let side_files = source.side_files.iter();
    let taken: Vec<&str> = side_files.map(|file| file.uri.as_str()).collect();
    let path = (path, &*taken);
    // Where an extension may name views, pictures stay among them.
    if may_renumber(source, Numbered::Numbers) {
        files = pictures(json, &mut chunk, path);
    }
    let buffers = json.get_mut("buffers").and_then(Value::as_array_mut);
    let first = buffers.and_then(|buffers| buffers.first_mut());
    if let Some(buffer) = first.filter(|buffer| buffer.get("uri").is_none()) {
        let length = buffer.get("byteLength").and_then(Value::as_u64);
        let length = length.and_then(|length| usize::try_from(length).ok());
        // The padding of the container is no part of the buffer.
        chunk.truncate(length.unwrap_or(chunk.len()));
        if !chunk.is_empty() {
            let file = MadeFile::new(path, ("", "bin"), chunk);
            set(buffer, "uri", file.uri.clone().into());
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
pub(in crate::write) fn cut_apart(json: &mut Value, source: &Source, path: &Path) -> Vec<MadeFile> {
    let side_files = source.side_files.iter();
    let taken: Vec<&str> = side_files.map(|file| file.uri.as_str()).collect();
    let came: Vec<Option<&str>> = (source.tree.root().items("buffers").iter())
        .map(|buffer| buffer.get("uri")?.as_str())
        .collect();
    let was_beside = |number: usize| {
        let uri = came.get(number).copied().flatten();
        uri.is_some_and(|uri| taken.contains(&uri))
    };
    let mut made: Vec<MadeFile> = Vec::new();
    let buffers = json.get_mut("buffers").and_then(Value::as_array_mut);
    for (number, buffer) in buffers.into_iter().flatten().enumerate() {
        let uri = buffer.get("uri").and_then(Value::as_str);
        let left = uri.and_then(data_uri).and_then(Result::ok);
        let Some(bytes) = left.filter(|_| was_beside(number)) else {
            continue;
        };
        let part = match made.is_empty() {
            true => String::new(),
            false => format!("-buffer{number}"),
        };
        let file = MadeFile::new((path, &taken), (&part, "bin"), bytes);
        set(buffer, "uri", file.uri.clone().into());
        made.push(file);
    }
    made
}

/// Pictures of the chunk, which lose their views.
fn pictures(json: &mut Value, chunk: &mut Vec<u8>, path: (&Path, &[&str])) -> Vec<MadeFile> {
    let views = json.get("bufferViews").and_then(Value::as_array).cloned();
    let views = views.unwrap_or_default();
    let mut files = Vec::new();
    let mut gone = Vec::new();
    let images = json.get_mut("images").and_then(Value::as_array_mut);
    for (number, image) in images.into_iter().flatten().enumerate() {
        let Some(view) = image.get("bufferView").and_then(Value::as_u64) else {
            continue;
        };
        let place = usize::try_from(view).ok();
        let Some(bytes) = place.and_then(|place| bytes_of(views.get(place)?, chunk)) else {
            continue;
        };
        let ending = match image.get("mimeType").and_then(Value::as_str) {
            Some("image/png") => "png",
            Some("image/jpeg") => "jpg",
            Some("image/webp") => "webp",
            Some("image/ktx2") => "ktx2",
            _ => continue,
        };
        let file = MadeFile::new(path, (&format!("-{number}"), ending), bytes.to_vec());
        set(image, "uri", file.uri.clone().into());
        if let Some(image) = image.as_object_mut() {
            image.shift_remove("bufferView");
        }
        gone.push(json!({ "bufferView": view }));
        files.push(file);
    }
    if !gone.is_empty() {
        prune_views((json, &[]), &gone, Some(chunk));
    }
    files
}

fn bytes_of<'a>(view: &Value, chunk: &'a [u8]) -> Option<&'a [u8]> {
    let number = |name: &str| usize::try_from(view.get(name)?.as_u64()?).ok();
    let start = number("byteOffset").unwrap_or(0);
    let is_ours = number("buffer") == Some(0);
    let end = start.checked_add(number("byteLength")?)?;
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

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::MadeFile;

    /// What the character brings along keeps its name, however its address is encoded.
    #[test]
    fn names_of_side_files_are_not_taken_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my hero.gltf");
        let named = |taken: &[&str]| {
            let file = MadeFile::new((&path, taken), ("", "bin"), vec![1, 2, 3, 4]);
            assert!(!file.is_there);
            file.uri
        };
        assert_eq!(named(&[]), "my%20hero.bin");
        assert_eq!(named(&["other.bin"]), "my%20hero.bin");
        for taken in ["my hero.bin", "my%20hero.bin", "my%20h%65ro.bin"] {
            assert_eq!(named(&[taken]), "my%20hero-2.bin", "{taken}");
        }
        assert_eq!(
            named(&["my hero.bin", "my%20hero-2.bin"]),
            "my%20hero-3.bin"
        );
    }
}
