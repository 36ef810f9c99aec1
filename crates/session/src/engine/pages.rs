//! Comparisons as web pages, written in the background by the program around the editor.

use std::path::Path;
use std::sync::Arc;

use super::Host;
use crate::commands::command::Command;
use crate::files::file_ending::WrittenAs;
use crate::files::file_work::NotWritten;
use crate::files::share_work::ShareJob;
use crate::jobs::file_jobs::{FileJob, FileJobs, reported};

/// Running and waiting pages.
pub(super) type Pages = FileJobs<PageJob>;

/// An order, and who writes it.
#[derive(Clone, Debug)]
pub(super) struct PageJob {
    pub(super) job: ShareJob,
    pub(super) host: Arc<dyn Host>,
}

impl FileJob for PageJob {
    fn file(&self) -> &Path {
        &self.job.order.file
    }

    fn run(self) -> Command {
        let outcome = if self.job.order.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            self.host.write_page(&self.job)
        };
        reported(WrittenAs::Page, self.job.order, outcome)
    }

    fn failed(self, text: String) -> Command {
        let outcome = Err(NotWritten::Failed(text));
        reported(WrittenAs::Page, self.job.order, outcome)
    }
}
