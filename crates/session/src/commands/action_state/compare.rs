//! When actions on panes and their differences can be done, and which are switched on.

use crate::commands::actions::CompareAction;
use crate::commands::view::View;
use crate::session::Session;
use crate::tools::comparing::{PANES, PaneLayout};

impl CompareAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        const ONE_PANE: &str = "there is one pane";
        let comparing = &view.session.comparing;
        match self {
            Self::CompareOne | Self::ToggleHeatmap | Self::ToggleRangePinned | Self::FoldLegend => {
                None
            }
            Self::AddPane => {
                (comparing.panes.len() >= PANES.len()).then_some("there are four panes")
            }
            Self::RemovePane | Self::NextPane | Self::ToggleOwnCamera => {
                (comparing.panes.len() <= 1).then_some(ONE_PANE)
            }
            Self::NextSpot | Self::PreviousSpot if view.session.visits_asymmetry() => {
                view.is_empty().then_some("nothing is open")
            }
            Self::CompareSide
            | Self::CompareWipe
            | Self::CompareOverlay
            | Self::NextSpot
            | Self::PreviousSpot
            | Self::SwapPanes => comparing.other().is_none().then_some(ONE_PANE),
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        let layout = session.comparing.visible_layout();
        match self {
            Self::CompareOne => Some(layout == PaneLayout::One),
            Self::CompareSide => Some(layout == PaneLayout::Side),
            Self::CompareWipe => Some(layout == PaneLayout::Wipe),
            Self::CompareOverlay => Some(layout == PaneLayout::Overlay),
            Self::ToggleHeatmap => Some(session.switches.heatmap),
            Self::ToggleRangePinned => Some(session.comparing.pinned_range.is_some()),
            Self::FoldLegend => Some(session.settings.legend.folded),
            Self::ToggleOwnCamera => {
                let own = session.comparing.own_cameras.get(session.comparing.active);
                Some(own.is_some_and(Option::is_some))
            }
            Self::NextSpot
            | Self::PreviousSpot
            | Self::AddPane
            | Self::RemovePane
            | Self::NextPane
            | Self::SwapPanes => None,
        }
    }
}
