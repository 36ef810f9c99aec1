//! How weights are shown.

use super::Bench;
use crate::command::Action;
use crate::settings::{Change, WeightColors};

impl Bench<'_> {
    /// The actions about how weights are shown; others go on.
    pub(super) fn run_weight_look(&mut self, action: Action) {
        let now = self.session.settings.weights;
        let look = match action {
            Action::UseRamp(ramp) => WeightColors { ramp, ..now },
            Action::NextRamp => WeightColors {
                ramp: now.ramp.next(),
                ..now
            },
            Action::UseIsolines(isolines) => WeightColors { isolines, ..now },
            Action::ToggleVertexDots => WeightColors {
                dots: !now.dots,
                ..now
            },
            other => return self.run_weights(other),
        };
        self.session.settings.change(Change::Weights(look));
    }
}
