//! The place of a finding, and the part of its crate that it belongs to.

use std::fmt;

use crate::source::lies_in;

/// The purpose of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Code that the crate's users get.
    Source,
    /// `tests/`, `benches/` and `#[cfg(test)]` modules.
    Tests,
    /// Code in `examples/`.
    Examples,
}

impl Part {
    /// The part that a whole file belongs to, by its folder.
    pub(super) fn of_path(path: &str) -> Self {
        match split_at_part(path) {
            Some((_, "tests" | "benches")) => Self::Tests,
            Some((_, "examples")) => Self::Examples,
            _ => Self::Source,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "src",
            Self::Tests => "tests",
            Self::Examples => "examples",
        })
    }
}

/// A line of a file; prints as `path:line`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path from the workspace root, with forward slashes.
    pub path: String,
    /// Line, counted from one.
    pub line: usize,
    /// The purpose of the code there.
    pub part: Part,
}

impl Place {
    /// Folder of the crate, from the workspace root.
    pub fn crate_folder(&self) -> &str {
        let by_part = split_at_part(&self.path).map(|(folder, _)| folder);
        by_part
            .or_else(|| self.path.rsplit_once('/').map(|(folder, _)| folder))
            .unwrap_or(".")
    }

    /// Whether the place lies in `folder` (without a trailing slash), at any depth.
    pub fn is_in(&self, folder: &str) -> bool {
        lies_in(&self.path, folder)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// The folder of the crate, and the folder of cargo's layout below it.
fn split_at_part(path: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    for folder in path.split('/') {
        if at > 0 && ["src", "tests", "benches", "examples"].contains(&folder) {
            return Some((&path[..at - 1], folder));
        }
        at += folder.len() + 1;
    }
    None
}
