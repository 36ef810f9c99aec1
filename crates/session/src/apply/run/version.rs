//! Runs the actions on versions of the weights.

use scene::view::pane_shows::PaneWeights;

use crate::apply::Context;
use crate::commands::actions::VersionAction;
use crate::file_dialogs::version::VersionAsked;

impl Context<'_> {
    pub(super) fn run_version(&mut self, action: VersionAction) {
        match action {
            VersionAction::CompareEngine => self.compare_engine(),
            VersionAction::CompareOpened => self.compare_weights(PaneWeights::Opened),
            VersionAction::CompareBeforeChange => self.compare_before_change(),
            VersionAction::KeepWeights => self.keep_weights(),
            VersionAction::CompareKept => self.compare_kept(),
            VersionAction::CompareFile => self.ask_file::<VersionAsked>(),
            VersionAction::CompareBaked => self.compare_baked(),
            VersionAction::NextWeights => self.next_weights(),
            VersionAction::ForgetWeights => self.forget_active_weights(),
        }
    }
}
