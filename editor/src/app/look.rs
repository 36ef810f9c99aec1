//! The look of the window: theme, accent color and scale of the settings.

use eframe::egui;

use super::App;
use crate::theme;

impl App {
    /// Applies the theme and the accent color of the settings.
    pub(super) fn follow_look(&self, ctx: &egui::Context) {
        // The interface scale has actions of its own, whose keys can be chosen. So has closing; and egui would close on
        // Ctrl+Alt+Q, a key of another action, as on Ctrl+Q.
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            options.quit_shortcuts.clear();
        });
        let session = self.view().session;
        theme::choose(ctx, session.switches.light);
        theme::follow_accent(ctx, session.settings.colors.accent);
    }

    /// Applies the interface scale of the settings, though not before the window's first frame: one that is drawn in
    /// two sizes is never shown.
    pub(super) fn follow_scale(&mut self, ctx: &egui::Context) {
        let scale = self.view().session.settings.ui_scale;
        if ctx.cumulative_frame_nr() > 0 && self.scale != Some(scale) {
            self.scale = Some(scale);
            ctx.set_zoom_factor(scale);
            ctx.request_repaint();
        }
        if self.scale.is_none() {
            ctx.request_repaint();
        }
    }
}
