//! The list of recent files.

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use crate::files::builtin;
use crate::files::working_folder::whole;

/// Largest number of recent files.
pub const MOST_RECENT: usize = 10;

/// Paths of recent files, newest first, each once, at most [`MOST_RECENT`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Recent(Vec<String>);

impl Recent {
    /// Puts a file first. Built-in characters are ignored.
    pub fn add(&mut self, file: &str) {
        if file.is_empty() || file.starts_with(builtin::PREFIX) {
            return;
        }
        // Absolute, so that a file opened from two folders is listed once.
        let path = whole(Path::new(file));
        let path = path.to_str().unwrap_or(file).to_owned();
        self.0.retain(|other| *other != path);
        self.0.insert(0, path);
        self.0.truncate(MOST_RECENT);
    }

    /// All paths, newest first.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }

    /// The path at this index; 0 is the newest.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&str> {
        self.0.get(place).map(String::as_str)
    }

    /// Whether the list is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Removes duplicates and surplus entries, which a file edited by hand may have.
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

/// The file's name without its folder.
#[must_use]
pub fn short_name(file: &str) -> &str {
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    name.unwrap_or(file)
}
