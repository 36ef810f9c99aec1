//! A claim to a file, so that two programs that work on one know of each other.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::names::beside;
use crate::read::{following_nothing, kind_in_words};
use crate::{process_id, unix_seconds};

/// Says that this process works on a file, until it is dropped or the process ends, however it ends.
///
/// The claim is a hidden file beside, `.NAME.lock`, that the system locks for this process: what a killed process has left is
/// not locked and binds nobody. It holds the process's number and the time, for people.
///
/// The folder may be anybody's, and what lies there under that name anything: a link is never followed, and nothing is
/// written into, or removed, that is no such note.
#[derive(Debug)]
pub struct Claim {
    /// Dropped with the claim, which ends it.
    _lock: Box<dyn Lock>,
}

/// What holds a claim for as long as it lives.
trait Lock: Debug + Send + Sync {}

impl<L: Debug + Send + Sync> Lock for L {}

/// The locked note of a claim on the system's disk.
#[derive(Debug)]
struct Note {
    path: PathBuf,
    /// What the lock hangs on.
    file: File,
}

/// Who claims a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The number of the process that holds the claim; none where the note cannot be read.
    pub process: Option<u32>,
    /// The time of the claim in whole seconds; none where the note cannot be read.
    pub since: Option<SystemTime>,
}

/// Why a file could not be claimed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// Somebody works on it.
    #[error("another window works on it")]
    Taken(Holder),
    /// Something else lies where the note would.
    #[error("{} is {what} and not a note of this program", path.display())]
    InTheWay {
        /// Where the note would lie.
        path: PathBuf,
        /// What lies there, in words with an article, as `a folder`.
        what: &'static str,
    },
    /// No claims can be made there: a folder that cannot be written, a file system without locks.
    #[error("no lock can be made there ({0})")]
    System(#[from] io::Error),
}

impl Claim {
    /// A claim that lasts until `lock` is dropped: for a [`Disk`](crate::Disk) that knows itself what is claimed.
    pub fn held_by(lock: impl Debug + Send + Sync + 'static) -> Self {
        Self {
            _lock: Box::new(lock),
        }
    }

    /// Claims a file, which need not be there yet.
    ///
    /// # Errors
    ///
    /// [`ClaimError::Taken`] while another claim lasts, be it of this process or another. [`ClaimError::InTheWay`] where
    /// something lies that this program has not written; it is as it was.
    pub fn take(path: &Path) -> Result<Self, ClaimError> {
        // Resolved, so that two links to a file lead to one note.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let path = beside(&target, ".", ".lock");
        // One who lets go removes the file; then there may be another one under the name.
        // The number of tries bounds it where others come and go all the time.
        for _ in 0..100 {
            let file = open(&path)?;
            match file.try_lock() {
                Ok(()) if is_under_name(&file, &path) => {
                    return Note::holding(path, file).map(Self::held_by);
                }
                // The lock is on a file whose name is gone, which nobody else will find.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(ClaimError::Taken(note_in(&file).unwrap_or_default()));
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(io::Error::from(io::ErrorKind::ResourceBusy).into())
    }
}

impl Note {
    /// The note that a locked file is, unless it has another content.
    fn holding(path: PathBuf, file: File) -> Result<Self, ClaimError> {
        if note_in(&file).is_none() {
            return Err(in_the_way(&path, "another file"));
        }
        let note = Self { path, file };
        note.write();
        Ok(note)
    }

    fn write(&self) {
        let note = format!("{} {}\n", process_id(), unix_seconds());
        let mut file = &self.file;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(note.as_bytes()));
        if written.is_err() {
            // Without the note the claim holds as well; half of one would be taken for another's file.
            let _stays = file.set_len(0);
        }
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        // Removed before it is unlocked: whoever has opened it meanwhile finds it without a name, and tries again.
        if is_under_name(&self.file, &self.path) {
            let _stays = fs::remove_file(&self.path);
        }
        let _freed = self.file.unlock();
    }
}

/// Opens the note, or a new one. What is no file of one name is not opened: a second name could be anywhere.
fn open(path: &Path) -> Result<File, ClaimError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => {
            return Err(in_the_way(path, kind_in_words(found.file_type())));
        }
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // Another one may lie there by now.
    let file = following_nothing(&mut options).open(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(in_the_way(path, kind_in_words(found.file_type())));
    }
    if names_of(&found) > 1 {
        return Err(in_the_way(path, "a file of several names"));
    }
    Ok(file)
}

fn in_the_way(path: &Path, what: &'static str) -> ClaimError {
    ClaimError::InTheWay {
        path: path.to_owned(),
        what,
    }
}

/// The most bytes of a note: two numbers, a space and a line's end.
/// A number of 32 bits and one of 64 take 30 digits at most; the rest is room.
const LONGEST_NOTE: u64 = 48;

/// What a note says, which is nothing where it is empty or cannot be read, as on Windows while another's claim lasts. None
/// where it is no note.
fn note_in(file: &File) -> Option<Holder> {
    let mut note = Vec::new();
    if file.take(LONGEST_NOTE).read_to_end(&mut note).is_err() || note.is_empty() {
        return Some(Holder::default());
    }
    let note = str::from_utf8(&note).ok()?;
    let (process, seconds) = note.strip_suffix('\n')?.split_once(' ')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `parse` takes a sign as well, which no note has.
    if !is_number(process) || !is_number(seconds) {
        return None;
    }
    let seconds = seconds.parse().ok().map(Duration::from_secs);
    Some(Holder {
        process: process.parse().ok(),
        since: seconds.and_then(|seconds| UNIX_EPOCH.checked_add(seconds)),
    })
}

#[cfg(unix)]
fn names_of(found: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    found.nlink()
}

/// The system does not tell.
#[cfg(not(unix))]
fn names_of(_found: &fs::Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn is_under_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    // A number of a file is unique on its device alone.
    let id = |found: &fs::Metadata| (found.dev(), found.ino());
    matches!((file.metadata(), fs::symlink_metadata(path)), (Ok(one), Ok(other)) if id(&one) == id(&other))
}

/// A file that is open cannot be replaced under its name here.
#[cfg(not(unix))]
fn is_under_name(_file: &File, _path: &Path) -> bool {
    true
}
