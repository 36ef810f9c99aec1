//! The rows about the window itself: recent files, panels, preferences.

use std::borrow::Cow;

use super::rows::row;
use super::{Action, ActionInfo, Menu, RECENT_GROUP};
use crate::settings::MOST_RECENT;
use crate::window_layout::Tile;

/// The group of the view menu that holds the sizes of the interface.
pub(crate) const INTERFACE_GROUP: u8 = 12;

/// The rows that are always there.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::File,
        RECENT_GROUP,
        Action::ForgetRecent,
        "Clear recent",
        "Forgets the files that were open; the files stay",
    ),
    row(
        Menu::Edit,
        3,
        Action::Preferences,
        "Preferences…",
        "Theme, size of letters, keys and units",
    ),
    show(
        Tile::Joints,
        "Show Joints",
        "Opens or closes the tree of joints",
    ),
    show(
        Tile::Inspector,
        "Show Inspector",
        "Opens or closes the panel of the selected joint",
    ),
    show(
        Tile::Statistics,
        "Show Statistics",
        "Opens or closes the counts of the character and of the panes' difference",
    ),
    show(
        Tile::Timeline,
        "Show Timeline",
        "Opens or closes the clips and their time",
    ),
    show(
        Tile::Poses,
        "Show Poses",
        "Opens or closes the library of poses",
    ),
    show(
        Tile::Problems,
        "Show Problems",
        "Opens or closes the list of what is wrong with the weights",
    ),
    row(
        Menu::View,
        4,
        Action::ResetLayout,
        "Reset layout",
        "Puts all panels back to where they stand in a new window",
    ),
    row(
        Menu::View,
        INTERFACE_GROUP,
        Action::LargerInterface,
        "Larger interface",
        "Makes letters and widgets larger",
    ),
    row(
        Menu::View,
        INTERFACE_GROUP,
        Action::SmallerInterface,
        "Smaller interface",
        "Makes letters and widgets smaller",
    ),
    row(
        Menu::View,
        INTERFACE_GROUP,
        Action::UsualInterface,
        "Usual interface size",
        "Gives letters and widgets the system's own size",
    ),
    row(
        Menu::Help,
        0,
        Action::Welcome,
        "Welcome",
        "Characters to begin with, recent files, and how to begin",
    ),
];

const fn show(tile: Tile, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::View, 4, Action::ToggleTile(tile), text, tooltip)
}

/// A row for each place in the list of recent files; their names are those of the files.
pub(super) fn recent() -> impl Iterator<Item = ActionInfo> {
    (0..MOST_RECENT).map(|place| ActionInfo {
        text: Cow::Owned(format!("Recent file {}", place + 1)),
        ..row(
            Menu::File,
            RECENT_GROUP,
            Action::OpenRecent(place),
            "",
            "Opens a file that was open before",
        )
    })
}
