//! The bytes behind the JSON: buffers in order, and the side files they came from.

use std::sync::Arc;

use crate::error::{Fault, Read};
use crate::json::At;
use crate::source::SideFile;
use crate::uri::{Folder, data_uri, refused};

/// Where side files come from, and those read so far.
#[derive(Debug)]
pub(crate) struct SideFiles {
    folder: Option<Folder>,
    pub(crate) files: Vec<SideFile>,
}

impl SideFiles {
    /// Without a folder (bytes in memory) every side file is refused.
    pub(crate) fn new(folder: Option<Folder>) -> Self {
        Self {
            folder,
            files: Vec::new(),
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
        let bytes: Arc<[u8]> = folder.read(uri)?.into();
        self.files.push(SideFile {
            uri: uri.to_owned(),
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
) -> Read<Vec<Arc<[u8]>>> {
    let mut buffers = Vec::new();
    for (index, at) in root.items("buffers")?.enumerate() {
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
