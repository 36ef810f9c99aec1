//! The bytes behind the JSON: buffers in order, and the side files they came from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::bytes::reader::Reader;
use crate::bytes::uri::{Folder, data_uri, has_backslash, is_data_uri, read_file, uri_fault};
use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::progress::{OnStep, Stage};
use crate::fault::warning::{Warning, WarningKind};
use crate::json::value::{At, shorten};
use crate::model::source::SideFile;

/// What pictures that are only kept for saving may take together.
const KEPT_PICTURES: u64 = 1 << 30;

/// Where side files come from, and those read so far.
#[derive(Debug)]
pub(crate) struct SideFiles {
    folder: Option<Folder>,
    pub(crate) files: Vec<SideFile>,
    by_uri: BTreeMap<String, usize>,
    /// The first of each path: a file may be named in many spellings.
    by_path: BTreeMap<PathBuf, usize>,
    /// Of all files, each counted once.
    pub(crate) n_bytes: usize,
    /// The first hidden one that was refused because nobody has allowed it.
    pub(crate) hidden: Option<String>,
    /// How many addresses had backslashes that were read as separators, and the first of them.
    backslashes: (usize, String),
}

impl SideFiles {
    /// Without a folder (bytes in memory) every side file is refused.
    pub(crate) fn new(folder: Option<Folder>) -> Self {
        Self {
            folder,
            files: Vec::new(),
            by_uri: BTreeMap::new(),
            by_path: BTreeMap::new(),
            n_bytes: 0,
            hidden: None,
            backslashes: (0, String::new()),
        }
    }

    /// The bytes at `uri`: decoded from it or read from the folder, each file once.
    pub(crate) fn fetch(&mut self, uri: &str) -> Result<Arc<[u8]>, Fault> {
        match data_uri(uri) {
            Some(data) => data.map(Arc::from),
            // Bounded by what `read_file` ever reads.
            None => self.fetch_file(uri, u64::MAX),
        }
    }

    /// The side file at `uri`, of at most so many bytes unless it is known already.
    fn fetch_file(&mut self, uri: &str, most: u64) -> Result<Arc<[u8]>, Fault> {
        if let Some(file) = self
            .by_uri
            .get(uri)
            .and_then(|&place| self.files.get(place))
        {
            return Ok(Arc::clone(&file.bytes));
        }
        let folder = self.folder.as_ref();
        let folder = folder.ok_or_else(|| {
            uri_fault(uri, "names a side file, and there is no folder to look in")
        })?;
        let path = folder.resolve(uri);
        if let Err(Fault::HiddenFile { uri }) = &path {
            self.hidden.get_or_insert_with(|| uri.clone());
        }
        let path = path?;
        let known = self.by_path.get(&path);
        let bytes = match known.and_then(|&place| self.files.get(place)) {
            Some(file) => Arc::clone(&file.bytes),
            None => {
                let read = read_file(&path, most).map_err(|reason| uri_fault(uri, reason))?;
                self.n_bytes = self.n_bytes.saturating_add(read.len());
                self.by_path.insert(path.clone(), self.files.len());
                read.into()
            }
        };
        if has_backslash(uri) {
            let (count, first) = &mut self.backslashes;
            if *count == 0 {
                *first = shorten(uri);
            }
            *count += 1;
        }
        // Each spelling is a side file of its own, over the same bytes, since the JSON that is saved names it so.
        self.by_uri.insert(uri.to_owned(), self.files.len());
        self.files.push(SideFile {
            uri: uri.to_owned(),
            path,
            bytes: Arc::clone(&bytes),
        });
        Ok(bytes)
    }

    /// What was read otherwise than it is spelled.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let (count, first) = &self.backslashes;
        let mut warning = Warning::new(WarningKind::Backslashes, FilePlace::File, *count);
        warning.detail = format!("{first:?}");
        (*count != 0).then_some(warning)
    }

    /// Reads the pictures of the file that nothing has needed so far, so that a save can take them along. What cannot be read is left
    /// where it is, as it is not shown either.
    pub(crate) fn keep_pictures(&mut self, reader: &Reader<'_>) -> ReadResult<()> {
        let pictures = reader.root.value.items("images").iter();
        let uris = pictures.filter_map(|picture| picture.get("uri")?.as_str());
        let before = self.n_bytes;
        for uri in uris.filter(|uri| !is_data_uri(uri)) {
            reader.step(Stage::Pictures, 1, 1)?;
            let kept = u64::try_from(self.n_bytes - before).unwrap_or(u64::MAX);
            let _unread = self.fetch_file(uri, KEPT_PICTURES.saturating_sub(kept));
        }
        Ok(())
    }
}

/// The bytes of every buffer, each at least as long as it claims.
pub(crate) fn read_buffers(
    root: &At<'_>,
    binary: Option<&Arc<[u8]>>,
    side: &mut SideFiles,
    step: &OnStep<'_>,
) -> ReadResult<Vec<Arc<[u8]>>> {
    let mut buffers = Vec::new();
    let list = root.items("buffers")?;
    let n_buffers = list.len();
    for (index, at) in list.enumerate() {
        step(Stage::Buffers, index, n_buffers)?;
        buffers.push(read_buffer(&at, index, binary, side)?);
    }
    Ok(buffers)
}

/// The bytes of the buffer of this number.
pub(crate) fn read_buffer(
    at: &At<'_>,
    index: usize,
    binary: Option<&Arc<[u8]>>,
    side: &mut SideFiles,
) -> ReadResult<Arc<[u8]>> {
    let bytes = match (at.get("uri"), binary) {
        (Some(uri), _) => side.fetch(uri.string()?).map_err(|fault| uri.flaw(fault))?,
        // glTF lets only the first buffer be the BIN chunk.
        (None, Some(binary)) if index == 0 => Arc::clone(binary),
        (None, _) => {
            return Err(at.flaw(Fault::Missing {
                member: "the uri, or a BIN chunk in its stead,",
            }));
        }
    };
    let length = at.require("byteLength")?;
    let needed = length.integer()?;
    let found = bytes.len() as u64;
    // More is no fault: a BIN chunk has up to three bytes of padding.
    if found < needed {
        return Err(length.flaw(Fault::Truncated { needed, found }));
    }
    Ok(bytes)
}
