//! What is wrong with weights, counted.

use std::sync::Arc;

use character::Character;
use rig::{BindPose, JointIndex, NamePatterns};
use scene::judge::MOST_PLACES;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use weights::{Bone, Checks, Problem, ProblemKind, Rules, parents, partners, problems};

use super::places::Names;
use super::{Check, Checked, Limits, Place};
use crate::painting::{PaintMesh, symmetry_by_vertex};

/// The kinds of problems that a check counts.
const COUNTED: [(Check, &[ProblemKind]); 6] = [
    (Check::Unbound, &[ProblemKind::Unbound]),
    (
        Check::BadWeights,
        &[ProblemKind::BadNumber, ProblemKind::SumOff],
    ),
    (Check::Seams, &[ProblemKind::Seam]),
    (Check::Stray, &[ProblemKind::Stray]),
    (Check::Islands, &[ProblemKind::Island]),
    (Check::Asymmetry, &[ProblemKind::Asymmetry]),
];

/// All checks of weights, in the order of [`Check::ALL`].
pub(super) fn checked(
    character: &Arc<Character>,
    limits: &Limits,
    names: &Names<'_>,
) -> Vec<Checked> {
    let mut checks = vec![influences(character, limits, names)];
    checks.extend(COUNTED.map(|(check, _)| Checked {
        check,
        look: None,
        value: 0.0,
        limit: limits.of(check),
        places: Vec::new(),
    }));
    for mesh in PaintMesh::all(character) {
        let Some(bind) = character.rig.binds.get(mesh.skin) else {
            continue;
        };
        for problem in found(character, &mesh, bind) {
            let kinds = checks.iter_mut().skip(1).zip(COUNTED);
            for (checked, _) in kinds.filter(|(_, (_, kinds))| kinds.contains(&problem.kind)) {
                checked.value += number(problem.points.len());
                checked.places.extend(place(names, (&mesh, bind), &problem));
            }
        }
    }
    for checked in &mut checks {
        let worst = |one: &Place, other: &Place| other.value.total_cmp(&one.value);
        checked.places.sort_by(worst);
        checked.places.truncate(MOST_PLACES);
    }
    checks
}

fn found(character: &Character, mesh: &PaintMesh, bind: &BindPose) -> Vec<Problem> {
    let skeleton = &character.rig.skeleton;
    let bones = Bone::of_skin(skeleton, bind);
    let symmetry = symmetry_by_vertex(mesh, character);
    let pairs = character.joint_pairs(&NamePatterns::default());
    let (partners, parents) = (partners(skeleton, bind, &pairs), parents(skeleton, bind));
    let checks = Checks {
        rules: Rules {
            parents: &parents,
            ..Rules::default()
        },
        bones: &bones,
        symmetry: symmetry.as_ref(),
        partners: &partners,
        ..Checks::default()
    };
    problems(&mesh.rows(character), mesh.surface(), &checks)
}

/// The first point of a problem, with how many there are.
fn place(
    names: &Names<'_>,
    (mesh, bind): (&PaintMesh, &BindPose),
    problem: &Problem,
) -> Option<Place> {
    let (primitive, vertex) = mesh.place_of(*problem.points.first()?)?;
    let vertex = VertexPlace {
        primitive,
        vertex: vertex as usize,
    };
    let joint = problem.joint.map(usize::from);
    let joint: Option<JointIndex> = joint.and_then(|joint| bind.joints().get(joint).copied());
    Some(names.place_at_rest(vertex, joint, number(problem.points.len())))
}

/// The largest number of joints of a vertex, at one of each primitive.
fn influences(character: &Character, limits: &Limits, names: &Names<'_>) -> Checked {
    let mut places = Vec::new();
    for (primitive, placed) in placed_primitives(character).enumerate() {
        let skin = placed.instance.skin;
        let Some(influences) = placed
            .primitive
            .influences
            .as_ref()
            .filter(|_| skin.is_some())
        else {
            continue;
        };
        let counts = influences
            .bound_rows()
            .map(|row| row.joints.len())
            .enumerate();
        // Of equal ones the first.
        let most = counts.fold((0, 0), |most, one| if one.1 > most.1 { one } else { most });
        if let (vertex, count @ 1..) = most {
            let vertex = VertexPlace { primitive, vertex };
            places.push(names.place_at_rest(vertex, None, number(count)));
        }
    }
    Checked {
        check: Check::Influences,
        look: None,
        value: places.iter().map(|place| place.value).fold(0.0, f64::max),
        limit: limits.of(Check::Influences),
        places,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count to be compared")]
pub(super) const fn number(count: usize) -> f64 {
    count as f64
}
