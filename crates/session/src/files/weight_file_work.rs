//! What the window knows of files of weights: what it asks, and what is written or read aside.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::{Character, WeightEdit};
use weights::WeightFormat;

use crate::files::file_work::{FileAsked, FileWork, NotWritten, Ticket};

/// Which row of a file is whose.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Matching {
    /// That of the vertex with the same number; the file must have as many vertices as the mesh.
    #[default]
    Number,
    /// That of the vertex that is nearest, if it is within this share of the mesh's size, the diagonal of its box.
    Place(f32),
}

impl Matching {
    /// By place, within a share that finds the same vertices in a mesh that was written by another program.
    pub const USUAL_PLACE: Self = Self::Place(0.01);
}

/// Whether weights go out or come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To a file.
    Export,
    /// From one.
    Import,
}

/// The window's question about a file of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightDialog {
    /// Out or in.
    pub direction: Direction,
    /// The file.
    pub asked: FileAsked,
    /// The mesh, by its place in the character's file.
    pub mesh: usize,
    /// Whether places of vertices are written.
    pub with_places: bool,
    /// Whose rows are whose.
    pub matching: Matching,
}

/// Files of weights in the session.
pub type WeightFileWork = FileWork<WeightDialog>;

impl FileWork<WeightDialog> {
    /// The question, if it is about this.
    pub fn dialog_for(&mut self, direction: Direction) -> Option<&mut WeightDialog> {
        let dialog = self.dialog.as_mut();
        dialog.filter(|dialog| dialog.direction == direction)
    }
}

/// Weights to be written.
#[derive(Clone, Debug)]
pub struct WriteJob {
    /// Tells it from others.
    pub ticket: Ticket,
    /// Where.
    pub file: PathBuf,
    /// Of whom.
    pub character: Arc<Character>,
    /// The mesh, by its place in the character's file.
    pub mesh: usize,
    /// Whether places of vertices are written too.
    pub with_places: bool,
    /// Whether what is there may be replaced.
    pub replaces: bool,
}

/// Weights to be read.
#[derive(Clone, Debug)]
pub struct ReadJob {
    /// Tells it from others.
    pub ticket: Ticket,
    /// How many characters had been opened then: which one is meant.
    pub opened: u64,
    /// From where.
    pub file: PathBuf,
    /// For whom.
    pub character: Arc<Character>,
    /// The mesh, by its place in the character's file; none for the one that fits.
    pub mesh: Option<usize>,
    /// Whose rows are whose.
    pub matching: Matching,
    /// Names of joints that keep their weights.
    pub locked: std::collections::BTreeSet<String>,
}

/// Something to do aside, which no request needs to compare.
#[derive(Clone, Debug)]
pub enum WeightFileJob {
    /// Writes.
    Write(WriteJob),
    /// Reads.
    Read(ReadJob),
}

impl WeightFileJob {
    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        match self {
            Self::Write(job) => &job.file,
            Self::Read(job) => &job.file,
        }
    }

    /// What tells it from others.
    #[must_use]
    pub const fn ticket(&self) -> &Ticket {
        match self {
            Self::Write(job) => &job.ticket,
            Self::Read(job) => &job.ticket,
        }
    }
}

/// By what they are about.
impl PartialEq for WeightFileJob {
    fn eq(&self, other: &Self) -> bool {
        self.file() == other.file()
    }
}

/// What came of writing.
#[derive(Clone, Debug)]
pub struct WroteWeights {
    /// What was asked.
    pub job: WriteJob,
    /// The mesh's name; or why not.
    pub outcome: Result<String, NotWritten>,
}

/// What came of reading.
#[derive(Clone, Debug)]
pub struct ReadWeights {
    /// What was asked.
    pub job: ReadJob,
    /// New rows and what they change in words; or why not.
    pub outcome: Result<(Vec<WeightEdit>, String), NotRead>,
}

/// Why nothing was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRead {
    /// One sentence.
    pub text: String,
    /// Whether matching by place would do.
    pub fits_by_place: bool,
}

/// What is asked about files of weights.
#[derive(Debug)]
pub enum WeightFileIntent {
    /// Goes on asking with what was typed, or stops: what was begun counts for nothing then.
    Ask(Option<WeightDialog>),
    /// Looks for the file with the system's dialog.
    Browse,
    /// The system's dialog, which was asked for this, has answered.
    Chosen(Direction, PathBuf),
    /// Does what the question says.
    Go,
    /// Reads a file that was dropped, for the mesh that fits.
    Take(PathBuf),
}

/// What became of a file of weights.
#[derive(Debug)]
pub enum WeightFileOutcome {
    /// Weights were written, or not.
    Wrote(Box<WroteWeights>),
    /// Weights were read, or not.
    Read(Box<ReadWeights>),
}

/// Whether a path is that of a file of weights, by its ending.
#[must_use]
pub fn is_weight_file(path: &str) -> bool {
    let extension = Path::new(path).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    extension.and_then(WeightFormat::of_extension).is_some()
}

/// What the weights of a character's file would be called, beside it; those of a built-in one in the present folder.
#[must_use]
pub fn weight_file_for(source: &str) -> PathBuf {
    match source.strip_prefix(crate::files::builtin::PREFIX) {
        Some(name) => PathBuf::from(format!("{name}.weights.csv")),
        None => Path::new(source).with_extension("weights.csv"),
    }
}
