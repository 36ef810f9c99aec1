//! The report: everything that `inspect` tells, counted from a character. No IO, and nothing of terminals.

use character::{Character, Warning};
use glam::Vec3;
use serde::Serialize;

use super::clips::{ClipReport, clip_report};
use super::looks::{MaterialReport, TextureReport, material_report, texture_report};
use super::meshes::{InfluenceReport, MeshReport, merged, mesh_report};
use super::problem::Problem;
use super::problems;
use super::skins::{NodeReport, SkinReport, nodes, skins};
use crate::deform::deform;
use crate::posed_character::Look;

/// What is in a file. Members have the order and the names of the JSON document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CharacterReport {
    /// What was asked for: a path or `builtin:NAME`.
    pub source: String,
    /// The file's name without its extension.
    pub name: String,
    /// How much the file holds.
    pub totals: Totals,
    /// What the default scene shows.
    pub scene: Scene,
    /// Influences over all meshes.
    pub influences: InfluenceReport,
    /// All meshes.
    pub meshes: Vec<MeshReport>,
    /// The nodes of the skeleton, parent before child.
    pub nodes: Vec<NodeReport>,
    /// All skins.
    pub skins: Vec<SkinReport>,
    /// All clips.
    pub clips: Vec<ClipReport>,
    /// All materials.
    pub materials: Vec<MaterialReport>,
    /// The pictures that base colours use.
    pub textures: Vec<TextureReport>,
    /// What to beware of, worst first.
    pub problems: Vec<Problem>,
    /// What was mended or left out at the door, place by place.
    pub warnings: Vec<WarningReport>,
}

/// Counts of all that the file holds, shown or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Meshes, each once however often it is placed.
    pub meshes: usize,
    /// Their primitives that have triangles.
    pub primitives: usize,
    /// Vertices of these.
    pub vertices: usize,
    /// Triangles of these.
    pub triangles: usize,
    /// Morph targets of all meshes.
    pub morph_targets: usize,
    /// Nodes of the skeleton.
    pub nodes: usize,
    /// Nodes that a skin lists, each once.
    pub joints: usize,
    /// Skins, used or not.
    pub skins: usize,
    /// Clips, empty ones too.
    pub clips: usize,
    /// Materials, used or not.
    pub materials: usize,
    /// Pictures that base colours use.
    pub textures: usize,
}

/// What the default scene shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Meshes, each as often as it is placed.
    pub meshes: usize,
    /// Their vertices.
    pub vertices: usize,
    /// Their triangles.
    pub triangles: usize,
    /// Vertices whose place at rest is beyond the range of numbers.
    pub vertices_out_of_range: usize,
    /// The box around the rest pose in scene units; none around nothing.
    pub bounds: Option<Bounds>,
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The least x, y, z, in scene units.
    pub min: [f32; 3],
    /// The largest x, y, z, in scene units.
    pub max: [f32; 3],
}

/// A warning of the door, as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarningReport {
    /// The name of its kind, which does not change between versions: small letters and hyphens.
    pub code: &'static str,
    /// Where in the file: a JSON pointer, `GLB header` or `GLB chunk N`, `JSON` or `file` where it is the whole of that, and
    /// `elsewhere` where a kind has too many places to tell them apart.
    pub place: String,
    /// How many of the things that the message names; at least one.
    pub count: usize,
    /// One sentence with the place and the count in it, without a full stop.
    pub message: String,
}

impl CharacterReport {
    /// Counts and judges a character; `source` is what the person called it.
    #[must_use]
    pub fn of(source: &str, character: &Character) -> Self {
        let skins = skins(character);
        let mut report = Self {
            source: source.to_owned(),
            name: character.name.clone(),
            totals: Totals::default(),
            scene: scene(character),
            influences: InfluenceReport::default(),
            meshes: indexed(&character.meshes, |index, mesh| {
                mesh_report(character, index, mesh)
            }),
            nodes: nodes(character, &skins),
            skins,
            clips: indexed(&character.clips, clip_report),
            materials: indexed(&character.materials, material_report),
            textures: indexed(&character.images, texture_report),
            problems: Vec::new(),
            warnings: character.warnings.iter().map(warning_report).collect(),
        };
        report.influences = merged(&report.meshes);
        report.totals = totals(&report);
        report.problems = problems::find(character, &report);
        report
    }
}

fn indexed<T, R>(items: &[T], report: impl Fn(usize, &T) -> R) -> Vec<R> {
    items
        .iter()
        .enumerate()
        .map(|(index, item)| report(index, item))
        .collect()
}

fn totals(report: &CharacterReport) -> Totals {
    let sum = |count: fn(&MeshReport) -> usize| report.meshes.iter().map(count).sum();
    Totals {
        meshes: report.meshes.len(),
        primitives: sum(|mesh| mesh.primitives.len()),
        vertices: sum(|mesh| mesh.vertices),
        triangles: sum(|mesh| mesh.triangles),
        morph_targets: sum(|mesh| mesh.morph_targets),
        nodes: report.nodes.len(),
        joints: report.nodes.iter().filter(|node| node.is_joint).count(),
        skins: report.skins.len(),
        clips: report.clips.len(),
        materials: report.materials.len(),
        textures: report.textures.len(),
    }
}

/// Linear blending shows the rest pose exactly as the file means it.
fn scene(character: &Character) -> Scene {
    let shown = character
        .instances
        .iter()
        .filter_map(|instance| character.meshes.get(instance.mesh));
    let primitives = || shown.clone().flat_map(|mesh| &mesh.primitives);
    let at_rest = deform(
        character,
        &character.file_pose(),
        &character.rig.scale_inheritance,
        Look::default(),
    );
    let at_rest = at_rest.unwrap_or_default();
    let positions = || at_rest.iter().flat_map(|primitive| &primitive.positions);
    Scene {
        meshes: character.instances.len(),
        vertices: primitives()
            .map(|primitive| primitive.positions.len())
            .sum(),
        triangles: primitives()
            .map(|primitive| primitive.triangles.len())
            .sum(),
        vertices_out_of_range: positions().filter(|position| !position.is_finite()).count(),
        bounds: bounds(positions().copied().filter(|position| position.is_finite())),
    }
}

fn bounds(positions: impl Iterator<Item = Vec3>) -> Option<Bounds> {
    let boxes = positions.map(|position| (position, position));
    let (min, max) =
        boxes.reduce(|(low, high), (position, _)| (low.min(position), high.max(position)))?;
    Some(Bounds {
        min: min.to_array(),
        max: max.to_array(),
    })
}

fn warning_report(warning: &Warning) -> WarningReport {
    WarningReport {
        code: warning.code(),
        place: warning.place.to_string(),
        count: warning.count,
        message: warning.to_string(),
    }
}
