//! Files for the clients of `tests/clients`: every kind of edit on built-in and synthetic characters, with the positions that linear
//! blending gives what was written.
//!
//! `cargo run -p dualskin-headless --example client_files -- FOLDER [all]`
//!
//! Without `all` only small files get every edit, and only two characters are baked. `DUALSKIN_SYNTHETIC` and `DUALSKIN_MODELS` name folders of more files.
#![expect(
    clippy::print_stdout,
    reason = "a tool for a step of the checks talks to whoever runs it"
)]

mod baked;
mod constrained;
mod fbx_pairs;

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::{
    Character, JointNumbers, KeptSkinning, RestFrame, SaveOptions, SavedState, SkeletonEdit,
    WeightEdit, WeightNumbers, open, open_as_others_do, save, to_glb_with,
};
use glam::{EulerRot, Quat, Vec3};
use rig::{Channel, Clip, Method, Pose, Rigid, Stretch};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;
use serde::Serialize;
use session::files::builtin;
use session::state::export::options::{ExportOptions, prepare};
use whole_file::write_whole;

use self::baked::{BakedFile, made};
use self::constrained::{ConstrainedFile, constrained_files};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Files of more bytes get only some edits, unless all are asked for.
const SMALL: u64 = 20_000;
/// Moments of clips, as fractions of their length.
const MOMENTS: [f32; 2] = [0.37, 1.0];
/// Clips that are looked at, from the first on.
const CLIPS: usize = 2;
/// Moments of every clip of bakes, which no key stands at.
const BAKED_MOMENTS: [f32; 3] = [0.13, 0.47, 0.81];

/// The first file of every character, with which the others are compared.
const UNEDITED: &str = "as it came";

/// What `check.mjs` reads.
#[derive(Default, Serialize)]
struct Index {
    files: Vec<Entry>,
    /// Files whose joints follow others by constraints.
    constrained: Vec<ConstrainedFile>,
}

#[derive(Serialize)]
struct Entry {
    /// Below the folder.
    file: String,
    /// The file before the edit.
    source: String,
    title: String,
    /// The diagonal of the box round all vertices at rest.
    size: f32,
    /// How far the file may be from the method that it was baked from, in percent of the size.
    percent: Option<f32>,
    samples: Vec<Sample>,
}

#[derive(Serialize)]
struct Sample {
    clip: Option<usize>,
    /// Exactly the 32-bit number: a key may stand there.
    time: f64,
    /// A file of 32-bit floats, three a vertex.
    positions: String,
    /// The same by the method baked from.
    method: Option<String>,
    /// Whether rotations of the clip's own have keys there, so that programs that turn otherwise in between agree.
    at_keys: bool,
    primitives: Vec<Skinned>,
}

#[derive(Serialize)]
struct Skinned {
    node: usize,
    mesh: usize,
    primitive: usize,
    count: usize,
}

/// A character and the file it is from.
struct Source {
    name: String,
    is_own: bool,
    path: PathBuf,
    character: Character,
}

fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("a folder to write into is missing")?);
    let takes_all = args.next().is_some_and(|word| word == "all");
    std::fs::create_dir_all(&folder)?;
    let mut index = Index::default();
    for source in sources(&folder)? {
        let bytes = std::fs::metadata(&source.path)?.len();
        let few = !takes_all && bytes > SMALL;
        for (number, (kind, edited)) in edits(&source.character, few).into_iter().enumerate() {
            let name = format!("{}-{number:02}", source.name);
            let (bytes, _report) = to_glb_with(&edited, &SaveOptions::default())?;
            index
                .files
                .push(written(&folder, (&source, &name, kind), &bytes, None)?);
        }
        for (kind, character, options) in exports(&source.character, few)? {
            let (bytes, _report) = to_glb_with(&character, &options)?;
            let name = file_name(&source, kind);
            index
                .files
                .push(written(&folder, (&source, &name, kind), &bytes, None)?);
        }
        for made in made((&source.name, source.is_own), &source.character, takes_all)? {
            let name = file_name(&source, made.kind);
            let titled = (&source, name.as_str(), made.kind);
            index
                .files
                .push(written(&folder, titled, &made.glb, Some(&made))?);
        }
    }
    index.constrained = constrained_files(&folder)?;
    write_whole(
        &folder.join("index.json"),
        serde_json::to_string(&index)?.as_bytes(),
    )?;
    fbx_pairs::write_fbx_pairs(&folder.join("fbx"))?;
    let count = index.files.len() + index.constrained.len();
    println!("client_files: {count} files");
    Ok(())
}

/// Built-in characters, written as they are, and copies of all files of the folders.
fn sources(folder: &Path) -> Outcome<Vec<Source>> {
    let mut sources = Vec::new();
    for own in &builtin::ALL {
        let character = own.open()?;
        let path = folder.join(format!("{}.glb", own.name));
        save(&character, &path)?;
        sources.push(Source {
            name: own.name.to_owned(),
            is_own: true,
            path,
            character,
        });
    }
    for file in files()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let character = open(&file)?;
        // One file each, so that nothing beside it is looked for.
        let path = folder.join(format!("{name}.glb"));
        save(&character, &path)?;
        sources.push(Source {
            name: name.into_owned(),
            is_own: false,
            character: open(&path)?,
            path,
        });
    }
    Ok(sources)
}

fn files() -> Outcome<Vec<PathBuf>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/synthetic");
    let synthetic = std::env::var_os("DUALSKIN_SYNTHETIC").map_or(own, PathBuf::from);
    let models = std::env::var_os("DUALSKIN_MODELS").map(PathBuf::from);
    let folders = [Some(synthetic.join("valid")), models];
    let mut files = Vec::new();
    for folder in folders.into_iter().flatten() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let ending = path.extension().unwrap_or_default();
            if ending == "glb" || ending == "gltf" {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn file_name(source: &Source, kind: &str) -> String {
    format!("{}-{}", source.name, kind.replace(' ', "_"))
}

/// Writes a file, what linear blending makes of it, and what a bake was made from.
fn written(
    folder: &Path,
    (source, name, kind): (&Source, &str, &str),
    bytes: &[u8],
    made: Option<&BakedFile>,
) -> Outcome<Entry> {
    let file = format!("{name}.glb");
    write_whole(&folder.join(&file), bytes)?;
    let again = open_as_others_do(name, bytes)?;
    let rest = positions(&again, &base_pose(&again))?;
    let mut moments = vec![(None, 0.0)];
    let (fractions, most) = match made {
        Some(_) => (BAKED_MOMENTS.as_slice(), again.clips.len()),
        None => (MOMENTS.as_slice(), CLIPS),
    };
    let own = made.map(|made| &made.from.character.clips);
    for (clip, of) in again.clips.iter().enumerate().take(most) {
        let times = fractions.iter().map(|fraction| fraction * of.duration());
        moments.extend(times.map(|time| (Some(clip), time)));
        let key = own.and_then(|clips| key_of_rotations(clips.get(clip)?));
        moments.extend(key.map(|time| (Some(clip), time)));
    }
    let mut samples = Vec::new();
    for (clip, time) in moments {
        let posed = positions(&again, &pose_at(&again, clip, time))?;
        let mut sample = sample(folder, (name, clip, time), (&again, &posed))?;
        if let Some(BakedFile { from, .. }) = made {
            let (character, look) = (&from.character, from.look);
            let pose = pose_at(character, clip, time);
            let shown = deform(character, &pose, &from.scale_inheritance, look)?;
            let file = format!("method-{}", sample.positions);
            write_whole(&folder.join(&file), &skinned(&again, &shown).0)?;
            sample.method = Some(file);
            let key = clip.and_then(|clip| key_of_rotations(character.clips.get(clip)?));
            sample.at_keys |= key == Some(time);
        }
        samples.push(sample);
    }
    Ok(Entry {
        file,
        source: source
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        title: format!("{}, {kind}", source.name),
        size: diagonal(&rest),
        percent: made.map(|made| made.percent),
        samples,
    })
}

/// A time near the middle of a clip at which all its rotations have keys.
fn key_of_rotations(clip: &Clip) -> Option<f32> {
    let rotations = clip
        .tracks()
        .iter()
        .filter_map(|track| match &track.channel {
            Channel::Rotation(track) => Some(track.times()),
            Channel::Translation(_) | Channel::Scale(_) | Channel::Shear(_) => None,
        });
    let rotations: Vec<&[f32]> = rotations.filter(|times| times.len() > 1).collect();
    let from_middle = |time: &f32| (time - 0.5 * clip.duration()).abs();
    let times = rotations.first()?.iter().copied();
    let shared = times.filter(|time| rotations.iter().all(|of| of.contains(time)));
    shared.min_by(|one, other| from_middle(one).total_cmp(&from_middle(other)))
}

fn pose_at(character: &Character, clip: Option<usize>, time: f32) -> Pose {
    let base = base_pose(character);
    let clip = clip.and_then(|clip| character.clips.get(clip));
    clip.map_or_else(
        || base.clone(),
        |clip| clip.sample(&character.rig.skeleton, &base, time),
    )
}

fn positions(character: &Character, pose: &Pose) -> Outcome<Vec<DeformedPrimitive>> {
    let look = Look {
        method: Method::Linear,
        ..Look::default()
    };
    let inheritance = &character.rig.scale_inheritance;
    Ok(deform(character, pose, inheritance, look)?)
}

fn sample(
    folder: &Path,
    (name, clip, time): (&str, Option<usize>, f32),
    (character, deformed): (&Character, &[DeformedPrimitive]),
) -> Outcome<Sample> {
    let (bytes, primitives) = skinned(character, deformed);
    let clip_name = clip.map_or("rest".to_owned(), |clip| format!("{clip}-{time}"));
    let file = format!("{name}-{clip_name}.f32");
    write_whole(&folder.join(&file), &bytes)?;
    Ok(Sample {
        clip,
        time: f64::from(time),
        positions: file,
        method: None,
        at_keys: clip.is_none(),
        primitives,
    })
}

/// The positions of what skins move, and what they are of.
fn skinned(character: &Character, deformed: &[DeformedPrimitive]) -> (Vec<u8>, Vec<Skinned>) {
    let mut bytes = Vec::new();
    let mut primitives = Vec::new();
    for found in deformed {
        let Some(instance) = character.instances.get(found.instance) else {
            continue;
        };
        let mesh = character.meshes.get(instance.mesh);
        let primitive = mesh.and_then(|mesh| mesh.primitives.get(found.primitive));
        let Some(primitive) =
            primitive.filter(|of| of.influences.is_some() && instance.skin.is_some())
        else {
            continue;
        };
        primitives.push(Skinned {
            node: instance.file_node,
            mesh: instance.mesh,
            primitive: primitive.file_primitive,
            count: found.positions.len(),
        });
        let numbers = found.positions.iter().flat_map(Vec3::to_array);
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
    }
    (bytes, primitives)
}

fn diagonal(deformed: &[DeformedPrimitive]) -> f32 {
    let all = || deformed.iter().flat_map(|of| of.positions.iter().copied());
    let least = all().reduce(Vec3::min).unwrap_or(Vec3::ZERO);
    let most = all().reduce(Vec3::max).unwrap_or(Vec3::ONE);
    (most - least).length()
}

/// Exports with options.
fn exports(
    character: &Character,
    few: bool,
) -> Outcome<Vec<(&'static str, Character, SaveOptions)>> {
    let mut exports = Vec::new();
    let small = SaveOptions {
        weights: WeightNumbers::U8,
        joints: JointNumbers::U16,
        ..SaveOptions::default()
    };
    exports.push(("weights in eight bits", character.clone(), small));
    if few {
        return Ok(exports);
    }
    let fewer = character.without_unused_joints()?.0;
    exports.push(("unused joints left out", fewer, SaveOptions::default()));
    let options = ExportOptions {
        influences: Some(2),
        ..ExportOptions::default()
    };
    let go_on = |_| ControlFlow::Continue(());
    if let Some(prepared) = prepare(&Arc::new(character.clone()), &options, &go_on) {
        let two = Character::clone(&prepared?.character);
        let kept = SavedState {
            skinning: Some(KeptSkinning::default()),
            ..SavedState::default()
        };
        let kept = SaveOptions {
            weights: WeightNumbers::U16,
            kept: Some(kept),
            ..SaveOptions::default()
        };
        exports.push(("two influences", two, kept));
    }
    Ok(exports)
}

/// Every kind of edit that the character takes, by name; of large files only some.
fn edits(character: &Character, few: bool) -> Vec<(&'static str, Character)> {
    let skeleton = &character.rig.skeleton;
    let keys: Vec<u32> = skeleton.joints().map(|joint| skeleton.key(joint)).collect();
    let listed: BTreeSet<u32> = character
        .rig
        .binds
        .iter()
        .flat_map(|bind| bind.joints().iter().map(|&joint| skeleton.key(joint)))
        .collect();
    let listed: Vec<u32> = listed.into_iter().collect();
    let joints = if listed.is_empty() { &keys } else { &listed };
    let at = |part: usize| joints.get(joints.len() * part / 4).copied().unwrap_or(0);
    let (one, other) = (at(2), at(1));
    let frame = RestFrame {
        position: [0.3, 0.8, -0.2],
        rotation: Quat::from_euler(EulerRot::XYZ, 0.7, -0.4, 1.1).to_array(),
    };
    let mut skeleton_edits = vec![
        ("dissolved", SkeletonEdit::Dissolve { joint: one }),
        ("a posed rest", taken_rest(character, &pose(character, 0.0))),
        (
            "inserted",
            SkeletonEdit::Insert {
                child: one,
                fraction: 0.25,
            },
        ),
    ];
    if !few {
        skeleton_edits.extend(more_edits(character, (one, other, &keys), frame));
    }
    let mut edited = vec![(UNEDITED, character.clone())];
    edited.extend(
        skeleton_edits
            .into_iter()
            .filter_map(|(name, edit)| Some((name, character.apply_edit(&edit).ok()?.character))),
    );
    edited.extend(painted(character).map(|painted| ("painted", painted)));
    if !few {
        let anew = character.clips.iter();
        let anew: Vec<_> = anew.map(|clip| clip.clone().with_source(None)).collect();
        edited.push(("clips written anew", character.with_clips(anew)));
    }
    edited
}

fn more_edits(
    character: &Character,
    (one, other, keys): (u32, u32, &[u32]),
    frame: RestFrame,
) -> Vec<(&'static str, SkeletonEdit)> {
    let mut edits = hung_elsewhere(one, other, frame);
    edits.extend(other_rests(character, one, frame));
    let bare = character.instances.iter().filter(|of| of.skin.is_none());
    edits.extend([
        (
            "mirrored",
            SkeletonEdit::Mirror {
                joints: keys.to_vec(),
                sides: "1/2, .L/.R, Left/Right".to_owned(),
                plane: None,
                partners: Vec::new(),
            },
        ),
        (
            "bound",
            SkeletonEdit::Bind {
                nodes: bare.map(|of| character.rig.skeleton.key(of.node)).collect(),
                joints: keys.to_vec(),
            },
        ),
    ]);
    edits
}

fn hung_elsewhere(one: u32, other: u32, frame: RestFrame) -> Vec<(&'static str, SkeletonEdit)> {
    vec![
        (
            "a root more",
            SkeletonEdit::Add {
                parent: None,
                name: "root".to_owned(),
                frame,
            },
        ),
        (
            "extruded",
            SkeletonEdit::Extrude {
                joint: one,
                by: [0.1, 0.2, 0.0],
            },
        ),
        (
            "made a root",
            SkeletonEdit::Reparent {
                joints: vec![one],
                parent: None,
            },
        ),
        (
            "hung elsewhere",
            SkeletonEdit::Reparent {
                joints: vec![other],
                parent: Some(one),
            },
        ),
        (
            "another first parent",
            SkeletonEdit::Reparent {
                joints: vec![one],
                parent: Some(other),
            },
        ),
    ]
}

fn other_rests(
    character: &Character,
    one: u32,
    frame: RestFrame,
) -> [(&'static str, SkeletonEdit); 4] {
    [
        (
            "another rest",
            SkeletonEdit::SetRest {
                joint: one,
                frame,
                children_stay: false,
            },
        ),
        (
            "another rest without children",
            SkeletonEdit::SetRest {
                joint: one,
                frame,
                children_stay: true,
            },
        ),
        (
            "a scaled rest",
            taken_rest(character, &pose(character, 0.3)),
        ),
        ("a sheared rest", taken_rest(character, &sheared(character))),
    ]
}

/// A pose as the rest; nothing where scale inheritance of the file has no rest.
fn taken_rest(character: &Character, pose: &Pose) -> SkeletonEdit {
    let inheritance = &character.rig.scale_inheritance;
    let nothing = |_| SkeletonEdit::TakeRest {
        pose: Vec::new(),
        own_scale: Vec::new(),
    };
    SkeletonEdit::take_rest(character, pose, inheritance).unwrap_or_else(nothing)
}

/// Some joints turned, and scaled evenly by up to a factor.
fn pose(character: &Character, scale: f32) -> Pose {
    let mut pose = character.file_pose();
    let joints = pose.rigid.iter_mut().zip(&mut pose.stretch).enumerate();
    for (place, (rigid, stretch)) in joints.filter(|(place, _)| place % 5 == 2) {
        let turn = if place % 2 == 0 { 0.6 } else { -0.4 };
        *rigid = Rigid::new(
            Quat::from_euler(EulerRot::XYZ, turn, 0.3, -turn),
            Vec3::ZERO,
        );
        *stretch = Stretch {
            scale: Vec3::splat(1.0 + scale * turn),
            shear: Vec3::ZERO,
        };
    }
    pose
}

fn sheared(character: &Character) -> Pose {
    let mut pose = pose(character, 0.0);
    for stretch in pose.stretch.iter_mut().skip(1).step_by(7) {
        *stretch = Stretch {
            scale: Vec3::new(1.1, 0.9, 1.2),
            shear: Vec3::new(0.1, -0.05, 0.0),
        };
    }
    pose
}

/// Two joints for every other vertex, and a blend map.
fn painted(character: &Character) -> Option<Character> {
    let mut edits = Vec::new();
    for (mesh, primitives) in character.meshes.iter().enumerate() {
        for (primitive, of) in primitives.primitives.iter().enumerate() {
            let Some(influences) = of.influences.as_ref().filter(|of| of.joint_count() > 1) else {
                continue;
            };
            let vertices = 0..u32::try_from(influences.vertex_count()).ok()?;
            let mut edit = WeightEdit {
                mesh,
                primitive,
                ..WeightEdit::default()
            };
            for vertex in vertices.step_by(2) {
                edit.rows.push(vertex, [(1, 0.25), (0, 0.75)]);
                edit.maps.blend.push((vertex, 0.5));
            }
            edits.push(edit);
        }
    }
    character
        .with_weights(&edits)
        .ok()
        .filter(|_| !edits.is_empty())
}
