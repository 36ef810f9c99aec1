//! A claim to a file, so that two programs that work on one know of each other.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;

/// Says that this process works on a file, until it is dropped or the process ends, however it ends.
///
/// The claim is a hidden file beside, `.NAME.lock`, that the system locks for this process: what a killed process has left is
/// not locked and binds nobody. It holds the process's number and the time, for people.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// What the lock hangs on.
    file: File,
}

/// Who claims a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The number of the process.
    pub process: Option<u32>,
    /// Since when.
    pub since: Option<SystemTime>,
}

/// Why a file could not be claimed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// Somebody works on it.
    #[error("another window works on it")]
    Taken(Holder),
    /// No claims can be made there: a folder that cannot be written, a file system without locks.
    #[error("nobody can be told who works on it ({0})")]
    System(#[from] io::Error),
}

impl Claim {
    /// Claims a file, which need not be there yet.
    ///
    /// # Errors
    ///
    /// [`ClaimError::Taken`] while another claim lasts, be it of this process or another.
    pub fn take(path: &Path) -> Result<Self, ClaimError> {
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let path = lock_of(&target);
        // One who lets go removes the file; then there may be another one under the name.
        for _ in 0..100 {
            let file = open(&path)?;
            match file.try_lock() {
                Ok(()) if is_under_name(&file, &path) => {
                    let claim = Self { path, file };
                    claim.write_note();
                    return Ok(claim);
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(ClaimError::Taken(holder(file))),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(io::Error::from(io::ErrorKind::ResourceBusy).into())
    }

    fn write_note(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.unwrap_or_default().as_secs();
        let note = format!("{} {seconds}\n", process::id());
        // Without the note the claim holds as well.
        let _written = self
            .file
            .set_len(0)
            .and_then(|()| (&self.file).write_all(note.as_bytes()));
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _stays = fs::remove_file(&self.path);
        let _freed = self.file.unlock();
    }
}

fn lock_of(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".lock");
    target.with_file_name(name)
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// What the note of a claim says; nothing where it cannot be read, as on Windows while the claim lasts.
fn holder(mut file: File) -> Holder {
    let mut note = String::new();
    let _read = file.read_to_string(&mut note);
    let mut words = note.split_whitespace();
    let process = words.next().and_then(|word| word.parse().ok());
    let since = words.next().and_then(|word| word.parse().ok());
    Holder {
        process,
        since: since.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds))),
    }
}

#[cfg(unix)]
fn is_under_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |found: &fs::Metadata| (found.dev(), found.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(one), Ok(other)) if id(&one) == id(&other))
}

/// A file that is open cannot be replaced under its name here.
#[cfg(not(unix))]
fn is_under_name(_file: &File, _path: &Path) -> bool {
    true
}
