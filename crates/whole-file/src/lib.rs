//! The one crate that writes files: whole, or not at all; and the one that opens them to read: ordinary ones of a size that is
//! known before.
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

mod access;
mod batch;
mod claim;
mod disk;
mod error;
mod names;
mod read;
mod replace;
mod system_disk;
mod temporary;

pub use access::Access;
pub use batch::{Batch, ExistingFiles};
pub use claim::{Claim, ClaimError, Holder};
pub use disk::{Disk, FileKind, FileMetadata, Files, FolderEntries, FolderEntry};
pub use error::WriteError;
pub use read::{ReadError, Regular, open_regular, read_regular};
pub use system_disk::SystemDisk;

/// Writes a file whole: into a temporary file of the same folder, which then takes the name.
///
/// A reader sees the old content or the new, never a part, and a crash leaves one of the two (and perhaps the temporary
/// file, which the next writing of that name removes). The file is flushed before it takes the name, and the folder after.
/// A link is followed to what it names, which must be there; an existing file keeps its permissions. Devices and pipes, which
/// cannot be replaced, are written to directly.
///
/// # Errors
///
/// [`WriteError`]; the old content is then untouched and no temporary file stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_whole_within(path, bytes, Access::ANY)
}

/// As [`write_whole`], for what was made of other files: nobody else may do more to it than `access` allows, at no time. An
/// existing file keeps those of its permissions that are within it.
///
/// # Errors
///
/// As [`write_whole`].
pub fn write_whole_within(path: &Path, bytes: &[u8], access: Access) -> Result<(), WriteError> {
    let target = destination(path)?;
    let outcome = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => replace::write_through(&target, bytes),
        _ => replace::replace(&target, bytes, access),
    };
    outcome.map_err(|reason| WriteError::of(path, reason))
}

/// As [`write_whole_within`], where no file is yet: of several writers of one name, one has written it and the others fail.
/// Devices and pipes are written to.
///
/// # Errors
///
/// [`WriteError::Exists`] if there is a file, also one that came while this one was written; otherwise as [`write_whole`].
pub fn write_new_within(path: &Path, bytes: &[u8], access: Access) -> Result<(), WriteError> {
    let target = destination(path)?;
    let outcome = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => replace::write_through(&target, bytes),
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => replace::create(&target, bytes, access),
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
    write_with_backup_within(path, bytes, Access::ANY)
}

/// As [`write_with_backup`], within `access` as [`write_whole_within`] is.
///
/// # Errors
///
/// As [`write_with_backup`].
pub fn write_with_backup_within(
    path: &Path,
    bytes: &[u8],
    access: Access,
) -> Result<(), WriteError> {
    let target = destination(path)?;
    let of = |error| WriteError::of(path, error);
    match fs::metadata(&target) {
        Ok(found) if found.is_file() => replace::replace_and_keep(path, &target, bytes, access),
        Ok(_) => replace::write_through(&target, bytes).map_err(of),
        Err(_) => replace::replace(&target, bytes, access).map_err(of),
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

/// Writes a copy of what is at a path, `bytes`, beside it and gives the copy's name.
///
/// That is [`backup_of`] it, or the same with a number at its end where a copy of something else, or no file at all, has that name.
/// Nobody may do more to the copy than to what was copied, and no link is followed.
///
/// # Errors
///
/// [`WriteError`]; what is at the path stays as it is.
pub fn keep_copy(path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
    let name = |copy: u32| match copy {
        1 => backup_of(path),
        _ => names::beside(path, "", &format!(".bak{copy}")),
    };
    // The last name is not looked at: it is taken where no other is free.
    let free = (1..MOST_COPIES)
        .map(name)
        .find(|kept| is_free_for(kept, bytes));
    let kept = free.unwrap_or_else(|| name(MOST_COPIES));
    if fs::symlink_metadata(&kept).is_ok_and(|found| is_protected(&found)) {
        return Err(WriteError::Protected { path: kept });
    }
    match replace::replace(&kept, bytes, Access::of(path)) {
        Ok(()) => Ok(kept),
        Err(error) => Err(WriteError::of(&kept, error)),
    }
}

/// Whether a copy of these bytes can go there: nothing is there, or a copy of the same.
fn is_free_for(kept: &Path, bytes: &[u8]) -> bool {
    match fs::symlink_metadata(kept) {
        Ok(found) => {
            // The length is compared first, so that a large file of other content is not read.
            let may_be_same = found.is_file() && found.len() == bytes.len() as u64;
            let is_same = may_be_same && fs::read(kept).is_ok_and(|found| found == bytes);
            is_same && !is_protected(&found)
        }
        // A name of which nothing can be known may be somebody's file.
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Where [`write_with_backup`] keeps the version before: `NAME.bak` in the same folder, or less of the name where that would be
/// too long.
#[must_use]
pub fn backup_of(path: &Path) -> PathBuf {
    names::beside(path, "", ".bak")
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
    let target = match path.canonicalize() {
        Ok(target) => target,
        // Made anew the file would lie where nobody who gave this name can see, in the link's place the link would be gone.
        Err(_) if path.is_symlink() => {
            return Err(WriteError::DanglingLink {
                path: path.to_owned(),
                named: fs::read_link(path).unwrap_or_default(),
            });
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            return Err(WriteError::of(path, error));
        }
        // Most often nothing is there yet; other reasons show at its folder, or when it is written.
        Err(_) => path.to_owned(),
    };
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
    if fs::metadata(&target).is_ok_and(|found| is_protected(&found)) {
        return Err(WriteError::Protected {
            path: path.to_owned(),
        });
    }
    Ok(target)
}

fn is_protected(found: &fs::Metadata) -> bool {
    found.is_file() && found.permissions().readonly()
}

/// The number of this process, as names and notes of files carry it; 0 in a browser, which has no processes.
#[must_use]
pub fn process_id() -> u32 {
    // The standard library panics there.
    if cfg!(target_family = "wasm") {
        return 0;
    }
    std::process::id()
}

/// Seconds since the beginning of 1970 by the clock of the system, or of the browser; 0 where it stands before that.
#[must_use]
pub fn unix_seconds() -> u64 {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
