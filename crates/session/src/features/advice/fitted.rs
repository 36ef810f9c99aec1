//! Weights fitted to where the reference has the vertices, and weights of fewer joints.

use std::collections::BTreeSet;

use character::WeightEdit;
use rig::Method;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::{Rules, limit_influences};

use super::bench::{Bench, Part, own_methods};
use crate::document::Document;
use crate::state::advice::{AdviceMotion, NoAdvice, SkinnedDocument};
use crate::state::painting::paint_mesh::PaintMesh;
use crate::state::selection::Choose;
use crate::state::weight_fit::{
    FitCandidates, FitChoice, FitPoses, FitSource, PoseTargets, fit_weights,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// Vertices of a mesh that are fitted at most. Where more are too far off, the mesh is left as it is: fitted weights alone bring little
/// then, and take long.
const MOST_FITTED: usize = 1500;

/// What is fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitOrder<'a> {
    /// What skins the vertices in the end.
    pub(super) look: Look,
    /// The most joints of a vertex; 0 for no limit.
    pub(super) limit: u8,
    /// The vertices whose weights may change.
    pub(super) vertices: &'a BTreeSet<VertexPlace>,
    /// The meshes that are fitted.
    pub(super) meshes: &'a [usize],
}

/// Finds weights of a document with which these vertices come nearest to the reference in random poses. None for meshes without such
/// vertices, or with too many.
///
/// # Errors
///
/// Canceled; or a pose does not fit.
pub(super) fn fitted_edits(
    bench: &Bench<'_>,
    document: &Document,
    order: FitOrder<'_>,
    part: Part,
) -> Result<Vec<WeightEdit>, NoAdvice> {
    let meshes = order.meshes.iter();
    let of_meshes = meshes.map(|mesh| vertices_of(bench, order.vertices, *mesh));
    let able = of_meshes.filter(|vertices| vertices.len() <= MOST_FITTED);
    let vertices: Vec<VertexPlace> = able.flatten().collect();
    // Without any selected vertex all would change.
    if vertices.is_empty() {
        return Ok(Vec::new());
    }
    let targets = targets(bench, document)?;
    let mut locks = WeightsWork {
        locked: bench.job.work.locked.clone(),
        ..WeightsWork::default()
    };
    locks.vertices.choose(&vertices, Choose::Alone);
    // All meshes in one search: each looks at every surface of the character.
    let choice = FitChoice {
        source: FitSource::Method(Method::TWO_PHASE.into()),
        poses: FitPoses::Tests,
        look: order.look,
        limit: order.limit,
        joints: FitCandidates::Region,
        is_signed: false,
        mesh: None,
    };
    let tell = |share: f32| bench.tell(part, share);
    let found = fit_weights(document, &choice, &targets, &locks, &tell);
    Ok(found.ok_or(NoAdvice::Canceled)??.edits)
}

/// Where the reference has all vertices in poses that nothing is measured in.
fn targets(bench: &Bench<'_>, document: &Document) -> Result<Vec<PoseTargets>, NoAdvice> {
    let motion = AdviceMotion::fitted(&bench.reference)?;
    let reference = SkinnedDocument {
        document: &bench.reference,
        look: own_methods(),
    };
    let (right, own) = (motion.carrier(&bench.reference), motion.carrier(document));
    let targets = motion.poses.iter().map(|(_, pose)| {
        let skin = reference.skin(&right.pose(pose))?;
        let places = skin.into_iter().flat_map(|of| of.positions);
        Ok(PoseTargets {
            pose: own.pose(pose),
            share: 1.0,
            places: Some(places.collect()),
        })
    });
    let targets: Result<Vec<PoseTargets>, String> = targets.collect();
    Ok(targets?)
}

/// Those of a mesh.
fn vertices_of(bench: &Bench<'_>, all: &BTreeSet<VertexPlace>, mesh: usize) -> Vec<VertexPlace> {
    let placed = scene::placed::placed_primitives(&bench.base.character);
    let meshes: Vec<usize> = placed.map(|placed| placed.instance.mesh).collect();
    let own = all.iter().copied();
    own.filter(|place| meshes.get(place.primitive) == Some(&mesh))
        .collect()
}

/// What leaves each vertex the largest of its weights, so many at most.
pub(super) fn limiting_edits(document: &Document, most: u8) -> Vec<WeightEdit> {
    let character = &document.character;
    let rules = Rules {
        limit: Some(usize::from(most)),
        ..Rules::default()
    };
    let edits = PaintMesh::all(character).into_iter().flat_map(|mesh| {
        let points: Vec<mesh::PointIndex> = mesh.all_points().collect();
        let edit = limit_influences(&mesh.rows(character), &points, &rules);
        mesh.pieces_of(&edit)
    });
    edits.collect()
}

/// A document with these weights.
///
/// # Errors
///
/// One sentence: rows that are none.
pub(super) fn with_weights(document: &Document, edits: &[WeightEdit]) -> Result<Document, String> {
    let after = document.with_weight_edits(edits);
    after.map_err(|error| format!("the weights cannot be changed: {error}."))
}
