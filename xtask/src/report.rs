//! What a chore has to say: failures with their place, and lines of progress.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// One thing that is wrong, and where.
///
/// Prints as `path:line: message`, which terminals and editors can follow; without a line as `path: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Path from the workspace root, with forward slashes; or the name of what was checked.
    pub path: PathBuf,
    /// Line, counted from one; `None` where the whole file is meant.
    pub line: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
}

impl Failure {
    /// A failure of a whole file, command or crate.
    pub fn of_file(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: None,
            message: message.into(),
        }
    }

    /// A failure at `line`, counted from one.
    pub fn at_line(path: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: Some(line),
            message: message.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.display(), self.message),
            None => write!(f, "{}: {}", self.path.display(), self.message),
        }
    }
}

/// Where lines of progress go.
///
/// Standard output is left to the commands that the chores start.
#[derive(Debug)]
pub struct Reporter {
    out: io::Stderr,
}

impl Reporter {
    /// A reporter on standard error.
    pub fn to_stderr() -> Self {
        Self { out: io::stderr() }
    }

    /// Writes one line. A closed stream is no failure of the chore: what cannot be written is dropped.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }
}
