//! Runs the actions on panes and their comparison.

use crate::apply::Context;
use crate::commands::actions::CompareAction;
use crate::files::settings::Change;
use crate::tools::comparing::PaneLayout;

impl Context<'_> {
    pub(super) fn run_compare(&mut self, action: CompareAction) {
        let session = &mut *self.session;
        let comparing = &mut session.comparing;
        match action {
            CompareAction::CompareOne => comparing.layout = PaneLayout::One,
            CompareAction::CompareSide => comparing.layout = PaneLayout::Side,
            CompareAction::CompareWipe => comparing.layout = PaneLayout::Wipe,
            CompareAction::CompareOverlay => comparing.layout = PaneLayout::Overlay,
            CompareAction::ToggleHeatmap => session.switches.heatmap ^= true,
            CompareAction::ToggleRangePinned => self.toggle_range_pinned(),
            CompareAction::FoldLegend => {
                let legend = session.settings.legend;
                let folded = legend.with_fold(!legend.folded);
                session.settings.change(Change::Legend(folded));
            }
            CompareAction::NextSpot => self.visit_spot(true),
            CompareAction::PreviousSpot => self.visit_spot(false),
            CompareAction::AddPane => comparing.add(),
            CompareAction::RemovePane => comparing.remove(comparing.active),
            CompareAction::NextPane => self.next_pane(),
            CompareAction::SwapPanes => comparing.swap(),
            CompareAction::ToggleOwnCamera => {
                let pane = comparing.active;
                let is_own = comparing.own_cameras.get(pane).is_some_and(Option::is_some);
                self.set_own_camera(pane, !is_own);
            }
        }
    }
}
