//! `dualskin bake`: any skinning method as plain linear blending, with its error.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bake::{
    BakeError, BakeJob, BakeReport, Baked, HelperKind, SkinErrors, USUAL_BYTES, with_pose_clips,
};
use character::Character;
use dq_math::SignRule;
use rig::{Clip, DrivenSet, GoOn, NamePatterns, Pose, ScaleInheritance};
use scene::deform::base_pose;
use scene::facts::Facts;
use scene::method_choice::MethodChoice;
use scene::names::{clip_name, decimal, plain};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;
use scene::report::pluralize;
use session::document::Document;
use session::document::keyed::all_keyed;
use session::document::layered_clips::MERGE_RATE;
use session::state::export::written::{sentence, size_in_words};
use session::state::props::baked::PropsToBake;
use session::state::props::exported::has_props;
use session::state::test_poses::strip::TestPoses;
use session::state::weight_operations::weight_request::has_skin;
use whole_file::Files;

use super::export::as_seen;
use crate::source::opened::{OpenedDocument, open_document};
use crate::source::pose::find_clip;
use crate::source::preset::{AskedPreset, apply};
use crate::terminal::baked::{BakeErrors, BakeHelper, BakeSummary, ClipMoment, WorstVertex};
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;
use crate::terminal::several::Several;
use crate::{Failure, FailureKind};

pub use bake::{Goal, LivingKind, MOST_JOINTS, USUAL_RATE, USUAL_TOLERANCE};

mod living;

/// Vertices that are told of in sentences; the report has more.
const TOLD: usize = 3;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeOptions {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// The method to bake; of a project, that of its active pane unless one is named.
    pub method: MethodChoice,
    /// The sign rule, of meshes without one of their own.
    pub signs: SignRule,
    /// For all joints; none as the file or project says.
    pub scale_inheritance: Option<ScaleInheritance>,
    /// What makes helpers follow every pose; none for keys in clips alone.
    pub living: Option<LivingKind>,
    /// How many helpers, or how small an error, ends the search for more.
    pub goal: Goal,
    /// Keys of helpers a second.
    pub rate: f32,
    /// Joints that a skin may list.
    pub most_joints: usize,
    /// Clips by index or name; none for all.
    pub clips: Vec<String>,
    /// Poses that leave as clips.
    pub poses: Vec<AskedPreset>,
    /// Whether test poses that suit the character leave as clips.
    pub test_poses: bool,
    /// Whether props of a project stay out of the file.
    pub leaves_props: bool,
}

/// Bakes characters, writes them, and prints how near they come. A file that is replaced is kept as .bak.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(options: &BakeOptions) -> Result<(), Failure> {
    let files = options.poses.iter().filter_map(|pose| pose.file.to_str());
    let read: Vec<&str> = files.collect();
    let named = |path: PathBuf| path.with_extension("glb");
    options.files.run(&read, &named, &|source, output| {
        bake_character(source, options, output)
    })
}

/// The character that is baked, once the place of the result is known to be none of what is read.
fn open_for_bake(
    source: &str,
    options: &BakeOptions,
    output: Option<&Destination>,
) -> Result<OpenedDocument, Failure> {
    let files = options.poses.iter().filter_map(|pose| pose.file.to_str());
    let read: Vec<&str> = files.chain([source]).collect();
    if let Some(output) = output {
        check_output(output)?;
        output.check(&read)?;
    }
    let opened = open_document(source)?;
    if let Some(output) = output {
        let props = opened.document.props.iter();
        let props = props.map(|prop| prop.file.as_str());
        let own: Vec<&str> = props.chain([opened.source.as_str()]).collect();
        output.check(&own)?;
    }
    if !has_skin(&opened.document.character) {
        let why = sentence(&format!("{source}: {}", BakeError::NoSkin));
        return Err(Failure::Known(FailureKind::NotSkinned, why));
    }
    Ok(opened)
}

fn bake_character(
    source: &str,
    options: &BakeOptions,
    output: Option<&Destination>,
) -> Result<Report, Failure> {
    let opened = open_for_bake(source, options, output)?;
    let mut report = Report::new("bake", source);
    let document = key_pending(&opened, &mut report)?;
    let document = as_seen(&document, source)?;
    let (character, clips) = clips_to_bake(source, &document, options)?;
    let inheritance = match options.scale_inheritance {
        Some(all) => vec![all; character.rig.skeleton.len()],
        None => document.scale_inheritance.to_vec(),
    };
    let job = BakeJob {
        character: &character,
        scale_inheritance: &inheritance,
        look: look_of(options, &opened, &character),
        clips: &clips,
        goal: options.goal,
        rate: options.rate,
        most_joints: options.most_joints,
        most_bytes: USUAL_BYTES,
        threads: options.files.threads_each(),
    };
    let (glb, report) = baked_file(source, job, options, &document, report)?;
    let Some(output) = output else {
        return Ok(report);
    };
    let props = has_props(&document) && !options.leaves_props;
    let props = props.then(|| {
        let posed = Document {
            character: Arc::new(character),
            scale_inheritance: inheritance.into(),
            ..document
        };
        PropsToBake::new(&posed, &clips, MERGE_RATE)
    });
    let (glb, report) = match props {
        Some(props) => with_props(&props, &glb, report)?,
        None => (glb, report),
    };
    output.write_with_backup(&glb, opened.access())?;
    Ok(report.wrote(output, Some(glb.len())))
}

/// The bytes of a baked file, and the report with what came of it.
fn baked_file(
    source: &str,
    job: BakeJob<'_>,
    options: &BakeOptions,
    document: &Document,
    report: Report,
) -> Result<(Vec<u8>, Report), Failure> {
    let character = job.character;
    // Those of poses are all baked.
    let all = document.character.clips.len().max(character.clips.len());
    let left_out = all.saturating_sub(job.clips.len());
    let (remarks, glb, report) = match options.living {
        None => {
            let baked = run_bake(source, |go_on| job.run(go_on))?;
            let report = report.with_bake(summary(options, character, &baked.report));
            let told = remarks(options, character, &baked, left_out);
            (told, baked.glb, report)
        }
        Some(kind) => {
            let job = living::job(job, kind, &document.joint_limits);
            let baked = run_bake(source, |go_on| job.run(go_on))?;
            let report = report.with_living(living::summary(options, character, &baked));
            let told = living::remarks(options, character, &baked, left_out);
            (told, baked.glb, report)
        }
    };
    let report = remarks
        .iter()
        .fold(report, |report, remark| report.remark(remark));
    Ok((glb, report))
}

/// A baked file with props, and the report with what is to be told of them.
fn with_props(
    props: &PropsToBake,
    glb: &[u8],
    report: Report,
) -> Result<(Vec<u8>, Report), Failure> {
    let added = props.add_to(glb, &Files::default(), &|| ControlFlow::Continue(()));
    // Nothing cancels a command.
    let added = added
        .map_err(Failure::Data)?
        .ok_or_else(|| Failure::Data("Nothing was written.".to_owned()))?;
    let remarks = added.remarks.iter();
    let report = remarks.fold(report, |report, remark| report.remark(remark));
    Ok((added.glb, report))
}

/// What a character is baked by: of a project, as its active pane shows it unless a method is named.
fn look_of(options: &BakeOptions, opened: &OpenedDocument, character: &Character) -> Look {
    let project = opened.project.as_ref();
    let pane = project.and_then(|own| own.sight.active_pane());
    let method = options.method.or(pane.map(|pane| pane.method));
    method.look(character, options.signs)
}

/// Runs a bake whose share that is done is shown.
fn run_bake(
    source: &str,
    run: impl FnOnce(&GoOn<'_>) -> Result<Option<Baked>, BakeError>,
) -> Result<Baked, Failure> {
    let found = with_bar(run);
    let baked = found.map_err(|error| refused(source, &error))?;
    // Nothing cancels a command.
    baked.ok_or_else(|| Failure::Data("Nothing was written.".to_owned()))
}

/// Does work whose share that is done is shown.
fn with_bar<T>(work: impl FnOnce(&GoOn<'_>) -> T) -> T {
    let bar = Bar::new();
    let share = Mutex::new(0.0);
    work(&|done| {
        let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
        // A bake gives NaN where it only asks whether to go on.
        if done.is_finite() {
            *share = done;
        }
        bar.show("baking", *share)
    })
}

fn refused(source: &str, error: &BakeError) -> Failure {
    let why = sentence(&format!("{source}: {error}"));
    match error {
        BakeError::NoSkin => Failure::Known(FailureKind::NotSkinned, why),
        BakeError::NoClips => Failure::Known(
            FailureKind::NoClips,
            format!(
                "{source}: there are no clips, and files show nothing but clips; choose an animated character, or give --test-poses, or poses with --pose, or --living rows or chains for helpers that need none."
            ),
        ),
        _ => Failure::Data(why),
    }
}

/// Files are GLB whatever the source was: the keys need a buffer of their own anyway.
fn check_output(output: &Destination) -> Result<(), Failure> {
    let ending = output.path().extension();
    let is_glb = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(OsStr::new("glb")));
    if is_glb || output.is_stdout() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--output {}: baked characters are written as one file; give a name that ends in .glb.",
        output.name()
    )))
}

fn key_pending(opened: &OpenedDocument, report: &mut Report) -> Result<Document, Failure> {
    let count = opened.document.pending.all().len();
    if count == 0 {
        return Ok(opened.document.clone());
    }
    let poses = pluralize(count, "pose");
    *report = report
        .clone()
        .remark(&format!("Keyed in the file: {poses} that had no keys."));
    all_keyed(&opened.document).map_err(|error| {
        Failure::Data(format!(
            "{}: what was posed and is not keyed yet cannot get keys: {error}.",
            opened.named
        ))
    })
}

/// The character with clips for the poses asked for, and the places of the clips to bake.
fn clips_to_bake(
    source: &str,
    document: &Document,
    options: &BakeOptions,
) -> Result<(Character, Vec<usize>), Failure> {
    let character = &*document.character;
    let mut clips: Vec<usize> = Vec::new();
    for wanted in &options.clips {
        let (place, _) = find_clip(character, wanted)?;
        // A clip may be named twice, by its index and by its name.
        if !clips.contains(&place) {
            clips.push(place);
        }
    }
    if options.clips.is_empty() {
        clips.extend(0..character.clips.len());
    }
    let mut poses: Vec<(String, Pose)> = Vec::new();
    for preset in &options.poses {
        let mut pose = base_pose(character);
        let name = apply(preset, character, &mut pose)?;
        poses.push((name, pose));
    }
    if options.test_poses {
        poses.extend(test_poses(source, character));
    }
    let with_poses = with_pose_clips(character, &poses);
    let (character, more) =
        with_poses.map_err(|error| Failure::Data(format!("{source}: {error}.")))?;
    clips.extend(more);
    Ok((character, clips))
}

/// Poses in which the joints of the skins turn, with their names: those that the window shows in its strip.
fn test_poses(source: &str, character: &Character) -> Vec<(String, Pose)> {
    let mut tests = TestPoses::default();
    let (facts, patterns) = (Facts::of(character), NamePatterns::default());
    // Clips have keys of what is driven here, and joints drive nothing.
    tests.follow(source, character, &facts, &patterns, &DrivenSet::default());
    let base = base_pose(character);
    let posed = tests.poses.iter().map(|test| {
        let skeleton = &character.rig.skeleton;
        let pose = test.preset.apply_to(skeleton, &base, 1.0, None);
        (test.name.clone(), pose)
    });
    posed.collect()
}

// ---- what is told ---------------------------------------------------------------------------------------------------

fn remarks(
    options: &BakeOptions,
    character: &Character,
    baked: &Baked,
    left_out: usize,
) -> Vec<String> {
    let report = &baked.report;
    let SkinErrors {
        maximum,
        rms,
        normal_maximum,
        volume,
        ..
    } = report.baked;
    let mut remarks = vec![
        format!(
            "{} as linear blending with {} ({} in a skin at most), {}.",
            options.method,
            pluralize(report.helpers.len(), "helper joint"),
            pluralize(report.joints, "joint"),
            size_in_words(u64::try_from(baked.glb.len()).unwrap_or(u64::MAX))
        ),
        format!(
            "Differs by up to {} % of the size ({} % on average), where plain linear blending differs by {} % ({} %); measured at {} that were not fitted to.",
            decimal(maximum, 3),
            decimal(rms, 4),
            decimal(report.linear.maximum, 3),
            decimal(report.linear.rms, 4),
            pluralize(report.moments, "moment")
        ),
        format!(
            "Normals differ by up to {}°; between {} and {} % of the volume is kept.",
            decimal(normal_maximum, 1),
            decimal(volume[0] * 100.0, 2),
            decimal(volume[1] * 100.0, 2)
        ),
    ];
    remarks.extend(more_remarks(character, report, left_out));
    remarks
}

fn more_remarks(character: &Character, report: &BakeReport, left_out: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.exact_scale > 0 {
        remarks.push(format!(
            "Scale that stays with its joint: {} more.",
            pluralize(report.exact_scale, "node")
        ));
    }
    if left_out > 0 {
        remarks.push(format!(
            "Left out: {} not asked for, in which helpers would stand still.",
            pluralize(left_out, "clip")
        ));
    }
    if !report.jumps.is_empty() {
        remarks.push(format!(
            "The method itself jumps at {}; keys stand on both sides.",
            pluralize(report.jumps.len(), "moment")
        ));
    }
    let worst = report.worst.iter().take(TOLD);
    remarks.extend(worst.filter(|it| it.error > 0.0).map(|worst| {
        format!(
            "Vertex {} of {}: {} % at {} s of {}, {}.",
            worst.vertex,
            mesh_name(character, worst.primitive),
            decimal(worst.error, 3),
            plain(worst.moment.time, 2),
            clip_of(character, worst.moment.clip).map_or_else(String::new, clip_name),
            worst.reason.words()
        )
    }));
    if !report.helpers.is_empty() {
        remarks.push(
            "In poses without these keys helpers stand still, which is worse than plain linear blending; --living rows or --living chains makes helpers that follow every pose."
                .to_owned(),
        );
    }
    remarks.push(report.remarks.clone());
    remarks
}

fn clip_of(character: &Character, clip: Option<usize>) -> Option<&Clip> {
    character.clips.get(clip?)
}

fn mesh_name(character: &Character, primitive: usize) -> String {
    let placed: Option<PlacedPrimitive<'_>> = placed_primitives(character).nth(primitive);
    let mesh = placed.map(|placed| placed.instance.mesh);
    let name = mesh.and_then(|mesh| character.meshes.get(mesh)?.name.clone());
    name.unwrap_or_else(|| format!("mesh {}", mesh.unwrap_or_default()))
}

fn summary(options: &BakeOptions, character: &Character, report: &BakeReport) -> BakeSummary {
    let at = |moment: &bake::Moment| ClipMoment {
        clip: clip_of(character, moment.clip).map_or_else(String::new, clip_name),
        seconds: moment.time,
    };
    let worst = report.worst.iter().map(|worst| WorstVertex {
        mesh: mesh_name(character, worst.primitive),
        primitive: worst.primitive,
        vertex: worst.vertex,
        percent: worst.error,
        at: at(&worst.moment),
        reason: worst.reason.words(),
    });
    let helpers = report.helpers.iter().map(|helper| BakeHelper {
        name: helper.name.clone(),
        vertices: helper.vertices,
        kind: match helper.kind {
            HelperKind::Rigid => "rigid",
            HelperKind::Scaled => "scaled",
            HelperKind::Sheared => "sheared",
        },
    });
    BakeSummary {
        method: options.method.name(),
        size: report.size,
        baked: errors(&report.baked),
        linear: errors(&report.linear),
        moments: report.moments,
        fitted_moments: report.fitted,
        helpers: helpers.collect(),
        joints: report.joints,
        exact_scale_nodes: report.exact_scale,
        helper_keys_before_reduction: report.keys[0],
        helper_keys: report.keys[1],
        worst: worst.collect(),
        jumps: report.jumps.iter().map(at).collect(),
        vertices: report.vertices.clone(),
    }
}

const fn errors(of: &SkinErrors) -> BakeErrors {
    BakeErrors {
        maximum_percent: of.maximum,
        rms_percent: of.rms,
        normal_maximum_degrees: of.normal_maximum,
        normal_rms_degrees: of.normal_rms,
        volume_least: of.volume[0],
        volume_most: of.volume[1],
    }
}
