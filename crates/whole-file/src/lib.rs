//! The one room that writes files: whole, or not at all.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("pose.ron");
//! whole_file::write_whole(&path, b"(version: 1)")?;
//! assert_eq!(std::fs::read(&path)?, b"(version: 1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![expect(
    clippy::disallowed_methods,
    reason = "what is forbidden elsewhere is done here"
)]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use thiserror::Error;

/// Why a file was not written: one sentence with a remedy. What was at the path is still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The path names a folder.
    #[error("{}: this is a folder; give the name of a file in it.", path.display())]
    Folder {
        /// The path.
        path: PathBuf,
    },
    /// The folder is not there.
    #[error("{}: the folder {} does not exist; create it first.", path.display(), folder.display())]
    NoFolder {
        /// The path.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// The file is write-protected.
    #[error("{}: the file is write-protected; choose another name.", path.display())]
    Protected {
        /// The path.
        path: PathBuf,
    },
    /// The file system refuses.
    #[error("{}: the file cannot be written ({reason}); check the folder's permissions and its free space.", path.display())]
    System {
        /// The path.
        path: PathBuf,
        /// In the system's words.
        reason: io::Error,
    },
}

/// Writes a file whole: into a temporary file of the same folder, which then takes the name.
///
/// A reader sees the old content or the new, never a part, and a crash leaves one of the two (and perhaps the temporary
/// file). A link is followed, an existing file keeps its permissions. Devices and pipes, which cannot be replaced, are written
/// to directly.
///
/// # Errors
///
/// [`WriteError`]; the old content is then untouched and no temporary file stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let target = destination(path)?;
    let outcome = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => write_through(&target, bytes),
        _ => replace(&target, bytes),
    };
    outcome.map_err(|reason| WriteError::System {
        path: path.to_owned(),
        reason,
    })
}

/// Fails where [`write_whole`] would for reasons that are known before there is anything to write.
///
/// # Errors
///
/// A folder, a folder that does not exist, a write-protected file.
pub fn check_destination(path: &Path) -> Result<(), WriteError> {
    destination(path).map(drop)
}

/// Whether both paths name the same existing file, links resolved; false where either does not exist.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The path behind links, if a file can be there.
fn destination(path: &Path) -> Result<PathBuf, WriteError> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if target.is_dir() || target.file_name().is_none() {
        return Err(WriteError::Folder {
            path: path.to_owned(),
        });
    }
    let folder = folder_of(&target);
    if !folder.is_dir() {
        return Err(WriteError::NoFolder {
            path: path.to_owned(),
            folder: folder.to_owned(),
        });
    }
    let is_protected = |found: fs::Metadata| found.is_file() && found.permissions().readonly();
    if fs::metadata(&target).is_ok_and(is_protected) {
        return Err(WriteError::Protected {
            path: path.to_owned(),
        });
    }
    Ok(target)
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn write_through(target: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .open(target)?
        .write_all(bytes)
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, file) = create_beside(target)?;
    let outcome = fill(file, bytes, target).and_then(|()| fs::rename(&temporary, target));
    if outcome.is_err() {
        // The first error is the one to report.
        let _removed = fs::remove_file(&temporary);
    }
    outcome
}

fn fill(mut file: File, bytes: &[u8], target: &Path) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Ok(old) = fs::metadata(target) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// A new file in the target's folder: renaming within a folder is atomic, across file systems it is not possible.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}-{attempt}.part", process::id()));
        let temporary = target.with_file_name(name);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
        {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
