//! Saving an opened character: the file as it came, with what was edited.

use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;
use whole_file::{WriteError, check_destination, is_same_file, write_whole};

use super::container::container;
use super::report::SaveReport;
use crate::character::Character;
use crate::source::SideFile;
use crate::uri::relative_path;

/// Why a character was not saved: one sentence with a remedy. What was at the path is still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A character that was not opened from a file has nothing that could be written back.
    #[error("{name}: there is no file to write back; `write_glb` writes characters of one's own")]
    NoSource {
        /// The character's name.
        name: String,
    },
    /// The skeleton is another than the file's, and files cannot be given another skeleton yet.
    #[error(
        "{name}: its skeleton or its weights were edited, and that cannot be written into a glTF file yet; undo the edits to save names alone, or keep them in a project"
    )]
    SkeletonEdited {
        /// The character's name.
        name: String,
    },
    /// The name says another format than the character came in.
    #[error(
        "{}: the character came as {came_as} and is saved as such; give a name that ends in {came_as}", path.display()
    )]
    OtherFormat {
        /// The path.
        path: PathBuf,
        /// `.glb` or `.gltf`.
        came_as: &'static str,
    },
    /// More bytes than a GLB can count.
    #[error(
        "{name}: the file would have {bytes} bytes, and a GLB can count {}",
        u32::MAX
    )]
    TooLarge {
        /// The character's name.
        name: String,
        /// Its size.
        bytes: usize,
    },
    /// A file that the character's buffers or pictures name is there with other content, beside the new place.
    #[error(
        "{}: this file is there already, with other content than the character needs; save into another folder", path.display()
    )]
    Occupied {
        /// The path.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Saves a character in the format it came in: the file's own JSON and chunks, with what was edited put in.
///
/// What is edited so far are the names of joints. All else is written back as it was, extensions and extras included; the
/// spelling of numbers and the white space may change. Files beside a `.gltf` go along where the new folder lacks them.
///
/// Every file is written whole or not at all, the main one last.
///
/// # Errors
///
/// One sentence; see [`SaveError`]. Nothing is written where that is known before.
///
/// # Examples
///
/// ```no_run
/// let mut character = character::open("fox.glb".as_ref())?;
/// let joints: Vec<_> = character.rig.skeleton.joints().collect();
/// for joint in joints {
///     let name = format!("fox_{}", character.rig.skeleton.name(joint));
///     std::sync::Arc::make_mut(&mut character.rig).skeleton.rename(joint, name);
/// }
/// character::save(&character, "renamed.glb".as_ref())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save(character: &Character, path: &Path) -> Result<SaveReport, SaveError> {
    let (wanted, came_as) = if character.source.is_glb {
        ("glb", ".glb")
    } else {
        ("gltf", ".gltf")
    };
    let ending = path.extension();
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case(wanted)) {
        return Err(SaveError::OtherFormat {
            path: path.to_owned(),
            came_as,
        });
    }
    let bytes = to_bytes(character)?;
    check_destination(path)?;
    let missing = missing_side_files(character, path)?;
    for (place, side_file) in missing {
        write_side_file(&place, &side_file.bytes)?;
    }
    write_whole(path, &bytes)?;
    Ok(SaveReport::default())
}

/// The bytes of the main file as [`save`] writes it.
///
/// # Errors
///
/// [`SaveError::NoSource`], [`SaveError::SkeletonEdited`], [`SaveError::TooLarge`].
pub fn to_bytes(character: &Character) -> Result<Vec<u8>, SaveError> {
    let name = || character.name.clone();
    if character.source.json.is_null() {
        return Err(SaveError::NoSource { name: name() });
    }
    if character.skeleton_edited {
        return Err(SaveError::SkeletonEdited { name: name() });
    }
    let mut json = character.source.json.clone();
    write_names(character, &mut json);
    if character.source.is_glb {
        let json = json.to_string().into_bytes();
        let binary = character.source.binary.as_deref();
        container(json, binary, &character.source.other_chunks).map_err(|bytes| {
            SaveError::TooLarge {
                name: name(),
                bytes,
            }
        })
    } else {
        let mut text = format!("{json:#}").into_bytes();
        text.push(b'\n');
        Ok(text)
    }
}

/// Names that were changed. A node without a name stays without one as long as its joint has none.
fn write_names(character: &Character, json: &mut Value) {
    let skeleton = &character.rig.skeleton;
    let Some(nodes) = json.get_mut("nodes").and_then(Value::as_array_mut) else {
        return;
    };
    for joint in skeleton.joints() {
        let node = usize::try_from(skeleton.key(joint)).ok();
        let Some(Value::Object(node)) = node.and_then(|node| nodes.get_mut(node)) else {
            continue;
        };
        let name = skeleton.name(joint);
        let written = node.get("name").and_then(Value::as_str).unwrap_or_default();
        if written != name {
            node.insert("name".to_owned(), Value::from(name));
        }
    }
}

/// Also makes its folder below that of the main file, which is there.
fn write_side_file(place: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let folder = place.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(folder).map_err(|reason| WriteError::System {
            path: folder.to_owned(),
            reason,
        })?;
    }
    write_whole(place, bytes)
}

/// Side files that are not where the saved file will look for them, with those places.
fn missing_side_files<'a>(
    character: &'a Character,
    path: &Path,
) -> Result<Vec<(PathBuf, &'a SideFile)>, SaveError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut missing = Vec::new();
    for side_file in &character.source.side_files {
        // It was read, so its address is a path.
        let Ok(below) = relative_path(&side_file.uri) else {
            continue;
        };
        let place = folder.join(below);
        if is_same_file(&place, &side_file.path) {
            continue;
        }
        match std::fs::read(&place) {
            Ok(found) if found == *side_file.bytes => {}
            Ok(_) => return Err(SaveError::Occupied { path: place }),
            Err(_) => missing.push((place, side_file)),
        }
    }
    Ok(missing)
}
