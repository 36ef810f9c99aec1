//! Baking: the dialog, the order to bake in the background, its result, and the pane that shows it.

use std::sync::Arc;

use scene::view::pane_shows::PaneWeights;

use crate::features::Context;
use crate::features::file_dialogs::apply::{Effects, subject};
use crate::state::bake::baking::{BakeAsked, BakeFound, Baked};
use crate::state::bake::dialog::{BakeIntent, BakeStep, BakeWork};
use crate::state::file_dialogs::dialog::{AtWork, FileJob};

impl Effects for BakeAsked {
    /// What was baked is forgotten, in panes too.
    fn on_close(context: &mut Context<'_>) {
        context.session.baked = None;
        context.session.comparing.hide_baked();
        context.session.character.versions.set_baked(None);
    }

    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Arc<Baked>, String>,
    ) {
        match (read, job.work) {
            (Ok(baked), BakeStep::Bake(work)) => {
                let found = BakeFound::new(work.asked, baked, work.from);
                let versions = &mut context.session.character.versions;
                versions.set_baked(found.version.clone());
                context.session.baked = Some(found);
            }
            (Ok(_), BakeStep::Write(..)) => {}
            (Err(text), _) => context.report_file_fault::<Self>(begun.is_asked, text),
        }
    }
}

impl Context<'_> {
    pub(in crate::features) fn on_bake_intent(&mut self, intent: BakeIntent) {
        match intent {
            BakeIntent::Bake => self.bake(),
            BakeIntent::Show => self.show_baked(),
            BakeIntent::Stop => self.session.file_dialogs.bake.stop(),
        }
    }

    /// Opens the dialog; one that is out of the way comes back as it was.
    pub(in crate::features) fn ask_bake(&mut self) {
        let dialog = &mut self.session.file_dialogs.bake;
        if !std::mem::take(&mut dialog.is_aside) {
            self.ask_file::<BakeAsked>();
        }
    }

    fn bake(&mut self) {
        if self.session.file_dialogs.bake.busy.is_some() {
            return self.tell_busy::<BakeAsked>();
        }
        let work = &self.session.file_dialogs.bake;
        let Some(dialog) = &work.dialog else {
            return;
        };
        let file = dialog.file();
        let step = BakeWork::new(&work.options, &subject(self.document, self.session));
        match step {
            Ok(step) => {
                if let Some(dialog) = &mut self.session.file_dialogs.bake.dialog {
                    dialog.fault = None;
                }
                let step = BakeStep::Bake(Box::new(step));
                self.order_file_job::<BakeAsked>((file, false), step, true);
            }
            Err(text) => self.report_file_fault::<BakeAsked>(true, text),
        }
    }

    /// Shows what was baked in a pane, beside the method it was baked from, or takes that back.
    pub(in crate::features) fn compare_baked(&mut self) {
        let comparing = &mut self.session.comparing;
        match comparing.compares_weights(PaneWeights::Baked) {
            true => comparing.hide_baked(),
            false => self.show_baked(),
        }
    }

    /// Shows what was baked in a pane, at a moment that the file has, with the dialog out of the way.
    fn show_baked(&mut self) {
        let session = &mut *self.session;
        let Some(found) = session.baked.as_ref() else {
            return;
        };
        let Some(version) = found.version.as_ref().filter(|it| it.fits(self.document)) else {
            return;
        };
        let moment = session.playback.moment;
        let is_there = moment.is_some_and(|moment| version.has_clip(moment.clip));
        let worst = found.worst_moment().filter(|_| !is_there);
        session.comparing.show_baked(version.look());
        let dialog = &mut session.file_dialogs.bake;
        dialog.is_aside = dialog.dialog.is_some();
        if let Some(worst) = worst.filter(|it| self.document.character.clip(it.clip).is_some()) {
            self.show_moment(worst);
        }
        self.forget_unseen_weights();
    }
}
