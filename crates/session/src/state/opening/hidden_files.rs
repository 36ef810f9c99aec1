//! For which characters the user has allowed hidden side files: see [`HiddenFiles`]. It lasts as long as the program runs, so
//! that such a character can be loaded again without a question.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use character::HiddenFiles;

/// A character that names a hidden file, which the user could allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenFile {
    /// Path of the character's file.
    pub character: String,
    /// The address in it, shortened.
    pub uri: String,
    /// Whether it is a picture, without which the character was opened.
    pub is_left_out: bool,
}

#[derive(Debug, Default)]
struct Allowed {
    /// Whether all characters may have them.
    all: bool,
    /// Paths of those that may.
    files: BTreeSet<String>,
}

static ALLOWED: Mutex<Allowed> = Mutex::new(Allowed {
    all: false,
    files: BTreeSet::new(),
});

/// Allows hidden side files of every character, as the option `--hidden-files` of the command line does.
pub fn allow_all() {
    lock_allowed().all = true;
}

/// Allows those of the character at this path, spelled as it is opened.
pub fn allow(file: &str) {
    lock_allowed().files.insert(file.to_owned());
}

/// Whether those of the character at this path are allowed.
#[must_use]
pub fn allowance(file: &str) -> HiddenFiles {
    let allowed = lock_allowed();
    if allowed.all || allowed.files.contains(file) {
        HiddenFiles::Allowed
    } else {
        HiddenFiles::Refused
    }
}

fn lock_allowed() -> MutexGuard<'static, Allowed> {
    // A thread that panicked left nothing half done: each change is one assignment or insertion.
    ALLOWED.lock().unwrap_or_else(PoisonError::into_inner)
}
