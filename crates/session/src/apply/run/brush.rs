//! Runs the actions on the brush and its settings.

use crate::apply::Context;
use crate::commands::actions::BrushAction;
use crate::files::settings::{BrushReach, BrushTool, Sharing};
use crate::tools::brush_work::{Adjusting, By};

impl Context<'_> {
    pub(super) fn run_brush(&mut self, action: BrushAction) {
        let mut brush = self.session.settings.brush.clone();
        match action {
            BrushAction::ToggleBrushPreview => brush.preview ^= true,
            BrushAction::ToggleBrushGhost => brush.ghost ^= true,
            BrushAction::DragBrush(what) => {
                self.session.painting.adjusting = Some(Adjusting::new(what, By::Drags, brush));
                return;
            }
            BrushAction::UseBrush(tool) => {
                brush.tool = tool;
                self.session.character.weights.selecting = false;
            }
            BrushAction::AdjustBrush(what) => {
                self.session.painting.adjusting = Some(Adjusting::new(what, By::Moves, brush));
                return;
            }
            BrushAction::ToggleRadiusInPixels => {
                brush.in_pixels ^= true;
                // The radius that is seen at the pointer, if it is over a pane.
                let seen = self.session.character.weights.keep_free;
                if brush.in_pixels && seen > 0.0 {
                    brush.pixels = seen;
                }
            }
            BrushAction::ToggleBrushThrough => brush.through ^= true,
            BrushAction::ToggleBrushBuildsUp => brush.builds_up ^= true,
            BrushAction::ToggleBrushGroup => brush.group ^= true,
            BrushAction::ToggleBrushMirror => brush.mirror ^= true,
            BrushAction::ToggleBrushTopology => brush.topology ^= true,
            BrushAction::UseBrushShape(shape) => brush.shape = shape,
            BrushAction::UseBrushReach(reach) => brush.reach = reach,
            BrushAction::NextBrushReach => brush.reach = BrushReach::next(brush.reach),
            // Without a donor picked before, choosing this way of sharing begins to pick one.
            BrushAction::UseSharing(Sharing::Picked) if brush.partner.is_empty() => {
                return self.wait_for_donor();
            }
            BrushAction::UseSharing(sharing) => brush.sharing = sharing,
            BrushAction::PickPartner => return self.wait_for_donor(),
            BrushAction::UseGradient(kind) => {
                brush.gradient.kind = kind;
                brush.tool = BrushTool::Gradient;
                self.session.character.weights.selecting = false;
            }
            BrushAction::SwapGradientEnds => {
                let gradient = &mut brush.gradient;
                std::mem::swap(&mut gradient.start, &mut gradient.end);
            }
            BrushAction::ToggleGradientBefore => brush.gradient.before ^= true,
            BrushAction::ToggleGradientBeyond => brush.gradient.beyond ^= true,
            BrushAction::ToggleGradientLimb => brush.gradient.limb ^= true,
            BrushAction::ToggleGradientWhole => brush.gradient.whole ^= true,
        }
        self.session.settings.brush = brush.sane();
    }
}
