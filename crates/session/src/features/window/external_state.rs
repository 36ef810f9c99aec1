//! External state: settings, key map, the system's theme, missing files, the size of a pane.

use crate::commands::command::ExternalState;
use crate::features::Context;

impl Context<'_> {
    pub(in crate::features) fn on_external_state(&mut self, state: ExternalState) {
        let session = &mut *self.session;
        match state {
            ExternalState::Settings { settings, folder } => {
                session.settings = *settings;
                session.settings_folder = folder;
            }
            ExternalState::Keys(keymap) => session.keymap = keymap,
            ExternalState::IsLight(is_light) => session.switches.light = is_light,
            ExternalState::Missing(files) => session.missing = files,
            ExternalState::PaneAspect(aspect) => session.pane_aspect = aspect,
        }
    }
}
