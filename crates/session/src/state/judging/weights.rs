//! What is wrong with weights, counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use mesh::PointIndex;
use rig::{BindPose, JointIndex, JointPairs, NamePatterns};
use scene::judge::MOST_PLACES;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use weights::{
    Bone, Checks, Problem, ProblemKind, Rules, is_symmetric, lone_points, parents, partners,
    problems,
};

use super::places::Names;
use super::{Check, Checked, CheckedPlace, Limits, NotJudged};
use crate::state::painting::{PaintMesh, seams_between_skins, symmetry_by_vertex};

/// The kinds of problems that a check counts.
const COUNTED: [(Check, &[ProblemKind]); 7] = [
    (Check::Unbound, &[ProblemKind::Unbound]),
    (
        Check::BadWeights,
        &[ProblemKind::BadNumber, ProblemKind::SumOff],
    ),
    (Check::Seams, &[ProblemKind::Seam]),
    (Check::Stray, &[ProblemKind::Stray]),
    // Found beside the problems, see `lone`.
    (Check::Lone, &[]),
    (Check::Islands, &[ProblemKind::Island]),
    (Check::Asymmetry, &[ProblemKind::Asymmetry]),
];

/// All checks of weights, in the order of [`Check::ALL`].
pub(super) fn check_weights(
    character: &Arc<Character>,
    limits: &Limits,
    names: &Names<'_>,
) -> Vec<Checked> {
    let mut checks = vec![influences(character, limits, names)];
    checks.extend(COUNTED.map(|(check, _)| Checked::of(check, None, limits.of(check))));
    let mut points = 0;
    let mut has_images = false;
    let pairs = character.joint_pairs(&NamePatterns::default());
    let meshes = PaintMesh::all(character);
    for mesh in &meshes {
        let Some(bind) = character.rig.binds.get(mesh.skin) else {
            continue;
        };
        points += mesh.surface().point_count();
        let found = MeshFindings::new(character, &pairs, mesh, bind);
        has_images |= found.has_images;
        for problem in found.problems {
            // The first check is that of influences, which has no kind of problem.
            let kinds = checks.iter_mut().skip(1).zip(COUNTED);
            for (checked, _) in kinds.filter(|(_, (_, kinds))| kinds.contains(&problem.kind)) {
                checked.value += number(problem.points.len());
                checked.places.extend(place(names, mesh, bind, &problem));
            }
        }
        let lone = checks.iter_mut().filter(|of| of.check == Check::Lone);
        for checked in lone {
            checked.value += number(found.lone.len());
            let points = found.lone.iter().take(MOST_PLACES);
            let places = points.filter_map(|&point| point_place(names, mesh, point));
            checked.places.extend(places);
        }
    }
    count_between_skins(&mut checks, character, names, &meshes);
    points += count_bare_parts(&mut checks, character, names);
    for checked in &mut checks {
        let is_count = checked.check.is_count();
        checked.of = is_count.then(|| number(points));
        if checked.check == Check::Asymmetry && !has_images {
            checked.not_judged = Some(NotJudged::NoMirrorImages);
        }
        let near = TWINS * names.size();
        checked.places = without_twins(std::mem::take(&mut checked.places), near);
        let worst = |one: &CheckedPlace, other: &CheckedPlace| other.value.total_cmp(&one.value);
        checked.places.sort_by(worst);
        checked.places.truncate(MOST_PLACES);
    }
    checks
}

/// Adds points at seams between meshes of different skins to the open seams.
fn count_between_skins(
    checks: &mut [Checked],
    character: &Character,
    names: &Names<'_>,
    meshes: &[PaintMesh],
) {
    let open = seams_between_skins(character, meshes);
    for checked in checks.iter_mut().filter(|of| of.check == Check::Seams) {
        checked.value += number(open.len());
        let places = open.iter().take(MOST_PLACES).filter_map(|seam| {
            let mesh = meshes.get(seam.mesh)?;
            point_place(names, mesh, seam.point)
        });
        checked.places.extend(places);
    }
}

/// Adds the vertices of parts without weights, of meshes with a skin whose other parts have some, to the unbound points: they follow their
/// node. A part is counted once, however many nodes show it; its first vertex stands for it. Returns how many vertices they are.
fn count_bare_parts(checks: &mut [Checked], character: &Character, names: &Names<'_>) -> usize {
    let has_weights = |mesh: usize| {
        let parts = character.meshes.get(mesh).map(|mesh| &mesh.primitives);
        let mut parts = parts.into_iter().flatten();
        parts.any(|part| part.influences.is_some())
    };
    let mut counted = BTreeSet::new();
    let mut sum = 0;
    for (primitive, placed) in placed_primitives(character).enumerate() {
        let mesh = placed.instance.mesh;
        let is_bare = placed.instance.skin.is_some()
            && placed.primitive.influences.is_none()
            && has_weights(mesh);
        if !is_bare || !counted.insert((mesh, placed.primitive_index)) {
            continue;
        }
        let count = placed.primitive.positions.len();
        sum += count;
        let first = VertexPlace {
            primitive,
            vertex: 0,
        };
        for checked in checks.iter_mut().filter(|of| of.check == Check::Unbound) {
            checked.value += number(count);
            let place = names.place_at_rest(first, None, number(count));
            checked.places.push(place);
        }
    }
    sum
}

/// Of the character's size: places of one joint that are nearer than this are one, as those of the two sides of a wall.
const TWINS: f32 = 0.01;

/// Places of one joint that are near one another as one, with what all of them count.
fn without_twins(places: Vec<CheckedPlace>, near: f32) -> Vec<CheckedPlace> {
    // The first place of a group stands for all of them.
    let mut kept: Vec<CheckedPlace> = Vec::new();
    for place in places {
        let is_twin = |of: &&mut CheckedPlace| {
            of.joint.is_some() && of.joint == place.joint && of.at.distance(place.at) <= near
        };
        match kept.iter_mut().find(is_twin) {
            Some(twin) => twin.value += place.value,
            None => kept.push(place),
        }
    }
    kept
}

/// What is wrong with the weights of a mesh.
struct MeshFindings {
    problems: Vec<Problem>,
    lone: Vec<PointIndex>,
    /// Whether enough points have mirror images, and a joint a partner, for asymmetry to be a fault.
    has_images: bool,
}

impl MeshFindings {
    fn new(character: &Character, pairs: &JointPairs, mesh: &PaintMesh, bind: &BindPose) -> Self {
        let skeleton = &character.rig.skeleton;
        let bones = Bone::of_skin(skeleton, bind);
        let patterns = NamePatterns::default();
        let symmetry = symmetry_by_vertex(mesh, character, (&patterns, pairs));
        let (partners, parents) = (partners(skeleton, bind, pairs), parents(skeleton, bind));
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
        let rows = mesh.rows(character);
        let share = checks.thresholds.symmetric;
        let has_images = symmetry.as_ref().is_some_and(|of| is_symmetric(of, share));
        Self {
            problems: problems(&rows, mesh.surface(), &checks),
            lone: lone_points(&rows, mesh.surface()),
            has_images: has_images && partners.iter().any(Option::is_some),
        }
    }
}

/// A point, where a mesh has it.
fn point_place(names: &Names<'_>, mesh: &PaintMesh, point: PointIndex) -> Option<CheckedPlace> {
    let (primitive, vertex) = mesh.place_of(point)?;
    let vertex = VertexPlace {
        primitive,
        vertex: vertex as usize,
    };
    Some(names.place_at_rest(vertex, None, 1.0))
}

/// The first point of a problem, with how many there are.
fn place(
    names: &Names<'_>,
    mesh: &PaintMesh,
    bind: &BindPose,
    problem: &Problem,
) -> Option<CheckedPlace> {
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
        value: places.iter().map(|place| place.value).fold(0.0, f64::max),
        places,
        ..Checked::of(Check::Influences, None, limits.of(Check::Influences))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count to be compared")]
pub(super) const fn number(count: usize) -> f64 {
    count as f64
}
