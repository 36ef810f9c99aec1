//! Whether a character can be written back: its parts are those of its file, and no more than a file may have.

use rig::{Clip, MAX_JOINTS};

use super::mesh_sources::origins;
use super::meshes::is_same;
use crate::json::tree::draft::View;
use crate::meshes::influences::MOST_SETS;
use crate::model::character::{Character, Mesh};
use crate::model::source::AsRead;
use crate::write::options::{JointNumbers, SaveOptions};
use crate::write::save::SaveError;

/// Whether nothing is other than it was read.
pub(super) fn is_as_read(character: &Character, read: &AsRead) -> bool {
    character.rig == read.rig
        && character.instances == read.instances
        && character.clips == read.clips
        && character.constraints == read.constraints
        && character.meshes.len() == read.meshes.len()
        && check(character, read).is_ok()
        && character
            .meshes
            .iter()
            .zip(&read.meshes)
            .all(|(now, before)| {
                let mut pairs = now.primitives.iter().zip(&before.primitives);
                let has_same =
                    now.skinning == before.skinning && now.target_names == before.target_names;
                has_same && pairs.all(|(now, before)| is_same(now, before))
            })
}

/// Whether every part is one of the file, or one that an edit makes.
pub(super) fn check(character: &Character, read: &AsRead) -> Result<(), SaveError> {
    let foreign = |what| {
        let name = character.name.clone();
        Err(SaveError::Foreign { name, what })
    };
    let (now, before) = (&character.instances, &read.instances);
    let mut pairs = now.iter().zip(before);
    if now.len() != before.len() || !pairs.all(|(now, before)| now.file_node == before.file_node) {
        return foreign("places of its meshes");
    }
    // A mesh that an edit has made stands where it came from.
    for (mesh, origin) in character.meshes.iter().zip(origins(character, read)) {
        let origin = read.meshes.get(origin);
        if !origin.is_some_and(|origin| same_primitives(mesh, origin)) {
            return foreign("primitives");
        }
    }
    if character.meshes.len() < read.meshes.len() {
        return foreign("meshes");
    }
    if character.rig.binds.len() < read.rig.binds.len() {
        return foreign("skins");
    }
    let is_foreign = |clip: &Clip| {
        clip.source()
            .is_some_and(|source| source >= read.clips.len())
    };
    if character.clips.iter().any(is_foreign) {
        return foreign("clips");
    }
    check_influences(character)
}

fn same_primitives(now: &Mesh, before: &Mesh) -> bool {
    let numbers = |mesh: &Mesh| -> Vec<(usize, usize)> {
        let primitives = mesh.primitives.iter();
        primitives
            .map(|primitive| (primitive.file_primitive, primitive.positions.len()))
            .collect()
    };
    numbers(now) == numbers(before)
}

fn check_influences(character: &Character) -> Result<(), SaveError> {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    let most = influences.map(rig::Influences::max_per_vertex).max();
    check_count(
        character,
        "influences of a vertex",
        (most.unwrap_or(0), 4 * MOST_SETS),
    )
}

/// Whether what was added still fits.
pub(super) fn check_size(
    character: &Character,
    n_nodes: usize,
    json: View<'_>,
) -> Result<(), SaveError> {
    check_count(character, "nodes", (n_nodes, MAX_JOINTS))?;
    for skin in json.items("skins").iter() {
        let joints = skin
            .items("joints")
            .iter()
            .filter_map(View::to_index)
            .count();
        check_count(character, "joints of a skin", (joints, MAX_JOINTS))?;
    }
    Ok(())
}

/// Whether the program that the file is for takes so many joints.
pub(super) fn check_target(
    character: &Character,
    options: &SaveOptions,
    json: View<'_>,
) -> Result<(), SaveError> {
    // Places from 0 to 255.
    let small = usize::from(u8::MAX) + 1;
    let by_numbers = (options.joints == JointNumbers::U8).then_some(small);
    let limits = options.max_joints.into_iter().chain(by_numbers);
    let Some(limit) = limits.min() else {
        return Ok(());
    };
    for (number, skin) in json.items("skins").iter().enumerate() {
        let found = skin
            .items("joints")
            .iter()
            .filter_map(View::to_index)
            .count();
        if limit < found {
            let name = skin.get("name").and_then(View::as_str);
            return Err(SaveError::TooManyJoints {
                name: character.name.clone(),
                skin: name.map_or_else(|| format!("skin {number}"), |name| format!("{name:?}")),
                found,
                limit,
            });
        }
    }
    Ok(())
}

fn check_count(
    character: &Character,
    what: &'static str,
    (found, limit): (usize, usize),
) -> Result<(), SaveError> {
    if found <= limit {
        return Ok(());
    }
    Err(SaveError::TooMany {
        name: character.name.clone(),
        what,
        found,
        limit,
    })
}
