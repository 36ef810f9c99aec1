//! Files that were open.

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use crate::files::builtin;

/// How many are kept.
pub const MOST_RECENT: usize = 10;

/// Paths of files, newest first, none twice, at most [`MOST_RECENT`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Recent(Vec<String>);

impl Recent {
    /// Puts a file first. Built-in characters are no files.
    pub fn add(&mut self, file: &str) {
        if file.is_empty() || file.starts_with(builtin::PREFIX) {
            return;
        }
        // The same file from another folder is the same file.
        let path = std::path::absolute(file).ok();
        let path = path.and_then(|path| path.to_str().map(str::to_owned));
        let path = path.unwrap_or_else(|| file.to_owned());
        self.0.retain(|other| *other != path);
        self.0.insert(0, path);
        self.0.truncate(MOST_RECENT);
    }

    /// All, newest first.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }

    /// The one at this place, 0 the newest.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&str> {
        self.0.get(place).map(String::as_str)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A list written by hand may be too long, or name a file twice.
impl<'de> Deserialize<'de> for Recent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut files = Vec::<String>::deserialize(deserializer)?;
        let mut seen = Vec::new();
        files.retain(|file| {
            let is_new = !file.is_empty() && !seen.contains(file);
            seen.push(file.clone());
            is_new
        });
        files.truncate(MOST_RECENT);
        Ok(Self(files))
    }
}

/// A file's name without its folder.
#[must_use]
pub fn short_name(file: &str) -> &str {
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    name.unwrap_or(file)
}
