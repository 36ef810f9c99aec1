//! Pictures of what the panes show, drawn and written in the background by the program around the editor.

use std::path::Path;
use std::sync::Arc;

use super::Host;
use crate::commands::command::Command;
use crate::document::Document;
use crate::files::file_ending::WrittenAs;
use crate::files::file_work::NotWritten;
use crate::files::picture_work::PictureJob;
use crate::jobs::contact::OfVertices;
use crate::jobs::file_jobs::{FileJob, FileJobs, reported};
use crate::session::Session;

/// Running and waiting pictures.
pub(super) type Pictures = FileJobs<DrawnPictures>;

/// An order for pictures, and what they show.
#[derive(Clone, Debug)]
pub struct PictureTask {
    /// What is drawn, and where it is written.
    pub job: PictureJob,
    /// The document as it was when pictures were asked for.
    pub document: Document,
    /// What of it the panes showed then, and how.
    pub session: Box<Session>,
    /// How open the surface is, if panes show that.
    pub openness: Option<Arc<OfVertices>>,
}

/// Pictures, and who draws them.
#[derive(Clone, Debug)]
pub(super) struct DrawnPictures {
    pub(super) task: PictureTask,
    pub(super) host: Arc<dyn Host>,
}

impl FileJob for DrawnPictures {
    fn file(&self) -> &Path {
        &self.task.job.order.file
    }

    fn run(self) -> Command {
        let outcome = if self.task.job.order.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            self.host.write_pictures(&self.task)
        };
        reported(WrittenAs::Picture, self.task.job.order, outcome)
    }

    fn failed(self, text: String) -> Command {
        let outcome = Err(NotWritten::Failed(text));
        reported(WrittenAs::Picture, self.task.job.order, outcome)
    }
}
