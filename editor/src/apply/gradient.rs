//! Options of the tool that draws gradients.

use super::Bench;
use crate::command::Action;
use crate::settings::{BrushTool, Change};

impl Bench<'_> {
    pub(super) fn run_gradient(&mut self, action: Action) {
        let mut brush = self.session.settings.brush.clone();
        let gradient = &mut brush.gradient;
        match action {
            Action::UseGradient(kind) => {
                gradient.kind = kind;
                brush.tool = BrushTool::Gradient;
                self.session.weights.selecting = false;
            }
            Action::SwapGradientEnds => {
                std::mem::swap(&mut gradient.start, &mut gradient.end);
            }
            Action::ToggleGradientBeyond => gradient.beyond ^= true,
            Action::ToggleGradientLimb => gradient.limb ^= true,
            Action::ToggleGradientWhole => gradient.whole ^= true,
            other => return self.run_export(other),
        }
        self.session.settings.change(Change::Brush(brush));
    }

    /// That only selected vertices changed, if some are selected.
    pub(super) fn only_selected(&self) -> String {
        match self.session.weights.vertices.all().len() {
            0 => String::new(),
            1 => "; only the selected vertex".to_owned(),
            count => format!("; only the {count} selected vertices"),
        }
    }

    /// Why a gradient met no vertex.
    pub(super) fn nothing_between(&self) -> &'static str {
        if self.session.weights.vertices.all().is_empty() {
            "No vertex lies between the ends of the gradient."
        } else {
            "No selected vertex lies between the ends of the gradient. Select none, and all are meant."
        }
    }
}
