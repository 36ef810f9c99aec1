//! The report that `inspect` prints, computed from a character. No files, no terminal.

use character::{Character, Warning};
use glam::Vec3;
use serde::Serialize;

use super::clips::{ClipReport, clip_report};
use super::humanoid::{HumanoidReport, humanoid_report};
use super::looks::{MaterialReport, TextureReport, material_report, texture_report};
use super::meshes::{InfluenceReport, MeshReport, merge_influences, mesh_report, placements};
use super::problem::Problem;
use super::problems;
use super::signs::SignReport;
use super::skins::{NodeReport, SkinReport, nodes, skins};
use crate::pose::deform::{DeformError, posed_character, visit_deformed};
use crate::pose::posed_character::Look;

/// The content of a file. Fields have the order and names of the JSON document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CharacterReport {
    /// The source as given: a path or `builtin:NAME`.
    pub source: String,
    /// The file's name without its extension.
    pub name: String,
    /// Counts over the whole file.
    pub totals: Totals,
    /// Counts of what the file shows by default.
    pub scene: Scene,
    /// Influences over all meshes.
    pub influences: InfluenceReport,
    /// One report a mesh, in the order of the file, shown or not.
    pub meshes: Vec<MeshReport>,
    /// The nodes of the skeleton, parent before child.
    pub nodes: Vec<NodeReport>,
    /// One report a skin, in the order of the file, used or not.
    pub skins: Vec<SkinReport>,
    /// The humanoid map of an avatar; none where the file has none.
    pub humanoid: Option<HumanoidReport>,
    /// One report a clip, in the order of the file, empty ones too.
    pub clips: Vec<ClipReport>,
    /// One report a material, in the order of the file, used or not.
    pub materials: Vec<MaterialReport>,
    /// The pictures that base colors use.
    pub textures: Vec<TextureReport>,
    /// How the signs of rotations fit together in the pose or clip that was asked for; empty if none was.
    pub signs: Vec<SignReport>,
    /// All problems, worst first.
    pub problems: Vec<Problem>,
    /// What the reader has repaired or left out, place by place.
    pub warnings: Vec<WarningReport>,
}

/// Counts over the whole file, whether shown or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Meshes, each once even if it has several instances.
    pub meshes: usize,
    /// Primitives with triangles; those of points and lines are left out.
    pub primitives: usize,
    /// Vertices of these primitives.
    pub vertices: usize,
    /// Places of these vertices: those at one place of a mesh count once.
    pub points: usize,
    /// Triangles of these primitives.
    pub triangles: usize,
    /// Morph targets of all meshes.
    pub morph_targets: usize,
    /// Nodes of the skeleton.
    pub nodes: usize,
    /// Nodes that a skin lists, each once.
    pub joints: usize,
    /// Skins, used or not.
    pub skins: usize,
    /// Clips, including empty ones.
    pub clips: usize,
    /// Materials, used or not.
    pub materials: usize,
    /// Images that base colors use.
    pub textures: usize,
}

/// Counts of the default scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Instances of meshes: a mesh that is shown twice counts twice.
    pub meshes: usize,
    /// Vertices of all instances.
    pub vertices: usize,
    /// Triangles of all instances.
    pub triangles: usize,
    /// Vertices whose position at rest is not finite.
    pub vertices_out_of_range: usize,
    /// The bounding box of the rest pose in scene units; none without vertices.
    pub bounds: Option<Bounds>,
}

/// A box along the axes of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The least x, y, z, in scene units.
    pub min: [f32; 3],
    /// The largest x, y, z, in scene units.
    pub max: [f32; 3],
}

/// A warning of the file reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarningReport {
    /// An identifier of its kind that is stable between versions: lower case and hyphens.
    pub code: &'static str,
    /// The place in the file: a JSON pointer, `GLB header` or `GLB chunk N`, `JSON` or `file` for the whole of it, and
    /// `elsewhere` if a kind has too many places to list.
    pub place: String,
    /// How many of the things that the message names; at least one.
    pub count: usize,
    /// One sentence with the place and the count in it, without a full stop.
    pub message: String,
}

impl CharacterReport {
    /// Counts and judges a character; `source` is what the user typed.
    #[must_use]
    pub fn of(source: &str, character: &Character) -> Self {
        let skins = skins(character);
        let mut placed = placements(character);
        let mut report = Self {
            source: source.to_owned(),
            name: character.name.clone(),
            totals: Totals::default(),
            scene: scene(character),
            influences: InfluenceReport::default(),
            meshes: map_indexed(&character.meshes, |index, mesh| {
                let placed = placed.get_mut(index).map(std::mem::take);
                mesh_report(index, mesh, placed.unwrap_or_default())
            }),
            nodes: nodes(character, &skins),
            skins,
            humanoid: humanoid_report(character),
            clips: map_indexed(&character.clips, clip_report),
            materials: map_indexed(&character.materials, material_report),
            textures: map_indexed(&character.images, texture_report),
            signs: Vec::new(),
            problems: Vec::new(),
            warnings: character.warnings.iter().map(warning_report).collect(),
        };
        // These are made from the reports of the parts.
        report.influences = merge_influences(&report.meshes);
        report.totals = totals(&report);
        report.problems = problems::find(character, &report);
        report
    }
}

fn map_indexed<T, R>(items: &[T], mut report: impl FnMut(usize, &T) -> R) -> Vec<R> {
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
        points: sum(|mesh| mesh.points),
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

/// Counts with linear blending, which shows the rest pose exactly as the file defines it.
fn scene(character: &Character) -> Scene {
    let shown = character
        .instances
        .iter()
        .filter_map(|instance| character.meshes.get(instance.mesh));
    let primitives = || shown.clone().flat_map(|mesh| &mesh.primitives);
    let (vertices_out_of_range, bounds) = extent(character).unwrap_or_default();
    Scene {
        meshes: character.instances.len(),
        vertices: primitives()
            .map(|primitive| primitive.positions.len())
            .sum(),
        triangles: primitives()
            .map(|primitive| primitive.triangles.len())
            .sum(),
        vertices_out_of_range,
        bounds,
    }
}

/// How many vertices of the rest pose are out of range, and the box of all others.
fn extent(character: &Character) -> Result<(usize, Option<Bounds>), DeformError> {
    let posed = posed_character(
        character,
        &character.file_pose(),
        &character.rig.scale_inheritance,
        Look::default(),
    )?;
    let mut n_out_of_range = 0;
    let mut corners: Option<(Vec3, Vec3)> = None;
    visit_deformed(character, &posed, |primitive| {
        for &position in &primitive.positions {
            if position.is_finite() {
                let (low, high) = corners.unwrap_or((position, position));
                corners = Some((low.min(position), high.max(position)));
            } else {
                n_out_of_range += 1;
            }
        }
    })?;
    let bounds = corners.map(|(min, max)| Bounds {
        min: min.to_array(),
        max: max.to_array(),
    });
    Ok((n_out_of_range, bounds))
}

fn warning_report(warning: &Warning) -> WarningReport {
    WarningReport {
        code: warning.code(),
        place: warning.place.to_string(),
        count: warning.count,
        message: warning.to_string(),
    }
}
