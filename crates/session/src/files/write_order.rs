//! The order to write a file in the background that a dialog asked for.

use std::path::PathBuf;

use crate::files::export::OwnFiles;
use crate::files::file_work::Ticket;

/// An order to write a file that a dialog asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteOrder {
    /// Tells the job from others, and cancels it.
    pub ticket: Ticket,
    /// Number of characters opened until then, which identifies this one.
    pub opened: u64,
    /// Path of the file to write.
    pub file: PathBuf,
    /// Files that must not be replaced.
    pub own: OwnFiles,
    /// Whether an existing file may be replaced.
    pub replaces: bool,
}
