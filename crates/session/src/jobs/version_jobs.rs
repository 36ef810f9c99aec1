//! Reads weights of other files in the background, as versions to compare with, through [`FileJobs`].

use std::path::Path;

use crate::commands::command::{Command, Outcome};
use crate::files::version_file::version_of;
use crate::files::version_file_work::{FileVersion, ReadVersion, VersionJob};
use crate::jobs::file_jobs::{FileJob, FileJobs};

/// Running jobs that read weights to compare with.
pub type VersionFiles = FileJobs<VersionJob>;

impl FileJob for VersionJob {
    fn file(&self) -> &Path {
        &self.file
    }

    fn run(self) -> Command {
        let outcome = version_of(&self.file, &self.document, &|| self.ticket.is_stopped());
        read(self, outcome)
    }

    fn failed(self, text: String) -> Command {
        read(self, Err(text))
    }
}

fn read(job: VersionJob, outcome: Result<FileVersion, String>) -> Command {
    Command::Outcome(Outcome::Version(Box::new(ReadVersion { job, outcome })))
}
