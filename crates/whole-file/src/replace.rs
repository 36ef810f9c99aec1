//! Putting new content in the place of old.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::access::Access;
use crate::error::WriteError;
use crate::temporary::{clear_leftovers, create_beside, free_name};
use crate::{backup_of, folder_of};

/// Writes to what cannot be replaced.
pub(crate) fn write_through(target: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .open(target)?
        .write_all(bytes)
}

/// Puts a whole new file in the place of the target, or there where none was.
pub(crate) fn replace(target: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let temporary = write_temporary(target, bytes, access)?;
    put_in_place(&temporary, target)
}

/// Puts a whole new file where none is. Another name of it is made, which fails where the name is taken; file systems without
/// second names reserve the name by an empty file first.
pub(crate) fn create(target: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let temporary = write_temporary(target, bytes, access)?;
    name_anew(&temporary, target)
}

/// Gives a temporary file a name that no file has yet; it is gone where the name is taken.
pub(crate) fn name_anew(temporary: &Path, target: &Path) -> io::Result<()> {
    // Renaming would replace a file that came meanwhile; linking fails then, in one step.
    let outcome = match fs::hard_link(temporary, target) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            let reserved = OpenOptions::new().write(true).create_new(true).open(target);
            reserved.and_then(|_empty| fs::rename(temporary, target))
        }
        linked => linked,
    };
    // After linking the file has two names; after renaming this one is gone already.
    let _removed = fs::remove_file(temporary);
    if outcome.is_ok() {
        sync_folder(target);
    }
    outcome
}

/// As [`replace`], for a target that is there, which gets another name first.
pub(crate) fn replace_and_keep(
    path: &Path,
    target: &Path,
    bytes: &[u8],
    access: Access,
) -> Result<(), WriteError> {
    // Written before the old file is touched: a full disk shows here, while nothing has changed.
    let temporary =
        write_temporary(target, bytes, access).map_err(|error| WriteError::of(path, error))?;
    if let Err(error) = keep_beside(path, target) {
        let _removed = fs::remove_file(&temporary);
        return Err(error);
    }
    put_in_place(&temporary, target).map_err(|error| WriteError::of(path, error))
}

/// Gives the target, which is there, another name as its backup.
pub(crate) fn keep_beside(path: &Path, target: &Path) -> Result<(), WriteError> {
    let backup = backup_of(target);
    keep(target, &backup).map_err(|reason| match WriteError::of(path, reason) {
        // Errors with a remedy of their own, as a full disk, keep it.
        WriteError::System { path, reason } => WriteError::NoBackup {
            path,
            backup,
            reason,
        },
        other => other,
    })
}

/// A flushed temporary file with this content. It has the permissions of the target where that is there, and never more than
/// `access` allows; nobody else can read it before.
pub(crate) fn write_temporary(target: &Path, bytes: &[u8], access: Access) -> io::Result<PathBuf> {
    clear_leftovers(target);
    // Of a link, which is replaced and not followed, nothing is taken over.
    let old = fs::symlink_metadata(target).ok();
    let old = old.filter(Metadata::is_file);
    let (temporary, file) = create_beside(target, access, old.as_ref())?;
    match fill(file, bytes, access, old.as_ref()) {
        Ok(()) => Ok(temporary),
        Err(error) => {
            // The first error is the one to report.
            let _removed = fs::remove_file(&temporary);
            Err(error)
        }
    }
}

/// Flushed before it gets its name: otherwise a loss of power could leave the new name with no content.
fn fill(mut file: File, bytes: &[u8], access: Access, old: Option<&Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    // Before flushing, which then covers the permissions too.
    if let Some(old) = old {
        access.give(&file, old)?;
    }
    file.sync_all()
}

/// Gives a temporary file the name of the target; it is gone where that fails.
pub(crate) fn put_in_place(temporary: &Path, target: &Path) -> io::Result<()> {
    let outcome = fs::rename(temporary, target);
    if outcome.is_err() {
        let _removed = fs::remove_file(temporary);
    } else {
        sync_folder(target);
    }
    outcome
}

/// After this a loss of power cannot bring the old name back. The content is there either way, so that nothing is wrong where
/// folders cannot be flushed, as on Windows.
fn sync_folder(target: &Path) {
    let _flushed = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
}

/// Makes `backup` another name of the target, in one step; where the file system knows no second names, of a copy of it.
fn keep(target: &Path, backup: &Path) -> io::Result<()> {
    // A link cannot replace the backup of before; renaming one can, in one step.
    let Some(temporary) = link_beside(target, backup) else {
        let bytes = fs::read(target)?;
        return replace(backup, &bytes, Access::of(target));
    };
    let outcome = fs::rename(&temporary, backup);
    // Where both were names of one file already, renaming does nothing, and leaves this one.
    let _removed = fs::remove_file(&temporary);
    outcome
}

/// Another name of the target, beside the backup's.
fn link_beside(target: &Path, backup: &Path) -> Option<PathBuf> {
    clear_leftovers(backup);
    (0..100)
        .map(|attempt| free_name(backup, attempt))
        .find(|name| fs::hard_link(target, name).is_ok())
}
