//! Weights of another file as a version to compare with.

use std::path::{Path, PathBuf};

use whole_file::Files;

use crate::document::Document;
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};
use crate::state::projects::EXTENSION;
use crate::state::versions::version_file::{FileVersion, version_of};

/// What is asked about the file: nothing but its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VersionAsked;

/// What is asked of the dialog.
pub type VersionFileIntent = FileDialogIntent<VersionAsked>;

impl FileDialog for VersionAsked {
    /// The document whose mesh the weights are for.
    type Work = Document;
    type Read = FileVersion;

    const WORDS: Words = Words {
        title: "Compare with weights of a file",
        go: "Compare",
        field: "Path of weights to compare with",
        hint: "/path/to/weights.csv",
        busy: "A file is being read.",
        what: "",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "Weights, characters and projects",
        endings: &["csv", "ron", "glb", "gltf", "vrm", "vrma", EXTENSION],
    };
    const WRITES: bool = false;

    fn initial_path(&self, _last: Option<&Path>, _subject: &DialogContext<'_>) -> PathBuf {
        PathBuf::new()
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<Document, String> {
        Ok(subject.document.clone())
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<FileVersion>, NotWritten> {
        let order = &job.order;
        let version = version_of(&order.file, &job.work, &|| order.ticket.is_stopped(), files);
        version.map(JobOutput::Read).map_err(NotWritten::Failed)
    }
}
