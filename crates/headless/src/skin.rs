//! `dualskin skin`: writes skinned vertices as JSON.

use std::path::{Path, PathBuf};

use character::{Character, MeshInstance, Primitive};
use glam::Vec3;
use rig::Method;
use scene::deform::DeformedPrimitive;
use serde::Serialize;
use whole_file::{Access, check_destination, is_same_file, write_whole_within};

use super::Failure;
use super::hardware::{Skins, wanted_device};
use super::opened::open;
use super::pose::{Moment, Posed, Skinning};
use super::preset::AskedPreset;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The skinning method.
    pub method: Method,
    /// A moment of a clip; `None` for the default pose.
    pub moment: Option<Moment>,
    /// The preset to apply to the pose.
    pub preset: Option<AskedPreset>,
    /// Skinning options.
    pub skinning: Skinning,
    /// The path of the JSON file.
    pub out: PathBuf,
}

/// Skins every primitive that has joints and writes the result.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn run(job: &SkinJob) -> Result<(), Failure> {
    refuse_input_as_output(&job.source, &job.out)?;
    refuse_preset_as_output(job.preset.as_ref(), &job.out)?;
    check_destination(&job.out)?;
    let opened = open(&job.source)?;
    let character = &*opened.character;
    let posed = Posed::opened(&opened, job.moment.as_ref(), job.skinning)?
        .with_preset(character, job.preset.as_ref())?;
    let hardware = job.skinning.hardware;
    let gpu = wanted_device(hardware)?;
    let mut skins = Skins::new(hardware, gpu.as_ref(), character)?;
    let skinned = skins.skin(character, &posed, job.method)?;
    let report = SkinReport::new(character, &posed, job.method, &skinned.deformed);
    let mut json = serde_json::to_vec(&report).map_err(|error| Failure::Data(error.to_string()))?;
    json.push(b'\n');
    let access = Access::of(Path::new(&job.source));
    Ok(write_whole_within(&job.out, &json, access)?)
}

/// Refuses to overwrite the source.
pub(super) fn refuse_input_as_output(source: &str, out: &Path) -> Result<(), Failure> {
    if is_same_file(Path::new(source), out) {
        return Err(Failure::Usage(format!(
            "--out {} is the file that is read; choose another name.",
            out.display()
        )));
    }
    Ok(())
}

/// As [`refuse_input_as_output`], for the preset.
pub(super) fn refuse_preset_as_output(
    preset: Option<&AskedPreset>,
    out: &Path,
) -> Result<(), Failure> {
    let file = preset.map(|preset| preset.file.to_string_lossy());
    file.map_or(Ok(()), |file| refuse_input_as_output(&file, out))
}

/// The JSON document; members in the order of their documentation.
#[derive(Serialize)]
struct SkinReport<'a> {
    method: &'static str,
    time: Option<f32>,
    clip: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<&'a str>,
    primitives: Vec<SkinnedPrimitive<'a>>,
}

/// One primitive of the document, with indices as in the file.
#[derive(Serialize)]
struct SkinnedPrimitive<'a> {
    node: usize,
    mesh: usize,
    primitive: usize,
    #[serde(serialize_with = "triples")]
    positions: &'a [Vec3],
    #[serde(serialize_with = "triples")]
    normals: &'a [Vec3],
}

impl<'a> SkinReport<'a> {
    fn new(
        character: &Character,
        posed: &'a Posed,
        method: Method,
        deformed: &'a [DeformedPrimitive],
    ) -> Self {
        let mut primitives: Vec<_> = deformed
            .iter()
            .filter_map(|found| skinned(character, found))
            .collect();
        primitives.sort_by_key(|found| (found.node, found.mesh, found.primitive));
        let (clip, time) = posed.moment.unzip();
        Self {
            method: method.name(),
            time,
            clip,
            pose: posed.preset.as_deref(),
            primitives,
        }
    }
}

fn skinned<'a>(
    character: &Character,
    deformed: &'a DeformedPrimitive,
) -> Option<SkinnedPrimitive<'a>> {
    let instance: &MeshInstance = character.instances.get(deformed.instance)?;
    let primitive: &Primitive = character
        .meshes
        .get(instance.mesh)?
        .primitives
        .get(deformed.primitive)?;
    let is_skinned = instance.skin.is_some() && primitive.influences.is_some();
    is_skinned.then(|| SkinnedPrimitive {
        node: instance.file_node,
        mesh: instance.mesh,
        primitive: primitive.file_primitive,
        positions: &deformed.positions,
        normals: &deformed.normals,
    })
}

fn triples<S: serde::Serializer>(vectors: &&[Vec3], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(vectors.iter().map(Vec3::to_array))
}
