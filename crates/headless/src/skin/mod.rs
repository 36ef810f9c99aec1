//! `dualskin skin`: writes skinned vertices as JSON, the posed surface as OBJ or PLY, or many moments as arrays of NumPy.

mod json;
mod npz;
mod obj;
mod ply;
mod times;

use std::path::Path;

use character::Character;
use scene::asked_method::AskedMethod;
use scene::deform::DeformedPrimitive;
use whole_file::Access;

use self::json::{json_text, skinned_primitive};
use self::npz::Arrays;
use crate::Failure;
use crate::source::hardware::{Skins, request_gpu};
use crate::source::opened::{OpenedCharacter, open};
use crate::source::pose::{MomentArgument, RequestedPose, Skinning};
use crate::source::preset::AskedPreset;
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;
use crate::terminal::several::Several;

pub use self::times::Times;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The method that skins, which may have signs and inheritance of its own.
    pub method: AskedMethod,
    /// A moment of a clip; `None` for the default pose.
    pub moment: Option<MomentArgument>,
    /// Several moments of that clip in place of its time; only as arrays of NumPy.
    pub times: Option<Times>,
    /// The preset to apply to the pose.
    pub preset: Option<AskedPreset>,
    /// Signs, scale inheritance, normals and hardware.
    pub skinning: Skinning,
    /// The file to write, in the format that its ending names; without one JSON.
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

/// How vertices are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkinFormat {
    Json,
    Obj,
    Ply,
    Npz,
}

impl SkinFormat {
    const ENDINGS: [(&'static str, Self); 4] = [
        ("json", Self::Json),
        ("obj", Self::Obj),
        ("ply", Self::Ply),
        ("npz", Self::Npz),
    ];

    /// By the ending of the name; devices have none. What is written under another format's name would only fail in the next program.
    fn of(output: &Destination) -> Result<Self, Failure> {
        let Some(ending) = output.path().extension() else {
            return Ok(Self::Json);
        };
        if output.is_stdout() {
            return Ok(Self::Json);
        }
        let mut known = Self::ENDINGS.into_iter();
        let known = known.find(|(known, _)| ending.eq_ignore_ascii_case(known));
        known.map(|(_, format)| format).ok_or_else(|| {
            Failure::Usage(format!(
                "--output {}: vertices are written as JSON, as Wavefront OBJ, as PLY, or as arrays of NumPy; give a name that ends in .json, .obj, .ply or .npz.",
                output.name()
            ))
        })
    }

    /// Whether whole surfaces are written, and not only what joints move.
    const fn has_surfaces(self) -> bool {
        !matches!(self, Self::Json)
    }
}

fn skin(job: &SkinJob) -> Result<Report, Failure> {
    let output = &job.output;
    output.check(&sources(&job.source, job.preset.as_ref()))?;
    let format = SkinFormat::of(output)?;
    if job.times.is_some() && format != SkinFormat::Npz {
        return Err(Failure::Usage(format!(
            "--times: {} holds one moment; give a name that ends in .npz, which holds all.",
            output.name()
        )));
    }
    let opened = open(&job.source)?;
    let character = &*opened.character;
    let hardware = job.skinning.hardware;
    let gpu = request_gpu(hardware)?;
    let mut skins = Skins::new(hardware, gpu.as_ref(), character)?;
    let posed = job
        .pose(&opened, job.moments().next().flatten().as_ref())?
        .with_preset(character, job.preset.as_ref())?;
    let skinned = skins.skin(character, &posed, job.method)?;
    let bytes = match format {
        SkinFormat::Json => json_text(job, character, &posed, &skinned.deformed)?.into_bytes(),
        SkinFormat::Obj => obj::obj(character, &skinned.deformed).into_bytes(),
        SkinFormat::Ply => ply::ply(character, &skinned.deformed),
        SkinFormat::Npz => arrays(job, &opened, &mut skins)?,
    };
    output.write(&bytes, Access::of(Path::new(&job.source)))?;
    Ok(Report::new("skin", &job.source)
        .wrote(output, Some(bytes.len()))
        .remark(nothing_skinned(format, &skinned.deformed, character)))
}

/// All moments as arrays.
fn arrays(
    job: &SkinJob,
    opened: &OpenedCharacter,
    skins: &mut Skins<'_>,
) -> Result<Vec<u8>, Failure> {
    let character = &*opened.character;
    let mut arrays = Arrays::default();
    let count = job.times.as_ref().map_or(1, Times::count);
    for moment in job.moments() {
        let posed = job.pose(opened, moment.as_ref())?;
        let posed = posed.with_preset_quietly(character, job.preset.as_ref())?;
        let skinned = skins.skin(character, &posed, job.method)?;
        let time = moment.map_or(0.0, |moment| moment.time);
        arrays.push(time, character, &skinned.deformed, count)?;
    }
    arrays.finish()
}

impl SkinJob {
    /// The moments that are asked for; none stands for the default pose.
    fn moments(&self) -> Box<dyn Iterator<Item = Option<MomentArgument>> + '_> {
        match (&self.times, &self.moment) {
            (Some(times), Some(moment)) => Box::new(times.iter().map(|time| {
                Some(MomentArgument {
                    time,
                    ..moment.clone()
                })
            })),
            _ => Box::new(std::iter::once(self.moment.clone())),
        }
    }

    /// The pose of a moment, without the preset.
    fn pose(
        &self,
        opened: &OpenedCharacter,
        moment: Option<&MomentArgument>,
    ) -> Result<RequestedPose, Failure> {
        RequestedPose::from_opened(opened, moment, self.skinning)
    }
}

/// What to say where the document has no primitive, for only skinned ones are in it, or the surface is none.
fn nothing_skinned(
    format: SkinFormat,
    deformed: &[DeformedPrimitive],
    character: &Character,
) -> &'static str {
    if deformed.is_empty() {
        return "The scene shows no mesh, and none that has a skin, so that nothing is in the file; choose a file with a mesh.";
    }
    let any_skinned = deformed
        .iter()
        .any(|found| skinned_primitive(character, found).is_some());
    match any_skinned || format.has_surfaces() {
        true => "",
        false => {
            "No mesh that the scene shows has a skin, so that no primitive is in it; bind one first, with dualskin bind."
        }
    }
}

/// The files that a command reads, which it must not write to.
pub(crate) fn sources<'a>(source: &'a str, preset: Option<&'a AskedPreset>) -> Vec<&'a str> {
    let preset = preset.and_then(|preset| preset.file.to_str());
    [Some(source), preset].into_iter().flatten().collect()
}
