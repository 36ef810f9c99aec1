//! Actions on what panes show of other times: onion skins and motion trails, with their rows. `apply/run/motion.rs`
//! runs them.

use super::animate::VIEW_GROUP;
use super::{Menu, Row, row};

/// Actions on onion skins and motion trails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionAction {
    /// Whether poses before and after the current time are shown behind the character.
    ToggleOnionSkins,
    /// Opens or closes the options of onion skins and motion trails.
    OnionSkinOptions,
    /// Whether the ways of joints over the clip are shown.
    ToggleMotionTrails,
    /// Whether the trails of the selected joints stay while others are selected.
    KeepMotionTrails,
    /// Removes the trails that are kept.
    ForgetMotionTrails,
}

impl MotionAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ToggleOnionSkins,
            "Onion skins",
            "Shows poses before and after the current time behind the character",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::OnionSkinOptions,
            "Onion skin options",
            "Sets how many onion skins there are and how far apart, and the colors of skins and motion trails",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ToggleMotionTrails,
            "Motion trails",
            "Shows the paths of the selected joints over the clip, with their frames and keys",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::KeepMotionTrails,
            "Keep motion trails",
            "Keeps the trails of the selected joints while other joints are selected",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ForgetMotionTrails,
            "Remove kept trails",
            "Shows the trails of the selected joints only",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
