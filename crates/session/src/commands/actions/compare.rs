//! Actions on panes, their layout and their comparison, with their rows. `apply/run/compare.rs` runs them.

use super::{Menu, Row, row};

/// Actions on panes and their comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareAction {
    /// Shows the active pane alone.
    CompareOne,
    /// Shows all panes side by side.
    CompareSide,
    /// Shows pane A and the active one in one picture, divided by a line.
    CompareWipe,
    /// Shows the active pane translucent over pane A.
    CompareOverlay,
    /// Whether the other panes show their distance from A along the normal, in colors.
    ToggleHeatmap,
    /// Keeps the current range of the heat map, or lets it follow the differences again.
    ToggleRangePinned,
    /// Whether the legend of differences shows its title alone.
    FoldLegend,
    /// Frames the next of the places where the active pane differs most from A.
    NextSpot,
    /// Frames the previous of these places.
    PreviousSpot,
    /// Adds a pane, up to four.
    AddPane,
    /// Removes the active pane, unless it is the last.
    RemovePane,
    /// Makes the next pane the active one.
    NextPane,
    /// Exchanges what pane A and the active pane show.
    SwapPanes,
    /// Whether the active pane has a camera of its own, which moves apart from the others.
    ToggleOwnCamera,
}

impl CompareAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Compare,
            0,
            Self::CompareOne,
            "One pane",
            "Shows the active pane alone; the others are kept",
        ),
        row(
            Menu::Compare,
            0,
            Self::CompareSide,
            "Side by side",
            "Shows all panes, one beside the other",
        ),
        row(
            Menu::Compare,
            0,
            Self::CompareWipe,
            "Wipe",
            "Shows A and the active pane in one picture, with a line between them that can be dragged",
        ),
        row(
            Menu::Compare,
            0,
            Self::CompareOverlay,
            "Overlay",
            "Shows the active pane as a ghost over A",
        ),
        row(
            Menu::Compare,
            1,
            Self::ToggleHeatmap,
            "Difference in colors",
            "A heatmap of how far outside or inside of A every other pane lies, along the normal",
        ),
        row(
            Menu::Compare,
            1,
            Self::ToggleRangePinned,
            "Pin range of colors",
            "Keeps the current range of colors, or lets it follow the differences again",
        ),
        row(
            Menu::Compare,
            1,
            Self::FoldLegend,
            "Fold legend of differences",
            "Shows the title of the legend alone, or all of it; drag the legend to move it, right-click it to put it back",
        ),
        row(
            Menu::Compare,
            2,
            Self::NextSpot,
            "Next worst spot",
            "Frames the place where the active pane is farthest from A, then the next one; while surfaces show asymmetry, where weights differ most from their mirror image",
        ),
        row(
            Menu::Compare,
            2,
            Self::PreviousSpot,
            "Previous worst spot",
            "Frames the previous spot",
        ),
        row(
            Menu::Compare,
            3,
            Self::AddPane,
            "Add pane",
            "One pane more, up to four; each has a method of its own",
        ),
        row(
            Menu::Compare,
            3,
            Self::RemovePane,
            "Remove pane",
            "Takes the active pane away",
        ),
        row(
            Menu::Compare,
            3,
            Self::NextPane,
            "Next pane",
            "Activates the next pane",
        ),
        row(
            Menu::Compare,
            3,
            Self::SwapPanes,
            "Swap panes",
            "Exchanges what A and the active pane show",
        ),
        row(
            Menu::Compare,
            3,
            Self::ToggleOwnCamera,
            "Own camera",
            "Gives the active pane a camera of its own, or links it with the other panes again",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
