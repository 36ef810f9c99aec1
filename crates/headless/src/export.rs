//! `dualskin export`: writes a character as a file for other programs.

use std::path::Path;
use std::sync::Arc;

use character::{check_ending, to_glb};
use scene::report::counted;
use session::document::Document;
use session::document::keyed::all_keyed;
use session::files::export::{OwnFiles, export, sentence};
use session::files::file_work::NotWritten;
use session::files::project::is_project;
use whole_file::Access;

use super::Failure;
use super::destination::Destination;
use super::opened::{OpenedDocument, open_document};
use super::report::Report;
use super::weights::{ImportJob, check_format, imported};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// Weights to import first, from the same source.
    pub weights: Option<ImportJob>,
    /// Whether poses of a project that have no keys yet are left out, instead of being keyed in their clips.
    pub leaves_unkeyed: bool,
    /// Whether scale that stays with its joint gets nodes of its own, so that every viewer shows it.
    pub exact_scale: bool,
    /// The file to write.
    pub output: Destination,
    /// Whether to report as JSON what was written.
    pub json: bool,
}

/// A character that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Exported {
    /// The size of the main file in bytes, if the system tells.
    pub(super) bytes: Option<usize>,
    /// Remarks on what was written, in sentences; may be empty.
    pub(super) remarks: String,
}

/// Writes the character at rest, with a project's edits of skeleton, weights and blend map; an existing file is kept as
/// .bak. Remarks go to stdout.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn run(job: &CharacterJob) -> Result<(), Failure> {
    let CharacterJob {
        source,
        weights,
        leaves_unkeyed,
        exact_scale,
        output,
        json,
    } = job;
    if let Some(import) = weights {
        check_format(import)?;
    }
    output.check(&[source])?;
    let opened = open_document(source)?;
    check_name(&opened, output)?;
    let mut report = Report::new("export", source);
    let document = match weights {
        Some(import) => {
            let (document, taken) = imported(&opened, import)?;
            report = report.changed(&taken.report).remark(&taken.to_string());
            document
        }
        None => opened.document.clone(),
    };
    let n_unkeyed = document.pending.all().len();
    let poses = counted(n_unkeyed, "pose");
    let document = if n_unkeyed == 0 {
        document
    } else if *leaves_unkeyed {
        report = report.remark(&format!("Left out: {poses} without keys."));
        document
    } else {
        report = report.remark(&format!("Keyed in the file: {poses} that had no keys."));
        all_keyed(&document).map_err(|error| {
            Failure::Data(format!(
                "{source}: what was posed and is not keyed yet cannot get keys: {error}; --leave-unkeyed leaves it out."
            ))
        })?
    };
    let document = match exact_scale {
        true => exact(document, source, &mut report)?,
        false => document,
    };
    let written = write_character((&document, &opened), source, output)?;
    report
        .wrote(output, written.bytes)
        .remark(&written.remarks)
        .print(Some(output), *json)
}

/// The document with scale that stays with its joint over nodes of its own; says how many.
fn exact(document: Document, source: &str, report: &mut Report) -> Result<Document, Failure> {
    let exact = bake::exact_scale(&document.character, &document.scale_inheritance);
    let exact = exact.map_err(|error| Failure::Data(sentence(&format!("{source}: {error}"))))?;
    let said = match (exact.helpers, exact.sheared) {
        (0, _) => "No joint keeps its scale to itself: no node is added.".to_owned(),
        (helpers, 0) => format!("Exact scale: {} more.", counted(helpers, "node")),
        (helpers, sheared) => format!("Exact scale: {} more.", counted(helpers + sheared, "node")),
    };
    *report = report.clone().remark(&said);
    Ok(Document {
        character: Arc::new(exact.character),
        ..document
    })
}

/// Fails for a name that says a format in which the character cannot be written.
///
/// # Errors
///
/// One sentence with the ending to give.
pub(super) fn check_name(opened: &OpenedDocument, output: &Destination) -> Result<(), Failure> {
    if output.is_stdout() {
        return Ok(());
    }
    check_ending(&opened.document.character, output.path())
        .map_err(|error| Failure::Usage(sentence(&error.to_string())))
}

/// Writes a document's character; stdout gets a GLB. `source` is what was opened.
///
/// # Errors
///
/// One sentence; nothing is written then.
pub(super) fn write_character(
    (document, opened): (&Document, &OpenedDocument),
    source: &str,
    output: &Destination,
) -> Result<Exported, Failure> {
    if output.is_stdout() {
        let (bytes, report) = to_glb(&document.character)
            .map_err(|error| Failure::Data(sentence(&error.to_string())))?;
        output.write(&bytes, Access::ANY)?;
        return Ok(Exported {
            bytes: Some(bytes.len()),
            remarks: report.to_string(),
        });
    }
    let project = is_project(source).then(|| Path::new(source));
    let own = OwnFiles::of(&opened.source, &document.original, project);
    let written = export(&document.character, output.path(), &own, !output.keeps());
    let written = written.map_err(|not_written| match not_written {
        NotWritten::Failed(text) => Failure::Data(text),
        NotWritten::Exists => output.exists(),
        // Unreachable: nothing cancels a command.
        NotWritten::Cancelled => Failure::Data("Nothing was written.".to_owned()),
    })?;
    Ok(Exported {
        bytes: written.bytes.and_then(|bytes| usize::try_from(bytes).ok()),
        remarks: written.remarks,
    })
}
