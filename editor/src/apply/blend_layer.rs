//! What the brush paints, and the blend map as a whole.

use rig::Method;

use super::Bench;
use crate::command::Action;
use crate::comparing::PaneLayout;
use crate::mode::Mode;
use crate::weights_work::PaintLayer;
use scene::blend_map::cleared;
use scene::posed_character::Look;
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

/// Pane B, of which the window speaks.
const PANE_B: usize = 1;

impl Bench<'_> {
    /// The actions about the blend map; others go on.
    pub(super) fn run_blend_layer(&mut self, action: Action) {
        match action {
            Action::UsePaintLayer(layer) => self.use_layer(layer),
            Action::TogglePaintLayer => self.use_layer(self.session.weights.layer.other()),
            Action::ClearBlendMap => {
                let edits = cleared(&self.document.character);
                self.edit_weights("Clear blend map", None, &edits);
            }
            Action::ShowAffineBlending => self.show_affine(),
            other => self.run_problems(other),
        }
    }

    /// Who chooses what the brush paints wants to paint.
    fn use_layer(&mut self, layer: PaintLayer) {
        if self.session.mode != Mode::Weights {
            self.run(Action::WeightsMode);
        }
        self.session.weights.layer = layer;
        self.session.weights.selecting = false;
        self.session.shading = Shading::Weights;
    }

    /// Beside A, so that both are seen.
    fn show_affine(&mut self) {
        let comparing = &mut self.session.comparing;
        if comparing.panes.len() <= PANE_B {
            comparing.add();
        }
        if comparing.layout == PaneLayout::One {
            comparing.layout = PaneLayout::Side;
        }
        if let Some(pane) = comparing.panes.get(PANE_B).copied() {
            let look = Look::new(Method::Affine);
            self.set_pane(PANE_B, PaneShows { look, ..pane });
        }
    }
}
