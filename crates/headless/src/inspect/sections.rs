//! The tables of the page: meshes, influences, skins, joints, clips, materials and textures. A table without rows has
//! no lines.

use std::collections::BTreeMap;

use scene::report::{
    CharacterReport, ClipReport, InterpolationCounts, MeshReport, Stretches, seconds, thousands,
};

use super::table::{Table, WIDTH};
use crate::terminal::printable::{fit, name, pad_start};

pub(super) fn meshes(report: &CharacterReport) -> Vec<String> {
    if report.meshes.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&[
        "#",
        "vertices",
        "triangles",
        "parts",
        "infl.",
        "morphs",
        "skin",
        "name",
    ]);
    for mesh in &report.meshes {
        let influences = mesh
            .primitives
            .iter()
            .filter_map(|primitive| primitive.influences.as_ref());
        let most = influences
            .map(|influences| influences.maximum)
            .max()
            .unwrap_or(0);
        table.row([
            mesh.index.to_string(),
            thousands(mesh.vertices),
            thousands(mesh.triangles),
            if mesh.primitives.len() == 1 {
                String::new()
            } else {
                thousands(mesh.primitives.len())
            },
            some(most),
            some(mesh.morph_targets),
            skins_of(mesh),
            name(mesh.name.as_deref(), WIDTH),
        ]);
    }
    table.lines()
}

/// The meshes with a method of their own.
pub(super) fn methods(report: &CharacterReport) -> Vec<String> {
    let mut table = Table::new(&["#", "method", "signs", "name"]);
    let asked = report
        .meshes
        .iter()
        .filter_map(|mesh| Some((mesh, mesh.method?)));
    let mut is_empty = true;
    for (mesh, method) in asked {
        is_empty = false;
        table.row([
            mesh.index.to_string(),
            method.to_owned(),
            mesh.signs.unwrap_or("-").to_owned(),
            name(mesh.name.as_deref(), WIDTH),
        ]);
    }
    match is_empty {
        true => Vec::new(),
        false => table.lines(),
    }
}

/// The skins with which a mesh is shown: `0`, `0, 2`, `-` without one, `not shown`.
fn skins_of(mesh: &MeshReport) -> String {
    if mesh.placed.is_empty() {
        return "not shown".to_owned();
    }
    let mut skins: Vec<_> = mesh.placed.iter().map(|placement| placement.skin).collect();
    skins.sort_unstable();
    skins.dedup();
    let texts: Vec<String> = skins
        .iter()
        .map(|skin| skin.map_or_else(|| "-".to_owned(), |skin| skin.to_string()))
        .collect();
    fit(&texts.join(", "), 12)
}

/// One line per number of influences, with a bar.
pub(super) fn influences(report: &CharacterReport) -> Vec<String> {
    const BAR: usize = 32;
    let histogram = &report.influences.histogram;
    let total: usize = histogram.iter().sum();
    let most = histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = thousands(most).len();
    let occurring = histogram
        .iter()
        .enumerate()
        .filter(|(_, vertices)| 0 < **vertices);
    occurring
        .map(|(k, &vertices)| {
            // Rounded up: a single vertex still has a cell.
            let bar = "█".repeat((vertices * BAR).div_ceil(most));
            // To the nearest, in integers.
            let per_mille = (vertices * 1000 + total / 2) / total.max(1);
            format!(
                "  {}  {}  {:>3}.{} %  {bar}",
                pad_start(&k.to_string(), 3),
                pad_start(&thousands(vertices), width),
                per_mille / 10,
                per_mille % 10
            )
        })
        .collect()
}

/// Only for several skins; a single one is covered by the overview and the problems.
pub(super) fn skins(report: &CharacterReport) -> Vec<String> {
    if report.skins.len() < 2 {
        return Vec::new();
    }
    let mut table = Table::new(&["#", "joints", "vertices", "bind", "first joint"]);
    for skin in &report.skins {
        let any =
            |test: fn(Stretches) -> bool| skin.joints.iter().any(|joint| test(joint.bind_stretch));
        let bind = match (
            any(|bind| !bind.keeps_lengths()),
            any(Stretches::is_mirrored),
        ) {
            (false, false) => "rigid",
            (false, true) => "mirrored",
            (true, false) => "stretched",
            (true, true) => "stretched, mirrored",
        };
        table.row([
            skin.index.to_string(),
            thousands(skin.joints.len()),
            thousands(skin.vertices),
            bind.to_owned(),
            name(skin.joints.first().map(|joint| joint.name.as_str()), WIDTH),
        ]);
    }
    table.lines()
}

/// The joints that skins list, as a tree.
pub(super) fn joints(report: &CharacterReport) -> Vec<String> {
    // Deeper joints are indented no more, or names would leave the line.
    const DEEPEST: usize = 12;
    let mut table = Table::new(&["node", "vertices", "name"]);
    let mut depths = BTreeMap::new();
    for node in &report.nodes {
        let above: usize = node
            .parent
            .and_then(|parent| depths.get(&parent))
            .copied()
            .unwrap_or(0);
        // Parents come before their children, so that their depth is known.
        depths.insert(node.node, above + usize::from(node.is_joint));
        if node.is_joint {
            let indent = "  ".repeat(above.min(DEEPEST));
            let vertices = thousands(node.vertices);
            let name = name(Some(&node.name), WIDTH);
            table.row([node.node.to_string(), vertices, format!("{indent}{name}")]);
        }
    }
    if report.totals.joints == 0 {
        Vec::new()
    } else {
        table.lines()
    }
}

/// The bones of an avatar and the joints that they are.
pub(super) fn humanoid(report: &CharacterReport) -> Vec<String> {
    let Some(humanoid) = &report.humanoid else {
        return Vec::new();
    };
    let mut table = Table::with_all_rows(&["node", "bone", "joint"]);
    for bone in &humanoid.bones {
        table.row([
            bone.node.to_string(),
            bone.role.to_owned(),
            name(Some(&bone.name), WIDTH),
        ]);
    }
    table.lines()
}

/// The expressions of an avatar.
pub(super) fn expressions(report: &CharacterReport) -> Vec<String> {
    let all = report.humanoid.iter().flat_map(|it| &it.expressions);
    let mut table = Table::with_all_rows(&["morphs", "materials", "kind", "expression"]);
    let mut is_empty = true;
    for of in all {
        is_empty = false;
        let kind = if of.is_binary { "on or off" } else { "" };
        table.row([
            of.morph_targets.to_string(),
            of.material_changes.to_string(),
            kind.to_owned(),
            name(Some(&of.expression), WIDTH),
        ]);
    }
    if is_empty { Vec::new() } else { table.lines() }
}

pub(super) fn clips(clips: &[ClipReport]) -> Vec<String> {
    if clips.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&[
        "#", "seconds", "nodes", "transl.", "rotat.", "scale", "morph", "keys", "curve", "name",
    ]);
    for clip in clips {
        let tracks = &clip.tracks;
        table.row([
            clip.index.to_string(),
            seconds(clip.duration),
            some(clip.nodes),
            some(tracks.translation),
            some(tracks.rotation),
            some(tracks.scale),
            some(tracks.weights),
            thousands(clip.keys),
            curves(clip),
            name(clip.name.as_deref(), WIDTH),
        ]);
    }
    table.lines()
}

fn curves(clip: &ClipReport) -> String {
    let InterpolationCounts {
        step,
        linear,
        cubic_spline,
    } = clip.interpolations;
    let kinds = [("step", step), ("linear", linear), ("cubic", cubic_spline)];
    let used: Vec<&str> = kinds
        .iter()
        .filter(|(_, count)| 0 < *count)
        .map(|(name, _)| *name)
        .collect();
    if used.len() == kinds.len() {
        "all kinds".to_owned()
    } else {
        used.join("+")
    }
}

pub(super) fn materials(report: &CharacterReport) -> Vec<String> {
    if report.materials.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&["#", "texture", "opacity", "sides", "name"]);
    for material in &report.materials {
        table.row([
            material.index.to_string(),
            material
                .texture
                .map_or_else(|| "-".to_owned(), |texture| texture.to_string()),
            if material.alpha == "opaque" {
                "-"
            } else {
                material.alpha
            }
            .to_owned(),
            if material.double_sided { "both" } else { "-" }.to_owned(),
            name(material.name.as_deref(), WIDTH),
        ]);
    }
    table.lines()
}

pub(super) fn textures(report: &CharacterReport) -> Vec<String> {
    if report.textures.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&["#", "pixels", "name"]);
    for texture in &report.textures {
        table.row([
            texture.index.to_string(),
            format!("{} × {}", texture.width, texture.height),
            name(texture.name.as_deref(), WIDTH),
        ]);
    }
    table.lines()
}

/// A count, or `-` for zero.
fn some(count: usize) -> String {
    if count == 0 {
        "-".to_owned()
    } else {
        thousands(count)
    }
}
