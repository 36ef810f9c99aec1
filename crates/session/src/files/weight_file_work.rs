//! State of weight files in the session: the dialog, the jobs in the background, and their results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::{Character, WeightEdit};
use weights::WeightFormat;
use whole_file::Access;

use crate::files::file_work::{FileAsked, FileWork, NotWritten, Ticket};

/// How rows of a file are assigned to vertices.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Matching {
    /// By vertex number; the file must have as many vertices as the mesh.
    #[default]
    Number,
    /// By position: the nearest vertex within this share of the mesh's size, the diagonal of its box.
    Place(f32),
}

impl Matching {
    /// By position, within a share that finds the same vertices in a mesh from another program.
    pub const USUAL_PLACE: Self = Self::Place(0.01);
}

/// Direction of a weight file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Weights are written to a file.
    Export,
    /// Weights are read from a file.
    Import,
}

/// The dialog for weight files.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightDialog {
    /// Export or import.
    pub direction: Direction,
    /// Path of the file.
    pub asked: FileAsked,
    /// Index of the mesh in the character's file.
    pub mesh: usize,
    /// Whether positions of vertices are written too.
    pub with_places: bool,
    /// How rows are assigned to vertices, for imports.
    pub matching: Matching,
}

/// State of weight files in the session.
pub type WeightFileWork = FileWork<WeightDialog>;

impl FileWork<WeightDialog> {
    /// The open dialog, if it is for this direction.
    pub fn dialog_for(&mut self, direction: Direction) -> Option<&mut WeightDialog> {
        let dialog = self.dialog.as_mut();
        dialog.filter(|dialog| dialog.direction == direction)
    }
}

/// An order to write weights.
#[derive(Clone, Debug)]
pub struct WriteJob {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Path of the file to write.
    pub file: PathBuf,
    /// The character that has the mesh.
    pub character: Arc<Character>,
    /// Index of the mesh in the character's file.
    pub mesh: usize,
    /// Whether positions of vertices are written too.
    pub with_places: bool,
    /// Whether an existing file may be replaced.
    pub replaces: bool,
    /// What others may do to the file: no more than to those that the weights come from.
    pub access: Access,
}

/// An order to read weights.
#[derive(Clone, Debug)]
pub struct ReadJob {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Number of characters opened until then, which identifies this one.
    pub opened: u64,
    /// Path of the file to read.
    pub file: PathBuf,
    /// The character that has the mesh.
    pub character: Arc<Character>,
    /// Index of the mesh in the character's file; none chooses the mesh that fits.
    pub mesh: Option<usize>,
    /// How rows are assigned to vertices.
    pub matching: Matching,
    /// Names of the joints that keep their weights.
    pub locked: std::collections::BTreeSet<String>,
}

/// A job with a weight file in the background.
#[derive(Clone, Debug)]
pub enum WeightFileJob {
    /// Writes weights.
    Write(WriteJob),
    /// Reads weights.
    Read(ReadJob),
}

impl WeightFileJob {
    /// Path of the file.
    #[must_use]
    pub fn file(&self) -> &Path {
        match self {
            Self::Write(job) => &job.file,
            Self::Read(job) => &job.file,
        }
    }

    /// Ticket of the job.
    #[must_use]
    pub const fn ticket(&self) -> &Ticket {
        match self {
            Self::Write(job) => &job.ticket,
            Self::Read(job) => &job.ticket,
        }
    }
}

/// Equal if the files are; characters are not compared.
impl PartialEq for WeightFileJob {
    fn eq(&self, other: &Self) -> bool {
        self.file() == other.file()
    }
}

/// The result of an order to write.
#[derive(Clone, Debug)]
pub struct WroteWeights {
    /// The order.
    pub job: WriteJob,
    /// Name of the mesh, or why nothing was written.
    pub outcome: Result<String, NotWritten>,
}

/// The result of an order to read.
#[derive(Clone, Debug)]
pub struct ReadWeights {
    /// The order.
    pub job: ReadJob,
    /// New rows with a summary in words, or why nothing was read.
    pub outcome: Result<(Vec<WeightEdit>, String), NotRead>,
}

/// Why no weights were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRead {
    /// One sentence with a remedy.
    pub text: String,
    /// Whether assigning rows by position would work.
    pub fits_by_place: bool,
}

/// Requests about weight files.
#[derive(Debug)]
pub enum WeightFileIntent {
    /// Changes the dialog to what was typed; none closes it and cancels its job.
    Ask(Option<WeightDialog>),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog for this direction.
    Chosen(Direction, PathBuf),
    /// Writes or reads the file of the dialog.
    Go,
    /// Reads a dropped file, for the mesh that fits.
    Take(PathBuf),
}

/// Results about weight files.
#[derive(Debug)]
pub enum WeightFileOutcome {
    /// Weights were written, or not.
    Wrote(Box<WroteWeights>),
    /// Weights were read, or not.
    Read(Box<ReadWeights>),
}

/// Whether a path has the ending of a weight file.
#[must_use]
pub fn is_weight_file(path: &str) -> bool {
    let extension = Path::new(path).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    extension.and_then(WeightFormat::of_extension).is_some()
}

/// Suggested path of a weight file: beside the character's file; for a built-in character in the current folder.
#[must_use]
pub fn weight_file_for(source: &str) -> PathBuf {
    match source.strip_prefix(crate::files::builtin::PREFIX) {
        Some(name) => PathBuf::from(format!("{name}.weights.csv")),
        None => Path::new(source).with_extension("weights.csv"),
    }
}
