//! What the window has learnt from outside: settings, keys, the system's theme, files that are gone.

use super::Context;
use crate::command::Learnt;

impl Context<'_> {
    pub(super) fn learn(&mut self, learnt: Learnt) {
        let session = &mut *self.session;
        match learnt {
            Learnt::Settings { settings, folder } => {
                session.settings = *settings;
                session.settings_folder = folder;
            }
            Learnt::Keys(keymap) => session.keymap = keymap,
            Learnt::IsLight(is_light) => session.switches.light = is_light,
            Learnt::Missing(files) => session.missing = files,
            Learnt::PaneAspect(aspect) => session.pane_aspect = aspect,
        }
    }
}
