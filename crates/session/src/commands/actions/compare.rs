//! Panes, how they stand side by side, and their differences: the actions and their rows. `apply/run/compare.rs` carries them out.

use super::{Menu, Row, row};

/// Panes and their differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareAction {
    /// The active pane alone.
    CompareOne,
    /// Panes side by side.
    CompareSide,
    /// Two panes in one picture, with a line between them.
    CompareWipe,
    /// One pane over another, as a ghost.
    CompareOverlay,
    /// Panes in colours of their difference from A.
    ToggleHeatmap,
    /// Keeps the range of the difference's colours, or lets it go.
    ToggleRangePinned,
    /// The next place where the panes differ most.
    NextSpot,
    /// The one before.
    PreviousSpot,
    /// One pane more.
    AddPane,
    /// Takes the active pane away.
    RemovePane,
    /// Makes the next pane the active one.
    NextPane,
    /// Exchanges what pane A and the active one show.
    SwapPanes,
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
            "Difference in colours",
            "A heatmap of how far outside or inside of A every other pane lies, along the normal",
        ),
        row(
            Menu::Compare,
            1,
            Self::ToggleRangePinned,
            "Pin range of colours",
            "Keeps the scale of the colours as it is now, or has it span what there is again",
        ),
        row(
            Menu::Compare,
            2,
            Self::NextSpot,
            "Next worst spot",
            "Frames the place where the active pane is farthest from A, then the next one",
        ),
        row(
            Menu::Compare,
            2,
            Self::PreviousSpot,
            "Previous worst spot",
            "Frames the spot before",
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
            "Makes the next pane the active one",
        ),
        row(
            Menu::Compare,
            3,
            Self::SwapPanes,
            "Swap panes",
            "Exchanges what A and the active pane show",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
