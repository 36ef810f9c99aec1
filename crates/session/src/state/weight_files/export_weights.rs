//! Weights of a mesh, written as a table.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use whole_file::Files;

use crate::notices::Severity;
use crate::state::export::written::{NotWritten, WrittenFile};
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};
use crate::state::weight_files::{
    BoundMesh, Refused, export_text, format_of, mesh_at_work, weight_file_for,
};

/// What the system's dialogs for files of weights list.
pub(crate) const FILTER: Filter = Filter {
    name: "Weights",
    endings: &["csv", "ron"],
};
/// Why no other file of weights is written or read.
pub(crate) const BUSY: &str = "A file of weights is being written or read.";
pub(crate) const FIELD: &str = "File of weights";
pub(crate) const HINT: &str = "/path/to/weights.csv";

/// What is asked about weights that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightExportAsked {
    /// Index of the mesh in the character's file.
    pub mesh: usize,
    /// Whether positions of vertices are written too.
    pub with_places: bool,
}

/// What is asked of the dialog.
pub type WeightExportIntent = FileDialogIntent<WeightExportAsked>;

/// What the worker writes.
#[derive(Clone, Debug)]
pub struct WeightExport {
    /// The character that has the mesh.
    pub character: Arc<Character>,
    /// The mesh, and whether positions come along.
    pub asked: WeightExportAsked,
}

impl FileDialog for WeightExportAsked {
    type Work = WeightExport;
    type Read = ();

    const WORDS: Words = Words {
        title: "Export weights",
        go: "Export",
        field: FIELD,
        hint: HINT,
        busy: BUSY,
        what: "The weights",
        then: "",
    };
    const FILTER: Filter = FILTER;

    fn initial_path(&self, _last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        weight_file_for(subject.source)
    }

    fn initial_options(&self, subject: &DialogContext<'_>) -> Self {
        Self {
            mesh: mesh_at_work(&subject.document.character, subject.active),
            with_places: true,
        }
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<WeightExport, String> {
        Ok(WeightExport {
            character: Arc::clone(&subject.document.character),
            asked: *self,
        })
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<()>, NotWritten> {
        let failed = |refused: Refused| NotWritten::Failed(refused.to_string());
        let WeightExport { character, asked } = &job.work;
        let (order, file) = (&job.order, &job.order.file);
        let format = format_of(file).map_err(failed)?;
        let bound = BoundMesh::of_mesh(character, asked.mesh);
        let bound = bound.ok_or_else(|| failed(Refused::NothingBound))?;
        if !order.replaces && files.exists(file) {
            return Err(NotWritten::Exists(file.clone()));
        }
        let text = export_text(character, &bound, format, asked.with_places);
        if order.ticket.is_stopped() {
            return Err(NotWritten::Canceled);
        }
        let access = order.own.access(files);
        let written = files.write_with_backup_within(file, text.as_bytes(), access);
        written.map_err(|error| NotWritten::Failed(error.to_string()))?;
        Ok(JobOutput::Written(WrittenFile {
            place: file.clone(),
            ..WrittenFile::default()
        }))
    }

    fn notice(job: &FileJob<Self>, written: &WrittenFile) -> (Severity, String) {
        let WeightExport { character, asked } = &job.work;
        let mesh = BoundMesh::of_mesh(character, asked.mesh);
        let (mesh, place) = (mesh.map(|it| it.name), written.place.display());
        let mesh = mesh.unwrap_or_default();
        let text = format!("The weights of {mesh} were written to {place}.");
        (Severity::Note, text)
    }
}
