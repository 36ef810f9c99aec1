//! Clips and their time: the actions and their rows. `apply/run/animate.rs` carries them out.

use super::{Menu, Row, row};

/// Clips and their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnimateAction {
    /// Back to the clip that posing left.
    BackToClip,
    /// Plays or stops.
    PlayPause,
    /// To the beginning.
    FirstFrame,
    /// To the end.
    LastFrame,
    /// To the key before.
    PreviousKey,
    /// To the key after.
    NextKey,
    /// Begins again at the end.
    ToggleLoop,
    /// The clip before.
    PreviousClip,
    /// The clip after.
    NextClip,
}

impl AnimateAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            1,
            Self::BackToClip,
            "Back to clip",
            "Shows the clip again that was left when a joint was posed",
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
