//! `dualskin unbind`, [`bind`](super::bind) and the commands of `dualskin weights` that change weights: what the window does to whole meshes.

use std::path::{Path, PathBuf};

use rig::NamePatterns;
use scene::report::pluralize;
use session::document::Document;
use session::features::painting::whole::WholeTask;
use session::features::problems::checker::seam_words;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::painting::brush_work::Whole;
use session::state::painting::{MirrorReport, WholeDone};
use session::state::weight_operations::weight_changes::OperationNotes;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, WeighedJoints, WeightResult, has_skin, meshes_without_skin,
};
use weights::{Direction, Report as Changes};

use super::bind::{BindJob, bind_meshes};
use super::document_change::change_document;
use super::fit::{FitJob, fit};
use super::hand_pairs::pair_joints;
use super::skeleton::Skeleton;
use super::unbind::unbind_meshes;
use super::weights::locks_in;
use super::{joint_list, remedies};
use crate::source::opened::OpenedDocument;
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::{Report, SkeletonFacts};
use crate::terminal::several::{Several, character_name};
use crate::{Failure, FailureKind};

/// What is done to a character.
#[derive(Clone, Debug, PartialEq)]
pub enum RigChange {
    /// Weights from bones and surface.
    Automatic {
        /// How they are made.
        request: AutomaticRequest,
        /// A file that names the joints that get weight, one a line; none for those that the request says.
        joints: Option<PathBuf>,
    },
    /// A skin for meshes that have none.
    Bind(BindJob),
    /// No skin for meshes that have one.
    Unbind {
        /// The mesh, by the name or index of its node; none for all that have a skin.
        mesh: Option<String>,
    },
    /// One side's weights on the other.
    Mirror {
        /// The side that is read.
        direction: Direction,
        /// Whether vertices are paired by the connections of triangles instead of by position.
        by_topology: bool,
        /// The largest number of joints per vertex, on both sides; 0 for no limit. None: on the side that is written as many as on
        /// the other.
        limit: Option<u8>,
        /// How names tell left from right.
        names: NamePatterns,
        /// Partners that names do not tell: `A=B`, `A=A` for a joint in the middle, `A=` for one without a partner.
        pairs: Vec<String>,
        /// Whether to fail where a vertex would be left out.
        strict: bool,
    },
    /// At most so many joints per vertex.
    Limit(u8),
    /// Weights fitted to poses.
    Fit(FitJob),
    /// No weights below this.
    Prune(f32),
    /// Every vertex towards its neighbors.
    Smooth {
        /// How often each vertex takes the mean of its neighbors.
        rounds: u8,
        /// The largest number of joints per vertex; 0 for no limit.
        limit: u8,
    },
}

/// The options of these commands.
#[derive(Clone, Debug, PartialEq)]
pub struct RigJob {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// What is done to each of the sources.
    pub change: RigChange,
}

impl RigChange {
    /// The command, as typed.
    const fn command(&self) -> &'static str {
        match self {
            Self::Fit(job) => job.command(),
            Self::Automatic { .. } => "weights automatic",
            Self::Bind(_) => "bind",
            Self::Unbind { .. } => "unbind",
            Self::Mirror { .. } => "weights mirror",
            Self::Limit(_) => "weights limit",
            Self::Prune(_) => "weights prune",
            Self::Smooth { .. } => "weights smooth",
        }
    }

    /// The skeleton that is added.
    const fn skeleton(&self) -> Option<&Skeleton> {
        match self {
            Self::Bind(BindJob { skeleton, .. }) => skeleton.as_ref(),
            _ => None,
        }
    }

    /// The file that is read beside the sources.
    fn file_beside(&self) -> Option<&str> {
        self.skeleton().and_then(Skeleton::read_file)
    }
}

/// Changes characters, writes them as glTF or as projects, and reports what was changed.
///
/// Locked joints of a project keep their weights. One of several sources that fails does not keep the others from being written.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources, and the markers of a ready skeleton, which are to be
/// mended.
pub fn run(job: &RigJob) -> Result<(), Failure> {
    let read: Vec<&str> = job.change.file_beside().into_iter().collect();
    if let Some(skeleton) = job.change.skeleton() {
        skeleton.check_markers_out(&job.files)?;
    }
    job.files.refuse_stdin_for_each(&read)?;
    job.files.run(&read, &character_name, &|source, output| {
        change_source(source, &job.change, output)
    })
}

fn change_source(
    source: &str,
    change: &RigChange,
    output: Option<&Destination>,
) -> Result<Report, Failure> {
    let beside: Vec<&str> = change.file_beside().into_iter().collect();
    change_document(source, &beside, output, &|opened| {
        change_rig(source, change, opened)
    })
}

/// The document with the change made, and what is told of it.
fn change_rig(
    source: &str,
    change: &RigChange,
    opened: &OpenedDocument,
) -> Result<(Document, Report), Failure> {
    let (
        FinishedChange {
            done,
            mirror,
            skeleton,
        },
        fit,
    ) = match change {
        RigChange::Fit(job) => {
            refuse_unbound(source, opened)?;
            let (done, fit) = fit(source, job, opened)?;
            (done.into(), Some(fit))
        }
        _ => (apply_change(source, change, opened)?, None),
    };
    let report = Report::new(change.command(), source)
        .with_weights(&done.report)
        .with_mirror(mirror.as_ref())
        .with_skeleton(skeleton)
        .remark(&done.said);
    let report = match fit {
        Some(fit) => report.with_fit(fit),
        None => report,
    };
    Ok((done.after, report))
}

/// What a change has made, and what there is to tell of it.
struct FinishedChange {
    done: WeightResult,
    /// For a mirror, how both sides were found.
    mirror: Option<MirrorReport>,
    /// For a bind, what was added to bind to.
    skeleton: Option<SkeletonFacts>,
}

impl From<WeightResult> for FinishedChange {
    fn from(done: WeightResult) -> Self {
        Self {
            done,
            mirror: None,
            skeleton: None,
        }
    }
}

fn apply_change(
    source: &str,
    change: &RigChange,
    opened: &OpenedDocument,
) -> Result<FinishedChange, Failure> {
    let document = &opened.document;
    let mut session = Session::default();
    session.character.weights.locked = locks_in(opened).locked;
    if !matches!(change, RigChange::Bind(_) | RigChange::Unbind { .. }) {
        refuse_unbound(source, opened)?;
    }
    match change {
        RigChange::Fit(job) => fit(source, job, opened).map(|(done, _)| done.into()),
        RigChange::Automatic { request, joints } => {
            let of = (document, &mut session);
            automatic(source, of, *request, joints.as_deref()).map(FinishedChange::from)
        }
        RigChange::Bind(job) => {
            let (done, skeleton) = bind_meshes(source, job, opened, &mut session)?;
            Ok(FinishedChange {
                skeleton,
                ..done.into()
            })
        }
        RigChange::Unbind { mesh } => {
            unbind_meshes(source, document, mesh.as_deref()).map(FinishedChange::from)
        }
        RigChange::Mirror {
            direction,
            by_topology,
            limit,
            names,
            pairs,
            strict,
        } => {
            session.settings.brush.topology = *by_topology;
            session.settings.mirror = names.clone().into();
            let paired = pair_joints(source, document, pairs)?;
            let of = (&paired, &mut session);
            mirror_weights(source, of, *direction, *limit, *strict)
        }
        RigChange::Limit(joints) => {
            session.settings.brush.limit = *joints;
            apply_whole(source, document, &session, (Whole::Limit, 1), None, false)
        }
        RigChange::Prune(threshold) => apply_whole(
            source,
            document,
            &session,
            (Whole::Prune, 1),
            Some(*threshold),
            false,
        ),
        RigChange::Smooth { rounds, limit } => {
            session.settings.brush.limit = *limit;
            apply_whole(
                source,
                document,
                &session,
                (Whole::Smooth, *rounds),
                None,
                false,
            )
        }
    }
}

/// Automatic weights for the joints that a file names, or without one for those that the request says.
fn automatic(
    source: &str,
    (document, session): (&Document, &mut Session),
    mut request: AutomaticRequest,
    joints: Option<&Path>,
) -> Result<WeightResult, Failure> {
    if let Some(file) = joints {
        let named = joint_list::read(file, &document.character.rig.skeleton)?;
        session.character.selection.set_all(named);
        request.joints = WeighedJoints::Selected;
    }
    let task = AutomaticTask::new(request, document, session);
    run_task(source, task, "give --joints all")
}

/// One side's weights on the other; with a limit, which both sides are brought within first.
fn mirror_weights(
    source: &str,
    (document, session): (&Document, &mut Session),
    direction: Direction,
    limit: Option<u8>,
    strict: bool,
) -> Result<FinishedChange, Failure> {
    let cut = limit_influences(source, document, session, limit)?;
    let before = cut.as_ref().map_or(document, |cut| &cut.after);
    let mirror = (Whole::Mirror(direction), 1);
    let mut changed = apply_whole(source, before, session, mirror, None, strict)?;
    if let Some(cut) = cut.filter(|cut| cut.report.changed > 0) {
        changed.done.said = format!("{} {}", cut.said, changed.done.said);
        // Both change the same vertices: what changed most of them counts.
        let report = &mut changed.done.report;
        report.changed = report.changed.max(cut.report.changed);
        report.dropped = report.dropped.max(cut.report.dropped);
    }
    Ok(changed)
}

/// Fails where there are no weights to change.
fn refuse_unbound(source: &str, opened: &OpenedDocument) -> Result<(), Failure> {
    let character = &opened.document.character;
    if has_skin(character) {
        return Ok(());
    }
    let remedy = if meshes_without_skin(character).is_empty() {
        "choose a file with a mesh"
    } else {
        "bind it first: dualskin bind"
    };
    Err(Failure::Known(
        FailureKind::NotSkinned,
        format!(
            "{source}: no mesh of it is bound to a skeleton, so that there are no weights; {remedy}."
        ),
    ))
}

/// Runs the task; `include` says how joints that got no weight are included.
pub(crate) fn run_task(
    source: &str,
    task: Result<AutomaticTask, String>,
    include: &str,
) -> Result<WeightResult, Failure> {
    let failed = |why: String| {
        let why = remedies::of_automatic(&why, include);
        Failure::Data(format!("{source}: {why}"))
    };
    let bar = Bar::new();
    let done = task
        .map_err(failed)?
        .run(&|phase, share| bar.show(phase, share));
    let mut done = done
        .ok_or_else(|| failed("nothing was done.".to_owned()))?
        .map_err(failed)?;
    done.said = remedies::of_automatic(&done.said, include);
    Ok(done)
}

/// What becomes of a document in which no vertex has more joints than a limit, which the session's brush has from then on. Without one
/// nothing does, and the brush's usual limit holds for what is new alone.
fn limit_influences(
    source: &str,
    document: &Document,
    session: &mut Session,
    limit: Option<u8>,
) -> Result<Option<WeightResult>, Failure> {
    let Some(limit) = limit else {
        return Ok(None);
    };
    session.settings.brush.limit = limit;
    if limit == 0 {
        return Ok(None);
    }
    let cut = apply_whole(source, document, session, (Whole::Limit, 1), None, false)?;
    Ok(Some(cut.done))
}

/// Why a mirror that is to leave nothing out is refused.
fn omission_message(done: &WholeDone) -> Option<String> {
    if done.report.is_clean() {
        return None;
    }
    let skipped = done.report.skipped();
    let skipped: Vec<String> = skipped
        .map(|(reason, points)| format!("{}: {}", pluralize(points, "vertex"), reason.words()))
        .collect();
    let how = done.remark.clone().unwrap_or_default();
    Some(format!(
        "some would stay as they are, which --strict does not allow: {} ({how}).",
        skipped.join("; ")
    ))
}

/// An operation over all vertices, so many times; pruning below a threshold; failing where it leaves something out if it is strict.
fn apply_whole(
    source: &str,
    before: &Document,
    session: &Session,
    (whole, rounds): (Whole, u8),
    threshold: Option<f32>,
    strict: bool,
) -> Result<FinishedChange, Failure> {
    let failed = |why: String| Failure::Data(format!("{source}: {why}"));
    let told_of = |words: &str| remedies::of_whole(words, session.settings.mirror.patterns());
    let bar = Bar::new();
    let mut after = before.clone();
    let mut changes = Changes::default();
    let (mut remark, mut mirror, mut told) = (None, None, OperationNotes::default());
    let mut checked_by = None;
    for round in 0..rounds {
        let mut task = WholeTask::of_document(whole, &after, session).map_err(failed)?;
        if let Some(threshold) = threshold {
            task = task.pruning_below(threshold);
        }
        let share = |done: f32| (f32::from(round) + done) / f32::from(rounds);
        let done = task.run(&|done| bar.show("going over the vertices", share(done)));
        let done = done.ok_or_else(|| failed("nothing was done.".to_owned()))?;
        if let Some(why) = done.refused {
            return Err(failed(told_of(&why)));
        }
        if let Some(why) = omission_message(&done).filter(|_| strict) {
            return Err(failed(told_of(&why)));
        }
        after = after
            .with_weight_edits(&done.edits)
            .map_err(|error| failed(format!("the weights cannot be changed: {error}.")))?;
        // Rounds change the same vertices again: the one that changed most of them counts.
        if round == 0 || done.report.changed > changes.changed {
            changes = done.report;
        }
        checked_by = checked_by.or(done.checked_by);
        (remark, mirror, told) = (done.remark, done.mirror, done.told);
    }
    let (after, mut words) = told.of(before, after, &mut changes);
    if let Some(by) = checked_by {
        let both = [&before.character, &after.character];
        let counting = |share: f32| bar.show("counting problems before and after", share);
        let cost = seam_words(both, &by, &counting);
        let cost = cost.ok_or_else(|| failed("nothing was done.".to_owned()))?;
        words = format!("{words}; {cost}");
    }
    let name = whole.name("");
    let remark = remark.map_or_else(String::new, |remark| format!("; {}", told_of(&remark)));
    let done = WeightResult {
        said: format!("{name}: {words}{remark}."),
        name,
        after,
        report: changes,
        is_fresh: false,
        is_compared: false,
        shows: None,
    };
    Ok(FinishedChange {
        mirror,
        ..done.into()
    })
}
