//! The head of the page: counts of everything, and the size of the character.

use glam::Vec3;
use scene::report::{
    BlendMapReport, Bounds, BulgeMapReport, CharacterReport, among_nodes, measure, pluralize,
    seconds, thousands,
};

use super::table::{GAP, INDENT, WIDTH, facts};
use crate::terminal::printable::{pad_end, wrap};

/// One line per kind of thing: a label, the number in the file, and details.
pub(super) fn overview(report: &CharacterReport) -> Vec<String> {
    let totals = &report.totals;
    let mut rows = vec![
        ("vertices", totals.vertices, vertices(report)),
        (
            "points",
            totals.points,
            "vertices at one place of a mesh counted once".to_owned(),
        ),
        ("triangles", totals.triangles, triangles(report)),
        ("morph targets", totals.morph_targets, String::new()),
        (
            "joints",
            totals.joints,
            among_nodes(totals.skins, totals.nodes),
        ),
        ("humanoid", mapped_bone_count(report), humanoid(report)),
        (
            "influences",
            report.influences.maximum,
            "at most on a vertex".to_owned(),
        ),
        ("blend map", mapped_vertex_count(report), blend_map(report)),
        ("bulge map", bulging(report), bulge_map(report)),
        ("clips", totals.clips, clips(report)),
        ("materials", totals.materials, textures(report)),
    ];
    rows.retain(|(label, count, _)| {
        let is_optional = ["morph targets", "blend map", "bulge map"];
        match *label {
            // There are rows, if of zeros alone.
            "influences" => !report.influences.histogram.is_empty(),
            "humanoid" => report.humanoid.is_some(),
            "points" => totals.points < totals.vertices,
            label => 0 < *count || !is_optional.contains(&label),
        }
    });
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(label, count, remark)| (label, thousands(count), remark))
        .collect();
    let mut lines = facts(&rows);
    let labels = rows.iter().map(|(label, ..)| label.len()).max();
    let column = INDENT + labels.unwrap_or(0) + GAP;
    lines.extend(
        report
            .scene
            .bounds
            .iter()
            .flat_map(|bounds| rest_box(bounds, column)),
    );
    lines
}

fn vertices(report: &CharacterReport) -> String {
    let totals = &report.totals;
    let mut remark = format!("in {}", pluralize(totals.meshes, "mesh"));
    if totals.primitives != totals.meshes {
        remark += &format!(", {}", pluralize(totals.primitives, "primitive"));
    }
    if report.scene.vertices != totals.vertices {
        remark += &format!("; the scene shows {}", thousands(report.scene.vertices));
    }
    remark
}

fn triangles(report: &CharacterReport) -> String {
    match report.scene.triangles {
        shown if shown == report.totals.triangles => String::new(),
        shown => format!("the scene shows {}", thousands(shown)),
    }
}

/// The number of bones in the humanoid map.
fn mapped_bone_count(report: &CharacterReport) -> usize {
    let humanoid = report.humanoid.as_ref();
    humanoid.map_or(0, |humanoid| humanoid.bones.len())
}

/// Of which specification the avatar is, and that it looks along −Z if it does.
fn humanoid(report: &CharacterReport) -> String {
    let Some(humanoid) = &report.humanoid else {
        return String::new();
    };
    let facing = match humanoid.looks_along_negative_z {
        true => ", looks along −Z",
        false => "",
    };
    format!("bones have a joint: {}{facing}", humanoid.format)
}

/// The number of vertices with a blend value.
fn mapped_vertex_count(report: &CharacterReport) -> usize {
    let maps = blend_maps(report);
    maps.map(|map| map.linear + map.between + map.affine).sum()
}

fn blend_map(report: &CharacterReport) -> String {
    let sum = |count: fn(&BlendMapReport) -> usize| blend_maps(report).map(count).sum::<usize>();
    let linear = thousands(sum(|map| map.linear));
    let between = thousands(sum(|map| map.between));
    let affine = thousands(sum(|map| map.affine));
    format!("vertices: {linear} linear, {between} between, {affine} affine; linear ignores it")
}

fn blend_maps(report: &CharacterReport) -> impl Iterator<Item = &BlendMapReport> {
    let primitives = report.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.filter_map(|primitive| primitive.blend_map.as_ref())
}

/// The number of vertices with a number of the bulge map.
fn bulging(report: &CharacterReport) -> usize {
    let maps = bulge_maps(report);
    maps.map(|map| map.free + map.between + map.held).sum()
}

fn bulge_map(report: &CharacterReport) -> String {
    let sum = |count: fn(&BulgeMapReport) -> usize| bulge_maps(report).map(count).sum::<usize>();
    let free = thousands(sum(|map| map.free));
    let between = thousands(sum(|map| map.between));
    let held = thousands(sum(|map| map.held));
    format!("vertices: {free} free, {between} between, {held} held; linear ignores it")
}

fn bulge_maps(report: &CharacterReport) -> impl Iterator<Item = &BulgeMapReport> {
    let primitives = report.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.filter_map(|primitive| primitive.bulge_map.as_ref())
}

fn clips(report: &CharacterReport) -> String {
    let durations = report.clips.iter().map(|clip| clip.duration);
    let longest = seconds(durations.fold(0.0, f32::max));
    match report.totals.clips {
        0 => String::new(),
        1 => format!("{longest} s"),
        _ => format!("up to {longest} s"),
    }
}

fn textures(report: &CharacterReport) -> String {
    match report.totals.textures {
        0 => String::new(),
        n => format!("with {}", pluralize(n, "texture")),
    }
}

/// The bounding box of the rest pose, with its text beginning in column `column`.
fn rest_box(bounds: &Bounds, column: usize) -> Vec<String> {
    let Bounds { min, max } = bounds;
    let size = (Vec3::from(*max) - Vec3::from(*min))
        .to_array()
        .map(measure)
        .join(" × ");
    let [low, high] = [min, max].map(|corner| corner.map(measure).join(", "));
    let mut lines = vec![format!("{size} units along x, y, z")];
    lines.extend(wrap(&format!("from {low} to {high}"), WIDTH - column));
    let label = |number| if number == 0 { "  rest pose" } else { "" };
    let labeled = lines.iter().enumerate();
    labeled
        .map(|(number, line)| format!("{}{line}", pad_end(label(number), column)))
        .collect()
}
