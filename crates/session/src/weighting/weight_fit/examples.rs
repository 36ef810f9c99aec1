//! Examples from files: a folder of OBJ files, or a character with morph targets.

use std::fs;
use std::path::{Path, PathBuf};

use character::{Character, MeshInstance};
use rig::{Pose, ScaleInheritance};
use scene::deform::{deform, primitive_of};
use scene::posed_character::Look;
use whole_file::read_regular;

use super::obj;
use super::poses::{NamedPose, clip_of, frames, kept, poses_of};
use super::{FitChoice, FitPoses, Places, PoseTargets};
use crate::document::Document;
use crate::files::load::load;
use crate::files::presets::{self, PresetFile};
use crate::files::weight_files::BoundMesh;

/// The longest OBJ file that is read, in bytes.
const LONGEST: u64 = 1 << 30;
/// Most examples.
const MOST: usize = 512;

/// The examples of a folder of OBJ files, or of a file's morph targets.
///
/// An OBJ file goes with the pose of its name: the preset beside it (`squat.obj`, `squat.ron`), `rest`, or a test pose, letter case
/// and spaces, hyphens and underscores aside. Along a clip the files in the order of their names, or the targets in their order, are
/// its moments, evenly from its beginning to its end.
///
/// # Errors
///
/// One sentence that names the file, the place in it, and a remedy.
pub(super) fn examples(
    document: &Document,
    choice: &FitChoice,
    tests: &[PresetFile],
    path: &Path,
) -> Result<Vec<PoseTargets>, String> {
    let mesh = mesh_of(document, choice, path)?;
    if path.is_dir() {
        return of_folder(document, (choice, tests), &mesh, path);
    }
    let is_model = |ending: &str| {
        ["glb", "gltf"]
            .iter()
            .any(|one| ending.eq_ignore_ascii_case(one))
    };
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.as_ref() {
        ending if is_model(ending) => of_morphs(document, choice, &mesh, path),
        _ => Err(format!(
            "{}: examples are a folder of OBJ files, or a .glb or .gltf with morph targets; name one of these.",
            path.display()
        )),
    }
}

/// The mesh that examples are of: the one asked for, or the only one.
fn mesh_of(document: &Document, choice: &FitChoice, path: &Path) -> Result<BoundMesh, String> {
    let all = BoundMesh::all(&document.character);
    let asked = all.iter().find(|bound| Some(bound.mesh) == choice.mesh);
    match (asked, all.as_slice()) {
        (Some(bound), _) | (None, [bound]) => Ok(bound.clone()),
        _ => Err(format!(
            "{}: the character has several meshes with weights; choose the one that the examples are of.",
            path.display()
        )),
    }
}

fn of_folder(
    document: &Document,
    (choice, tests): (&FitChoice, &[PresetFile]),
    mesh: &BoundMesh,
    folder: &Path,
) -> Result<Vec<PoseTargets>, String> {
    let files = listed(folder)?;
    let character = &*document.character;
    let poses = match choice.poses {
        FitPoses::Clip(index) => {
            let count = u16::try_from(files.len()).unwrap_or(u16::MAX);
            let frames = frames(character, clip_of(character, index)?, count);
            frames.into_iter().map(|named| named.pose).collect()
        }
        FitPoses::Tests => {
            let known = poses_of(character, FitPoses::Tests, tests)?;
            let pose = |file: &PathBuf| pose_named(character, &known, file);
            files
                .iter()
                .map(pose)
                .collect::<Result<Vec<Pose>, String>>()?
        }
    };
    let target = |(file, pose): (&PathBuf, Pose)| {
        let refused = |why: String| format!("{}: {why}", file.display());
        let bytes = read_regular(file, LONGEST).map_err(|error| {
            refused(format!("it cannot be read ({error}); {}.", error.remedy()))
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let positions = obj::vertices(&text).map_err(refused)?;
        if positions.len() != mesh.vertices {
            return Err(refused(format!(
                "it has {} vertices, and {} has {}; export the posed mesh with all its vertices in their order, none merged.",
                positions.len(),
                mesh.name,
                mesh.vertices
            )));
        }
        let mesh = mesh.mesh;
        Ok(PoseTargets {
            places: Some(Places::Mesh { mesh, positions }),
            ..kept(pose)
        })
    };
    files.iter().zip(poses).map(target).collect()
}

/// The OBJ files of a folder, in the order of their names, numbers in them by value.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let refused = |why: String| format!("{}: {why}", folder.display());
    let entries = fs::read_dir(folder).map_err(|error| {
        refused(format!(
            "the folder cannot be read ({error}); choose another."
        ))
    })?;
    let is_obj = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("obj") && !stem_of(path).starts_with('.')
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(is_obj)
        .collect();
    files.sort_by_cached_key(|file| by_value(&stem_of(file)));
    match files.len() {
        0 => Err(refused(
            "it holds no .obj file; export posed meshes as Wavefront OBJ into it, each called as its pose.".to_owned(),
        )),
        count if count > MOST => Err(refused(format!(
            "it holds {count} .obj files, and at most {MOST} are read; take some away."
        ))),
        _ => Ok(files),
    }
}

/// The parts of a name, digits as numbers.
fn by_value(name: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = vec![(0, String::new())];
    let mut is_number = false;
    for letter in name.chars() {
        let digit = letter.to_digit(10);
        if digit.is_some() && !is_number {
            parts.push((0, String::new()));
        }
        is_number = digit.is_some();
        if let Some((number, text)) = parts.last_mut() {
            match digit {
                Some(digit) => *number = number.saturating_mul(10).saturating_add(digit.into()),
                None => text.push(letter),
            }
        }
    }
    parts
}

/// The pose that a file is called after.
fn pose_named(character: &Character, known: &[NamedPose], file: &Path) -> Result<Pose, String> {
    let refused = |why: String| format!("{}: {why}", file.display());
    let beside = file.with_extension(presets::EXTENSION);
    if beside.is_file() {
        let bytes = read_regular(&beside, LONGEST)
            .map_err(|error| format!("{}: {error}; {}.", beside.display(), error.remedy()))?;
        let text = String::from_utf8_lossy(&bytes);
        let name = beside.display().to_string();
        let preset = presets::read(&text, &name).map_err(|fault| fault.to_string())?;
        let rest = poses_rest(character);
        return Ok(preset
            .preset
            .applied(&character.rig.skeleton, &rest, 1.0, None));
    }
    let name = plain(&stem_of(file));
    let found = known.iter().find(|pose| plain(&pose.name) == name);
    found.map(|found| found.pose.clone()).ok_or_else(|| {
        let names: Vec<&str> = known.iter().take(12).map(|pose| pose.name.as_str()).collect();
        refused(format!(
            "no pose is called so; put its preset beside it ({}), call it as a test pose ({}…), or take the files as moments of a clip.",
            beside.file_name().unwrap_or_default().to_string_lossy(),
            names.join(", ")
        ))
    })
}

fn poses_rest(character: &Character) -> Pose {
    Pose {
        morph_weights: character.file_pose().morph_weights,
        ..Pose::rest(&character.rig.skeleton)
    }
}

fn stem_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Letters and digits alone, small.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The mesh of a file with the most morph targets, which are not too many.
fn with_shapes(examples: &Character) -> Result<&MeshInstance, String> {
    let instances = examples.instances.iter();
    let instance = instances.max_by_key(|instance| instance.morph.len());
    match instance {
        Some(instance) if instance.morph.len() > MOST => Err(format!(
            "it has {} morph targets, and at most {MOST} are read; export fewer.",
            instance.morph.len()
        )),
        Some(instance) if !instance.morph.is_empty() => Ok(instance),
        _ => Err("no mesh of it has morph targets; export the posed shapes as such.".to_owned()),
    }
}

/// The morph targets of a file, one after another, as moments of a clip.
fn of_morphs(
    document: &Document,
    choice: &FitChoice,
    mesh: &BoundMesh,
    path: &Path,
) -> Result<Vec<PoseTargets>, String> {
    let character = &*document.character;
    let FitPoses::Clip(index) = choice.poses else {
        return Err(format!(
            "{}: morph targets have no poses of their own; choose the clip whose moments they are, from its beginning to its end.",
            path.display()
        ));
    };
    let examples = load(&path.to_string_lossy()).map_err(|error| error.to_string())?;
    let refused = |why: String| format!("{}: {why}", path.display());
    let instance = with_shapes(&examples).map_err(&refused)?;
    let count = instance.morph.len();
    let poses = frames(
        character,
        clip_of(character, index)?,
        u16::try_from(count).unwrap_or(u16::MAX),
    );
    let node = instance.node;
    let target = |(place, named): (usize, NamedPose)| {
        let mut shape = examples.file_pose();
        let first = instance.morph.start;
        let weights = shape.morph_weights.iter_mut().enumerate().skip(first);
        for (at, weight) in weights.take(count) {
            *weight = f32::from(u8::from(at == first + place));
        }
        let inheritance: &[ScaleInheritance] = &examples.rig.scale_inheritance;
        let deformed = deform(&examples, &shape, inheritance, Look::default());
        let deformed = deformed.map_err(|error| refused(format!("{error}.")))?;
        let of_node = deformed.iter().filter(|of| {
            let own = examples.instances.get(of.instance);
            own.is_some_and(|own| own.node == node) && primitive_of(&examples, of).is_some()
        });
        let positions: Vec<glam::Vec3> = of_node.flat_map(|of| of.positions.clone()).collect();
        if positions.len() != mesh.vertices {
            return Err(refused(format!(
                "its mesh with morph targets has {} vertices, and {} has {}; export the same mesh, none of its vertices merged.",
                positions.len(),
                mesh.name,
                mesh.vertices
            )));
        }
        let mesh = mesh.mesh;
        Ok(PoseTargets {
            places: Some(Places::Mesh { mesh, positions }),
            ..kept(named.pose)
        })
    };
    poses
        .into_iter()
        .take(count)
        .enumerate()
        .map(target)
        .collect()
}
