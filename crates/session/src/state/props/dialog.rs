//! The dialog for the file of a prop.

use std::path::{Path, PathBuf};

use whole_file::Files;

use super::model::PropModel;
use super::prop_file::{ENDINGS, read_prop};
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};

/// What is asked about a prop: nothing but the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropAsked;

/// What is asked of the dialog.
pub type PropFileIntent = FileDialogIntent<PropAsked>;

impl FileDialog for PropAsked {
    type Work = ();
    /// The file is read once before it is taken, so that nothing is attached that cannot be shown.
    type Read = PropModel;

    const WORDS: Words = Words {
        title: "Attach prop",
        go: "Attach",
        field: "Path of the prop",
        hint: "/path/to/sword.glb",
        busy: "A prop is being read.",
        what: "",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "Models",
        endings: ENDINGS,
    };
    const WRITES: bool = false;

    fn initial_path(&self, _last: Option<&Path>, _subject: &DialogContext<'_>) -> PathBuf {
        PathBuf::new()
    }

    fn work(&self, _subject: &DialogContext<'_>) -> Result<(), String> {
        Ok(())
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<PropModel>, NotWritten> {
        let order = &job.order;
        let file = order.file.to_string_lossy();
        let read = read_prop(&file, files, &|| !order.ticket.is_stopped());
        read.map(JobOutput::Read).map_err(NotWritten::Failed)
    }
}
