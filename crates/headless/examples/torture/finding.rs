//! What a run has found, and how to bring it about again.

use std::fmt;
use std::path::PathBuf;

/// One fault.
#[derive(Debug)]
pub(crate) struct Finding {
    /// What broke, in a few words.
    pub(crate) what: String,
    /// The seed of the run.
    pub(crate) seed: u64,
    /// The file that brings it about, or the record of what led to it.
    pub(crate) reproducer: PathBuf,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "FOUND {} (seed {}): {}",
            self.what,
            self.seed,
            self.reproducer.display()
        )
    }
}
