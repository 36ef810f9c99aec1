//! Commands that choose what the brush paints, and that show affine blending beside it.

use rig::Method;
use scene::posed_character::Look;
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

use crate::features::Context;
use crate::mode::Mode;
use crate::state::comparing::PaneLayout;
use crate::state::weight_table::weights_work::PaintLayer;

/// Index of pane B.
const PANE_B: usize = 1;

impl Context<'_> {
    /// Choosing a layer implies painting, so the mode changes with it.
    pub(in crate::features) fn use_layer(&mut self, layer: PaintLayer) {
        if self.session.mode != Mode::Weights {
            self.change_mode(Mode::Weights);
        }
        self.session.character.weights.layer = layer;
        self.session.character.correctives.tool = None;
        self.session.character.weights.selecting = false;
        self.session.shading = Shading::Weights;
    }

    /// Shows affine blending in pane B, side by side with pane A.
    pub(in crate::features) fn show_affine(&mut self) {
        let comparing = &mut self.session.comparing;
        if comparing.panes.len() <= PANE_B {
            comparing.add();
        }
        if comparing.layout == PaneLayout::One {
            comparing.layout = PaneLayout::Side;
        }
        if let Some(pane) = comparing.panes.get(PANE_B).copied() {
            let method = Method::Affine;
            let look = Look {
                method,
                ..pane.look.whole().for_all()
            };
            self.set_pane(PANE_B, PaneShows { look, ..pane });
        }
    }
}
