//! State of the export in the session: its dialog, its job in the background, and the last path.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;

use crate::files::export_options::ExportOptions;
use crate::files::file_work::{FileAsked, FileWork};
use crate::files::write_order::WriteOrder;

/// State of the export in the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportWork {
    /// The dialog, and the job that is running.
    pub work: FileWork<FileAsked>,
    /// Whether pending poses are left out of the file, instead of being keyed in it.
    pub leaves_pending: bool,
    /// How it is written. What `extras` keep is found when it is.
    pub options: ExportOptions,
    /// Path that this character was written to last.
    pub last: Option<PathBuf>,
}

/// An order to write a character.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// The file, and what may be replaced.
    pub order: WriteOrder,
    /// The character, with all edits.
    pub character: Arc<Character>,
    /// How it is written.
    pub options: ExportOptions,
    /// What no file holds of the work, as a sentence; may be empty.
    pub remarks: String,
}

/// Equal if the orders are; characters are not compared.
impl PartialEq for ExportJob {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

/// Requests about the export.
#[derive(Debug)]
pub enum ExportIntent {
    /// Changes the dialog to what was typed; none closes it and cancels its job.
    Ask(Option<FileAsked>),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// There is no system's dialog: the path is to be typed.
    Type,
    /// Whether pending poses are left out of the file.
    LeavePending(bool),
    /// How the character is written from now on.
    Options(ExportOptions),
    /// Exports to the path of the dialog.
    Go,
}
