//! Pictures of what the panes show: the dialog, and the order to draw and write in the background.

use super::Context;
use super::file_done::own_files;
use crate::files::file_work::FileAsked;
use crate::files::picture_work::{MOST_PICTURES, PictureAsked, PictureIntent, PictureJob};
use crate::session::{DialogFor, Request};

impl Context<'_> {
    pub(super) fn on_picture_intent(&mut self, intent: PictureIntent) {
        let picture = &mut self.session.picture;
        match intent {
            PictureIntent::Ask(typed) => {
                if picture.work.dialog.is_some() {
                    picture.work.dialog = typed;
                }
            }
            PictureIntent::Options(asked) => self.set_picture_options(asked),
            PictureIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Picture);
                self.session.requests.push(asked);
            }
            PictureIntent::Chosen(file) => {
                if let Some(dialog) = &mut picture.work.dialog {
                    // The system's dialog has already asked whether the file may be replaced.
                    *dialog = FileAsked {
                        exists: file.exists().then(|| file.clone()),
                        ..FileAsked::offering(&file)
                    };
                }
            }
            PictureIntent::Go => self.save_picture(),
        }
    }

    pub(super) fn ask_picture(&mut self) {
        let session = &mut *self.session;
        let asked = session
            .picture
            .asked
            .offered(self.document, &session.playback);
        let offered = asked.renamed(&session.picture_name());
        session.picture.asked = asked;
        session.picture.work.dialog = Some(FileAsked::offering(&offered));
    }

    /// A name that ends as another format is renamed with the choice of the format.
    fn set_picture_options(&mut self, asked: PictureAsked) {
        let picture = &mut self.session.picture;
        let form = |of: &PictureAsked| (of.ending(), of.is_sequence());
        let is_other = form(&asked) != form(&picture.asked);
        picture.asked = asked;
        if let Some(dialog) = picture.work.dialog.as_mut().filter(|_| is_other) {
            *dialog = FileAsked::offering(&picture.asked.renamed(&dialog.file()));
        }
    }

    /// One order at a time. The dialog closes, and comes back if the file is there already.
    fn save_picture(&mut self) {
        let (document, session) = (&*self.document, &mut *self.session);
        let picture = &mut session.picture;
        let Some(dialog) = &mut picture.work.dialog else {
            return;
        };
        if session.opened == 0 || picture.work.busy.is_some() {
            return;
        }
        let count = picture.asked.count(document);
        if count == 0 || count > usize::from(MOST_PICTURES) {
            return;
        }
        let (file, is_other) = match picture.asked.whole_name(&dialog.file()) {
            Ok(named) => named,
            Err(text) => {
                dialog.fault = Some(text);
                return;
            }
        };
        // The user has not agreed to replace a file of another name.
        let named = (file, dialog.replaces() && !is_other);
        let of = (session.opened, own_files(document, session));
        let order = session.picture.work.begin(of, named);
        session.picture.work.close();
        session.picture.share = crate::files::bake_work::Share::default();
        let job = PictureJob {
            order,
            share: session.picture.share.clone(),
            asked: session.picture.asked.clone(),
        };
        session.requests.push(Request::Picture(job));
    }
}
