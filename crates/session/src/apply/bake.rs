//! Baking: the dialog, the orders to bake and to write in the background, and their results.

use std::path::PathBuf;
use std::sync::Arc;

use scene::view::pane_shows::PaneWeights;

use super::Context;
use crate::document::baked::BakedFrom;
use crate::document::keyed::all_keyed;
use crate::files::bake_work::{
    BakeAsked, BakeAtWork, BakeFound, BakeIntent, BakeOrder, BakeOutcome, BakeStep, Baked, Share,
};
use crate::files::export::{OwnFiles, Written, baked_file_for, with_ending};
use crate::files::file_work::{FileAsked, NotWritten, Ticket};
use crate::notices::Severity;
use crate::session::Request;

impl Context<'_> {
    pub(super) fn on_bake_intent(&mut self, intent: BakeIntent) {
        match intent {
            BakeIntent::Ask(None) => self.close_bake(),
            BakeIntent::Ask(Some(asked)) => {
                if let Some(dialog) = &mut self.session.bake.dialog {
                    *dialog = asked;
                }
            }
            BakeIntent::Bake => self.bake(),
            BakeIntent::Show => self.show_baked(),
            BakeIntent::Stop => self.session.bake.stop(),
            BakeIntent::Write => self.write_baked(),
        }
    }

    pub(super) fn on_bake_outcome(&mut self, outcome: BakeOutcome) {
        match outcome {
            BakeOutcome::Baked(ticket, asked, found) => self.baked(&ticket, *asked, found),
            BakeOutcome::Written(ticket, file, outcome) => {
                self.baked_written(&ticket, file, outcome);
            }
        }
    }

    /// Closes the dialog; what was baked is forgotten, in panes too.
    fn close_bake(&mut self) {
        self.session.bake.close();
        self.session.comparing.hide_baked();
        self.session.character.versions.set_baked(None);
    }

    /// Opens the dialog, for the method of the active pane; one that is out of the way comes back as it was.
    pub(super) fn ask_bake(&mut self) {
        let bake = &mut self.session.bake;
        if bake.dialog.is_some() && std::mem::take(&mut bake.is_aside) {
            return;
        }
        self.close_bake();
        let session = &mut *self.session;
        let comparing = &session.comparing;
        let look = comparing.panes.get(comparing.active);
        let look = look.map(|shows| shows.look).unwrap_or_default();
        let project = session.project.file.as_deref();
        let offered = baked_file_for(&session.character.file, project);
        session.bake.dialog = Some(BakeAsked::offering(look, FileAsked::offering(&offered)));
    }

    fn bake(&mut self) {
        let keyed = match self.document.pending.is_empty() {
            true => Ok(Arc::clone(&self.document.character)),
            false => all_keyed(self.document).map(|keyed| keyed.character),
        };
        let scale_inheritance = self.document.scale_inheritance.to_vec().into();
        let from = BakedFrom::of(self.document);
        let bake = &mut self.session.bake;
        let Some(asked) = bake.dialog.as_mut().filter(|_| bake.busy.is_none()) else {
            return;
        };
        asked.file.fault = None;
        let character = match keyed {
            Ok(character) => character,
            Err(error) => {
                let text = format!(
                    "What was posed and is not keyed yet cannot get keys: {error}. Discard it, or key it first."
                );
                asked.file.fault = Some(text);
                return;
            }
        };
        let step = BakeStep::Bake {
            asked: asked.clone(),
            character,
            scale_inheritance,
            threads: scene::parallel::processors().saturating_sub(1).max(1),
        };
        let file = asked.file.file();
        self.order_bake(file, step, Some(from));
    }

    /// Shows what was baked in a pane, beside the method it was baked from, or takes that back.
    pub(super) fn compare_baked(&mut self) {
        let comparing = &mut self.session.comparing;
        match comparing.compares_weights(PaneWeights::Baked) {
            true => comparing.hide_baked(),
            false => self.show_baked(),
        }
    }

    /// Shows what was baked in a pane, at a moment that the file has, with the dialog out of the way.
    fn show_baked(&mut self) {
        let session = &mut *self.session;
        let Some(found) = session.bake.found.as_ref() else {
            return;
        };
        let Some(version) = found.version.as_ref().filter(|it| it.fits(self.document)) else {
            return;
        };
        let moment = session.playback.moment;
        let is_there = moment.is_some_and(|moment| version.has_clip(moment.clip));
        let worst = found.worst_moment().filter(|_| !is_there);
        session.comparing.show_baked(version.look());
        session.bake.is_aside = session.bake.dialog.is_some();
        if let Some(worst) = worst.filter(|it| self.document.character.clip(it.clip).is_some()) {
            self.show_moment(worst);
        }
        self.forget_unseen_weights();
    }

    fn write_baked(&mut self) {
        let (document, session) = (&*self.document, &mut *self.session);
        let bake = &mut session.bake;
        let is_old = bake.is_old(document);
        let Some(baked) = bake.result().cloned().filter(|_| bake.busy.is_none()) else {
            return;
        };
        let Some(asked) = &mut bake.dialog else {
            return;
        };
        if is_old {
            asked.file.fault =
                Some("The character was edited after this bake. Bake again.".to_owned());
            return;
        }
        let (file, is_longer) = with_ending(&asked.file.file(), "glb");
        if file
            .extension()
            .is_none_or(|ending| !ending.eq_ignore_ascii_case("glb"))
        {
            asked.file.fault = Some(
                "Baked characters are written as one file; give a name that ends in .glb."
                    .to_owned(),
            );
            return;
        }
        let replaces = asked.file.replaces() && !is_longer;
        asked.file.path = file.to_string_lossy().into_owned();
        let project = session.project.file.as_deref();
        let own = OwnFiles::of(&session.character.file, &document.original, project);
        let step = BakeStep::Write {
            baked,
            access: own.access(),
            own,
            replaces,
        };
        self.order_bake(file, step, None);
    }

    fn order_bake(&mut self, file: PathBuf, work: BakeStep, from: Option<BakedFrom>) {
        let bake = &mut self.session.bake;
        bake.count += 1;
        let at_work = BakeAtWork {
            ticket: Ticket::new(bake.count),
            share: Share::default(),
            from,
        };
        let order = BakeOrder {
            ticket: at_work.ticket.clone(),
            share: at_work.share.clone(),
            file,
            work,
        };
        bake.busy = Some(at_work);
        self.session.requests.push(Request::Bake(order));
    }

    /// What has ended, if it is what is waited for.
    fn ends(&mut self, ticket: &Ticket) -> Option<BakeAtWork> {
        let busy = &mut self.session.bake.busy;
        busy.take_if(|busy| busy.ticket == *ticket)
    }

    fn baked(
        &mut self,
        ticket: &Ticket,
        asked: BakeAsked,
        found: Option<Result<Arc<Baked>, String>>,
    ) {
        let Some(from) = self.ends(ticket).and_then(|ended| ended.from) else {
            return;
        };
        let bake = &mut self.session.bake;
        match found {
            Some(Ok(baked)) => {
                let found = BakeFound::new(asked, baked, from);
                let versions = &mut self.session.character.versions;
                versions.set_baked(found.version.clone());
                bake.found = Some(found);
            }
            Some(Err(text)) => match &mut bake.dialog {
                Some(dialog) => dialog.file.fault = Some(text),
                None => self.session.notices.push(Severity::Error, text),
            },
            None => {}
        }
    }

    fn baked_written(&mut self, ticket: &Ticket, file: PathBuf, outcome: Result<(), NotWritten>) {
        let is_waited_for = self.ends(ticket).is_some();
        let bake = &mut self.session.bake;
        let dialog = bake.dialog.as_mut().filter(|_| is_waited_for);
        let text = match outcome {
            Ok(()) => {
                let found = bake.found.as_ref();
                let written = Written {
                    place: file,
                    bytes: found.and_then(|it| u64::try_from(it.baked.glb.len()).ok()),
                    remarks: String::new(),
                };
                if is_waited_for {
                    self.close_bake();
                }
                let (severity, text) = written.notice("The baked character", "");
                return self.session.notices.push(severity, text);
            }
            Err(NotWritten::Exists(existing)) => {
                if let Some(dialog) = dialog {
                    dialog.file.found(file, &existing);
                }
                return;
            }
            Err(NotWritten::Cancelled) => return,
            Err(NotWritten::Failed(text)) => text,
        };
        match dialog {
            Some(dialog) => dialog.file.fault = Some(text),
            None => self.session.notices.push(Severity::Error, text),
        }
    }
}
