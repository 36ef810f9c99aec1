//! Actions that help posing: in-betweens, mirror posing and locked axes, with their rows. `apply/run/posing.rs` runs them.

use super::{Menu, Row, row};
use crate::tools::pose_slider::SliderKind;

/// Actions that help posing by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PosingAction {
    /// Moves the pose between the key before and the key after.
    Breakdown,
    /// Moves the pose towards the one in between the keys, or away from it.
    RelaxOrPush,
    /// Takes the pose of the key before.
    CopyPreviousKey,
    /// Takes the pose of the key after.
    CopyNextKey,
    /// Moves the pose towards rest.
    BlendToRest,
    /// Moves the pose towards the chosen pose of the library.
    BlendToPreset,
    /// Whether posing a joint poses its partner on the other side.
    ToggleMirrorPosing,
    /// Locks all channels of the selected joints, or unlocks them.
    LockChannels,
    /// Locks the rotation of the selected joints, or unlocks it.
    LockRotation,
    /// Locks the translation of the selected joints, or unlocks it.
    LockTranslation,
    /// Locks the scale of the selected joints, or unlocks it.
    LockScale,
    /// Locks the shear of the selected joints, or unlocks it.
    LockShear,
}

impl PosingAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            4,
            Self::Breakdown,
            "Breakdown",
            "Moves the pose between the keys before and after with the pointer or by a number; of the selected joints, or of all where none is selected",
        ),
        row(
            Menu::Pose,
            4,
            Self::RelaxOrPush,
            "Relax or push",
            "Moves the pose towards the one in between the keys, to the left away from it",
        ),
        row(
            Menu::Pose,
            4,
            Self::CopyPreviousKey,
            "Copy from previous key",
            "Gives the selected joints the pose of the key before, or all where none is selected",
        ),
        row(
            Menu::Pose,
            4,
            Self::CopyNextKey,
            "Copy from next key",
            "Gives the selected joints the pose of the key after, or all where none is selected",
        ),
        row(
            Menu::Pose,
            4,
            Self::BlendToRest,
            "Blend to rest",
            "Moves the pose towards rest with the pointer or by a number",
        ),
        row(
            Menu::Pose,
            4,
            Self::BlendToPreset,
            "Blend to preset",
            "Moves the pose towards the pose chosen in the library with the pointer or by a number",
        ),
        row(
            Menu::Pose,
            5,
            Self::ToggleMirrorPosing,
            "Mirror posing",
            "What is posed by hand is posed on the other side too, as a mirror shows it",
        ),
        row(
            Menu::Pose,
            6,
            Self::LockChannels,
            "Lock or unlock all channels",
            "Locks all numbers of the selected joints against gizmo, operators and fields; where all are locked, unlocks them",
        ),
        row(
            Menu::Pose,
            6,
            Self::LockRotation,
            "Lock or unlock rotation",
            "Locks the rotation of the selected joints against gizmo, operators and fields, or unlocks it",
        ),
        row(
            Menu::Pose,
            6,
            Self::LockTranslation,
            "Lock or unlock translation",
            "Locks the translation of the selected joints against gizmo, operators and fields, or unlocks it",
        ),
        row(
            Menu::Pose,
            6,
            Self::LockScale,
            "Lock or unlock scale",
            "Locks the scale of the selected joints against gizmo, operators and fields, or unlocks it",
        ),
        row(
            Menu::Pose,
            6,
            Self::LockShear,
            "Lock or unlock shear",
            "Locks the shear of the selected joints against gizmo, operators and fields, or unlocks it",
        ),
    ];

    /// The slider that it begins; none if it begins none.
    #[must_use]
    pub const fn slider(self) -> Option<SliderKind> {
        match self {
            Self::Breakdown => Some(SliderKind::Breakdown),
            Self::RelaxOrPush => Some(SliderKind::Relax),
            Self::BlendToRest => Some(SliderKind::Rest),
            Self::BlendToPreset => Some(SliderKind::Preset),
            Self::CopyPreviousKey
            | Self::CopyNextKey
            | Self::ToggleMirrorPosing
            | Self::LockChannels
            | Self::LockRotation
            | Self::LockTranslation
            | Self::LockScale
            | Self::LockShear => None,
        }
    }

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
