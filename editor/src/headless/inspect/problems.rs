//! What to beware of in a character that opened: each finding with its meaning for the artist.

use std::collections::BTreeMap;

use character::{Character, MeshInstance};

use super::problem::{Problem, Severity, counted};
use super::repairs;
use super::report::Report;
use super::rests::{binds, joint_name, joints_where, of_skin, rests};
use super::skins::{JointReport, NodeReport, SkinReport};

/// All problems, worst first: what the door mended, then what the report shows.
pub(super) fn find(character: &Character, report: &Report) -> Vec<Problem> {
    let mut found = repairs::problems(&character.warnings);
    found.extend(weights(character, report));
    for skin in &report.skins {
        found.extend(binds(skin));
    }
    found.extend(rests(report));
    found.extend(beyond_range(report));
    found.extend(meshes(character, report));
    for skin in &report.skins {
        found.extend(idle(skin));
    }
    found.extend(names(&report.nodes));
    found.extend(clips(report));
    found.sort_by_key(|problem| problem.severity);
    found
}

/// Unbound vertices, and what engines with few influences cut.
fn weights(character: &Character, report: &Report) -> Vec<Problem> {
    let mut found = Vec::new();
    let unbound = report.influences.histogram.first().copied().unwrap_or(0);
    if unbound > 0 {
        found.push(Problem::new(
            "unbound-vertices",
            Severity::Problem,
            unbound,
            format!("{} without any influence", counted(unbound, "vertex")),
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
                counted(above, "vertex")
            );
            let meaning = format!(
                "All count here; an engine that keeps {limit} cuts up to {cut:.0} % of a vertex's weight."
            );
            found.push(Problem::new(code, Severity::Problem, above, what, meaning));
        }
    }
    found
}

/// The largest share of a vertex's weight that is not among its `limit` largest.
fn largest_cut(character: &Character, limit: usize) -> f32 {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut largest = 0.0_f32;
    let mut sorted = Vec::new();
    for influences in primitives.filter_map(|primitive| primitive.influences.as_ref()) {
        for (_, weights) in influences.rows().filter(|(joints, _)| limit < joints.len()) {
            sorted.clear();
            sorted.extend_from_slice(weights);
            sorted.sort_by(|a, b| b.total_cmp(a));
            largest = largest.max(sorted[limit..].iter().sum());
        }
    }
    largest
}

fn beyond_range(report: &Report) -> Option<Problem> {
    let count = report.scene.vertices_out_of_range;
    (count > 0).then(|| {
        Problem::new(
            "beyond-range",
            Severity::Problem,
            count,
            format!(
                "{} at rest beyond the range of numbers",
                counted(count, "vertex")
            ),
            "They cannot be shown, by any method: scale the character down.",
        )
    })
}

/// Meshes that no skin moves, skins that move no mesh, and what the scene does not show.
fn meshes(character: &Character, report: &Report) -> Vec<Problem> {
    let mesh_name = |mesh: usize| {
        let name = character
            .meshes
            .get(mesh)
            .and_then(|mesh| mesh.name.clone());
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("mesh {mesh}"))
    };
    let mut found = Vec::new();
    let stiff: Vec<&MeshInstance> = character
        .instances
        .iter()
        .filter(|instance| !is_skinned(character, instance))
        .collect();
    if report.skins.is_empty() && report.totals.vertices > 0 {
        found.push(Problem::new(
            "no-skin",
            Severity::Note,
            1,
            "No skin in the file",
            "Nothing follows joints: every method shows the same.",
        ));
    } else if !stiff.is_empty() {
        let what = format!(
            "{} in the scene without a skin",
            counted(stiff.len(), "mesh")
        );
        let meaning = "Moved as a whole by the node, by every method alike.";
        let problem = Problem::new(
            "unskinned-meshes",
            Severity::Note,
            stiff.len(),
            what,
            meaning,
        );
        found.push(problem.with(stiff.iter().map(|instance| mesh_name(instance.mesh))));
    }
    let unused: Vec<usize> = report
        .meshes
        .iter()
        .filter(|mesh| mesh.placed.is_empty())
        .map(|mesh| mesh.index)
        .collect();
    if !unused.is_empty() {
        let what = format!("{} outside the scene", counted(unused.len(), "mesh"));
        let meaning = "Not shown: another scene has it, or the exporter left it behind.";
        let problem = Problem::new("unused-meshes", Severity::Note, unused.len(), what, meaning);
        found.push(problem.with(unused.into_iter().map(mesh_name)));
    }
    let idle = report.skins.iter().filter(|skin| skin.vertices == 0);
    let idle: Vec<String> = idle.map(|skin| format!("skin {}", skin.index)).collect();
    if !idle.is_empty() {
        let what = format!(
            "{} without a mesh in the scene",
            counted(idle.len(), "skin")
        );
        let meaning = "Harmless: there is nothing to move.";
        found.push(
            Problem::new("unused-skins", Severity::Note, idle.len(), what, meaning).with(idle),
        );
    }
    found
}

fn is_skinned(character: &Character, instance: &MeshInstance) -> bool {
    let mesh = character.meshes.get(instance.mesh);
    let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
    instance.skin.is_some() && primitives.any(|primitive| primitive.influences.is_some())
}

/// Joints of a skin that move nothing.
fn idle(skin: &SkinReport) -> Option<Problem> {
    let idle: Vec<&JointReport> = joints_where(skin, |joint| joint.vertices == 0);
    (skin.vertices > 0 && !idle.is_empty()).then(|| {
        let verb = if idle.len() == 1 { "moves" } else { "move" };
        let problem = Problem::new(
            "joints-without-influence",
            Severity::Note,
            idle.len(),
            format!("{} {verb} no vertex", of_skin(&idle, skin)),
            "Harmless at ends and roots of chains; elsewhere weights may be missing.",
        );
        problem.with(idle.iter().map(|joint| joint_name(&joint.name, joint.node)))
    })
}

/// Nodes that a name does not tell apart.
fn names(nodes: &[NodeReport]) -> Vec<Problem> {
    let mut found = Vec::new();
    let (n_sharing, shared) = shared(nodes.iter().map(|node| node.name.as_str()));
    if !shared.is_empty() {
        let what = format!(
            "{} share {}",
            counted(n_sharing, "node"),
            counted(shared.len(), "name")
        );
        let meaning = "Whoever goes by name finds the first; rename before sharing poses or clips.";
        let problem = Problem::new("duplicate-names", Severity::Note, n_sharing, what, meaning);
        found.push(problem.with(shared));
    }
    let nameless: Vec<String> = nodes
        .iter()
        .filter(|node| node.name.is_empty())
        .map(|node| format!("node {}", node.node))
        .collect();
    if !nameless.is_empty() {
        let what = format!("{} without a name", counted(nameless.len(), "node"));
        let meaning = "They go by their numbers; poses and clips cannot be shared by name.";
        let problem = Problem::new("empty-names", Severity::Note, nameless.len(), what, meaning);
        found.push(problem.with(nameless));
    }
    found
}

/// How many share a name with another, and the names they share. The empty name is none.
fn shared<'a>(names: impl Iterator<Item = &'a str>) -> (usize, Vec<String>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names.filter(|name| !name.is_empty()) {
        *counts.entry(name).or_default() += 1;
    }
    counts.retain(|_, count| 1 < *count);
    (
        counts.values().sum(),
        counts.into_keys().map(str::to_owned).collect(),
    )
}

/// Clips that a name does not tell apart, and clips that are poses.
fn clips(report: &Report) -> Vec<Problem> {
    let mut found = Vec::new();
    let names = report
        .clips
        .iter()
        .map(|clip| clip.name.as_deref().unwrap_or_default());
    let (n_sharing, shared) = shared(names);
    if !shared.is_empty() {
        let what = format!(
            "{} share {}",
            counted(n_sharing, "clip"),
            counted(shared.len(), "name")
        );
        let meaning = "--clip NAME takes the first; --clip with the number takes any.";
        let code = "duplicate-clip-names";
        found.push(Problem::new(code, Severity::Note, n_sharing, what, meaning).with(shared));
    }
    let clips = report.clips.iter();
    let still: Vec<String> = clips
        .filter(|clip| 0 < clip.keys && clip.duration <= 0.0)
        .map(|clip| {
            clip.name
                .clone()
                .unwrap_or_else(|| format!("clip {}", clip.index))
        })
        .collect();
    if !still.is_empty() {
        let what = format!("{} of no length", counted(still.len(), "clip"));
        let meaning = "A pose, not a motion: every method shows it, but there is nothing to play.";
        let problem = Problem::new(
            "zero-length-clips",
            Severity::Note,
            still.len(),
            what,
            meaning,
        );
        found.push(problem.with(still));
    }
    found
}
