//! What is written in the folder of the library. Nothing is replaced unasked, and what is replaced stays beside as `.bak`.

use std::fs;
use std::path::{Path, PathBuf};

use whole_file::{backup_of, keep_copy, remove, write_with_backup};

use super::preset_index::preset_of;
use crate::files::presets;
use crate::files::presets::PresetFile;

/// Something to write.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryJob {
    /// A new pose, or another in the place of one.
    Save {
        /// Its file.
        path: PathBuf,
        /// What it says.
        preset: Box<PresetFile>,
        /// Whether a file that is there may be replaced.
        replace: bool,
    },
    /// Another name for a pose.
    Rename {
        /// Its file.
        from: PathBuf,
        /// The file for its new name; may be the same.
        to: PathBuf,
        /// The new name.
        name: String,
    },
    /// A pose that is no longer wanted.
    Delete(PathBuf),
}

/// Why something was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One sentence with a remedy.
    pub text: String,
    /// Whether a file of this name is in the way.
    pub exists: bool,
}

impl Failure {
    fn new(text: String) -> Self {
        Self {
            text,
            exists: false,
        }
    }

    fn exists(path: &Path) -> Self {
        Self {
            text: format!(
                "{}: there is a file of this name already; choose another name.",
                path.display()
            ),
            exists: true,
        }
    }
}

impl LibraryJob {
    /// The file that there is afterwards; none once it is deleted.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Save { path, .. } => Some(path),
            Self::Rename { to, .. } => Some(to),
            Self::Delete(_) => None,
        }
    }

    /// The file that there is no longer, once this is done.
    #[must_use]
    pub fn gone(&self) -> Option<&Path> {
        match self {
            Self::Save { .. } => None,
            Self::Rename { from, to, .. } => (from != to).then_some(from),
            Self::Delete(path) => Some(path),
        }
    }

    /// Writes; gives what is to be said about it.
    ///
    /// # Errors
    ///
    /// [`Failure`]; what was there still is.
    pub fn carry_out(&self) -> Result<String, Failure> {
        match self {
            Self::Save {
                path,
                preset,
                replace,
            } => save(path, preset, *replace),
            Self::Rename { from, to, name } => rename(from, to, name),
            Self::Delete(path) => delete(path),
        }
    }
}

fn save(path: &Path, preset: &PresetFile, replace: bool) -> Result<String, Failure> {
    // A link to nowhere is something too.
    let is_there = path.symlink_metadata().is_ok();
    if is_there && !replace {
        return Err(Failure::exists(path));
    }
    make_folder(path)?;
    put(path, preset)?;
    Ok(if is_there {
        format!(
            "Saved {} in the place of the old one, which is kept as {}.",
            preset.name,
            backup_of(path).display()
        )
    } else {
        format!("Saved {} as {}.", preset.name, path.display())
    })
}

/// A file that there was keeps the comment that it begins with.
fn put(path: &Path, preset: &PresetFile) -> Result<(), Failure> {
    let text = match fs::read_to_string(path) {
        Ok(before) => presets::write_over(&before, preset),
        Err(_) => presets::write(preset),
    };
    write_with_backup(path, text.as_bytes()).map_err(|error| Failure::new(error.to_string()))
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    let Some(folder) = path.parent() else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(format!(
            "{}: the folder cannot be made ({error}); check the permissions of the one above, or choose another folder.",
            folder.display()
        ))
    })
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| {
        Failure::new(format!(
            "{}: the pose cannot be read ({error}); it may have been moved or deleted meanwhile.",
            path.display()
        ))
    })
}

/// A file that is renamed keeps its comments no more than one that is saved; the old text stays beside.
fn rename(from: &Path, to: &Path, name: &str) -> Result<String, Failure> {
    let bytes = bytes_of(from)?;
    let mut preset = preset_of(from, &bytes).map_err(Failure::new)?;
    let old = std::mem::replace(&mut preset.name, name.to_owned());
    // Where case does not count, both may be one file under two names.
    let same = from == to || whole_file::is_same_file(from, to);
    if !same && to.symlink_metadata().is_ok() {
        return Err(Failure::exists(to));
    }
    put(if same { from } else { to }, &preset)?;
    if !same {
        back_up(from, &bytes)?;
    }
    Ok(format!("Renamed {old} to {name}."))
}

fn delete(path: &Path) -> Result<String, Failure> {
    let bytes = bytes_of(path)?;
    let kept = back_up(path, &bytes)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("Deleted {file}; it is kept as {}.", kept.display()))
}

/// Takes a file away once what it says is safe beside it.
fn back_up(path: &Path, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let kept = keep_copy(path, bytes).map_err(|error| Failure::new(error.to_string()))?;
    remove(path).map_err(|error| {
        Failure::new(format!(
            "{}: the file cannot be taken away ({error}); check the folder's permissions.",
            path.display()
        ))
    })?;
    Ok(kept)
}
