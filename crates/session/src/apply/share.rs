//! The comparison as a web page: the dialog, the order to write in the background, and its result.

use std::path::Path;

use super::Context;
use crate::files::export::{OwnFiles, with_ending};
use crate::files::file_ending::Ended;
use crate::files::file_work::{AtWork, FileAsked};
use crate::files::share_work::{ShareIntent, ShareJob, ShareOutcome, Shared, shared_methods};
use crate::jobs::shown::visible_pose;
use crate::session::{DialogFor, Request};

const ENDING: &str = "html";

impl Context<'_> {
    pub(super) fn on_share_intent(&mut self, intent: ShareIntent) {
        let share = &mut self.session.share;
        match intent {
            ShareIntent::Ask(None) => share.work.cancel(),
            ShareIntent::Ask(Some(typed)) => {
                if let Some(dialog) = &mut share.work.dialog {
                    *dialog = typed;
                }
            }
            ShareIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Share);
                self.session.requests.push(asked);
            }
            ShareIntent::Chosen(file) => {
                if let Some(dialog) = &mut share.work.dialog {
                    // The system's dialog has already asked whether the file may be replaced.
                    *dialog = FileAsked {
                        exists: file.exists().then(|| file.clone()),
                        ..FileAsked::offering(&file)
                    };
                }
            }
            ShareIntent::LeaveClips(leaves) => share.leaves_clips = leaves,
            ShareIntent::Note(text) => share.note = text,
            ShareIntent::Go => {
                if let Some(dialog) = share.work.dialog.clone() {
                    self.share_to(&dialog.file(), dialog.replaces());
                }
            }
        }
    }

    pub(super) fn on_share_outcome(&mut self, outcome: ShareOutcome) {
        match outcome {
            ShareOutcome::Done(shared) => self.shared(*shared),
        }
    }

    pub(super) fn ask_share(&mut self) {
        let offered = self.session.share_name();
        let work = &mut self.session.share.work;
        work.cancel();
        work.dialog = Some(FileAsked::offering(&offered));
    }

    /// One page at a time.
    fn share_to(&mut self, file: &Path, replaces: bool) {
        let (document, session) = (&*self.document, &mut *self.session);
        if session.opened == 0 || session.share.work.busy.is_some() {
            return;
        }
        let (file, is_longer) = with_ending(file, ENDING);
        let pose = visible_pose(document, session);
        let work = &mut session.share.work;
        let ticket = work.next_ticket();
        work.busy = Some(AtWork {
            ticket: ticket.clone(),
            file: file.clone(),
            is_asked: work.dialog.is_some(),
        });
        let project = session.project.file.as_deref();
        let panes = &session.comparing.panes;
        let job = ShareJob {
            ticket,
            opened: session.opened,
            own: OwnFiles::of(&session.character.file, &document.original, project),
            file,
            character: document.character.clone(),
            pose,
            scale_inheritance: document.scale_inheritance.clone(),
            methods: shared_methods(&session.comparing),
            signs: panes
                .first()
                .map(|pane| pane.look.signs)
                .unwrap_or_default(),
            clips: !session.share.leaves_clips,
            note: session.share.note.trim().to_owned(),
            // The user has not agreed to replace a file of that longer name.
            replaces: replaces && !is_longer,
        };
        session.requests.push(Request::Share(job));
    }

    fn shared(&mut self, shared: Shared) {
        let Shared { job, outcome } = shared;
        let share = &mut self.session.share;
        let of = (&job.ticket, &*job.file, job.replaces);
        let (severity, text) = match share.work.written(of, outcome) {
            Ended::Written(written) => {
                if job.opened == self.session.opened {
                    share.last = Some(job.file);
                }
                written.notice("The page", "Open it in a browser.")
            }
            Ended::Told(severity, text) => (severity, text),
            Ended::InDialog => return,
        };
        self.session.notices.push(severity, text);
    }
}
