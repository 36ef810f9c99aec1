//! Painting in the window's frame: what the brush has done since the last one is in this one's pictures.

use eframe::egui;

use super::App;
use session::commands::command::Input;
use session::tools::brush_work::BrushEvent;

impl App {
    /// Goes on with the stroke at work, before the panes are made ready.
    pub(super) fn paint(&mut self, ctx: &egui::Context) {
        if let Some(painted) = self.paint_engine.work(&self.document, &self.session) {
            self.apply(Input::Brush(BrushEvent::Painted(Box::new(painted))));
        }
        if self.session.painting.stroke.is_some() {
            ctx.request_repaint();
        }
    }

    /// Looks for problems of the weights once they stand, and mends what is to be mended.
    pub(super) fn check_weights(&mut self, is_dragged: bool, ctx: &egui::Context) {
        let with = (&self.session, &self.paint_engine);
        for command in self
            .checker
            .follow(&self.document, with, is_dragged, &self.spawner)
        {
            self.apply(command);
            ctx.request_repaint();
        }
    }

    /// Makes ready what the brush may meet, after them.
    pub(super) fn prepare_to_paint(&mut self) {
        let with = (&self.session, &self.shown);
        self.paint_engine
            .prepare(&self.document, with, &self.spawner);
    }
}
