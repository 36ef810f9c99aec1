//! The rows of the compare menu. Their keys stand in `editor/keymaps/`.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// All of them.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Compare,
        0,
        Action::CompareOne,
        "One pane",
        "Shows the active pane alone; the others are kept",
    ),
    row(
        Menu::Compare,
        0,
        Action::CompareSide,
        "Side by side",
        "Shows all panes, one beside the other",
    ),
    row(
        Menu::Compare,
        0,
        Action::CompareWipe,
        "Wipe",
        "Shows A and the active pane in one picture, with a line between them that can be dragged",
    ),
    row(
        Menu::Compare,
        0,
        Action::CompareOverlay,
        "Overlay",
        "Shows the active pane as a ghost over A",
    ),
    row(
        Menu::Compare,
        1,
        Action::ToggleHeatmap,
        "Difference in colours",
        "A heatmap of how far outside or inside of A every other pane lies, along the normal",
    ),
    row(
        Menu::Compare,
        1,
        Action::ToggleRangePinned,
        "Pin range of colours",
        "Keeps the scale of the colours as it is now, or has it span what there is again",
    ),
    row(
        Menu::Compare,
        2,
        Action::NextSpot,
        "Next worst spot",
        "Frames the place where the active pane is farthest from A, then the next one",
    ),
    row(
        Menu::Compare,
        2,
        Action::PreviousSpot,
        "Previous worst spot",
        "Frames the spot before",
    ),
    row(
        Menu::Compare,
        3,
        Action::AddPane,
        "Add pane",
        "One pane more, up to four; each has a method of its own",
    ),
    row(
        Menu::Compare,
        3,
        Action::RemovePane,
        "Remove pane",
        "Takes the active pane away",
    ),
    row(
        Menu::Compare,
        3,
        Action::NextPane,
        "Next pane",
        "Makes the next pane the active one",
    ),
    row(
        Menu::Compare,
        3,
        Action::SwapPanes,
        "Swap panes",
        "Exchanges what A and the active pane show",
    ),
];
