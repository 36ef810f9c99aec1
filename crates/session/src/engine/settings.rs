//! Settings: read when the editor begins, applied, and kept when they change.

use std::path::Path;

use super::Editor;
use crate::commands::command::{ExternalState, Outcome, Panel};
use crate::notices::Severity;
use crate::settings::{SettingsStore, ThemeChoice};

impl Editor {
    /// Reads the settings from the world's folder, and keeps them there from now on.
    pub(super) fn open_settings(&mut self) {
        let folder = self.world.settings.clone();
        let (settings_store, settings, notices) = SettingsStore::open(folder, &self.world.files);
        self.apply(Outcome::External(ExternalState::Settings {
            settings: Box::new(settings),
            folder: settings_store.folder().map(Path::to_owned),
        }));
        self.settings_store = settings_store;
        for text in notices {
            self.apply(Outcome::NotifyLasting(Severity::Warning, text));
        }
    }

    /// Chooses between the light and the dark theme, as the settings or the system have it.
    pub fn follow_theme(&mut self, system_is_light: bool) {
        let is_light = match self.session.settings.theme {
            ThemeChoice::Dark => false,
            ThemeChoice::Light => true,
            ThemeChoice::System => system_is_light,
        };
        self.apply(Outcome::External(ExternalState::IsLight(is_light)));
    }

    /// Writes changed settings, and checks which recent files exist where they may be in sight.
    pub(super) fn keep_settings(&mut self, menu_open: bool) {
        let failure = self
            .settings_store
            .keep(&self.session.settings, &self.spawner);
        if let Some(text) = failure {
            self.apply(Outcome::Notify(Severity::Error, text));
        }
        let session = &self.session;
        let in_sight =
            menu_open || session.windows.palette.is_some() || session.is_open(Panel::Welcome);
        let recent = &session.settings.recent;
        if let Some(found) = self.presence.look(recent, in_sight, &self.spawner) {
            self.apply(match found {
                Ok(missing) => Outcome::External(ExternalState::Missing(missing)),
                Err(text) => Outcome::Notify(Severity::Warning, text),
            });
        }
    }

    /// Writes pending settings before the editor ends.
    pub fn finish_settings(&mut self) {
        // There is no window left to report a failure in.
        let _untold = self.settings_store.finish(&self.session.settings);
    }
}
