//! `dualskin export`: writes a character as a file for other programs.

use std::path::{Path, PathBuf};

use character::check_ending;
use session::files::export::{OwnFiles, export, sentence};
use session::files::file_work::NotWritten;
use session::files::project::is_project;
use session::files::weight_files::format_of;
use whole_file::check_destination;

use super::opened::open_document;
use super::skin::refuse_input_as_output;
use super::weights::{ImportJob, imported};
use super::{Failure, console};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// Weights to import first, from the same source.
    pub weights: Option<ImportJob>,
    /// The file to write.
    pub out: PathBuf,
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
        out,
    } = job;
    refuse_input_as_output(source, out)?;
    let weights = match weights {
        Some(import) => {
            let format = format_of(&import.weights);
            let format = format.map_err(|refused| Failure::Usage(refused.to_string()))?;
            Some((import, format))
        }
        None => None,
    };
    let opened = open_document(source)?;
    check_ending(&opened.document.character, out)
        .map_err(|error| Failure::Usage(sentence(&error.to_string())))?;
    check_destination(out)?;
    let (document, taken) = match weights {
        Some((import, format)) => {
            let (document, taken) = imported(&opened, import, format)?;
            (document, Some(taken))
        }
        None => (opened.document.clone(), None),
    };
    let project = is_project(source).then(|| Path::new(source));
    let own = OwnFiles::of(&opened.source, &document.original, project);
    let written = export(&document.character, out, &own, true).map_err(failure)?;
    if let Some(taken) = taken {
        console::result(&taken.to_string())?;
    }
    match written.remarks.as_str() {
        "" => Ok(()),
        remarks => console::result(remarks),
    }
}

fn failure(not_written: NotWritten) -> Failure {
    Failure::Data(match not_written {
        NotWritten::Failed(text) => text,
        // Unreachable: nothing cancels a command, and it may replace files.
        NotWritten::Exists | NotWritten::Cancelled => "Nothing was written.".to_owned(),
    })
}
