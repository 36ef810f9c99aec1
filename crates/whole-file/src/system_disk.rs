//! The system's files as a [`Disk`].

use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::{
    Access, Claim, ClaimError, Disk, FileKind, FileMetadata, FolderEntries, FolderEntry, ReadError,
    Regular, WriteError,
};

/// The files of the system, by the functions of this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn is_system(&self) -> bool {
        true
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        fs::metadata(path).map(|found| facts_of(&found))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        fs::symlink_metadata(path).map(|found| facts_of(&found))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    fn read_folder(&self, folder: &Path) -> io::Result<FolderEntries> {
        let entries = fs::read_dir(folder)?.map(|entry| {
            let entry = entry?;
            Ok(FolderEntry {
                path: entry.path(),
                kind: entry.file_type().ok().map(kind_of),
            })
        });
        Ok(Box::new(entries))
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn open_regular(&self, path: &Path, most: u64) -> Result<Regular, ReadError> {
        crate::open_regular(path, most)
    }

    fn access(&self, path: &Path) -> Access {
        Access::of(path)
    }

    fn write_whole_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError> {
        crate::write_whole_within(path, bytes, access)
    }

    fn write_with_backup_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError> {
        crate::write_with_backup_within(path, bytes, access)
    }

    fn keep_version(&self, path: &Path) -> Result<(), WriteError> {
        crate::keep_version(path)
    }

    fn keep_copy(&self, path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
        crate::keep_copy(path, bytes)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        crate::remove(path)
    }

    fn clear_leftovers(&self, path: &Path) {
        crate::clear_leftovers(path);
    }

    fn claim(&self, path: &Path) -> Result<Claim, ClaimError> {
        Claim::take(path)
    }
}

fn facts_of(found: &Metadata) -> FileMetadata {
    FileMetadata {
        kind: kind_of(found.file_type()),
        size: found.len(),
        modified: found.modified().ok(),
        inode: inode(found),
    }
}

fn kind_of(found: FileType) -> FileKind {
    if found.is_file() {
        FileKind::File
    } else if found.is_dir() {
        FileKind::Folder
    } else if found.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Other
    }
}

#[cfg(unix)]
fn inode(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(found)
}

#[cfg(not(unix))]
const fn inode(_found: &Metadata) -> u64 {
    0
}
