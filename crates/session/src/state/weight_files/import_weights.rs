//! Weights of a mesh, read from a table.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use whole_file::Files;

use crate::files::working_folder::file_name;
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};
use crate::state::weight_files::export_weights::{BUSY, FIELD, FILTER, HINT};
use crate::state::weight_files::{
    BoundMesh, ImportedWeights, Matching, Refused, WeightText, fitting, format_of, import_text,
    mesh_at_work, text_of,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// What is asked about weights that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightImportAsked {
    /// Index of the mesh in the character's file; none chooses the mesh that fits.
    pub mesh: Option<usize>,
    /// How rows are assigned to vertices.
    pub matching: Matching,
}

/// What is asked of the dialog.
pub type WeightImportIntent = FileDialogIntent<WeightImportAsked>;

/// Whose weights are read.
#[derive(Clone, Debug)]
pub struct WeightImport {
    /// The character that has the mesh.
    pub character: Arc<Character>,
    /// The mesh, and how rows are assigned.
    pub asked: WeightImportAsked,
    /// Names of the joints that keep their weights.
    pub locked: BTreeSet<String>,
}

impl FileDialog for WeightImportAsked {
    type Work = WeightImport;
    /// New rows, or why there are none.
    type Read = Result<ImportedWeights, Refused>;

    const WORDS: Words = Words {
        title: "Import weights",
        go: "Import",
        field: FIELD,
        hint: HINT,
        busy: BUSY,
        what: "",
        then: "",
    };
    const FILTER: Filter = FILTER;
    const WRITES: bool = false;

    fn initial_path(&self, _last: Option<&Path>, _subject: &DialogContext<'_>) -> PathBuf {
        PathBuf::new()
    }

    fn initial_options(&self, subject: &DialogContext<'_>) -> Self {
        Self {
            mesh: Some(mesh_at_work(&subject.document.character, subject.active)),
            matching: Matching::Number,
        }
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<WeightImport, String> {
        Ok(WeightImport {
            character: Arc::clone(&subject.document.character),
            asked: *self,
            locked: subject.locked.clone(),
        })
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<Self::Read>, NotWritten> {
        Ok(JobOutput::Read(read(&job.order.file, &job.work, files)))
    }
}

fn read(file: &Path, work: &WeightImport, files: &Files) -> Result<ImportedWeights, Refused> {
    let (format, text) = (format_of(file)?, text_of(file, files)?);
    let file = file_name(file);
    let text = WeightText {
        file: &file,
        format,
        text: &text,
    };
    let bound = match work.asked.mesh {
        None => fitting(&work.character, text)?,
        Some(mesh) => BoundMesh::of_mesh(&work.character, mesh).ok_or(Refused::NothingBound)?,
    };
    let locked = WeightsWork {
        locked: work.locked.clone(),
        ..WeightsWork::default()
    };
    import_text(&work.character, &bound, text, work.asked.matching, &locked)
}
