//! `dualskin weights fit`, and `weights limit` that keeps the skin: weights fitted to poses.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use dq_math::SignRule;
use rig::NamePatterns;
use scene::facts::Facts;
use scene::method_choice::MethodChoice;
use scene::placed::{PlacedPrimitive, placed_primitives};
use session::settings::Units;
use session::state::test_poses::strip::TestPoses;
use session::state::weight_files::BoundMesh;
use session::state::weight_fit::{
    FitCandidates, FitChoice, FitPoses, FitSource, Fitted, VertexFit, fit_weights, targets,
};
use session::state::weight_operations::weight_request::WeightResult;
use weights::FitError;
use whole_file::Files;

use super::weights::{find_mesh, locks_in};
use crate::Failure;
use crate::source::opened::OpenedDocument;
use crate::source::pose::find_clip;
use crate::terminal::progress::Bar;
use crate::terminal::report::{Distances, FitReport, FittedVertex};

/// Vertices that a report names.
const MOST_WORST: usize = 10;

/// What weights are fitted to, as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct FitJob {
    /// Where vertices are to be.
    pub source: FitSource,
    /// The clip whose moments are looked at, by index or name; none for test poses.
    pub clip: Option<String>,
    /// The method whose result is fitted.
    pub method: MethodChoice,
    /// The sign rule, of meshes without one of their own.
    pub signs: SignRule,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
    /// The joints that a vertex may come to.
    pub joints: FitCandidates,
    /// Whether weights may be below zero.
    pub is_signed: bool,
    /// The mesh, by index or name; none for all.
    pub mesh: Option<String>,
    /// The table of each vertex's distances to write.
    pub errors: Option<PathBuf>,
}

impl FitJob {
    /// The command, as typed.
    pub(crate) const fn command(&self) -> &'static str {
        match self.source {
            FitSource::Itself => "weights limit",
            FitSource::Method(_) | FitSource::Files(_) => "weights fit",
        }
    }
}

/// Fits the weights of an opened source.
pub(crate) fn fit(
    source: &str,
    job: &FitJob,
    opened: &OpenedDocument,
) -> Result<(WeightResult, FitReport), Failure> {
    let document = &opened.document;
    let character = &*document.character;
    let failed = |why: String| Failure::Data(format!("{source}: {why}"));
    let choice = choice(source, job, opened)?;
    let mut tests = TestPoses::default();
    let (facts, patterns) = (Facts::of(character), NamePatterns::default());
    tests.follow(
        &opened.source,
        character,
        &facts,
        &patterns,
        &document.driven,
    );
    let bar = Bar::new();
    let reading = |share: f32| bar.show("reading poses", share);
    let unfinished = || failed("nothing was done.".to_owned());
    let files = Files::default();
    let targets = targets(document, &choice, &tests.poses, &files, &reading);
    let targets = targets.ok_or_else(unfinished)?;
    let targets = targets.map_err(|why| match job.source {
        FitSource::Files(_) => Failure::Data(why),
        _ => failed(why),
    })?;
    let go_on = |share: f32| -> ControlFlow<()> { bar.show("fitting weights", share) };
    let found = fit_weights(document, &choice, &targets, &locks_in(opened), &go_on);
    drop(bar);
    let found = found.ok_or_else(unfinished)?.map_err(failed)?;
    let after = document
        .with_weight_edits(&found.edits)
        .map_err(|error| failed(format!("the weights cannot be changed: {error}.")))?;
    let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
    if let Some(path) = &job.errors {
        let table = table(&placed, &found);
        files.write_with_backup(path, table.as_bytes())?;
    }
    let name = match job.source {
        FitSource::Itself => "Limit influences",
        FitSource::Method(_) | FitSource::Files(_) => "Fit weights",
    };
    let done = WeightResult {
        said: format!("{name}: {}.", found.words(Units::default())),
        name: name.to_owned(),
        after,
        report: found.report.clone(),
        is_fresh: false,
        is_compared: false,
        shows: None,
    };
    Ok((done, fit_report(&placed, &found, character)))
}

/// What is asked, of this source.
fn choice(source: &str, job: &FitJob, opened: &OpenedDocument) -> Result<FitChoice, Failure> {
    let character = &*opened.document.character;
    let poses = match &job.clip {
        None => FitPoses::Tests,
        Some(clip) => FitPoses::Clip(find_clip(character, clip)?.0),
    };
    let all = BoundMesh::all(character);
    let mesh = match &job.mesh {
        None => None,
        Some(asked) => Some(find_mesh(&all, source, Some(asked))?.mesh),
    };
    // Files hold the vertices of one mesh: where there are several it must be named.
    if mesh.is_none() && matches!(job.source, FitSource::Files(_)) {
        find_mesh(&all, source, None)?;
    }
    let project = opened.project.as_ref();
    let pane = project.and_then(|own| own.sight.active_pane());
    let pane = pane.map(|pane| pane.method);
    Ok(FitChoice {
        source: match &job.source {
            FitSource::Method(method) => FitSource::Method(method.or(pane)),
            other => other.clone(),
        },
        poses,
        look: job.method.or(pane).look(character, job.signs),
        limit: job.limit,
        joints: job.joints,
        is_signed: job.is_signed,
        mesh,
    })
}

fn fit_report(
    placed: &[PlacedPrimitive<'_>],
    found: &Fitted,
    character: &character::Character,
) -> FitReport {
    let all = BoundMesh::all(character);
    let name = |mesh: usize| {
        let bound = all.iter().find(|bound| bound.mesh == mesh);
        bound.map_or_else(|| mesh.to_string(), |bound| bound.name.clone())
    };
    let vertex = |of: &VertexFit| {
        let at = placed.get(of.place.primitive)?;
        Some(FittedVertex {
            mesh: name(at.instance.mesh),
            primitive: at.primitive_index,
            vertex: of.place.vertex,
            before: distances(&of.before),
            after: distances(&of.after),
        })
    };
    let [before, after] = &found.errors;
    FitReport {
        poses: found.poses,
        before: distances(before),
        after: distances(after),
        worst: found
            .vertices
            .iter()
            .take(MOST_WORST)
            .filter_map(vertex)
            .collect(),
        unmeasured: found.shared_words(),
    }
}

fn distances(of: &FitError) -> Distances {
    Distances {
        rms_millimeters: of.rms() * 1000.0,
        maximum_millimeters: of.maximum() * 1000.0,
    }
}

/// A line for each vertex, those farthest off first.
fn table(placed: &[PlacedPrimitive<'_>], found: &Fitted) -> String {
    let mut text =
        "mesh,primitive,vertex,rms before (m),maximum before (m),rms after (m),maximum after (m)\n"
            .to_owned();
    for of in &found.vertices {
        let Some(at) = placed.get(of.place.primitive) else {
            continue;
        };
        let numbers = [
            of.before.rms(),
            of.before.maximum(),
            of.after.rms(),
            of.after.maximum(),
        ];
        let numbers = numbers.map(|number| format!("{number:.9}")).join(",");
        let (mesh, vertex) = (at.instance.mesh, of.place.vertex);
        // Writing to a string cannot fail.
        let _written = writeln!(text, "{mesh},{},{vertex},{numbers}", at.primitive_index);
    }
    text
}
