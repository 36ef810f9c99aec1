//! Open seams: vertices at one place that follow different joints.

use character::Character;
use scene::report::{Problem, Severity, counted};
use session::painting::PaintMesh;
use weights::{Checks, ProblemKind, problems};

/// The points whose vertices have different weights, counted as `check` counts them; none where there is no such point.
pub(super) fn open_seams(character: &Character) -> Option<Problem> {
    let checks = Checks {
        kinds: &[ProblemKind::Seam],
        ..Checks::default()
    };
    let points_of = |mesh: &PaintMesh| -> usize {
        let found = problems(&mesh.rows(character), mesh.surface(), &checks);
        found.iter().map(|problem| problem.points.len()).sum()
    };
    let skins = PaintMesh::all(character).into_iter();
    let skins = skins.map(|mesh| (mesh.skin, points_of(&mesh)));
    let skins: Vec<(usize, usize)> = skins.filter(|(_, points)| *points > 0).collect();
    let count: usize = skins.iter().map(|(_, points)| points).sum();
    (count > 0).then(|| Problem {
        code: "open-seams",
        severity: Severity::Problem,
        count,
        what: format!(
            "{} of open seams, whose sides follow joints differently",
            counted(count, "point")
        ),
        meaning: "The surface tears there in poses: “weights smooth” brings both sides together."
            .to_owned(),
        which: skins
            .iter()
            .map(|(skin, _)| format!("skin {skin}"))
            .collect(),
    })
}
