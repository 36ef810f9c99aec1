//! `dualskin export`: a character as a file for other programs.

use std::path::{Path, PathBuf};

use character::check_ending;
use whole_file::check_destination;

use super::opened::open_document;
use super::skin::refuse_input_as_output;
use super::weights::{ImportJob, imported};
use super::{Failure, console};
use session::files::export::{OwnFiles, export, sentence};
use session::files::file_work::NotWritten;
use session::files::project::is_project;
use session::files::weight_files::format_of;

/// What to write.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// Weights to take before, from the same source.
    pub weights: Option<ImportJob>,
    /// The file to write.
    pub out: PathBuf,
}

/// Writes the character at rest, with what a project did to its skeleton, weights and blend map; a file that is there stays
/// beside it as .bak. What is to be known of it goes to stdout.
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
        // Nobody has asked, and what is there may be replaced.
        NotWritten::Exists | NotWritten::Cancelled => "Nothing was written.".to_owned(),
    })
}
