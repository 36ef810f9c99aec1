//! Files beside a saved one: which go along, and which are missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use whole_file::{Access, ReadError, WriteError, is_same_file, read_regular, write_whole_within};

use super::apart::MadeFile;
use super::save::SaveError;
use crate::bytes::uri::{is_data_uri, is_found, relative_path};
use crate::json::tree::draft::Draft;
use crate::model::source::{SideFile, Source};

/// What a saved file needs beside it.
pub(super) struct NeededFiles<'a> {
    /// Side files that are not where the saved file looks for them, by those places.
    copies: BTreeMap<PathBuf, &'a SideFile>,
    /// Addresses at which it finds nothing.
    pub(super) missing: Vec<String>,
}

impl<'a> NeededFiles<'a> {
    /// What a file of this JSON, or of the source's own, needs at a path.
    pub(super) fn of(
        json: Option<&Draft<'_>>,
        source: &'a Source,
        path: &Path,
        made: &[MadeFile],
    ) -> Result<Self, SaveError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = source.side_files.iter();
        let files: BTreeMap<&str, &SideFile> =
            files.map(|file| (file.uri.as_str(), file)).collect();
        let mut beside = Self {
            copies: BTreeMap::new(),
            missing: Vec::new(),
        };
        for uri in addresses(json, source) {
            match (files.get(uri), relative_path(uri)) {
                (Some(file), Ok(below)) => beside.need(folder.join(below), file)?,
                _ if made.iter().any(|file| file.uri == uri) || is_found(folder, uri) => {}
                _ => beside.missing.push(uri.to_owned()),
            }
        }
        Ok(beside)
    }

    fn need(&mut self, place: PathBuf, file: &'a SideFile) -> Result<(), SaveError> {
        if is_same_file(&place, &file.path) {
            return Ok(());
        }
        // No more than the length of what is needed: a longer file is another one.
        match read_regular(&place, file.bytes.len() as u64) {
            Ok(found) if found == *file.bytes => {}
            // What hinders reading, if it is not that nothing is there, hinders writing too, and is told then.
            Err(ReadError::System(_)) => drop(self.copies.insert(place, file)),
            Ok(_) | Err(_) => return Err(SaveError::Occupied { path: place }),
        }
        Ok(())
    }

    /// Writes the files that go along.
    pub(super) fn write(&self, access: Access) -> Result<(), WriteError> {
        let mut copies = self.copies.iter();
        copies.try_for_each(|(place, file)| {
            write_side_file(place, &file.bytes, access.and(Access::of(&file.path)))
        })
    }
}

/// Addresses of files that buffers and pictures of this JSON name, or of the source's own.
pub(super) fn addresses<'a>(json: Option<&'a Draft<'_>>, source: &'a Source) -> BTreeSet<&'a str> {
    let json = json.map_or(source.tree.root().into(), Draft::view);
    let lists = ["buffers", "images"].map(|name| json.items(name).iter());
    let objects = lists.into_iter().flatten();
    let uris = objects.filter_map(|object| object.get("uri")?.as_str());
    uris.filter(|uri| !is_data_uri(uri)).collect()
}

/// Also makes its folder below that of the main file, which is there.
fn write_side_file(place: &Path, bytes: &[u8], access: Access) -> Result<(), WriteError> {
    let folder = place.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(folder).map_err(|reason| WriteError::System {
            path: folder.to_owned(),
            reason,
        })?;
    }
    write_whole_within(place, bytes, access)
}
