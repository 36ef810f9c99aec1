//! Opening: from a path or bytes to a character, everything validated on the way.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use rig::{NodeConstraints, Rig};
use whole_file::open_regular;

use crate::bytes::asset::check_asset;
use crate::bytes::budget::Budget;
use crate::bytes::buffers::{SideFiles, read_buffers};
use crate::bytes::decompress::{Document, decompress};
use crate::bytes::glb::{Container, MOST_BYTES, length_of, split};
use crate::bytes::range::check_poses;
use crate::bytes::reader::Reader;
use crate::bytes::shared_vertices::SharedVertices;
use crate::bytes::uri::{Folder, HiddenFiles};
use crate::clips::animation::{Targets, animated_nodes, read_clips};
use crate::clips::still_shear::StillShear;
use crate::fault::error::{CharacterError, Fault, FilePlace, ReadResult};
use crate::fault::progress::{OnProgress, OnStep, Progress, Stage, Steps};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::text::parse;
use crate::json::value::At;
use crate::looks::image_loader::ImageLoader;
use crate::looks::materials::read_materials;
use crate::meshes::bare_parts::{MeshNodes, bind_bare_parts};
use crate::meshes::expressions::read_expressions;
use crate::meshes::instances::{charge_placements, joint_counts, read_instances, trim_to_budget};
use crate::meshes::method_faults::warn_of_faults;
use crate::meshes::primitives::{MeshContext, compute_normals, read_meshes};
use crate::model::character::{Character, Mesh, MeshInstance};
use crate::model::kept::{read_kept, read_mesh_skinning, read_scale_inheritance};
use crate::model::source::{AsRead, Source};
use crate::nodes::constraints::read_constraints;
use crate::nodes::forest::read_nodes;
use crate::nodes::humanoid_map::read_humanoid;
use crate::nodes::skeleton::{Joints, build_skeleton};
use crate::nodes::skins::{read_binds, read_skin_joints};
use crate::nodes::two_nodes::TwoNodes;

/// Opens a `.glb` or `.gltf` file; the first bytes decide which it is.
///
/// Side files are read from the file's folder and the folders below it, and nowhere else.
///
/// # Errors
///
/// One sentence that names the file, the place, what is wrong and a remedy.
pub fn open(path: &Path) -> Result<Character, CharacterError> {
    open_with(path, &mut |_progress| ControlFlow::Continue(()))
}

/// Opens a file as [`open`] does, and tells how far it is.
///
/// `report` is called on the calling thread, between pieces of work of a few milliseconds, or as long as one mesh or one picture
/// takes. When it returns [`ControlFlow::Break`], nothing more is read.
///
/// # Errors
///
/// As [`open`]; [`CharacterError::is_canceled`] when the caller wanted to stop.
///
/// # Examples
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let cancel = AtomicBool::new(false);
/// let result = character::open_with("fox.glb".as_ref(), &mut |progress| {
///     println!("{} {:.0} %", progress.stage.name(), 100.0 * progress.fraction);
///     match cancel.load(Ordering::Relaxed) {
///         true => ControlFlow::Break(()),
///         false => ControlFlow::Continue(()),
///     }
/// });
/// if result.is_err_and(|error| error.is_canceled()) {
///     println!("stopped");
/// }
/// ```
pub fn open_with(path: &Path, report: &mut OnProgress<'_>) -> Result<Character, CharacterError> {
    open_allowing(path, HiddenFiles::Refused, report)
}

/// Opens a file as [`open_with`] does, with hidden side files if the user has allowed them.
///
/// # Errors
///
/// As [`open_with`]; [`CharacterError::is_about_hidden_file`] where asking the user helps.
pub fn open_allowing(
    path: &Path,
    hidden: HiddenFiles,
    report: &mut OnProgress<'_>,
) -> Result<Character, CharacterError> {
    let file = path.display().to_string();
    let steps = Steps::new(report);
    let step = |stage, done, all| steps.step(stage, done, all);
    let name = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let read = read_file(path, &step).and_then(|(bytes, n_ignored)| {
        let side = SideFiles::new(Folder::of(path, hidden));
        let mut character = read(name, (&bytes, side), &step, Reading::Ours)?;
        if n_ignored != 0 {
            let warning = Warning::new(WarningKind::TrailingBytes, FilePlace::File, n_ignored);
            character.warnings.insert(0, warning);
        }
        Ok(character)
    });
    read.map_err(|flaw| flaw.in_file(&file))
}

/// How much of the work of [`open_decoded`] is done when the file is open.
/// An estimate: what decoding takes depends on how large the pictures are.
const OPENED: f32 = 0.6;

/// Opens a file as [`open_allowing`] does and decodes its pictures, for who shows them at once. A picture whose bytes are none behind
/// their header is left out, with a warning.
///
/// # Errors
///
/// As [`open_allowing`].
pub fn open_decoded(
    path: &Path,
    hidden: HiddenFiles,
    report: &mut OnProgress<'_>,
) -> Result<Character, CharacterError> {
    let mut character = open_allowing(path, hidden, &mut |progress| {
        let fraction = OPENED * progress.fraction;
        report(Progress {
            fraction,
            ..progress
        })
    })?;
    let n_images = character.images.len();
    for index in 0..n_images {
        let done = index as f32 / n_images as f32;
        let progress = Progress {
            stage: Stage::Pictures,
            fraction: OPENED + (1.0 - OPENED) * done,
        };
        if report(progress).is_break() {
            let canceled = Fault::Canceled.at(FilePlace::File);
            return Err(canceled.in_file(&path.display().to_string()));
        }
        character.decode_image(index);
    }
    Ok(character)
}

/// Opens a file that is in memory. There are no side files: a buffer that names one is an error, a picture a warning.
///
/// # Errors
///
/// As [`open`], with `name` for the file.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Result<Character, CharacterError> {
    open_bytes_with(name, bytes, &mut |_progress| ControlFlow::Continue(()))
}

/// Opens a file that is in memory as [`open_bytes`] does, and tells how far it is as [`open_with`] does.
///
/// # Errors
///
/// As [`open_with`], with `name` for the file.
pub fn open_bytes_with(
    name: &str,
    bytes: &[u8],
    report: &mut OnProgress<'_>,
) -> Result<Character, CharacterError> {
    let steps = Steps::new(report);
    let step = |stage, done, all| steps.step(stage, done, all);
    let input = (bytes, SideFiles::new(None));
    read(name.to_owned(), input, &step, Reading::Ours).map_err(|flaw| flaw.in_file(name))
}

/// Opens a file that is in memory as programs see it that pass over our `extras`.
///
/// Joints that a save has written over two nodes are two, and have the keys that are there; joints that follow others by constraints have
/// theirs. For who measures what others will show.
///
/// # Errors
///
/// As [`open_bytes`].
pub fn open_as_others_do(name: &str, bytes: &[u8]) -> Result<Character, CharacterError> {
    let on = |_, _, _| Ok(());
    let input = (bytes, SideFiles::new(None));
    read(name.to_owned(), input, &on, Reading::AsOthersDo).map_err(|flaw| flaw.in_file(name))
}

/// Who is meant to see a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Ours,
    AsOthersDo,
}

/// Bytes read between two reports.
const PIECE: u64 = 8 << 20;

/// Bytes by which a file is known; more are not read before.
const HEAD: u64 = 4096;

/// The bytes of a file, and how many that are not read stand behind those that a GLB says it has.
fn read_file(path: &Path, step: &OnStep<'_>) -> ReadResult<(Vec<u8>, usize)> {
    let unreadable = |reason: String| Fault::Unreadable { reason }.at(FilePlace::File);
    let opened = open_regular(path, MOST_BYTES);
    let mut file = opened.map_err(|error| Fault::from(error).at(FilePlace::File))?;
    let mut bytes = Vec::new();
    let head = file.by_ref().take(HEAD).read_to_end(&mut bytes);
    head.map_err(|e| unreadable(e.to_string()))?;
    let length = length_of(&bytes, file.size())?;
    let n_ignored = file.size().saturating_sub(length);
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    bytes
        .try_reserve_exact(length.saturating_sub(bytes.len()))
        .map_err(|e| unreadable(e.to_string()))?;
    step(Stage::File, 0, length)?;
    while bytes.len() < length {
        let left = u64::try_from(length - bytes.len()).unwrap_or(PIECE);
        let piece = file.by_ref().take(PIECE.min(left)).read_to_end(&mut bytes);
        if piece.map_err(|e| unreadable(e.to_string()))? == 0 {
            // The file has become shorter since it was opened; what is missing is told where it is needed.
            break;
        }
        step(Stage::File, bytes.len(), length)?;
    }
    bytes.truncate(length);
    Ok((bytes, usize::try_from(n_ignored).unwrap_or(usize::MAX)))
}

fn read(
    name: String,
    (bytes, mut side): (&[u8], SideFiles),
    step: &OnStep<'_>,
    reading: Reading,
) -> ReadResult<Character> {
    let mut warnings = Warnings::default();
    step(Stage::Json, 0, 1)?;
    let container = split(bytes, &mut warnings)?;
    let tree = parse(container.json, &mut warnings)?;
    check_asset(&At::root(tree.root()), &mut warnings)?;
    let binary = container.binary.map(Arc::from);
    let mut budget = Budget::new(bytes.len());
    let document = decompress(Document { tree, binary }, &mut side, &mut budget, step)?;
    let Document { tree, binary } = document;
    let buffers = read_buffers(&At::root(tree.root()), binary.as_ref(), &mut side, step)?;
    budget.stored = bytes.len().saturating_add(side.n_bytes);
    let reader = Reader::new(At::root(tree.root()), buffers, budget, step);
    let (character, two_nodes) = read_content(&reader, &mut side, reading)?;
    for warning in reader
        .into_warnings()
        .list
        .into_iter()
        .chain(side.warning())
    {
        warnings.push(warning);
    }
    let Container {
        is_glb,
        others: other_chunks,
        ..
    } = container;
    step(Stage::Poses, 1, 1)?;
    let kept = read_kept(tree.root(), &character.rig.skeleton, &mut warnings);
    let mut character = Character {
        name,
        warnings: warnings.list,
        source: Arc::new(Source {
            kept,
            as_read: AsRead {
                rig: Arc::clone(&character.rig),
                meshes: character.meshes.clone(),
                instances: character.instances.clone(),
                constraints: Arc::clone(&character.constraints),
                driven_constraints: Vec::new(),
                clips: Arc::clone(&character.clips),
                clips_in_file: None,
                above: two_nodes.by_key(),
                parted: two_nodes.separate_joints(),
            },
            tree,
            is_glb,
            binary,
            other_chunks,
            side_files: side.files,
            hidden_picture: side.hidden,
        }),
        ..character
    };
    if reading == Reading::Ours {
        character.part_driven_constraints();
        character.take_driven_back();
    }
    Ok(character)
}

/// Which morph weights of a pose each node with a mesh has.
fn morphs_by_node(instances: &[MeshInstance]) -> BTreeMap<usize, Range<usize>> {
    let of = |instance: &MeshInstance| (instance.file_node, instance.morph.clone());
    instances.iter().map(of).collect()
}

/// Everything but the name, the source and the warnings. Also which joints stand for two nodes.
fn read_content(
    reader: &Reader<'_>,
    side: &mut SideFiles,
    reading: Reading,
) -> ReadResult<(Character, TwoNodes)> {
    reader.step(Stage::Skeleton, 0, 1)?;
    let skins = read_skin_joints(reader)?;
    let nodes = read_nodes(reader, &skins)?;
    let two_nodes = match reading {
        Reading::Ours => TwoNodes::read(reader, &nodes, &skins),
        Reading::AsOthersDo => TwoNodes::all_separate(reader, &nodes),
    };
    let still_shear = match reading {
        Reading::Ours => StillShear::read(reader),
        Reading::AsOthersDo => StillShear::default(),
    };
    let animated = animated_nodes(&reader.root);
    let joints = build_skeleton(reader, &nodes, &animated, &two_nodes)?;
    let instances = read_instances(reader, &nodes, &joints)?;
    let mut images = ImageLoader::new(side, reader.file_bytes());
    let materials = read_materials(reader, &mut images)?;
    side.keep_pictures(reader)?;
    let joint_counts = joint_counts(reader.root.items("meshes")?.len(), &instances, &skins);
    let context = MeshContext {
        coords: &materials.coords,
        joint_counts: &joint_counts,
        shared: &SharedVertices::default(),
    };
    let mesh_nodes = MeshNodes::new(&nodes, &animated, &joints.skeleton, &instances);
    let mut meshes = read_bound_meshes(reader, context, reading, mesh_nodes)?;
    // After the meshes, which say which joints of a skin move something.
    let binds = read_binds(reader, &skins, &joints, &instances, &meshes)?;
    // Before normals are computed, which are as many as vertices are left.
    trim_to_budget(reader, &instances, &mut meshes)?;
    compute_normals(reader, &mut meshes)?;
    charge_placements(reader, &instances, &meshes)?;
    let targets = Targets {
        skeleton: &joints.skeleton,
        joints: &joints.of_node,
        morphs: &morphs_by_node(&instances),
        two_nodes: &two_nodes,
        still_shear: &still_shear,
    };
    let clips = read_clips(reader, targets)?;
    let above = two_nodes.by_key();
    if reading == Reading::Ours {
        warn_of_faults(reader, &joints.skeleton, &above)?;
    }
    let mut character = Character {
        constraints: Arc::new(constraints_of(reader, &joints, reading)?),
        humanoid: read_humanoid(reader, &joints).map(Arc::new),
        expressions: read_expressions(reader, &joints, &instances)?.into(),
        meshes,
        instances,
        rig: Arc::new(Rig {
            scale_inheritance: read_scale_inheritance(reader.root.value, &joints.skeleton, &above),
            skeleton: joints.skeleton,
            binds,
        }),
        clips: clips.into(),
        materials: materials.materials,
        images: materials.images,
        ..Character::default()
    };
    // Last, as it poses the whole character.
    check_poses(reader, &mut character)?;
    Ok((character, two_nodes))
}

/// What joints follow; most programs know no constraints.
fn constraints_of(
    reader: &Reader<'_>,
    joints: &Joints,
    reading: Reading,
) -> ReadResult<NodeConstraints> {
    match reading {
        Reading::Ours => read_constraints(reader, joints),
        Reading::AsOthersDo => Ok(NodeConstraints::default()),
    }
}

/// Meshes with the methods of their own, and with rows for all parts of those that follow a skin.
fn read_bound_meshes(
    reader: &Reader<'_>,
    context: MeshContext<'_>,
    reading: Reading,
    mesh_nodes: MeshNodes<'_>,
) -> ReadResult<Vec<Mesh>> {
    let mut meshes = read_meshes(reader, context)?;
    if reading == Reading::Ours {
        read_mesh_skinning(reader.root.value, &mut meshes);
    }
    bind_bare_parts(reader, &mut meshes, context.joint_counts, mesh_nodes)?;
    Ok(meshes)
}
