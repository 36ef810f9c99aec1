//! All problems of a character that opened, each with its meaning for the artist.

use std::collections::BTreeMap;

use character::{Character, MeshInstance, WarningKind};

use super::counts::CharacterReport;
use super::problem::{Problem, Severity, pluralize};
use super::repairs;
use super::rests::{binds, joints_where, node_name, of_skin, rests};
use super::scaled_clips::scaled_clips;
use super::skins::{JointReport, NodeReport, SkinReport};
use super::triangles::triangles;
use crate::text::names::ListedLabels;
use rig::InfluenceRow;

/// All problems, worst first: first the reader's warnings, then those found in the report.
pub(super) fn find(character: &Character, report: &CharacterReport) -> Vec<Problem> {
    let mut found = repairs::problems(&character.warnings);
    count_zero_rows(&mut found, zero_rows(character));
    found.extend(weights(character, report));
    for skin in &report.skins {
        found.extend(binds(skin));
    }
    found.extend(rests(report));
    found.extend(beyond_range(report));
    found.extend(unskinned_meshes(character, report));
    found.extend(triangles(character, |mesh| mesh_name(character, mesh)));
    found.extend(unused_meshes(character, report));
    found.extend(unused_skins(report));
    let skeleton = &character.rig.skeleton;
    let labels = ListedLabels::new(skeleton);
    let label = |one: &JointReport| match skeleton.joint_of_key(one.node) {
        Some(joint) => labels.of(joint),
        None => node_name(&one.name, one.node),
    };
    for skin in &report.skins {
        found.extend(idle(skin, &label));
    }
    found.extend(names(&report.nodes));
    found.extend(clips(report));
    found.extend(scaled_clips(character));
    // A stable sort: problems of one severity stay in the order above.
    found.sort_by_key(|problem| problem.severity);
    found
}

/// Problems of weights: unbound vertices, and influences beyond the limit of most engines.
fn weights(character: &Character, report: &CharacterReport) -> Vec<Problem> {
    let mut found = Vec::new();
    let unbound = report.influences.histogram.first().copied().unwrap_or(0);
    // Rows of zeros are a problem of their own.
    let unbound = unbound.saturating_sub(zero_rows(character));
    if unbound > 0 {
        found.push(Problem::new(
            "unbound-vertices",
            Severity::Problem,
            unbound,
            format!("{} without any influence", pluralize(unbound, "vertex")),
            "They stay behind when joints move, by every method: paint weights on them.",
        ));
    }
    let limits = [
        (4, "more-than-four-influences"),
        (8, "more-than-eight-influences"),
    ];
    for (limit, code) in limits {
        let above = report.influences.histogram.iter().skip(limit + 1).sum();
        if above > 0 {
            let cut = 100.0 * largest_cut(character, limit);
            let what = format!(
                "{} with more than {limit} influences",
                pluralize(above, "vertex")
            );
            let meaning = format!(
                "All count here; an engine that keeps {limit} cuts up to {cut:.0} % of a vertex's weight."
            );
            found.push(Problem::new(code, Severity::Problem, above, what, meaning));
        }
    }
    found
}

/// Vertices whose weights were all zero in the file, and that nothing has bound since.
fn zero_rows(character: &Character) -> usize {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    influences.map(|of| of.zero_rows().len()).sum()
}

/// Brings what the reader said of rows of zeros up to date: some may be bound by now.
fn count_zero_rows(found: &mut Vec<Problem>, left: usize) {
    let code = WarningKind::WeightsAllZero.code();
    found.retain(|problem| problem.code != code || left > 0);
    let told = found.iter_mut().find(|problem| problem.code == code);
    if let Some(problem) = told.filter(|problem| problem.count != left) {
        problem.count = left;
        problem.what = format!(
            "{} with weights that are all zero",
            pluralize(left, "vertex")
        );
    }
}

/// The largest share of a vertex's weight beyond its `limit` largest influences.
fn largest_cut(character: &Character, limit: usize) -> f32 {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut largest = 0.0_f32;
    let mut sorted = Vec::new();
    for influences in primitives.filter_map(|primitive| primitive.influences.as_ref()) {
        for InfluenceRow { weights, .. } in influences
            .rows()
            .filter(|InfluenceRow { joints, .. }| limit < joints.len())
        {
            sorted.clear();
            sorted.extend_from_slice(weights);
            sorted.sort_by(|a, b| b.total_cmp(a));
            largest = largest.max(sorted.iter().skip(limit).sum());
        }
    }
    largest
}

fn beyond_range(report: &CharacterReport) -> Option<Problem> {
    let count = report.scene.vertices_out_of_range;
    (count > 0).then(|| {
        Problem::new(
            "beyond-range",
            Severity::Problem,
            count,
            format!(
                "{} at rest beyond the range of numbers",
                pluralize(count, "vertex")
            ),
            "They cannot be shown, by any method: scale the character down.",
        )
    })
}

/// Placed meshes without a skin.
fn unskinned_meshes(character: &Character, report: &CharacterReport) -> Option<Problem> {
    if report.skins.is_empty() && report.totals.vertices > 0 {
        return Some(Problem::new(
            "no-skin",
            Severity::Note,
            1,
            "No skin in the file",
            "Nothing follows joints: every method shows the same.",
        ));
    }
    let instances = character.instances.iter();
    let stiff: Vec<String> = instances
        .filter(|instance| !is_skinned(character, instance))
        .map(|instance| mesh_name(character, instance.mesh))
        .collect();
    let what = format!(
        "{} in the scene without a skin",
        pluralize(stiff.len(), "mesh")
    );
    let meaning = "Moved as a whole by the node, by every method alike.";
    Problem::about("unskinned-meshes", Severity::Note, what, meaning, stiff)
}

/// Meshes without an instance in the scene.
fn unused_meshes(character: &Character, report: &CharacterReport) -> Option<Problem> {
    let meshes = report.meshes.iter();
    let unused: Vec<String> = meshes
        .filter(|mesh| mesh.placed.is_empty())
        .map(|mesh| mesh_name(character, mesh.index))
        .collect();
    let what = format!("{} outside the scene", pluralize(unused.len(), "mesh"));
    let meaning = "Not shown: another scene has it, or the exporter left it behind.";
    Problem::about("unused-meshes", Severity::Note, what, meaning, unused)
}

/// Skins that no mesh uses.
fn unused_skins(report: &CharacterReport) -> Option<Problem> {
    let skins = report.skins.iter();
    let idle: Vec<String> = skins
        .filter(|skin| skin.vertices == 0)
        .map(|skin| format!("skin {}", skin.index))
        .collect();
    let what = format!(
        "{} without a mesh in the scene",
        pluralize(idle.len(), "skin")
    );
    let meaning = "Harmless: there is nothing to move.";
    Problem::about("unused-skins", Severity::Note, what, meaning, idle)
}

fn mesh_name(character: &Character, mesh: usize) -> String {
    let found = character.meshes.get(mesh);
    name_or_index(found.and_then(|mesh| mesh.name.as_deref()), "mesh", mesh)
}

/// The name of something, or its index in the file where it has none.
fn name_or_index(name: Option<&str>, noun: &str, index: usize) -> String {
    match name {
        None | Some("") => format!("{noun} {index}"),
        Some(name) => name.to_owned(),
    }
}

fn is_skinned(character: &Character, instance: &MeshInstance) -> bool {
    let mesh = character.meshes.get(instance.mesh);
    let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
    instance.skin.is_some() && primitives.any(|primitive| primitive.influences.is_some())
}

/// Joints of a skin without weight on any vertex.
fn idle(skin: &SkinReport, label: &dyn Fn(&JointReport) -> String) -> Option<Problem> {
    if skin.vertices == 0 {
        return None;
    }
    let idle = joints_where(skin, |joint| joint.vertices == 0);
    let verb = if idle.len() == 1 { "moves" } else { "move" };
    Problem::about(
        "joints-without-influence",
        Severity::Note,
        format!("{} {verb} no vertex", of_skin(&idle, skin)),
        "Harmless at ends and roots of chains; elsewhere weights may be missing.",
        idle.into_iter().map(label).collect(),
    )
}

/// Nodes that share a name.
fn names(nodes: &[NodeReport]) -> impl Iterator<Item = Problem> {
    let duplicate = sharing(
        "duplicate-names",
        "node",
        nodes.iter().map(|node| node.name.as_str()),
        "Whoever goes by name finds the first; rename before sharing poses or clips.",
    );
    let nameless: Vec<String> = nodes
        .iter()
        .filter(|node| node.name.is_empty())
        .map(|node| format!("node {}", node.node))
        .collect();
    let what = format!("{} without a name", pluralize(nameless.len(), "node"));
    let meaning = "They go by their numbers; poses and clips cannot be shared by name.";
    let empty = Problem::about("empty-names", Severity::Note, what, meaning, nameless);
    duplicate.into_iter().chain(empty)
}

/// Names that occur several times, and how often. Empty names are ignored.
fn sharing<'a>(
    code: &'static str,
    noun: &str,
    names: impl Iterator<Item = &'a str>,
    meaning: &str,
) -> Option<Problem> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names.filter(|name| !name.is_empty()) {
        *counts.entry(name).or_default() += 1;
    }
    counts.retain(|_, count| 1 < *count);
    let n_sharing = counts.values().sum();
    let what = format!(
        "{} share {}",
        pluralize(n_sharing, noun),
        pluralize(counts.len(), "name")
    );
    let shared = counts.into_keys().map(str::to_owned).collect();
    let problem = Problem::about(code, Severity::Note, what, meaning, shared)?;
    Some(Problem {
        count: n_sharing,
        ..problem
    })
}

/// Clips that share a name, and clips of a single pose.
fn clips(report: &CharacterReport) -> impl Iterator<Item = Problem> {
    let clips = || report.clips.iter();
    let duplicate = sharing(
        "duplicate-clip-names",
        "clip",
        clips().map(|clip| clip.name.as_deref().unwrap_or_default()),
        "--clip NAME refuses them; --clip with the number takes any.",
    );
    let still: Vec<String> = clips()
        .filter(|clip| 0 < clip.keys && clip.duration <= 0.0)
        .map(|clip| name_or_index(clip.name.as_deref(), "clip", clip.index))
        .collect();
    let what = format!("{} of no length", pluralize(still.len(), "clip"));
    let meaning = "A pose, not a motion: every method shows it, but there is nothing to play.";
    let still = Problem::about("zero-length-clips", Severity::Note, what, meaning, still);
    duplicate.into_iter().chain(still)
}
