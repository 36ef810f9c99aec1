//! The files of some kind in a folder and those below it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use whole_file::{FileKind, Files};

/// Most folders below one another that are looked into.
pub const DEEPEST: usize = 2;

/// Most folders below that are looked into.
const MOST_FOLDERS: usize = 500;

/// What is in a folder and those below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderListing {
    /// Paths of the files that were looked for.
    pub files: BTreeSet<PathBuf>,
    /// Paths of the folders below that were looked into.
    pub folders: BTreeSet<PathBuf>,
}

impl FolderListing {
    /// The files for which `is_wanted` holds, [`DEEPEST`] folders deep. Hidden files are left out, for they are temporary files of programs
    /// that save; so are hidden folders, and links to folders, which may lead round in a circle. A folder that does not exist is
    /// empty, and one below that cannot be read too.
    ///
    /// # Errors
    ///
    /// Those of the file system for the folder itself.
    pub fn of(
        folder: &Path,
        files: &Files,
        is_wanted: &dyn Fn(&Path) -> bool,
    ) -> Result<Self, io::Error> {
        let mut found = Self::default();
        match found.add(folder, files, is_wanted) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let mut level = found.folders.clone();
        // Level by level: what lies deeper is never opened.
        for _ in 0..DEEPEST {
            let before = found.folders.clone();
            for folder in &level {
                let _unread = found.add(folder, files, is_wanted);
            }
            level = found.folders.difference(&before).cloned().collect();
        }
        // Those below the lowest ones are not looked into.
        found.folders.retain(|folder| !level.contains(folder));
        Ok(found)
    }

    fn add(
        &mut self,
        folder: &Path,
        files: &Files,
        is_wanted: &dyn Fn(&Path) -> bool,
    ) -> Result<(), io::Error> {
        for entry in files.read_folder(folder)? {
            let entry = entry?;
            let path = entry.path;
            if is_hidden(&path) {
                continue;
            }
            let is_folder = entry.kind == Some(FileKind::Folder);
            if !is_folder && is_wanted(&path) {
                self.files.insert(path);
            } else if is_folder && self.folders.len() < MOST_FOLDERS {
                self.folders.insert(path);
            }
        }
        Ok(())
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// The folder below another one in which a file lies, with slashes; empty for the folder itself.
#[must_use]
pub fn group_below(folder: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(folder).ok();
    let group = inside.and_then(Path::parent).unwrap_or(Path::new(""));
    let parts = group.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
