//! Actions on clips and their time, with their rows. `apply/run/animate.rs` runs them.

use super::{Menu, Row, row};

/// Actions on clips and their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnimateAction {
    /// Shows the clip that posing left.
    BackToClip,
    /// Plays or pauses; at the end of a clip that does not loop, plays from the beginning.
    PlayPause,
    /// Moves to the beginning of the clip.
    FirstFrame,
    /// Moves to the end of the clip.
    LastFrame,
    /// Moves to the key before the current time.
    PreviousKey,
    /// Moves to the key after the current time.
    NextKey,
    /// Whether playback begins again at the end.
    ToggleLoop,
    /// Whether the timeline shows volume and deviation of the skin along the clip.
    ToggleSkinOverTime,
    /// Opens the dialog for fewer keys, with a bound measured on the skin.
    ReduceKeys,
    /// Shows the clip before in the list, from the first the last.
    PreviousClip,
    /// Shows the clip after in the list, from the last the first.
    NextClip,
}

impl AnimateAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            1,
            Self::BackToClip,
            "Back to clip",
            "Shows the clip again that was set aside when a joint was posed",
        ),
        row(
            Menu::Animate,
            0,
            Self::PlayPause,
            "Play or pause",
            "Plays the clip, or stops it",
        ),
        row(
            Menu::Animate,
            0,
            Self::FirstFrame,
            "To the beginning",
            "Moves to the beginning of the clip",
        ),
        row(
            Menu::Animate,
            0,
            Self::LastFrame,
            "To the end",
            "Moves to the end of the clip",
        ),
        row(
            Menu::Animate,
            0,
            Self::PreviousKey,
            "Previous key",
            "Moves to the key before",
        ),
        row(
            Menu::Animate,
            0,
            Self::NextKey,
            "Next key",
            "Moves to the key after",
        ),
        row(
            Menu::Animate,
            1,
            Self::ToggleLoop,
            "Loop",
            "Begins the clip again at its end",
        ),
        row(
            Menu::Animate,
            1,
            Self::ToggleSkinOverTime,
            "Skin over time",
            "Shows in the timeline what becomes of the skin along the clip, pane by pane: its volume, and how far it is from A",
        ),
        row(
            Menu::Animate,
            1,
            Self::ReduceKeys,
            "Reduce keys…",
            "Takes out keys of the clip that the skin hardly needs, with a bound in millimetres",
        ),
        row(
            Menu::Animate,
            2,
            Self::PreviousClip,
            "Previous clip",
            "Shows the clip before",
        ),
        row(
            Menu::Animate,
            2,
            Self::NextClip,
            "Next clip",
            "Shows the clip after",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
