//! Panes, their layout and their comparison.

use crate::commands::actions::CompareAction;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::{HEATMAP, OVERLAYS, PANE_LAYOUT, PANES, SPOTS};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::session::Session;
use crate::settings::SettingChange;
use crate::state::comparing::{self, PaneLayout};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(CompareAction::CompareOne, PANE_LAYOUT, "One pane")
            .tooltip("Shows the active pane alone; the others are kept")
            .checked(|session| session.comparing.visible_layout() == PaneLayout::One)
            .run(|cx| cx.session.comparing.layout = PaneLayout::One),
        row(CompareAction::CompareSide, PANE_LAYOUT, "Side by side")
            .tooltip("Shows all panes, one beside the other")
            .when([other_pane])
            .checked(|session| session.comparing.visible_layout() == PaneLayout::Side)
            .run(|cx| cx.session.comparing.layout = PaneLayout::Side),
        row(CompareAction::CompareWipe, PANE_LAYOUT, "Wipe")
            .tooltip("Shows A and the active pane in one picture, with a line between them that can be dragged")
            .when([other_pane])
            .checked(|session| session.comparing.visible_layout() == PaneLayout::Wipe)
            .run(|cx| cx.session.comparing.layout = PaneLayout::Wipe),
        row(CompareAction::CompareOverlay, PANE_LAYOUT, "Overlay")
            .tooltip("Shows the active pane as a ghost over A")
            .when([other_pane])
            .checked(|session| session.comparing.visible_layout() == PaneLayout::Overlay)
            .run(|cx| cx.session.comparing.layout = PaneLayout::Overlay),
        row(CompareAction::ToggleCompareBar, OVERLAYS, "Comparison bar")
            .tooltip("Shows the bar over the panes with their layouts, differences and worst spots; Animate mode has a choice of its own")
            .checked(|session| session.settings.bars(session.mode).compare)
            .run(|cx| cx.change_bars(|bars| bars.compare ^= true)),
        row(CompareAction::ToggleHeatmap, HEATMAP, "Difference in colors")
            .tooltip("A heatmap of how far outside or inside of A every other pane lies, along the normal")
            .toggles(flag!(switches.heatmap)),
        row(CompareAction::ToggleRangePinned, HEATMAP, "Pin range of colors")
            .tooltip("Keeps the current range of colors, or lets it follow the differences again")
            .checked(|session| session.comparing.pinned_range.is_some())
            .run(|cx| cx.toggle_range_pinned()),
        row(CompareAction::FoldLegend, HEATMAP, "Fold legend of differences")
            .tooltip("Shows the title of the legend alone, or all of it; drag the legend to move it, right-click it to put it back")
            .checked(|session| session.settings.legend.folded)
            .run(|cx| {
                let legend = cx.session.settings.legend;
                let folded = legend.with_fold(!legend.folded);
                cx.session.settings.change(SettingChange::Legend(folded));
            }),
        row(CompareAction::NextSpot, SPOTS, "Next worst spot")
            .tooltip("Frames the place where the active pane is farthest from A, then the next one; while surfaces show asymmetry, where weights differ most from their mirror image")
            .when([spots_to_visit])
            .run(|cx| cx.visit_spot(true)),
        row(CompareAction::PreviousSpot, SPOTS, "Previous worst spot")
            .tooltip("Frames the previous spot")
            .when([spots_to_visit])
            .run(|cx| cx.visit_spot(false)),
        row(CompareAction::AddPane, PANES, "Add pane")
            .tooltip("One pane more, up to four; each has a method of its own")
            .requires(
                |view| view.session.comparing.panes.len() < comparing::PANES.len(),
                "there are four panes",
            )
            .run(|cx| cx.session.comparing.add()),
        row(CompareAction::RemovePane, PANES, "Remove pane")
            .tooltip("Takes the active pane away")
            .when([several_panes])
            .run(|cx| cx.session.comparing.remove(cx.session.comparing.active)),
        row(CompareAction::NextPane, PANES, "Next pane")
            .tooltip("Activates the next pane")
            .when([several_panes])
            .run(|cx| cx.next_pane()),
        row(CompareAction::SwapPanes, PANES, "Swap panes")
            .tooltip("Exchanges what A and the active pane show")
            .when([other_pane])
            .run(|cx| cx.session.comparing.swap()),
        row(CompareAction::ToggleOwnCamera, PANES, "Own camera")
            .tooltip("Gives the active pane a camera of its own, or links it with the other panes again")
            .when([several_panes])
            .checked(has_own_camera)
            .run(|cx| cx.set_own_camera(cx.session.comparing.active, !has_own_camera(cx.session))),
    ]
}

const ONE_PANE: &str = "there is one pane";

fn other_pane(view: &View<'_>) -> WhyNot {
    unless(view.session.comparing.other().is_some(), ONE_PANE)
}

fn several_panes(view: &View<'_>) -> WhyNot {
    unless(view.session.comparing.panes.len() > 1, ONE_PANE)
}

/// Differences need a second pane, what surfaces show of asymmetry does not.
fn spots_to_visit(view: &View<'_>) -> WhyNot {
    match view.session.visits_asymmetry() {
        true => character_open(view),
        false => other_pane(view),
    }
}

fn has_own_camera(session: &Session) -> bool {
    let comparing = &session.comparing;
    let own = comparing.own_cameras.get(comparing.active);
    own.is_some_and(Option::is_some)
}
