//! Pictures of what the panes show, drawn and written in the background: by `headless`, as those of the command line.

use std::path::Path;
use std::sync::Arc;

use headless::picture::{Look, save};
use render::Theme;
use session::commands::command::Command;
use session::document::Document;
use session::files::file_ending::WrittenAs;
use session::files::file_work::NotWritten;
use session::files::picture_work::PictureJob;
use session::jobs::contact::OfVertices;
use session::jobs::file_jobs::{FileJob, FileJobs, reported};
use session::session::Session;

use crate::sheet::layout_sheet;

/// Running and waiting pictures.
pub(super) type Pictures = FileJobs<PictureTask>;

/// An order, with what the window alone knows.
#[derive(Clone, Debug)]
pub(super) struct PictureTask {
    pub(super) job: PictureJob,
    /// The document, and what of it is shown and how.
    pub(super) shown: Box<(Document, Session)>,
    /// The colors of the panes.
    pub(super) theme: Theme,
    /// How open the surface is, if panes show that.
    pub(super) openness: Option<Arc<OfVertices>>,
}

impl FileJob for PictureTask {
    fn file(&self) -> &Path {
        &self.job.order.file
    }

    fn run(self) -> Command {
        let outcome = if self.job.order.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            let openness = self.openness.as_ref();
            let look = Look {
                theme: self.theme,
                openness: openness.map(|openness| openness.as_slice()),
                layout_sheet,
            };
            let (document, session) = &*self.shown;
            save(&self.job, (document, session), look)
        };
        reported(WrittenAs::Picture, self.job.order, outcome)
    }

    fn failed(self, text: String) -> Command {
        let outcome = Err(NotWritten::Failed(text));
        reported(WrittenAs::Picture, self.job.order, outcome)
    }
}
