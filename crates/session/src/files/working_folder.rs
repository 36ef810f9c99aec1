//! The folder that relative paths are meant from: the one in which the program was started.
//!
//! It is asked for once, since it may be removed, renamed or unmounted while a window is open. What somebody types there, or names on
//! the command line for it, is made absolute here, where it comes in; everything else of the window works with absolute paths. Commands
//! without a window read files by the names that they were given, and tell of them by these.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::builtin;

static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();

/// The folder in which the program was started, as it was called at the first call of this function; none if the system did
/// not tell, as for a folder that was removed.
#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
#[must_use]
pub fn working_folder() -> Option<&'static Path> {
    let folder = FOLDER.get_or_init(|| std::env::current_dir().ok());
    folder.as_deref()
}

/// The absolute path of what somebody named; relative as it is if the folder is not known, and empty if it is.
#[expect(
    clippy::disallowed_methods,
    reason = "of an absolute path nobody is asked"
)]
#[must_use]
pub fn whole(named: &Path) -> PathBuf {
    let folder = working_folder().filter(|_| !named.as_os_str().is_empty());
    let joined = folder.map(|folder| folder.join(named));
    let joined = joined.and_then(|joined| std::path::absolute(joined).ok());
    joined.unwrap_or_else(|| named.to_owned())
}

/// As [`whole`], for a path or `builtin:NAME`.
#[must_use]
pub fn whole_source(named: &str) -> String {
    if named.starts_with(builtin::PREFIX) {
        return named.to_owned();
    }
    whole(Path::new(named)).to_string_lossy().into_owned()
}

/// A file's name without its folder.
#[must_use]
pub fn file_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}
