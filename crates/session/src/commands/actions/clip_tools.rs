//! Actions on the whole clip that is shown, with their rows. `apply/run/clip_tools.rs` runs them.

use super::animate::CLIP_GROUP;
use super::{Menu, Row, row};

/// Actions on the whole clip that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipToolAction {
    /// Makes the clip its mirror image.
    MirrorClip,
    /// Asks how the end is brought to the beginning.
    CloseLoop,
    /// Asks how time passes.
    WarpTime,
    /// Asks what becomes of the motion over the ground.
    RootMotion,
}

impl ClipToolAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::MirrorClip,
            "Mirror clip",
            "Left and right change places in the whole clip, as a mirror shows it",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::CloseLoop,
            "Close loop…",
            "Makes the clip end as it begins: by its last keys, or over a time that is asked for",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::WarpTime,
            "Warp time…",
            "Makes the clip, or a part of it, faster or slower, or eases it",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::RootMotion,
            "Root motion…",
            "Moves the motion over the ground from the hips to a root joint, or back, or drops it",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
