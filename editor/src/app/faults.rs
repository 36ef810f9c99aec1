//! Background work that follows the document: what tests look at, and its failures.

use session::commands::command::{Command, Outcome};
use session::jobs::key_reduction::KeyReduction;
use session::jobs::watch::Watch;
use session::notices::Severity;

use super::App;

impl App {
    /// The worker that looks for keys that can go.
    #[must_use]
    pub const fn key_reduction(&self) -> &KeyReduction {
        &self.key_reduction
    }

    /// Reports failures of the background work that follows the document.
    pub(super) fn report_faults(&mut self) {
        let faults = [
            self.shown.take_fault(),
            self.contact.take_fault(),
            self.motion.take_fault(),
            self.asymmetry.take_fault(),
            self.heats.take_fault(),
            self.judgment.take_fault(),
            self.paint_engine.take_fault(),
            self.surface.take_fault(),
            self.panes.take_fault(),
            self.volume.take_fault(),
            self.skin_over_time.take_fault(),
            self.key_reduction.take_fault(),
            self.watch.as_mut().and_then(Watch::take_fault),
        ];
        for text in faults.into_iter().flatten() {
            self.apply(Command::Outcome(Outcome::Notify(Severity::Warning, text)));
        }
    }
}
