//! The export of a character in the background.

use std::path::Path;

use crate::command::{Command, Outcome};
use crate::export::{Written, export};
use crate::export_work::{ExportJob, ExportOutcome, Exported};
use crate::file_jobs::{FileJob, FileJobs};
use crate::file_work::NotWritten;

/// The window's end.
pub type Exports = FileJobs<ExportJob>;

impl FileJob for ExportJob {
    fn file(&self) -> &Path {
        &self.file
    }

    fn run(self) -> Command {
        let outcome = if self.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            export(&self.character, &self.file, &self.own, self.replaces)
        };
        done(self, outcome)
    }

    fn failed(self, text: String) -> Command {
        done(self, Err(NotWritten::Failed(text)))
    }
}

fn done(job: ExportJob, outcome: Result<Written, NotWritten>) -> Command {
    Command::Outcome(Outcome::Export(ExportOutcome::Done(Box::new(Exported {
        job,
        outcome,
    }))))
}
