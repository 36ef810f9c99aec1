//! The dialog for pictures to work from.

use std::path::{Path, PathBuf};

use whole_file::Files;

use super::media::Media;
use super::picture_file::{ENDINGS, read_media};
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};

/// What is asked about pictures: nothing but the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PicturesAsked;

/// What is asked of the dialog.
pub type PicturesFileIntent = FileDialogIntent<PicturesAsked>;

impl FileDialog for PicturesAsked {
    type Work = ();
    /// The file is read once before it is taken, so that no project names one that is no picture.
    type Read = Media;

    const WORDS: Words = Words {
        title: "Open reference pictures",
        go: "Open",
        field: "Path of the pictures",
        hint: "/path/to/walk_0001.png",
        busy: "Pictures are being read.",
        what: "",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "Pictures",
        endings: ENDINGS,
    };
    const WRITES: bool = false;

    fn initial_path(&self, _last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let pictures = subject.document.reference.pictures.as_ref();
        pictures.map_or_else(PathBuf::new, |pictures| PathBuf::from(&pictures.file))
    }

    fn work(&self, _subject: &DialogContext<'_>) -> Result<(), String> {
        Ok(())
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<Media>, NotWritten> {
        let order = &job.order;
        let read = read_media(&order.file, files, &|| !order.ticket.is_stopped());
        read.map(JobOutput::Read).map_err(NotWritten::Failed)
    }
}
