//! The door: from a path or bytes to a character.

use std::path::Path;
use std::sync::Arc;

use rig::Rig;
use serde_json::Value;

use crate::animation::{Targets, animated_nodes, read_clips};
use crate::asset::check_asset;
use crate::buffers::{SideFiles, read_buffers};
use crate::character::Character;
use crate::error::{CharacterError, Fault, Place, Read};
use crate::glb::{Container, split};
use crate::image::ImageLoader;
use crate::instances::{joint_counts, read_instances};
use crate::json::At;
use crate::material::read_materials;
use crate::meshes::{MeshContext, read_meshes};
use crate::nodes::read_nodes;
use crate::reader::Reader;
use crate::skeleton::build_skeleton;
use crate::skins::{read_binds, read_skin_joints};
use crate::source::Source;
use crate::uri::Folder;
use crate::warning::Warning;

/// Opens a `.glb` or `.gltf` file; the first bytes decide which it is.
///
/// Side files are read from the file's folder and the folders below it, and nowhere else.
///
/// # Errors
///
/// One sentence that names the file, the place, what is wrong and a remedy.
pub fn open(path: &Path) -> Result<Character, CharacterError> {
    let file = path.display().to_string();
    let bytes = read_file(path).map_err(|fault| fault.at(Place::File).in_file(&file))?;
    let name = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    read(name, &bytes, SideFiles::new(Folder::of(path))).map_err(|flaw| flaw.in_file(&file))
}

/// Opens a file that is in memory. There are no side files: a buffer that names one is an error, a picture a warning.
///
/// # Errors
///
/// As [`open`], with `name` for the file.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Result<Character, CharacterError> {
    read(name.to_owned(), bytes, SideFiles::new(None)).map_err(|flaw| flaw.in_file(name))
}

fn read_file(path: &Path) -> Result<Vec<u8>, Fault> {
    let unreadable = |error: std::io::Error| Fault::Unreadable {
        reason: error.to_string(),
    };
    let metadata = path.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Fault::Folder);
    }
    if !metadata.is_file() {
        // A device or a pipe may have no end.
        return Err(Fault::Unreadable {
            reason: "it is not an ordinary file".to_owned(),
        });
    }
    std::fs::read(path).map_err(unreadable)
}

fn read(name: String, bytes: &[u8], mut side: SideFiles) -> Read<Character> {
    let mut warnings = Vec::new();
    let container = split(bytes, &mut warnings)?;
    let json = parse(container.json)?;
    let binary: Option<Arc<[u8]>> = container.binary.map(Arc::from);
    let content = read_content(&json, binary.as_ref(), bytes.len(), &mut side)?;
    warnings.extend(content.warnings);
    let Container {
        is_glb,
        others: other_chunks,
        ..
    } = container;
    let source = Source {
        json,
        is_glb,
        binary,
        other_chunks,
        side_files: side.files,
    };
    Ok(Character {
        name,
        source,
        warnings,
        ..content.character
    })
}

/// `serde_json` refuses values nested more than 128 deep, so that its recursion is bounded.
fn parse(text: &[u8]) -> Read<Value> {
    serde_json::from_slice(text).map_err(|error| {
        let place = Place::Json(String::new());
        Fault::Json {
            reason: error.to_string(),
        }
        .at(place)
    })
}

struct Content {
    character: Character,
    warnings: Vec<Warning>,
}

fn read_content(
    json: &Value,
    binary: Option<&Arc<[u8]>>,
    n_bytes: usize,
    side: &mut SideFiles,
) -> Read<Content> {
    let root = At::root(json);
    check_asset(&root)?;
    let buffers = read_buffers(&root, binary, side)?;
    let n_side: usize = side.files.iter().map(|file| file.bytes.len()).sum();
    let reader = Reader::new(root, buffers, n_bytes.saturating_add(n_side));

    let skins = read_skin_joints(&reader)?;
    let nodes = read_nodes(&reader, &skins)?;
    let joints = build_skeleton(&reader, &nodes, &animated_nodes(&root))?;
    let binds = read_binds(&reader, &skins, &joints)?;
    let instances = read_instances(&reader, &nodes, &joints)?;
    let materials = read_materials(&reader, &mut ImageLoader::new(side))?;
    let joint_counts = joint_counts(root.items("meshes")?.len(), &instances, &skins);
    let context = MeshContext {
        coords: &materials.coords,
        joint_counts: &joint_counts,
    };
    let meshes = read_meshes(&reader, context)?;
    let morphs = instances
        .iter()
        .map(|instance| (instance.file_node, instance.morph.clone()))
        .collect();
    let clips = read_clips(
        &reader,
        Targets {
            joints: &joints.of_node,
            morphs: &morphs,
        },
    )?;

    let character = Character {
        meshes,
        instances,
        rig: Rig::new(joints.skeleton, binds),
        clips,
        materials: materials.materials,
        images: materials.images,
        ..Character::default()
    };
    Ok(Content {
        character,
        warnings: reader.into_warnings(),
    })
}
