//! Temporary files beside a target, and what is left of those whose writers were killed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::access::Access;
use crate::folder_of;
use crate::names::within;
use crate::process_id;
use crate::read::following_nothing;

/// What all temporary files end in.
const ENDING: &str = ".part";

/// The most bytes of a target's name in those of its temporary files: what else they consist of has at most 28.
/// Those are two dots, two numbers of ten digits, a hyphen and [`ENDING`].
const MOST_OF_NAME: usize = 255 - 28;

/// Where the system does not tell which processes run, a temporary file that nobody holds is left over when it has not been
/// written to for so long.
const LEFT_AFTER: Duration = Duration::from_secs(60);

/// A new file in the target's folder: renaming within a folder is atomic, across file systems it is not possible. It is
/// nobody else's while it takes the place of an `old` file, and never more than `access` allows.
///
/// It is locked as long as the handle lives, where files can be: that tells it from one whose writer was killed.
pub(crate) fn create_beside(
    target: &Path,
    access: Access,
    old: Option<&Metadata>,
) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    // Neither a file nor a link that is there already is opened.
    options.write(true).create_new(true);
    access.prepare(&mut options, old);
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let temporary = free_name(target, attempt);
        match options.open(&temporary) {
            Ok(file) => {
                // Some file systems have no locks.
                let _locked = file.try_lock();
                return Ok((temporary, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// The path `.NAME.PROCESS-ATTEMPT.part` beside the target, which [`writer_of`] reads back.
pub(crate) fn free_name(target: &Path, attempt: u32) -> PathBuf {
    let mut name = prefix(target);
    name.push(format!("{}-{attempt}{ENDING}", process_id()));
    target.with_file_name(name)
}

fn prefix(target: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(within(target.file_name().unwrap_or_default(), MOST_OF_NAME));
    name.push(".");
    name
}

/// Removes what killed writers of this target have left.
pub(crate) fn clear_leftovers(target: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(target)) else {
        return;
    };
    let prefix = prefix(target);
    for entry in entries.flatten() {
        let is_left = writer_of(&entry.file_name(), &prefix)
            .is_some_and(|writer| is_abandoned(&entry.path(), writer));
        if is_left {
            let _stays = fs::remove_file(entry.path());
        }
    }
}

/// The process that made a temporary file of this prefix.
fn writer_of(name: &OsStr, prefix: &OsStr) -> Option<u32> {
    let rest = name.to_str()?.strip_prefix(prefix.to_str()?)?;
    let (writer, attempt) = rest.strip_suffix(ENDING)?.split_once('-')?;
    // What does not have the whole form is somebody else's file and stays.
    attempt.parse::<u32>().ok()?;
    writer.parse().ok()
}

fn is_abandoned(path: &Path, writer: u32) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    // Another thread of this process may be writing it.
    if writer == process_id() || !is_file {
        return false;
    }
    // A lock tells of writers on other machines and in other containers too, of which the list of processes knows nothing.
    let is_held = following_nothing(OpenOptions::new().read(true))
        .open(path)
        // Shared, so that two that clear at once do not take each other for the writer.
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
    if is_held {
        return false;
    }
    match runs(writer) {
        // The number may be another process's by now: then the file stays until that one ends, which does no harm.
        Some(runs) => !runs,
        None => fs::metadata(path)
            .and_then(|found| found.modified())
            .is_ok_and(|time| time.elapsed().is_ok_and(|age| age > LEFT_AFTER)),
    }
}

/// Whether a process runs, where the system tells: on Linux.
fn runs(process: u32) -> Option<bool> {
    let all = Path::new("/proc");
    all.join("self")
        .exists()
        .then(|| all.join(process.to_string()).exists())
}
