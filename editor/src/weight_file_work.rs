//! What the window knows of files of weights: what it asks, and what is written or read aside.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use character::{Character, WeightEdit};
use weights::WeightFormat;

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
    /// What was typed or chosen as the file.
    pub path: String,
    /// The mesh, by its place in the character's file.
    pub mesh: usize,
    /// Whether places of vertices are written.
    pub with_places: bool,
    /// Whose rows are whose.
    pub matching: Matching,
    /// Why the last try failed.
    pub fault: Option<String>,
    /// A file that is there, and that may be replaced if it is meant.
    pub exists: Option<PathBuf>,
}

impl WeightDialog {
    /// The file that is named.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        PathBuf::from(self.path.trim().trim_matches('"'))
    }

    /// Whether the file that is named is there, so that it would be replaced.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.exists.as_ref() == Some(&self.file())
    }
}

/// Files of weights in the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightFileWork {
    /// What is asked.
    pub dialog: Option<WeightDialog>,
    /// What is being written or read.
    pub busy: Option<AtWork>,
    /// Jobs so far.
    pub count: u64,
}

impl WeightFileWork {
    /// Stops to ask, and forgets what the question had begun: nothing of it will come in.
    pub fn cancel(&mut self) {
        self.dialog = None;
        if let Some(begun) = self.busy.take_if(|busy| busy.is_asked) {
            begun.ticket.stop();
        }
    }

    /// The question, if it is about this.
    pub fn dialog_for(&mut self, direction: Direction) -> Option<&mut WeightDialog> {
        let dialog = self.dialog.as_mut();
        dialog.filter(|dialog| dialog.direction == direction)
    }

    /// Closes the question; what it had begun goes on without it.
    pub fn close(&mut self) {
        self.dialog = None;
        if let Some(busy) = &mut self.busy {
            busy.is_asked = false;
        }
    }

    /// A job has come to its end; nothing, if it was forgotten before.
    pub fn ended(&mut self, ticket: &Ticket) -> Option<AtWork> {
        self.busy.take_if(|busy| busy.ticket == *ticket)
    }
}

/// What is being written or read.
#[derive(Clone, Debug, PartialEq)]
pub struct AtWork {
    /// The job's.
    pub ticket: Ticket,
    /// The file.
    pub file: PathBuf,
    /// Whether the open question has begun it; a file that is dropped is read without one.
    pub is_asked: bool,
}

/// Tells a job from others, and that it is to stop.
#[derive(Clone, Debug, Default)]
pub struct Ticket {
    number: u64,
    is_stopped: Arc<AtomicBool>,
}

impl Ticket {
    /// The job of this number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// Nobody wants it any more.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether nobody wants it any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// By number.
impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
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

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// There is such a file.
    Exists,
    /// It was cancelled in time.
    Cancelled,
    /// One sentence.
    Failed(String),
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

/// What can be asked about files of weights.
#[derive(Debug)]
pub enum WeightFileCommand {
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
    match source.strip_prefix(crate::builtin::PREFIX) {
        Some(name) => PathBuf::from(format!("{name}.weights.csv")),
        None => Path::new(source).with_extension("weights.csv"),
    }
}
