//! The end of a job that writes a file for a dialog: what is left to tell, and where.

use std::path::Path;

use crate::files::export::Written;
use crate::files::file_work::{
    FileAsked, FileWork, NotWritten, Ticket, cancelled_message, not_written,
};
use crate::notices::Severity;

/// What is left to tell of a job that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The file was written: what is told of it.
    Written(Written),
    /// The open dialog says why not.
    InDialog,
    /// A notice says why not.
    Told(Severity, String),
}

impl FileWork<FileAsked> {
    /// Ends a job that writes a file: of one that was cancelled before nothing is left but the notice. An existing file is asked
    /// about in the dialog, even where the system's dialog chose the name, since an ending may have been added to it.
    pub fn written(
        &mut self,
        (ticket, file, replaces): (&Ticket, &Path, bool),
        outcome: Result<Written, NotWritten>,
    ) -> Ended {
        let Some(begun) = self.ended(ticket) else {
            let text = cancelled_message(file, outcome.is_ok(), replaces);
            return Ended::Told(Severity::Note, text);
        };
        let text = match outcome {
            Ok(written) => {
                if begun.is_asked {
                    self.close();
                }
                return Ended::Written(written);
            }
            Err(NotWritten::Exists) => {
                let dialog = self.dialog.get_or_insert_with(|| FileAsked::offering(file));
                dialog.found(file.to_owned());
                return Ended::InDialog;
            }
            Err(NotWritten::Cancelled) => not_written(file),
            Err(NotWritten::Failed(text)) => text,
        };
        match &mut self.dialog {
            Some(dialog) if begun.is_asked => {
                dialog.fault = Some(text);
                Ended::InDialog
            }
            _ => Ended::Told(Severity::Error, text),
        }
    }
}
