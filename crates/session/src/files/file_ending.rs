//! Beginning and end of a job that writes a file for a dialog: the order, and what is left to tell, and where.

use std::path::PathBuf;

use crate::files::export::{OwnFiles, Written};
use crate::files::file_work::{
    AtWork, FileAsked, FileWork, NotWritten, cancelled_message, not_written,
};
use crate::files::write_order::WriteOrder;
use crate::notices::Severity;

/// What a dialog has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenAs {
    /// The character, as glTF.
    Character,
    /// The comparison, as a web page.
    Page,
    /// A picture, or several.
    Picture,
}

/// The result of an order to write.
#[derive(Clone, Debug)]
pub struct FileDone {
    /// What was to be written.
    pub written_as: WrittenAs,
    /// The order.
    pub order: WriteOrder,
    /// Facts of the file, or why nothing was written.
    pub outcome: Result<Written, NotWritten>,
}

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
    /// Begins a job, and gives its order. `opened` is the number of characters opened until now.
    pub fn begin(
        &mut self,
        (opened, own): (u64, OwnFiles),
        (file, replaces): (PathBuf, bool),
    ) -> WriteOrder {
        let ticket = self.next_ticket();
        self.busy = Some(AtWork {
            ticket: ticket.clone(),
            file: file.clone(),
            is_asked: self.dialog.is_some(),
        });
        WriteOrder {
            ticket,
            opened,
            file,
            own,
            replaces,
        }
    }

    /// Ends a job that writes a file: of one that was canceled before nothing is left but the notice. An existing file is asked
    /// about in the dialog, even where the system's dialog chose the name, since an ending may have been added to it.
    pub fn written(&mut self, order: &WriteOrder, outcome: Result<Written, NotWritten>) -> Ended {
        let (ticket, file, replaces) = (&order.ticket, order.file.as_path(), order.replaces);
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
            Err(NotWritten::Exists(existing)) => {
                let dialog = self.dialog.get_or_insert_with(|| FileAsked::offering(file));
                dialog.found(file.to_owned(), &existing);
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
