//! Skinned vertices as JSON.

use character::{Character, MeshInstance, Primitive};
use glam::Vec3;
use scene::asked_method::AskedMethod;
use scene::blend_counts::{CenterCount, StepCount, center_count, step_count};
use scene::deform::DeformedPrimitive;
use serde::Serialize;

use super::SkinJob;
use crate::Failure;
use crate::source::pose::RequestedPose;
use crate::terminal::printable::json_for_terminals;

/// The document `dualskin-skin/1`.
pub(super) fn json_text(
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
pub(super) struct SkinnedPrimitive<'a> {
    pub(super) node: usize,
    pub(super) mesh: usize,
    pub(super) primitive: usize,
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

/// A primitive that has joints, with indices as in the file.
pub(super) fn skinned_primitive<'a>(
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
