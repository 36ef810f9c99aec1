//! `dualskin clips reduce`: takes out the keys of clips that skin and joints hardly need.

use std::collections::BTreeSet;

use rig::{Clip, ClipEdit, GoOn, Method, Target};
use scene::names::{clip_name, count, joint_name};
use scene::posed_character::Look;
use scene::reduced_clip::{ClipReduction, ReducedClip, SkinError};
use scene::report::pluralize;
use scene::vertex_facts::VertexFacts;
use session::document::Document;
use session::shown::{at_rest, rest_bounds};
use session::state::clips::key_reduction::ReduceAsked;
use session::state::projects::is_project;

use super::document_change::change_document;
use crate::source::pose::find_clip;
use crate::terminal::clip_time::moment_in;
use crate::terminal::progress::Bar;
use crate::terminal::report::{ClipReport, LargestError, LargestJointError, Report};
use crate::terminal::several::{Several, character_name};
use crate::{Failure, FailureKind};

/// Millimeters of a scene unit.
const MM: f32 = 1000.0;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct ReduceJob {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// The clip, by index or name; none for all.
    pub clip: Option<String>,
    /// How far a vertex or a joint may be from where all keys have it, in scene units.
    pub tolerance: f32,
    /// The length over which turns of joints are measured, in scene units; none for the bones below each.
    pub turn_over: Option<f32>,
    /// The method that skins.
    pub method: Method,
}

/// Reduces the keys of clips, writes the characters as glTF or as projects, and reports what is left and how far off skin and joints are.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn reduce(job: &ReduceJob) -> Result<(), Failure> {
    job.files.run(&[], &character_name, &|source, output| {
        let in_file = output.is_some_and(|output| !is_project(&output.name()));
        change_document(source, &[], output, &|opened| {
            let (after, report) = reduce_clips(source, job, &opened.document)?;
            let unkeyed = after.pending.all().len();
            if !in_file || unkeyed == 0 {
                return Ok((after, report));
            }
            let poses = pluralize(unkeyed, "pose");
            let report = report.remark(&format!(
                "The project has {poses} without keys, which a file cannot hold: key them in the window first."
            ));
            Ok((after, report))
        })
    })
}

fn reduce_clips(
    source: &str,
    job: &ReduceJob,
    document: &Document,
) -> Result<(Document, Report), Failure> {
    let mut report = Report::new("clips reduce", source);
    let mut clips = document.character.clips.to_vec();
    let meant = clips_to_reduce(source, document, job)?;
    report = report.remark(&said_of_tolerance(document, job.tolerance));
    let bar = Bar::new();
    for (done, &place) in meant.iter().enumerate() {
        // Clips count alike, however long they are.
        let share = |own: f32| (index(done) + own) / index(meant.len());
        let go_on = |own: f32| bar.show("reducing keys", share(own));
        let Some(clip) = clips.get_mut(place) else {
            continue;
        };
        let found = reduce_clip(source, document, clip, job, &go_on)?;
        report = report
            .with_clip(clip_report(document, place, clip, &found))
            .remark(&said(document, clip, &found))
            .remark(&said_of_unmeasured(clip, &found))
            .remark(&said_of_cut(clip, &found));
        *clip = with_tracks(source, clip, found)?;
    }
    drop(bar);
    Ok((document.with_clips(clips), report))
}

/// Places of the clips to reduce.
fn clips_to_reduce(
    source: &str,
    document: &Document,
    job: &ReduceJob,
) -> Result<Vec<usize>, Failure> {
    let character = &document.character;
    if character.clips.is_empty() {
        return Err(Failure::Known(
            FailureKind::NoClips,
            format!("{source}: there are no clips, and so no keys; choose an animated character."),
        ));
    }
    match &job.clip {
        Some(clip) => Ok(vec![find_clip(character, clip)?.0]),
        None => Ok((0..character.clips.len()).collect()),
    }
}

fn reduce_clip(
    source: &str,
    document: &Document,
    clip: &Clip,
    job: &ReduceJob,
    go_on: &GoOn<'_>,
) -> Result<ReducedClip, Failure> {
    let targets: BTreeSet<Target> = clip.targets().collect();
    let reduction = ClipReduction {
        character: &document.character,
        clip,
        scale_inheritance: &document.scale_inheritance,
        look: Look::new(job.method),
        driven: &document.driven,
        targets: &targets,
        tolerance: job.tolerance,
        turn_over: job.turn_over,
    };
    let refused = |why: Option<String>| {
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        let name = clip_name(clip);
        Failure::Data(format!(
            "{source}: the keys of {name} were not reduced{why}."
        ))
    };
    reduction
        .run(go_on)
        .ok_or_else(|| refused(reduction.refusal()))
}

fn with_tracks(source: &str, clip: &Clip, found: ReducedClip) -> Result<Clip, Failure> {
    let edit = ClipEdit::SetTracks {
        set: found.tracks,
        remove: Vec::new(),
    };
    let edited = clip.with_edit(&edit);
    let (after, _) = edited.map_err(|error| Failure::Data(format!("{source}: {error}.")))?;
    Ok(after)
}

// ---- what is told ---------------------------------------------------------------------------------------------------

fn clip_report(document: &Document, place: usize, clip: &Clip, found: &ReducedClip) -> ClipReport {
    ClipReport {
        clip: place,
        name: clip.name().map(ToOwned::to_owned),
        keys_before: found.before,
        keys_after: found.after,
        largest_joint_error: found.largest_joint.map(|error| LargestJointError {
            millimeters: MM * error.distance,
            seconds: error.time,
            joint: joint_name(&document.character.rig.skeleton, error.joint),
            turn_over_millimeters: MM * error.over,
        }),
        measured_vertices: found.measured.vertices,
        measured_joints: found.measured.joints,
        unmeasured_tracks: found.unmeasured.len(),
        search_cut: found.is_cut,
        measuring_cut: found.is_measuring_cut,
        largest_error: found.largest.map(|error| {
            let (mesh, primitive, joint) = names(document, error);
            LargestError {
                millimeters: MM * error.distance,
                seconds: error.time,
                mesh,
                primitive,
                vertex: error.place.vertex,
                joint,
            }
        }),
        measured_times: found.checks,
    }
}

/// Names of the mesh, of the primitive in it by its index, and of the joint that moves the vertex most.
fn names(document: &Document, error: SkinError) -> (String, usize, Option<String>) {
    let character = &document.character;
    let Some(facts) = VertexFacts::of(character, error.place) else {
        return (String::new(), 0, None);
    };
    let joint = facts.dominant();
    let joint = joint.map(|joint| joint_name(&character.rig.skeleton, joint));
    (facts.mesh, facts.primitive, joint)
}

/// One sentence, of a tolerance that may be in another unit; empty for others.
fn said_of_tolerance(document: &Document, tolerance: f32) -> String {
    let character = &document.character;
    let size = 2.0 * rest_bounds(character, &at_rest(character)).radius();
    let asked = ReduceAsked {
        tolerance,
        ..ReduceAsked::for_size(size)
    };
    asked.tolerance_words().unwrap_or_default()
}

/// What became of a clip's keys and how far off that is, in one sentence.
fn said(document: &Document, clip: &Clip, found: &ReducedClip) -> String {
    let name = clip_name(clip);
    let keys = pluralize(found.before, "key");
    let what = match (found.before, found.after) {
        (1, 1) => format!("{name}: its one key is needed"),
        _ if found.is_unjudged() => format!("{name}: all {keys} are kept"),
        (before, after) if before == after => format!("{name}: all {keys} are needed"),
        (_, after) => format!("{name}: {keys} become {}", count(after)),
    };
    let largest = found.largest_words(&document.character, |time| moment_in(clip, time));
    format!("{what}; {largest}, {}.", found.measured_words())
}

/// One more, of tracks that nothing measures; empty where there are none.
fn said_of_unmeasured(clip: &Clip, found: &ReducedClip) -> String {
    let words = found.unmeasured_words();
    words.map_or_else(String::new, |words| {
        format!("{}: {}.", clip_name(clip), words)
    })
}

/// One more where the search ended early; empty where it did not.
fn said_of_cut(clip: &Clip, found: &ReducedClip) -> String {
    let words = found.early_stop_words();
    words.map_or_else(String::new, |words| {
        format!("{}: {}.", clip_name(clip), words)
    })
}

#[expect(clippy::cast_precision_loss, reason = "a number of clips")]
const fn index(number: usize) -> f32 {
    number as f32
}
