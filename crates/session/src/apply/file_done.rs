//! The end of jobs that write a file for a dialog: exports, web pages and pictures.

use std::path::PathBuf;

use super::Context;
use crate::document::Document;
use crate::files::export::OwnFiles;
use crate::files::file_ending::{Ended, FileDone, WrittenAs};
use crate::files::file_work::{FileAsked, FileWork};
use crate::session::Session;

/// The files that the work is made of, which nothing that is written may replace.
pub(super) fn own_files(document: &Document, session: &Session) -> OwnFiles {
    let project = session.project.file.as_deref();
    OwnFiles::of(&session.character.file, &document.original, project)
}

/// The dialog and the job that write this, and the path of the last time.
const fn place(
    session: &mut Session,
    written_as: WrittenAs,
) -> (&mut FileWork<FileAsked>, &mut Option<PathBuf>) {
    match written_as {
        WrittenAs::Character => (&mut session.export.work, &mut session.export.last),
        WrittenAs::Page => (&mut session.share.work, &mut session.share.last),
        WrittenAs::Picture => (&mut session.picture.work, &mut session.picture.last),
    }
}

/// What was written, and a sentence of what can be done with it.
const fn words(written_as: WrittenAs) -> (&'static str, &'static str) {
    match written_as {
        WrittenAs::Character => ("The character", ""),
        WrittenAs::Page => ("The page", "Open it in a browser."),
        WrittenAs::Picture => ("The picture", ""),
    }
}

impl Context<'_> {
    /// Tells what came of a job, in its dialog while that is open.
    pub(super) fn on_file_done(&mut self, done: FileDone) {
        let FileDone {
            written_as,
            order,
            outcome,
        } = done;
        let is_of_now = order.opened == self.session.opened;
        let (work, last) = place(self.session, written_as);
        let (severity, text) = match work.written(&order, outcome) {
            Ended::Written(written) => {
                if is_of_now {
                    *last = Some(order.file);
                }
                let (what, behind) = words(written_as);
                written.notice(what, behind)
            }
            Ended::Told(severity, text) => (severity, text),
            Ended::InDialog => return,
        };
        self.session.notices.push(severity, text);
    }
}
