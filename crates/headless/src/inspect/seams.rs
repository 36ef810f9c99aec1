//! Open seams: vertices at one place that follow different joints.

use std::collections::BTreeSet;

use character::Character;
use scene::report::{Problem, Severity, pluralize};
use session::state::painting::{PaintMesh, seams_between_skins};
use weights::{Checks, ProblemKind, problems};

/// The points whose vertices have different weights, within a skin and between skins, counted as `check` counts them; nothing where there
/// is no such point.
pub(super) fn open_seams(character: &Character) -> impl Iterator<Item = Problem> {
    let meshes = PaintMesh::all(character);
    let within = within_skins(character, &meshes);
    within.into_iter().chain(between_skins(character, &meshes))
}

/// Points of meshes that lie where a point of another skin's mesh lies.
fn between_skins(character: &Character, meshes: &[PaintMesh]) -> Option<Problem> {
    let open = seams_between_skins(character, meshes);
    let concerned: BTreeSet<usize> = open
        .iter()
        .flat_map(|seam| seam.others.iter().chain([&seam.mesh]))
        .filter_map(|mesh| Some(meshes.get(*mesh)?.skin))
        .collect();
    (!open.is_empty()).then(|| Problem {
        code: "open-seams-between-skins",
        severity: Severity::Problem,
        count: open.len(),
        what: format!(
            "{} of open seams between meshes of different skins",
            pluralize(open.len(), "point")
        ),
        meaning: "The surface tears there in poses, and “weights smooth” keeps to one skin: give these meshes one skin, or the same joints, in the program that made the file."
            .to_owned(),
        which: concerned
            .iter()
            .map(|skin| format!("skin {skin}"))
            .collect(),
    })
}

fn within_skins(character: &Character, meshes: &[PaintMesh]) -> Option<Problem> {
    let checks = Checks {
        kinds: &[ProblemKind::Seam],
        ..Checks::default()
    };
    let points_of = |mesh: &PaintMesh| -> usize {
        let found = problems(&mesh.rows(character), mesh.surface(), &checks);
        found.iter().map(|problem| problem.points.len()).sum()
    };
    let skins = meshes.iter();
    let skins = skins.map(|mesh| (mesh.skin, points_of(mesh)));
    let skins: Vec<(usize, usize)> = skins.filter(|(_, points)| *points > 0).collect();
    let count: usize = skins.iter().map(|(_, points)| points).sum();
    (count > 0).then(|| Problem {
        code: "open-seams",
        severity: Severity::Problem,
        count,
        what: format!(
            "{} of open seams, whose sides follow joints differently",
            pluralize(count, "point")
        ),
        meaning: "The surface tears there in poses: “weights smooth” brings both sides together."
            .to_owned(),
        which: skins
            .iter()
            .map(|(skin, _)| format!("skin {skin}"))
            .collect(),
    })
}
