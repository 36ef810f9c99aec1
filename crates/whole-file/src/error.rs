//! Why a file was not written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file was not written: one sentence with a remedy. What was at the path is still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The path names a folder.
    #[error("{}: this is a folder; give the name of a file in it.", path.display())]
    Folder {
        /// The folder's path, as it was given to write to.
        path: PathBuf,
    },
    /// The folder is not there.
    #[error("{}: the folder {} does not exist; create it first.", path.display(), folder.display())]
    NoFolder {
        /// The path that was to be written, as it was given.
        path: PathBuf,
        /// The folder of that path, which is not there.
        folder: PathBuf,
    },
    /// The file is write-protected.
    #[error("{}: the file is write-protected; choose another name.", path.display())]
    Protected {
        /// The path of the file that may not be written.
        path: PathBuf,
    },
    /// There is a file already, which was to be kept.
    #[error("{}: the file exists already; choose another name.", path.display())]
    Exists {
        /// The path at which a file is already.
        path: PathBuf,
    },
    /// There is no space for it.
    #[error("{}: the disk is full; free some space, or choose a folder on another disk.", path.display())]
    Full {
        /// The path for which there is no space.
        path: PathBuf,
    },
    /// Nothing may be written in the folder.
    #[error("{}: nothing can be written in this folder ({reason}); choose another one.", path.display())]
    ReadOnly {
        /// The path in whose folder nothing can be written.
        path: PathBuf,
        /// In the system's words.
        reason: io::Error,
    },
    /// The name has more bytes than names may have.
    #[error("{}: the name is too long for the file system; choose a shorter one.", path.display())]
    NameTooLong {
        /// The path with the name that is too long.
        path: PathBuf,
    },
    /// The path is a link, and what it names is not there.
    #[error(
        "{}: this is a link to {}, where nothing is; remove the link, or choose another name.",
        path.display(),
        named.display()
    )]
    DanglingLink {
        /// The link itself, not what it names.
        path: PathBuf,
        /// What the link names.
        named: PathBuf,
    },
    /// The version before cannot be kept.
    #[error(
        "{}: the previous version cannot be kept as {} ({reason}); move what is there, or choose another name.",
        path.display(),
        backup.display()
    )]
    NoBackup {
        /// The file of which a version was to be kept.
        path: PathBuf,
        /// Where the previous version should have gone.
        backup: PathBuf,
        /// In the system's words.
        reason: io::Error,
    },
    /// The file system refuses.
    #[error("{}: the file cannot be written ({reason}); check the folder's permissions and its free space.", path.display())]
    System {
        /// The path that was to be written, as it was given.
        path: PathBuf,
        /// In the system's words.
        reason: io::Error,
    },
}

impl WriteError {
    /// The error for what the system says.
    pub(crate) fn of(path: &Path, reason: io::Error) -> Self {
        let path = path.to_owned();
        match reason.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { path },
            io::ErrorKind::InvalidFilename => Self::NameTooLong { path },
            io::ErrorKind::AlreadyExists => Self::Exists { path },
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                Self::ReadOnly { path, reason }
            }
            _ => Self::System { path, reason },
        }
    }
}
