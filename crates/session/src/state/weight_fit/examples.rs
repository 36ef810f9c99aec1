//! Examples from files: a folder of OBJ files, or a character with morph targets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use character::{Character, MeshInstance};
use glam::Vec3;
use rig::{GoOn, Pose, ScaleInheritance};
use scene::deform::{deform, primitive_of};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;
use whole_file::Files;

use super::obj;
use super::poses::{NamedPose, clip_of, each, frames, pose_to_keep, poses_of};
use super::{FitChoice, FitPoses, PoseTargets};
use crate::document::Document;
use crate::document::driven::drive;
use crate::state::opening::load::load;
use crate::state::presets::{self, PresetFile};
use crate::state::weight_files::BoundMesh;

/// The longest OBJ file that is read, in bytes.
const LONGEST: u64 = 1 << 30;
/// Most examples that a folder or a file may have.
const MOST: usize = 512;

/// What examples are read for, and from which disk.
#[derive(Clone, Copy)]
pub(super) struct ExampleRequest<'a> {
    pub(super) choice: &'a FitChoice,
    /// The poses that files may be named after.
    pub(super) tests: &'a [PresetFile],
    pub(super) files: &'a Files,
}

/// Examples that are to be read: their poses, and how each is read.
struct Examples<'a> {
    poses: Vec<Pose>,
    read: Box<dyn Fn(usize) -> Result<Example<'a>, String> + 'a>,
}

/// The file that an example is in, and the places of its vertices.
type Example<'a> = (&'a Path, Vec<Vec3>);

/// The examples of a folder of OBJ files, or of a file's morph targets; none if `go_on` breaks off, which it may before each.
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
    request: ExampleRequest<'_>,
    path: &Path,
    go_on: &GoOn<'_>,
) -> Option<Result<Vec<PoseTargets>, String>> {
    let character = &*document.character;
    let named = ExampleFiles::of(path, request.files);
    let opened = mesh_of(character, request.choice, path).and_then(|mesh| {
        let named = named.as_ref().map_err(String::clone)?;
        Ok((mesh, named.open(character, request)?))
    });
    let (mesh, Examples { poses, read }) = match opened {
        Ok(opened) => opened,
        Err(why) => return Some(Err(why)),
    };
    each(poses.into_iter().enumerate(), go_on, |(place, mut pose)| {
        drive(&document.driven, &mut pose);
        let (file, positions) = read(place)?;
        if positions.len() != mesh.vertices {
            return Err(format!(
                "{}: it has {} vertices, and {} has {}; export the posed mesh with all its vertices in their order, none merged.",
                file.display(),
                positions.len(),
                mesh.name,
                mesh.vertices
            ));
        }
        Ok(PoseTargets {
            places: Some(placed_positions(character, &mesh, &positions)),
            ..pose_to_keep(pose)
        })
    })
}

/// The places of a mesh's vertices with weights, wherever the scene shows it; those of others are not finite.
fn placed_positions(character: &Character, mesh: &BoundMesh, positions: &[Vec3]) -> Vec<Vec3> {
    let mut firsts = BTreeMap::new();
    let mut next = 0;
    for (place, primitive) in mesh.primitives(character) {
        firsts.insert(place, next);
        next += primitive.positions.len();
    }
    let of = |placed: PlacedPrimitive<'_>| {
        let count = placed.primitive.positions.len();
        let is_meant = placed.instance.mesh == mesh.mesh;
        let first = firsts.get(&placed.primitive_index).filter(|_| is_meant);
        // A place that is not finite is no target.
        let own = first.and_then(|&first| positions.get(first..first + count));
        own.map_or_else(|| vec![Vec3::NAN; count], <[Vec3]>::to_vec)
    };
    placed_primitives(character).flat_map(of).collect()
}

/// What the examples are in.
enum ExampleFiles<'a> {
    /// OBJ files, in their order.
    Folder(Vec<PathBuf>),
    /// A model with morph targets.
    Morphs(&'a Path),
}

impl<'a> ExampleFiles<'a> {
    fn of(path: &'a Path, files: &Files) -> Result<Self, String> {
        if files.is_folder(path) {
            return list_obj_files(path, files).map(Self::Folder);
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match ["glb", "gltf"]
            .iter()
            .any(|one| ending.eq_ignore_ascii_case(one))
        {
            true => Ok(Self::Morphs(path)),
            false => Err(format!(
                "{}: examples are a folder of OBJ files, or a .glb or .gltf with morph targets; name one of these.",
                path.display()
            )),
        }
    }

    fn open(
        &'a self,
        character: &Character,
        request: ExampleRequest<'a>,
    ) -> Result<Examples<'a>, String> {
        match self {
            Self::Folder(paths) => of_folder(character, request, paths),
            Self::Morphs(path) => of_morphs(character, request.choice, path),
        }
    }
}

/// The mesh that examples are of: the one asked for, or the only one.
fn mesh_of(character: &Character, choice: &FitChoice, path: &Path) -> Result<BoundMesh, String> {
    let all = BoundMesh::all(character);
    let asked = all.iter().find(|bound| Some(bound.mesh) == choice.mesh);
    match (asked, all.as_slice()) {
        (Some(bound), _) | (None, [bound]) => Ok(bound.clone()),
        _ => Err(format!(
            "{}: the character has several meshes with weights; choose the one that the examples are of.",
            path.display()
        )),
    }
}

fn of_folder<'a>(
    character: &Character,
    request: ExampleRequest<'a>,
    paths: &'a [PathBuf],
) -> Result<Examples<'a>, String> {
    let files = request.files;
    let poses = match request.choice.poses {
        FitPoses::Clip(index) => {
            // There are `MOST` at most, which u16 holds.
            let count = u16::try_from(paths.len()).unwrap_or(u16::MAX);
            let frames = frames(character, clip_of(character, index)?, count);
            let poses = frames.into_iter().map(|named| named.pose);
            poses.take(paths.len()).collect()
        }
        FitPoses::Tests => {
            let known = poses_of(character, FitPoses::Tests, request.tests)?;
            let pose = |file: &PathBuf| pose_named(character, &known, file, files);
            paths.iter().map(pose).collect::<Result<_, String>>()?
        }
    };
    let read = |place: usize| {
        let file: &Path = paths
            .get(place)
            .map(PathBuf::as_path)
            .unwrap_or(Path::new(""));
        let refused = |why: String| format!("{}: {why}", file.display());
        let bytes = files.read_regular(file, LONGEST).map_err(|error| {
            refused(format!("it cannot be read ({error}); {}.", error.remedy()))
        })?;
        let positions = obj::vertices(&String::from_utf8_lossy(&bytes)).map_err(refused)?;
        Ok((file, positions))
    };
    Ok(Examples {
        poses,
        read: Box::new(read),
    })
}

/// The OBJ files of a folder, in the order of their names, numbers in them by value.
fn list_obj_files(folder: &Path, files: &Files) -> Result<Vec<PathBuf>, String> {
    let refused = |why: String| format!("{}: {why}", folder.display());
    let entries = files.read_folder(folder).map_err(|error| {
        refused(format!(
            "the folder cannot be read ({error}); choose another."
        ))
    })?;
    let is_obj = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("obj") && !stem_of(path).starts_with('.')
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path))
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
                // A number beyond u64 counts as the largest, and comes last.
                Some(digit) => *number = number.saturating_mul(10).saturating_add(digit.into()),
                None => text.push(letter),
            }
        }
    }
    parts
}

/// The pose that a file is called after.
fn pose_named(
    character: &Character,
    known: &[NamedPose],
    file: &Path,
    files: &Files,
) -> Result<Pose, String> {
    let refused = |why: String| format!("{}: {why}", file.display());
    let beside = file.with_extension(presets::EXTENSION);
    if files.is_file(&beside) {
        let bytes = files
            .read_regular(&beside, LONGEST)
            .map_err(|error| format!("{}: {error}; {}.", beside.display(), error.remedy()))?;
        let text = String::from_utf8_lossy(&bytes);
        let name = beside.display().to_string();
        let preset = presets::read(&text, &name).map_err(|fault| fault.to_string())?;
        let rest = poses_rest(character);
        return Ok(preset
            .preset
            .apply_to(&character.rig.skeleton, &rest, 1.0, None));
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
fn of_morphs<'a>(
    character: &Character,
    choice: &FitChoice,
    path: &'a Path,
) -> Result<Examples<'a>, String> {
    let FitPoses::Clip(index) = choice.poses else {
        return Err(format!(
            "{}: morph targets have no poses of their own; choose the clip whose moments they are, from its beginning to its end.",
            path.display()
        ));
    };
    let examples = load(&path.to_string_lossy()).map_err(|error| error.to_string())?;
    let refused = |why: String| format!("{}: {why}", path.display());
    let (node, morph) = {
        let instance = with_shapes(&examples).map_err(refused)?;
        (instance.node, instance.morph.clone())
    };
    let count = u16::try_from(morph.len()).unwrap_or(u16::MAX);
    let frames = frames(character, clip_of(character, index)?, count);
    let poses = frames.into_iter().map(|named| named.pose);
    let read = move |place: usize| {
        let mut shape = examples.file_pose();
        let weights = shape.morph_weights.iter_mut().enumerate();
        for (at, weight) in weights.filter(|(at, _)| morph.contains(at)) {
            // Each target alone and in full: examples are shapes, not sums of them.
            *weight = f32::from(u8::from(at == morph.start + place));
        }
        let inheritance: &[ScaleInheritance] = &examples.rig.scale_inheritance;
        let deformed = deform(&examples, &shape, inheritance, Look::default());
        let deformed = deformed.map_err(|error| format!("{}: {error}.", path.display()))?;
        let of_node = deformed.iter().filter(|of| {
            let own = examples.instances.get(of.instance);
            own.is_some_and(|own| own.node == node) && primitive_of(&examples, of).is_some()
        });
        Ok((path, of_node.flat_map(|of| of.positions.clone()).collect()))
    };
    Ok(Examples {
        poses: poses.take(usize::from(count)).collect(),
        read: Box::new(read),
    })
}
