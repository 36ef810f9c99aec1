//! Several files that belong together, as the pictures of a sequence: all of them lie whole on the disk before the first gets its name.
//!
//! If one cannot get its name afterwards, those that were new go again; files that were replaced before it stay replaced.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use crate::access::Access;
use crate::error::WriteError;
use crate::{destination, replace};

/// What becomes of files that have the names already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingFiles {
    /// They are replaced, and nothing is kept of them.
    Replaced,
    /// They are replaced, and stay beside as [`backup_of`](crate::backup_of) them.
    KeptBeside,
    /// The new ones are refused.
    Refused,
}

/// Files that lie whole on the disk under other names, until [`finish`](Self::finish) gives each its own. Dropped before that, all of
/// them go.
#[derive(Debug)]
pub struct Batch {
    standing: ExistingFiles,
    access: Access,
    files: Vec<PendingFile>,
}

/// A file that has not got its name yet.
#[derive(Debug)]
struct PendingFile {
    /// The name as it was given, for messages.
    path: PathBuf,
    target: PathBuf,
    temporary: PathBuf,
}

impl Batch {
    /// No files yet. Nobody else may do more to them than `access` allows.
    #[must_use]
    pub const fn new(standing: ExistingFiles, access: Access) -> Self {
        Self {
            standing,
            access,
            files: Vec::new(),
        }
    }

    /// Writes a file that will have this name. Devices and pipes, which have no other name, are written to at once.
    ///
    /// # Errors
    ///
    /// [`WriteError`], also where a file is to be refused that stands there; nothing stays of this file then.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        let target = destination(path)?;
        let of = |error| WriteError::of(path, error);
        match fs::metadata(&target) {
            Ok(found) if !found.is_file() => {
                return replace::write_through(&target, bytes).map_err(of);
            }
            Ok(_) if self.standing == ExistingFiles::Refused => {
                return Err(of(std::io::ErrorKind::AlreadyExists.into()));
            }
            _ => {}
        }
        let temporary = replace::write_temporary(&target, bytes, self.access).map_err(of)?;
        self.files.push(PendingFile {
            path: path.to_owned(),
            target,
            temporary,
        });
        Ok(())
    }

    /// Gives the files their names, in the order in which they were added.
    ///
    /// # Errors
    ///
    /// [`WriteError`]. Files that were new are gone then; of those that were replaced before, the new ones stay.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let standing = self.standing;
        let mut new = Vec::new();
        while let Some(next) = self.files.first() {
            // Asked now and not in `add`: another program may have made the file meanwhile, and removing ours would leave neither.
            let was_there = next.target.exists();
            let placed = next.place(standing);
            // Whatever came of it, nothing has the other name any more.
            let done = self.files.remove(0);
            if let Err(error) = placed {
                remove_all(&new);
                return Err(error);
            }
            if !was_there {
                // Only these can be undone: of a file that was replaced, the old content is gone.
                new.push(done.target);
            }
        }
        Ok(())
    }
}

fn remove_all(files: &[PathBuf]) {
    for file in files {
        // The error that led here is reported; one of tidying up is of no use to anybody.
        let _stays = fs::remove_file(file);
    }
}

impl PendingFile {
    fn place(&self, standing: ExistingFiles) -> Result<(), WriteError> {
        let of = |error| WriteError::of(&self.path, error);
        match standing {
            ExistingFiles::Refused => replace::name_anew(&self.temporary, &self.target).map_err(of),
            ExistingFiles::Replaced => {
                replace::put_in_place(&self.temporary, &self.target).map_err(of)
            }
            ExistingFiles::KeptBeside => {
                if self.target.exists() {
                    replace::keep_beside(&self.path, &self.target)
                        .inspect_err(|_| remove_all(slice::from_ref(&self.temporary)))?;
                }
                replace::put_in_place(&self.temporary, &self.target).map_err(of)
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        for file in &self.files {
            remove_all(slice::from_ref(&file.temporary));
        }
    }
}
