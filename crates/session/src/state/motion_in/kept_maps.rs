//! Bone maps as files: those that are kept for skeletons in the folder of settings, and those that people save and load.

use std::path::{Path, PathBuf};

use character::Character;
use retarget::{BoneMap, NamedMap, names_hash};
use text_files::{FileFault, text_of};
use whole_file::Files;

use super::bring::bone_map;

/// The folder of kept maps, within that of the settings.
const FOLDER: &str = "bone-maps";
/// The largest map that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// An order to keep the map of a skeleton, or to keep none any more.
#[derive(Clone, Debug, PartialEq)]
pub struct KeepMap {
    /// The folder of settings.
    pub folder: PathBuf,
    /// The map by names, with the hash of the skeleton's; none is forgotten.
    pub map: Option<NamedMap>,
    /// The hash of the names of the skeleton's joints.
    pub names_hash: u64,
}

/// The bones of a character as they are found, and the map that was kept for a skeleton of its names.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundBones {
    /// By the file's map, names and shape.
    pub found: BoneMap,
    /// The map that was kept; none where there is none, else a sentence why it does not count.
    pub kept: Option<Result<BoneMap, String>>,
}

impl FoundBones {
    /// Looks for the bones of a character. Without a folder of settings no map is kept.
    #[must_use]
    pub fn of(character: &Character, settings: Option<&Path>, files: &Files) -> Self {
        let kept = settings.and_then(|folder| {
            let path = kept_path(folder, names_hash(&character.rig.skeleton));
            files.exists(&path).then(|| {
                let named = read_map(&path, files)?;
                let map = named.for_skeleton(&character.rig.skeleton);
                map.map_err(|error| format!("{}: {error}.", path.display()))
            })
        });
        Self {
            found: bone_map(character),
            kept,
        }
    }
}

impl FoundBones {
    /// The map that was kept; where there is none, or one that does not count, what was found.
    #[must_use]
    pub fn map(&self) -> &BoneMap {
        let kept = self.kept.as_ref().and_then(|kept| kept.as_ref().ok());
        kept.unwrap_or(&self.found)
    }
}

/// Where the map of a skeleton is kept, by the hash of its names.
#[must_use]
pub fn kept_path(settings: &Path, names_hash: u64) -> PathBuf {
    settings.join(FOLDER).join(format!("{names_hash:016x}.ron"))
}

/// Reads a map of bones.
///
/// # Errors
///
/// A sentence that names the file: it cannot be read, is larger than a megabyte, is no text, or no map, with line, column and remedy.
pub fn read_map(path: &Path, files: &Files) -> Result<NamedMap, String> {
    let name = path.display();
    let bytes = files.read_regular(path, LARGEST).map_err(|error| {
        format!(
            "{name}: the map cannot be read ({error}); {}.",
            error.remedy()
        )
    })?;
    let fault = |fault| FileFault::new(name.to_string(), fault).to_string();
    let text = text_of(&bytes).map_err(fault)?;
    NamedMap::from_text(text).map_err(fault)
}

impl KeepMap {
    /// Writes the map, or takes it away. What was there before stays beside it as `.bak`.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; the file is as it was.
    pub fn carry_out(&self, files: &Files) -> Result<(), String> {
        let path = kept_path(&self.folder, self.names_hash);
        let Some(map) = &self.map else {
            return forget(&path, files);
        };
        if let Some(folder) = path.parent() {
            files.create_folders(folder).map_err(|error| {
                format!(
                    "{}: the folder of kept bone maps cannot be made ({error}); check the permissions of the one above.",
                    folder.display()
                )
            })?;
        }
        let written = files.write_with_backup(&path, map.to_text().as_bytes());
        written.map_err(|error| error.to_string())
    }
}

fn forget(path: &Path, files: &Files) -> Result<(), String> {
    let Ok(bytes) = files.read_regular(path, LARGEST) else {
        // What is not there need not be forgotten.
        return Ok(());
    };
    let kept = files.keep_copy(path, &bytes);
    kept.map_err(|error| error.to_string())?;
    files.remove(path).map_err(|error| {
        format!(
            "{}: the kept bone map cannot be taken away ({error}); check the folder's permissions.",
            path.display()
        )
    })
}
