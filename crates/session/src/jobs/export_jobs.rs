//! Exports of a character in the background: the files are written by [`FileJobs`].

use std::ops::ControlFlow;
use std::path::Path;

use crate::commands::command::Command;
use crate::files::export::{Written, export_with, sentence};
use crate::files::export_options::prepared;
use crate::files::export_work::ExportJob;
use crate::files::file_ending::WrittenAs;
use crate::files::file_work::NotWritten;
use crate::files::write_order::WriteOrder;
use crate::jobs::file_jobs::{FileJob, FileJobs, reported};

/// Running and waiting exports.
pub type Exports = FileJobs<ExportJob>;

impl FileJob for ExportJob {
    fn file(&self) -> &Path {
        &self.order.file
    }

    fn run(self) -> Command {
        let outcome = if self.order.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            self.written()
        };
        done(self, outcome)
    }

    fn failed(self, text: String) -> Command {
        done(self, Err(NotWritten::Failed(text)))
    }
}

impl ExportJob {
    /// Prepares the character and writes it.
    fn written(&self) -> Result<Written, NotWritten> {
        let go_on = |_| match self.order.ticket.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let Some(prepared) = prepared(&self.character, &self.options, &go_on) else {
            return Err(NotWritten::Cancelled);
        };
        let prepared = prepared.map_err(|error| NotWritten::Failed(sentence(&error)))?;
        let WriteOrder {
            file,
            own,
            replaces,
            ..
        } = &self.order;
        let how = (*replaces, &self.options);
        let written = export_with(&prepared.character, file, own, how)?;
        let remarks: Vec<String> = prepared
            .remarks
            .into_iter()
            .chain([self.remarks.clone()])
            .collect();
        Ok(written.after(&remarks))
    }
}

fn done(job: ExportJob, outcome: Result<Written, NotWritten>) -> Command {
    reported(WrittenAs::Character, job.order, outcome)
}
