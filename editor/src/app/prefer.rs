//! Applies the settings to the window, and keeps them.

use std::path::{Path, PathBuf};

use eframe::egui;
use session::commands::command::{ExternalState, Intent, Outcome, Panel};
use session::files::settings::{Change, SettingsStore, ThemeChoice};
use session::notices::Severity;

use super::App;
use crate::theme;

impl App {
    /// Reads the settings from a folder, and keeps them there from now on.
    pub(super) fn open_settings(&mut self, folder: Option<PathBuf>) {
        let (settings_store, settings, notices) = SettingsStore::open(folder);
        self.apply(Outcome::External(ExternalState::Settings {
            settings: Box::new(settings),
            folder: settings_store.folder().map(Path::to_owned),
        }));
        self.settings_store = settings_store;
        for text in notices {
            self.apply(Outcome::NotifyLasting(Severity::Warning, text));
        }
    }

    /// Changes a setting as the preferences do, also before the window's first frame.
    pub fn prefer(&mut self, change: Change) {
        self.apply(Intent::Set(change));
    }

    /// Applies the theme and the accent color of the settings.
    pub(super) fn follow_settings(&mut self, ctx: &egui::Context) {
        // The interface scale has actions of its own, whose keys can be chosen. So has closing; and egui would close on
        // Ctrl+Alt+Q, a key of another action, as on Ctrl+Q.
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            options.quit_shortcuts.clear();
        });
        let settings = &self.session.settings;
        let light = match settings.theme {
            ThemeChoice::Dark => false,
            ThemeChoice::Light => true,
            ThemeChoice::System => ctx.system_theme() == Some(egui::Theme::Light),
        };
        self.apply(Outcome::External(ExternalState::IsLight(light)));
        theme::choose(ctx, light);
        theme::follow_accent(ctx, self.session.settings.colors.accent);
    }

    /// Applies the interface scale of the settings, though not before the window's first frame: one that is drawn in
    /// two sizes is never shown.
    pub(super) fn follow_scale(&mut self, ctx: &egui::Context) {
        let scale = self.session.settings.ui_scale;
        if ctx.cumulative_frame_nr() > 0 && self.scale != Some(scale) {
            self.scale = Some(scale);
            ctx.set_zoom_factor(scale);
            ctx.request_repaint();
        }
        if self.scale.is_none() {
            ctx.request_repaint();
        }
    }

    /// Writes changed settings, and checks which recent files exist.
    pub(super) fn keep_settings(&mut self, ctx: &egui::Context) {
        if let Some(text) = self
            .settings_store
            .keep(&self.session.settings, &self.spawner)
        {
            self.apply(Outcome::Notify(Severity::Error, text));
        }
        let session = &self.session;
        let shown = session.windows.palette.is_some()
            || session.is_open(Panel::Welcome)
            || egui::Popup::is_any_open(ctx);
        let recent = &self.session.settings.recent;
        if let Some(found) = self.presence.look(recent, shown, &self.spawner) {
            self.apply(match found {
                Ok(missing) => Outcome::External(ExternalState::Missing(missing)),
                Err(text) => Outcome::Notify(Severity::Warning, text),
            });
        }
    }

    /// Writes pending settings before the window closes.
    pub(super) fn finish_settings(&mut self) {
        // There is no window left to report a failure in.
        let _untold = self.settings_store.finish(&self.session.settings);
    }
}
