//! Exports of a character in the background: the files are written by [`FileJobs`].

use std::path::Path;

use crate::commands::command::{Command, Outcome};
use crate::files::export::{Written, export};
use crate::files::export_work::{ExportJob, ExportOutcome, Exported};
use crate::files::file_work::NotWritten;
use crate::jobs::file_jobs::{FileJob, FileJobs};

/// Running and waiting exports.
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
