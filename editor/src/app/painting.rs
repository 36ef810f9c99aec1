//! Painting and weight checks within a frame: what the brush did since the last frame is in this frame's pictures.

use eframe::egui;
use session::commands::command::{Input, Intent, Outcome};
use session::commands::weight_command::WeightCommand;
use session::notices::Severity;
use session::tools::brush_work::BrushEvent;
use session::tools::selection::Choose;
use session::weighting::weights_work::MaskChange;

use super::App;

impl App {
    /// Works on the running stroke, before the panes are brought up to date.
    pub(super) fn paint(&mut self, ctx: &egui::Context) {
        if let Some(painted) = self.paint_engine.work(&self.document, &self.session) {
            self.apply(Input::Brush(BrushEvent::Painted(Box::new(painted))));
        }
        if self.session.painting.stroke.is_some() {
            ctx.request_repaint();
        }
    }

    /// Changes the selected vertices by how they are connected, or reports why that is not possible.
    pub(super) fn revise_mask(&mut self, change: MaskChange) {
        let selection = &self.session.character.weights.vertices;
        match self.paint_engine.revised_mask(change, selection) {
            Ok(places) => {
                let chosen = WeightCommand::SelectVertices(places, Choose::Alone);
                self.apply(Intent::Weights(chosen));
            }
            Err(why) => self.apply(Outcome::Notify(Severity::Note, why.to_owned())),
        }
    }

    /// Lets the problem checker follow the weights, and applies what it returns.
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

    /// Lets the check of volume in test poses follow the weights, and applies what it returns.
    pub(super) fn check_volume(&mut self, is_dragged: bool, ctx: &egui::Context) {
        let with = (&self.session, &self.paint_engine);
        for command in self
            .volume
            .follow(&self.document, with, is_dragged, &self.spawner)
        {
            self.apply(command);
            ctx.request_repaint();
        }
    }

    /// Has the skin over time follow the shown clip, after the panes were brought up to date.
    pub(super) fn follow_skin_over_time(&mut self, is_dragged: bool) {
        let with = (&self.session, &self.shown);
        self.skin_over_time
            .follow(&self.document, with, is_dragged, &self.spawner);
    }

    /// Prepares the surfaces for the brush, after the panes were brought up to date.
    pub(super) fn prepare_to_paint(&mut self) {
        let with = (&self.session, &self.shown);
        self.paint_engine
            .prepare(&self.document, with, &self.spawner);
    }
}
