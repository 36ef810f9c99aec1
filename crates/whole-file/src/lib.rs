//! The one crate that writes files: whole, or not at all.
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

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod claim;
mod error;
mod replace;
mod temporary;

pub use claim::{Claim, ClaimError, Holder};
pub use error::WriteError;

/// Writes a file whole: into a temporary file of the same folder, which then takes the name.
///
/// A reader sees the old content or the new, never a part, and a crash leaves one of the two (and perhaps the temporary
/// file, which the next writing of that name removes). The file is flushed before it takes the name, and the folder after.
/// A link is followed, an existing file keeps its permissions. Devices and pipes, which cannot be replaced, are written to
/// directly.
///
/// # Errors
///
/// [`WriteError`]; the old content is then untouched and no temporary file stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let target = destination(path)?;
    let outcome = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => replace::write_through(&target, bytes),
        _ => replace::replace(&target, bytes),
    };
    outcome.map_err(|reason| WriteError::of(path, reason))
}

/// As [`write_whole`], and what stood there before stays beside it, see [`backup_of`].
///
/// The new content lies on the disk before either name changes. Then the old file gets its second name, and the new one takes
/// the first: at every instant both names lead to whole files, and the first one is never missing. Where a file cannot have
/// two names, as on a FAT drive, the second one gets a copy.
///
/// # Errors
///
/// [`WriteError`]; the old content is then untouched and no temporary file stays. The previous version may then be there
/// twice.
pub fn write_with_backup(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let target = destination(path)?;
    match fs::metadata(&target) {
        Ok(found) if found.is_file() => replace::replace_and_keep(path, &target, bytes),
        Ok(_) => {
            replace::write_through(&target, bytes).map_err(|error| WriteError::of(path, error))
        }
        Err(_) => replace::replace(&target, bytes).map_err(|error| WriteError::of(path, error)),
    }
}

/// Keeps what is at a path as [`backup_of`] it, for a writer that will replace it by [`write_whole`]; nothing where no file is.
///
/// After this the content has both names: whoever goes on to write leaves the older one as it is.
///
/// # Errors
///
/// [`WriteError`]; the file has its name then, as it had.
pub fn keep_version(path: &Path) -> Result<(), WriteError> {
    let target = destination(path)?;
    match fs::metadata(&target) {
        Ok(found) if found.is_file() => replace::keep_beside(path, &target),
        _ => Ok(()),
    }
}

/// Copies that [`keep_copy`] keeps side by side; once there are more, the last is replaced.
pub const MOST_COPIES: u32 = 20;

/// Writes a copy of what is at a path beside it and gives the copy's name: [`backup_of`] it, or the same with a number at its
/// end where a copy of something else has that name. `bytes` are what is there.
///
/// # Errors
///
/// [`WriteError`]; what is at the path stays as it is.
pub fn keep_copy(path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
    let name = |copy: u32| {
        let mut name = backup_of(path).into_os_string();
        if copy > 1 {
            name.push(copy.to_string());
        }
        PathBuf::from(name)
    };
    let is_free = |kept: &PathBuf| match fs::read(kept) {
        Ok(found) => found == bytes,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    let free = (1..MOST_COPIES).map(name).find(is_free);
    let kept = free.unwrap_or_else(|| name(MOST_COPIES));
    write_whole(&kept, bytes)?;
    Ok(kept)
}

/// Where [`write_with_backup`] keeps the version before: `NAME.bak` in the same folder.
#[must_use]
pub fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bak");
    path.with_file_name(name)
}

/// Removes the temporary files that writers of `path` have left because they were killed. Those of writers that still run
/// stay; what cannot be removed stays too.
pub fn clear_leftovers(path: &Path) {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    temporary::clear_leftovers(&target);
}

/// Removes a file; one that is not there is no error.
///
/// # Errors
///
/// What the system says.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
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
