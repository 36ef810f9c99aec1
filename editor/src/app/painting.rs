//! Painting and weight checks within a frame: what the brush did since the last frame is in this frame's pictures.

use eframe::egui;
use session::commands::command::{Input, Intent, Outcome};
use session::commands::weight_command::WeightCommand;
use session::jobs::skin_over_time::SkinOverTime;
use session::notices::Severity;
use session::tools::brush_work::BrushEvent;
use session::tools::selection::Choose;
use session::weighting::weights_work::MaskChange;

use super::App;

/// Delay until the next frame while progress is shown.
const PROGRESS_SOON: std::time::Duration = std::time::Duration::from_millis(100);

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
        for command in self
            .volume
            .follow(&self.document, &self.session, is_dragged, &self.spawner)
        {
            self.apply(command);
            ctx.request_repaint();
        }
    }

    /// The skin along the shown clip, as the timeline shows it.
    #[must_use]
    pub const fn skin_over_time(&self) -> &SkinOverTime {
        &self.skin_over_time
    }

    /// Has the skin over time and the dialog for fewer keys follow the shown clip, after the panes were brought up to
    /// date.
    pub(super) fn follow_clip(&mut self, is_dragged: bool, ctx: &egui::Context) {
        self.key_reduction
            .follow(&self.document, &self.session, &self.spawner);
        if self.key_reduction.progress().is_some() {
            // The share that is done is shown.
            ctx.request_repaint_after(PROGRESS_SOON);
        }
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
