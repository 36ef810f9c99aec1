//! `dualskin export`: writes a character as a file for other programs.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::{Character, SavedState, check_ending, to_glb_with};
use scene::posed_character::Look;
use scene::report::pluralize;
use session::document::Document;
use session::document::keyed::all_keyed;
use session::document::layered_clips::{MERGE_RATE, layers_not_merged, seen_document};
use session::state::export::options::{
    ExportOptions, Prepared, euler_curves_text, kept_extras, left_behind_text, prepare,
    weighted_tangents_text, with_inheritance,
};
use session::state::export::written::{NotWritten, OwnFiles, export_with, sentence};
use session::state::projects::{PaneShape, is_project};
use session::state::props::exported::{ExportedProps, PropsToExport};
use whole_file::{Access, Files};

use super::weights::{ImportJob, check_format, import_weights, imported_words};
use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;
use crate::terminal::several::{Several, exported_name};
use crate::{Failure, FailureKind};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterJob {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// Weights to import first, into each of the sources.
    pub weights: Option<ImportJob>,
    /// How it is written.
    pub options: ExportOptions,
    /// Whether `extras` keep the pose and how the skin was shown.
    pub keeps: bool,
    /// Whether poses of a project that have no keys yet are left out, instead of being keyed in their clips.
    pub leaves_unkeyed: bool,
    /// Whether scale that stays with its joint gets nodes of its own, so that every viewer shows it.
    pub exact_scale: bool,
}

/// A character that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExportResult {
    /// The size of the main file in bytes, if the system tells.
    pub(crate) bytes: Option<usize>,
    /// Remarks on what was written, in sentences; may be empty.
    pub(crate) remarks: String,
}

/// Writes characters at rest, with a project's edits of skeleton, weights and blend map; an existing file is kept as
/// .bak. Remarks go to stdout.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn run(job: &CharacterJob) -> Result<(), Failure> {
    if let Some(import) = &job.weights {
        check_format(import)?;
    }
    let weights = job.weights.as_ref().and_then(|own| own.weights.to_str());
    let read: Vec<&str> = weights.into_iter().collect();
    job.files.refuse_stdin_for_each(&read)?;
    job.files.run(&read, &exported_name, &|source, output| {
        export_character(source, job, output)
    })
}

fn export_character(
    source: &str,
    job: &CharacterJob,
    output: Option<&Destination>,
) -> Result<Report, Failure> {
    if let Some(output) = output {
        output.check(&[source])?;
    }
    let opened = open_document(source)?;
    if let Some(output) = output {
        check_name(output)?;
    }
    let report = begin_report(&opened, source, job.files.json);
    let (posed, mut options, mut report) = document_to_export(source, job, &opened, report)?;
    let document = if job.exact_scale {
        let came = &posed.character.source.kept;
        report = report.remark(without_poses(&mut options, came));
        exact(&posed, source, &mut report)?
    } else {
        posed.clone()
    };
    let character = with_inheritance(&document.character, &document.scale_inheritance);
    let prepared = ready(&character, &options, source)?;
    for remark in &prepared.remarks {
        report = report.remark(remark);
    }
    report = report.remark(&euler_curves_text(&prepared.character));
    report = report.remark(&weighted_tangents_text(&prepared.character));
    // With exact scale the joints are others, and those of before say where props are.
    let props = props_of(&posed, &prepared.character, &options, job.exact_scale);
    for remark in &props.remarks {
        report = report.remark(remark);
    }
    options.props = props.props;
    let project = opened.project.as_ref();
    let (versions, sets) = project.map_or((0, 0), |of| (of.kept.len(), of.sight.sets.len()));
    let report = report.remark(&left_behind_text(&document, versions, sets));
    let Some(output) = output else {
        return Ok(report);
    };
    let document = Document {
        character: prepared.character,
        ..document
    };
    let written = write_with(&document, &opened, source, output, &options)?;
    Ok(report.wrote(output, written.bytes).remark(&written.remarks))
}

/// The props of a document as they are written into the file of a character; none where they are left out.
fn props_of(
    posed: &Document,
    written: &Character,
    options: &ExportOptions,
    exact_scale: bool,
) -> ExportedProps {
    if options.leaves_props {
        return ExportedProps::default();
    }
    let props = PropsToExport {
        document: posed.clone(),
        frames_per_second: MERGE_RATE,
        exact_scale,
    };
    let read = props.read(written, &Files::default(), &|| ControlFlow::Continue(()));
    read.unwrap_or_default()
}

/// The document as it is written, but for what options say of weights, joints and exact scale; those options with what `extras` keep.
fn document_to_export(
    source: &str,
    job: &CharacterJob,
    opened: &OpenedDocument,
    mut report: Report,
) -> Result<(Document, ExportOptions, Report), Failure> {
    let document = match &job.weights {
        Some(import) => {
            let (document, taken) = import_weights(opened, import)?;
            let words = imported_words(&opened.document, &document, &taken);
            report = report.with_weights(&taken.report).remark(&words);
            document
        }
        None => opened.document.clone(),
    };
    let unkeyed = match (job.leaves_unkeyed, job.keeps) {
        (false, _) => UnkeyedPoses::Keyed,
        (true, true) => UnkeyedPoses::Kept,
        (true, false) => UnkeyedPoses::LeftOut,
    };
    let (document, remark) = key_pending(document, unkeyed, source)?;
    report = report.remark(&remark);
    let options = with_kept(&job.options, &document, opened, job.keeps);
    let (options, words) = options.with_driven_constraints(&document);
    report = report.remark(&words);
    let document = as_seen(&document, source)?;
    Ok((document, options, report))
}

/// A report that begins with what came over to a new export of the character; people have read that on stderr.
fn begin_report(opened: &OpenedDocument, source: &str, json: bool) -> Report {
    let told = opened.carried.iter().filter(|_| json);
    told.fold(Report::new("export", source), |report, line| {
        report.remark(line)
    })
}

/// With exact scale the scale of a pose would reach the joints below, which follow other nodes now: poses are left out, which is told.
///
/// What stands in the file, `came`, stays there unless something else is asked for.
fn without_poses(options: &mut ExportOptions, came: &SavedState) -> &'static str {
    let kept = options.kept.get_or_insert_with(|| came.clone());
    if kept.pose.is_empty() && kept.unkeyed.is_empty() {
        return "";
    }
    kept.pose.clear();
    kept.unkeyed.clear();
    "Left out: poses, which do not fit nodes for exact scale."
}

/// What becomes of poses over clips that have no keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnkeyedPoses {
    Keyed,
    /// They stand in `extras`, where only this program reads them.
    Kept,
    LeftOut,
}

/// The document with keys for what is posed over clips, unless it gets none; and a remark on it.
fn key_pending(
    document: Document,
    unkeyed: UnkeyedPoses,
    source: &str,
) -> Result<(Document, String), Failure> {
    let n_unkeyed = document.pending.all().len();
    let poses = pluralize(n_unkeyed, "pose");
    if n_unkeyed == 0 {
        return Ok((document, String::new()));
    }
    match unkeyed {
        UnkeyedPoses::Keyed => {}
        UnkeyedPoses::Kept => {
            return Ok((document, format!("Kept in extras, without keys: {poses}.")));
        }
        UnkeyedPoses::LeftOut => return Ok((document, format!("Left out: {poses} without keys."))),
    }
    let keyed = all_keyed(&document).map_err(|error| {
        Failure::Data(format!(
            "{source}: what was posed and is not keyed yet cannot get keys: {error}; --leave-unkeyed gives it none."
        ))
    })?;
    let remark = format!("Keyed in the file: {poses} that had no keys.");
    Ok((keyed, remark))
}

/// The character prepared for the export, with a progress bar.
fn ready(
    character: &Arc<Character>,
    options: &ExportOptions,
    source: &str,
) -> Result<Prepared, Failure> {
    let bar = Bar::new();
    let go_on = |share: f32| -> ControlFlow<()> { bar.show("fitting weights", share) };
    let prepared = prepare(character, options, &go_on);
    drop(bar);
    let prepared = prepared.ok_or_else(|| Failure::Data("Nothing was written.".to_owned()))?;
    prepared.map_err(|error| Failure::Data(format!("{source}: {error}")))
}

/// The options, with what `extras` are to keep: of a project its pose, and what its active pane shows; else what the file keeps.
fn with_kept(
    options: &ExportOptions,
    document: &Document,
    opened: &OpenedDocument,
    keeps: bool,
) -> ExportOptions {
    let own = || {
        let pane = opened.project.as_ref()?.sight.active_pane();
        let look = |pane: &PaneShape| {
            let look = Look {
                method: pane.method,
                signs: pane.signs,
                per_mesh: pane.per_mesh,
                first_phase: false,
                twist: false,
                smooth: None,
            };
            (look, pane.normals.rule())
        };
        Some(kept_extras(document, pane.map(look)))
    };
    // What has keys now does not wait beside them.
    let came = &document.character.source.kept;
    let keyed = || {
        let is_keyed = document.pending.is_empty() && !came.unkeyed.is_empty();
        is_keyed.then(|| SavedState {
            unkeyed: Vec::new(),
            ..came.clone()
        })
    };
    ExportOptions {
        kept: if keeps {
            own().or_else(keyed)
        } else {
            Some(SavedState::default())
        },
        ..options.clone()
    }
}

/// The document with scale that stays with its joint over nodes of its own; says how many.
fn exact(document: &Document, source: &str, report: &mut Report) -> Result<Document, Failure> {
    let exact = bake::exact_scale(&document.character, &document.scale_inheritance);
    let exact = exact.map_err(|error| Failure::Data(sentence(&format!("{source}: {error}"))))?;
    let said = match (exact.helpers, exact.sheared) {
        (0, _) => "No joint that a clip scales keeps it to itself: no node is added.".to_owned(),
        (helpers, 0) => format!("Exact scale: {} more.", pluralize(helpers, "node")),
        (helpers, sheared) => format!(
            "Exact scale: {} more.",
            pluralize(helpers + sheared, "node")
        ),
    };
    *report = report.clone().remark(&said);
    // Nodes were added, and no joint keeps its scale to itself any more.
    Ok(Document::new(Arc::new(exact.character)))
}

/// Fails for a name that says a format in which the character cannot be written.
///
/// # Errors
///
/// One sentence with the ending to give.
pub(crate) fn check_name(output: &Destination) -> Result<(), Failure> {
    if output.is_stdout() {
        return Ok(());
    }
    check_ending(output.path()).map_err(|error| Failure::Usage(sentence(&error.to_string())))
}

/// Writes a document's character; stdout gets a GLB. `source` is what was opened. `extras` keep what they kept, unless the command has
/// changed that.
///
/// # Errors
///
/// One sentence; nothing is written then.
pub(crate) fn write_character(
    (document, opened): (&Document, &OpenedDocument),
    source: &str,
    output: &Destination,
) -> Result<ExportResult, Failure> {
    let options = ExportOptions {
        kept: changed_extras(document, &opened.document),
        ..ExportOptions::default()
    };
    // What the command has not changed stays as it came.
    let (now, came) = (&document.character, &opened.document.character);
    let rests_differ = now.rig.skeleton != came.rig.skeleton;
    let is_other =
        document.driven != opened.document.driven || came.has_driven_constraints() && rests_differ;
    let options = match is_other {
        true => options.with_driven_constraints(document).0,
        false => options,
    };
    let seen = as_seen(document, source)?;
    write_with(&seen, opened, source, output, &options)
}

/// The document with clips as they are seen.
///
/// # Errors
///
/// One sentence: clips that are too long to have a key on each frame.
pub(super) fn as_seen(document: &Document, source: &str) -> Result<Document, Failure> {
    seen_document(document, MERGE_RATE)
        .map_err(|error| Failure::Data(format!("{source}: {}", layers_not_merged(&error))))
}

/// What `extras` are to keep after a command that has changed limits, pins or poses, as an edit of the skeleton does that turns rest frames,
/// and of limits that the file does not have; none where they stay as they came.
fn changed_extras(after: &Document, before: &Document) -> Option<SavedState> {
    let came = &after.character.source.kept;
    let [was, is] = [before, after].map(|document| kept_extras(document, None));
    let is_other = was != is
        || is.limits != came.limits
        || is.driven != came.driven
        || is.interpolators != came.interpolators
        || is.worn != came.worn;
    is_other.then_some(SavedState {
        skinning: came.skinning,
        ..is
    })
}

fn write_with(
    document: &Document,
    opened: &OpenedDocument,
    source: &str,
    output: &Destination,
    options: &ExportOptions,
) -> Result<ExportResult, Failure> {
    if output.is_stdout() {
        let (bytes, report) = to_glb_with(&document.character, &options.save_options())
            .map_err(|error| Failure::Data(sentence(&error.to_string())))?;
        output.write(&bytes, Access::ANY)?;
        return Ok(ExportResult {
            bytes: Some(bytes.len()),
            remarks: report.to_string(),
        });
    }
    let project = is_project(source).then(|| Path::new(source));
    let mut own = OwnFiles::of(&opened.source, &document.original, project);
    let props = opened.document.props.iter();
    own.source
        .extend(props.map(|prop| PathBuf::from(&prop.file)));
    output.make_folder()?;
    let how = (output.existing(), options);
    let written = export_with(
        &document.character,
        output.path(),
        &own,
        how,
        &Files::default(),
    );
    let written = written.map_err(|not_written| match not_written {
        NotWritten::Failed(text) => Failure::Known(FailureKind::NotWritten, text),
        NotWritten::Exists(_) => output.exists(),
        // Unreachable: nothing cancels a command.
        NotWritten::Canceled => Failure::Data("Nothing was written.".to_owned()),
    })?;
    Ok(ExportResult {
        bytes: written.bytes.and_then(|bytes| usize::try_from(bytes).ok()),
        remarks: written.remarks,
    })
}
