//! Writing of pose files. Nothing is replaced unasked, and what is replaced or deleted is kept as `.bak`.

use std::path::{Path, PathBuf};

use whole_file::{Access, Files, backup_of};

use super::preset_index::{bytes_of, preset_of};
use crate::state::presets;
use crate::state::presets::PresetFile;

/// An order to write, rename or delete a pose file.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryJob {
    /// Saves a new pose, or replaces one.
    Save {
        /// Path of the pose file.
        path: PathBuf,
        /// The pose to write, with its name and its joints.
        preset: Box<PresetFile>,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    /// Renames a pose, and its file with it.
    Rename {
        /// Path of the pose file.
        from: PathBuf,
        /// Path for the new name; may be the same.
        to: PathBuf,
        /// The name that the pose has afterwards.
        name: String,
    },
    /// Deletes a pose file.
    Delete(PathBuf),
}

/// Why an order failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One sentence with a remedy.
    pub text: String,
    /// Whether the reason is an existing file of that name.
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
    /// The path that exists afterwards; none once it is deleted.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Save { path, .. } => Some(path),
            Self::Rename { to, .. } => Some(to),
            Self::Delete(_) => None,
        }
    }

    /// The path that no longer exists afterwards.
    #[must_use]
    pub fn removed_path(&self) -> Option<&Path> {
        match self {
            Self::Save { .. } => None,
            Self::Rename { from, to, .. } => (from != to).then_some(from),
            Self::Delete(path) => Some(path),
        }
    }

    /// Carries the order out; returns the notice for the user.
    ///
    /// # Errors
    ///
    /// [`Failure`]; the files are as they were.
    pub fn carry_out(&self, files: &Files) -> Result<String, Failure> {
        match self {
            Self::Save {
                path,
                preset,
                replace,
            } => save(path, preset, *replace, files),
            Self::Rename { from, to, name } => rename(from, to, name, files),
            Self::Delete(path) => delete(path, files),
        }
    }
}

fn save(path: &Path, preset: &PresetFile, replace: bool, files: &Files) -> Result<String, Failure> {
    // A dangling link counts as an existing file.
    let is_there = files.symlink_metadata(path).is_ok();
    if is_there && !replace {
        return Err(Failure::exists(path));
    }
    make_folder(path, files)?;
    write_preset(path, preset, Access::ANY, files)?;
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

/// An existing file keeps the comment at its beginning.
fn write_preset(
    path: &Path,
    preset: &PresetFile,
    access: Access,
    files: &Files,
) -> Result<(), Failure> {
    let before = bytes_of(path, files).ok();
    let before = before.and_then(|before| String::from_utf8(before).ok());
    let text = match before {
        Some(before) => presets::write_over(&before, preset),
        None => presets::write(preset),
    };
    let written = files.write_with_backup_within(path, text.as_bytes(), access);
    written.map_err(|error| Failure::new(error.to_string()))
}

fn make_folder(path: &Path, files: &Files) -> Result<(), Failure> {
    let Some(folder) = path.parent() else {
        return Ok(());
    };
    files.create_folders(folder).map_err(|error| {
        Failure::new(format!(
            "{}: the folder cannot be made ({error}); check the permissions of the one above, or choose another folder.",
            folder.display()
        ))
    })
}

fn read_pose_bytes(path: &Path, files: &Files) -> Result<Vec<u8>, Failure> {
    bytes_of(path, files).map_err(|error| {
        Failure::new(format!(
            "{}: the pose cannot be read ({error}); it may have been moved or deleted meanwhile.",
            path.display()
        ))
    })
}

/// The renamed file is written anew, so comments below its beginning are lost; the old text is kept as `.bak`.
fn rename(from: &Path, to: &Path, name: &str, files: &Files) -> Result<String, Failure> {
    let bytes = read_pose_bytes(from, files)?;
    let mut preset = preset_of(from, &bytes).map_err(Failure::new)?;
    let old = std::mem::replace(&mut preset.name, name.to_owned());
    // On file systems that ignore case, both may be one file under two names.
    let same = from == to || files.is_same_file(from, to);
    if !same && files.symlink_metadata(to).is_ok() {
        return Err(Failure::exists(to));
    }
    make_folder(to, files)?;
    let written = if same { from } else { to };
    write_preset(written, &preset, files.access(from), files)?;
    // The new file is there before the old one goes: a failure between leaves both.
    if !same {
        back_up(from, &bytes, files)?;
    }
    if old == name && from.parent() != to.parent() {
        return Ok(format!("Moved {name} to {}.", to.display()));
    }
    Ok(format!("Renamed {old} to {name}."))
}

fn delete(path: &Path, files: &Files) -> Result<String, Failure> {
    let bytes = read_pose_bytes(path, files)?;
    let kept = back_up(path, &bytes, files)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("Deleted {file}; it is kept as {}.", kept.display()))
}

/// Removes a file after its content was written to its backup.
fn back_up(path: &Path, bytes: &[u8], files: &Files) -> Result<PathBuf, Failure> {
    let kept = files.keep_copy(path, bytes);
    let kept = kept.map_err(|error| Failure::new(error.to_string()))?;
    files.remove(path).map_err(|error| {
        Failure::new(format!(
            "{}: the file cannot be taken away ({error}); check the folder's permissions.",
            path.display()
        ))
    })?;
    Ok(kept)
}
