//! What every command does that changes a document: open the source, change it, write the result, and report.

use std::iter;

use scene::report::pluralize;
use session::document::Document;
use session::state::clips::lost_curves::lost_curves_text;
use session::state::projects::is_project;

use super::export::{ExportResult, check_name, write_character};
use super::weights::{refuse_nameless_source, write_project};
use crate::Failure;
use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;

/// What is made of an opened source: the document after the change, and the report so far.
pub(crate) type Change<'a> = &'a dyn Fn(&OpenedDocument) -> Result<(Document, Report), Failure>;

/// Opens a source, changes it, and writes it as glTF or as a project, as the name of the output says; without one nothing is written.
/// `beside` are files that are read as well.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then. Names are looked at before the change is made.
pub(crate) fn change_document(
    source: &str,
    beside: &[&str],
    output: Option<&Destination>,
    change: Change<'_>,
) -> Result<Report, Failure> {
    if let Some(output) = output {
        if is_project(&output.name()) {
            refuse_nameless_source(source)?;
        }
        let read: Vec<&str> = iter::once(source).chain(beside.iter().copied()).collect();
        output.check(&read)?;
    }
    let opened = open_document(source)?;
    if let Some(output) = output.filter(|output| !is_project(&output.name())) {
        check_name(output)?;
    }
    let (after, report) = change(&opened)?;
    let before = &opened.document.character;
    let report = report.remark(&lost_curves_text(before, &after.character));
    let Some(output) = output else {
        return Ok(report);
    };
    let written = write_document((&after, &opened), source, output)?;
    Ok(report.wrote(output, written.bytes).remark(&written.remarks))
}

/// Writes a document as a project or as glTF, as the name of the output says. `source` is what was opened.
///
/// # Errors
///
/// One sentence; nothing is written then.
pub(crate) fn write_document(
    of: (&Document, &OpenedDocument),
    source: &str,
    output: &Destination,
) -> Result<ExportResult, Failure> {
    if !is_project(&output.name()) {
        return write_character(of, source, output);
    }
    Ok(ExportResult {
        bytes: Some(write_project(of, output)?),
        remarks: String::new(),
    })
}

/// What is told of poses without keys that went with their clips; empty for none.
pub(super) fn poses_left_out(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => format!(
            "Left out with their clips: {} without keys.",
            pluralize(count, "pose")
        ),
    }
}
