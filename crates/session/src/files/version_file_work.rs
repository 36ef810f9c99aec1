//! State of weights of other files, as versions to compare with: the dialog, the order to read, and its result.
//! `version_file.rs` reads them.

use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::files::file_work::{FileAsked, FileWork, Ticket};

/// State of weights from files in the session: the dialog, and the running job.
pub type VersionFileWork = FileWork<FileAsked>;

/// An order to read weights.
#[derive(Clone, Debug)]
pub struct VersionJob {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Number of characters opened until then, which identifies this one.
    pub opened: u64,
    /// Path of the file to read.
    pub file: PathBuf,
    /// The document whose mesh the weights are for.
    pub document: Document,
}

/// Equal if file and ticket are; documents are not compared.
impl PartialEq for VersionJob {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, &self.ticket) == (&other.file, &other.ticket)
    }
}

/// The result of an order to read.
#[derive(Clone, Debug)]
pub struct ReadVersion {
    /// The order.
    pub job: VersionJob,
    /// The document with the weights of the file, or one sentence why there is none.
    pub outcome: Result<FileVersion, String>,
}

/// Weights of a file on a document's mesh.
#[derive(Clone, Debug)]
pub struct FileVersion {
    /// The document with these weights.
    pub document: Document,
    /// What is worth knowing of how they were matched; empty where vertices are the same.
    pub remark: String,
}

/// What can be asked for about weights from files.
#[derive(Clone, Debug)]
pub enum VersionFileIntent {
    /// Changes the dialog to what was typed; none closes it and cancels its job.
    Ask(Option<FileAsked>),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// Reads the file of the dialog.
    Go,
}

/// A file's name without its folder.
#[must_use]
pub fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}
