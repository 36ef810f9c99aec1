//! The comparison as a web page: the dialog, and the order to write in the background.

use std::path::Path;

use super::Context;
use super::file_done::own_files;
use crate::files::export::with_ending;
use crate::files::file_work::FileAsked;
use crate::files::share_work::{ShareIntent, ShareJob, shared_methods};
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
        // The user has not agreed to replace a file of that longer name.
        let named = (file, replaces && !is_longer);
        let of = (session.opened, own_files(document, session));
        let job = ShareJob {
            order: session.share.work.begin(of, named),
            character: document.character.clone(),
            pose,
            scale_inheritance: document.scale_inheritance.clone(),
            methods: shared_methods(&session.comparing),
            clips: !session.share.leaves_clips,
            note: session.share.note.trim().to_owned(),
        };
        session.requests.push(Request::Share(job));
    }
}
