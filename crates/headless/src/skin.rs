//! `dualskin skin`: writes skinned vertices as JSON, or the posed surface as OBJ.

use std::ffi::OsStr;
use std::path::Path;

use character::{Character, MeshInstance, Primitive};
use glam::Vec3;
use scene::asked_method::AskedMethod;
use scene::blend_counts::{CenterCount, StepCount, center_count, step_count};
use scene::deform::DeformedPrimitive;
use serde::Serialize;
use whole_file::Access;

use super::Failure;
use super::obj::obj;
use crate::source::hardware::{Skins, request_gpu};
use crate::source::opened::open;
use crate::source::pose::{MomentArgument, RequestedPose, Skinning};
use crate::source::preset::AskedPreset;
use crate::terminal::destination::Destination;
use crate::terminal::printable::json_for_terminals;
use crate::terminal::report::Report;
use crate::terminal::several::Several;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The method that skins, which may have signs and inheritance of its own.
    pub method: AskedMethod,
    /// A moment of a clip; `None` for the default pose.
    pub moment: Option<MomentArgument>,
    /// The preset to apply to the pose.
    pub preset: Option<AskedPreset>,
    /// Signs, scale inheritance, normals and hardware.
    pub skinning: Skinning,
    /// The file to write: JSON, or OBJ where its name ends in .obj.
    pub output: Destination,
}

/// Skins every primitive that has joints of each source, and writes the results. `job` says what is done to a source.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(
    files: &Several,
    read: &[&str],
    job: &(dyn Fn(&str, &Destination) -> SkinJob + Sync),
) -> Result<(), Failure> {
    files.write_each(read, "json", &|source, output| skin(&job(source, output)))
}

fn skin(job: &SkinJob) -> Result<Report, Failure> {
    let output = &job.output;
    output.check(&sources(&job.source, job.preset.as_ref()))?;
    refuse_other_formats(output)?;
    let opened = open(&job.source)?;
    let character = &*opened.character;
    let posed = RequestedPose::from_opened(&opened, job.moment.as_ref(), job.skinning)?
        .with_preset(character, job.preset.as_ref())?;
    let hardware = job.skinning.hardware;
    let gpu = request_gpu(hardware)?;
    let mut skins = Skins::new(hardware, gpu.as_ref(), character)?;
    let skinned = skins.skin(character, &posed, job.method)?;
    let text = match is_obj(output) {
        true => obj(character, &skinned.deformed),
        false => json_text(job, character, &posed, &skinned.deformed)?,
    };
    output.write(text.as_bytes(), Access::of(Path::new(&job.source)))?;
    Ok(Report::new("skin", &job.source)
        .wrote(output, Some(text.len()))
        .remark(nothing_skinned(job, &skinned.deformed, character)))
}

/// What is written under another format's name would only fail in the next program. Devices have no ending.
fn refuse_other_formats(output: &Destination) -> Result<(), Failure> {
    let known = ["json", "obj"];
    let ending = output.path().extension();
    let is_known = |ending: &OsStr| known.iter().any(|known| ending.eq_ignore_ascii_case(known));
    if output.is_stdout() || ending.is_none_or(is_known) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--output {}: vertices are written as JSON, or as Wavefront OBJ; give a name that ends in .json or .obj.",
        output.name()
    )))
}

/// What to say where the document has no primitive, for only skinned ones are in it, or the OBJ has no surface.
fn nothing_skinned(
    job: &SkinJob,
    deformed: &[DeformedPrimitive],
    character: &Character,
) -> &'static str {
    if deformed.is_empty() {
        return "The scene shows no mesh, and none that has a skin, so that nothing is in the file; choose a file with a mesh.";
    }
    let any_skinned = deformed
        .iter()
        .any(|found| skinned_primitive(character, found).is_some());
    match any_skinned || is_obj(&job.output) {
        true => "",
        false => {
            "No mesh that the scene shows has a skin, so that no primitive is in it; bind one first, with dualskin bind."
        }
    }
}

fn is_obj(output: &Destination) -> bool {
    let ending = output.path().extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("obj"))
}

fn json_text(
    job: &SkinJob,
    character: &Character,
    posed: &RequestedPose,
    deformed: &[DeformedPrimitive],
) -> Result<String, Failure> {
    let palettes = posed.palettes(character, job.method)?;
    let report = SkinReport {
        rotation_centers: center_count(character, &palettes),
        steps: step_count(character, &palettes),
        ..SkinReport::new(character, posed, job.method, deformed)
    };
    let mut json =
        serde_json::to_string(&report).map_err(|error| Failure::Data(error.to_string()))?;
    if job.output.is_stdout() {
        json = json_for_terminals(&json);
    }
    json.push('\n');
    Ok(json)
}

/// The files that a command reads, which it must not write to.
pub(super) fn sources<'a>(source: &'a str, preset: Option<&'a AskedPreset>) -> Vec<&'a str> {
    let preset = preset.and_then(|preset| preset.file.to_str());
    [Some(source), preset].into_iter().flatten().collect()
}

/// The version for readers to check. A new number means that members were removed or changed their meaning; added members do not
/// change it.
const FORMAT: &str = "dualskin-skin/1";

/// The JSON document; members in the order of their documentation.
#[derive(Serialize)]
struct SkinReport<'a> {
    format: &'static str,
    method: String,
    time: Option<f32>,
    clip: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation_centers: Option<CenterCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<StepCount>,
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
        posed: &'a RequestedPose,
        method: AskedMethod,
        deformed: &'a [DeformedPrimitive],
    ) -> Self {
        let mut primitives: Vec<_> = deformed
            .iter()
            .filter_map(|found| skinned_primitive(character, found))
            .collect();
        // In the order of the file's nodes, whatever the order of the skeleton is.
        primitives.sort_by_key(|found| (found.node, found.mesh, found.primitive));
        let (clip, time) = posed.moment.unzip();
        Self {
            format: FORMAT,
            method: method.to_string(),
            time,
            clip,
            pose: posed.preset.as_deref(),
            rotation_centers: None,
            steps: None,
            primitives,
        }
    }
}

fn skinned_primitive<'a>(
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
