//! The bytes behind the JSON: buffers in order, and the side files they came from.

use std::sync::Arc;

use crate::error::{Fault, Read};
use crate::json::At;
use crate::progress::{Stage, Step};
use crate::source::SideFile;
use crate::uri::{Folder, data_uri, read_file, refused};

/// Where side files come from, and those read so far.
#[derive(Debug)]
pub(crate) struct SideFiles {
    folder: Option<Folder>,
    pub(crate) files: Vec<SideFile>,
    /// Of all files, each counted once.
    pub(crate) n_bytes: usize,
}

impl SideFiles {
    /// Without a folder (bytes in memory) every side file is refused.
    pub(crate) fn new(folder: Option<Folder>) -> Self {
        Self {
            folder,
            files: Vec::new(),
            n_bytes: 0,
        }
    }

    /// The bytes at `uri`: decoded from it or read from the folder, each file once.
    pub(crate) fn fetch(&mut self, uri: &str) -> Result<Arc<[u8]>, Fault> {
        if let Some(data) = data_uri(uri) {
            return data.map(Arc::from);
        }
        if let Some(file) = self.files.iter().find(|file| file.uri == uri) {
            return Ok(Arc::clone(&file.bytes));
        }
        let folder = self.folder.as_ref();
        let folder = folder
            .ok_or_else(|| refused(uri, "names a side file, and there is no folder to look in"))?;
        let path = folder.resolve(uri)?;
        let bytes = match self.files.iter().find(|file| file.path == path) {
            // One file under two spellings.
            Some(file) => Arc::clone(&file.bytes),
            None => {
                let read = read_file(&path).map_err(|reason| refused(uri, reason))?;
                self.n_bytes = self.n_bytes.saturating_add(read.len());
                read.into()
            }
        };
        self.files.push(SideFile {
            uri: uri.to_owned(),
            path,
            bytes: Arc::clone(&bytes),
        });
        Ok(bytes)
    }
}

/// The bytes of every buffer, each at least as long as it claims.
pub(crate) fn read_buffers(
    root: &At<'_>,
    binary: Option<&Arc<[u8]>>,
    side: &mut SideFiles,
    step: &Step<'_>,
) -> Read<Vec<Arc<[u8]>>> {
    let mut buffers = Vec::new();
    let list = root.items("buffers")?;
    let n_buffers = list.len();
    for (index, at) in list.enumerate() {
        step(Stage::Buffers, index, n_buffers)?;
        let bytes = match (at.get("uri"), binary) {
            (Some(uri), _) => side.fetch(uri.string()?).map_err(|fault| uri.flaw(fault))?,
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
        if found < needed {
            return Err(length.flaw(Fault::Truncated { needed, found }));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}
