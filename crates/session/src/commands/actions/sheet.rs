//! Actions on the keys of clips in the dope sheet, with their rows. `apply/run/sheet.rs` runs them.

use super::animate::VIEW_GROUP;
use super::{Menu, Row, row};

/// Actions on the selected keys, and on what the sheet shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SheetAction {
    /// Moves the selected keys with the pointer.
    MoveKeys,
    /// Scales the selected keys in time about the current time.
    ScaleKeys,
    /// Scales the selected keys in time about the first of them.
    ScaleKeysFromFirst,
    /// Copies of the selected keys follow the pointer.
    DuplicateKeys,
    /// Moves the selected keys to frames.
    SnapKeys,
    /// Deletes the selected keys.
    DeleteKeys,
    /// Copies the selected keys.
    CopyKeys,
    /// Copies the selected keys, and deletes them.
    CutKeys,
    /// Pastes copied keys, the first at the current time.
    PasteKeys,
    /// The same, on the joints of the other side.
    PasteKeysMirrored,
    /// Pastes the keys of one joint on the selected one.
    PasteKeysToSelected,
    /// Selects the keys of all rows.
    SelectAllKeys,
    /// Selects no key.
    SelectNoKeys,
    /// Asks how to pass on from the selected keys.
    KeyModes,
    /// Values are held from the selected keys on.
    HoldKeys,
    /// Values go straight from the selected keys on.
    StraightKeys,
    /// Values follow a curve from the selected keys on.
    CubicKeys,
    /// Tangents follow from the keys beside.
    AutomaticTangents,
    /// Tangents are flat.
    FlatTangents,
    /// Tangents are set by hand, both alike.
    AlignedTangents,
    /// Tangents are set by hand, each for itself.
    FreeTangents,
    /// Shows the time of the selected keys.
    FrameKeys,
    /// Shows the time of the whole clip.
    FrameAllKeys,
    /// Whether only selected joints have rows.
    ToggleRowsOfSelection,
    /// Whether curves are shown in place of rows of keys.
    ToggleCurves,
    /// Whether each curve is drawn over the whole height.
    ToggleNormalized,
    /// Shows fewer numbers over the height of the curves.
    ZoomCurvesIn,
    /// Shows more of them.
    ZoomCurvesOut,
    /// Whether playback runs back from the end.
    TogglePingPong,
}

/// Group of what happens at the end of a clip.
const REPETITION: u8 = 1;
/// Group of the animation menu: edits, copies and selection of keys.
pub const KEYS_GROUP: u8 = 20;
/// Group of the animation menu: ways to pass on from keys.
pub const INTERPOLATION_GROUP: u8 = 22;

impl SheetAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Animate,
            REPETITION,
            Self::TogglePingPong,
            "Ping-pong",
            "Plays the clip back from its end, and on from its beginning",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::MoveKeys,
            "Move keys",
            "The selected keys follow the pointer until a click; Ctrl leaves the frames",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::ScaleKeys,
            "Scale keys about the current time",
            "The selected keys move away from the current time, or towards it, until a click",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::ScaleKeysFromFirst,
            "Scale keys about the first",
            "The selected keys move away from the first of them, or towards it, until a click",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::DuplicateKeys,
            "Duplicate keys",
            "Copies of the selected keys follow the pointer until a click",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::SnapKeys,
            "Snap keys to frames",
            "Moves each selected key to the frame nearest to it",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::DeleteKeys,
            "Delete keys",
            "Deletes the selected keys; a channel without keys keeps the pose of the file",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::CopyKeys,
            "Copy keys",
            "Copies the selected keys, to be pasted at another time, clip or character",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::CutKeys,
            "Cut keys",
            "Copies the selected keys and deletes them",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::PasteKeys,
            "Paste keys",
            "Puts the copied keys on the joints of the same names, the first at the current time",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::PasteKeysMirrored,
            "Paste keys mirrored",
            "Puts the copied keys on the joints of the other side, seen in a mirror",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::PasteKeysToSelected,
            "Paste keys to selected joint",
            "Puts the copied keys of one joint on the selected joint, whatever its name",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::SelectAllKeys,
            "Select all keys",
            "Selects the keys of all rows of the dope sheet",
        ),
        row(
            Menu::Animate,
            KEYS_GROUP,
            Self::SelectNoKeys,
            "Select no keys",
            "Takes all keys out of the selection",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::KeyModes,
            "Interpolation of keys…",
            "Lists the ways to pass from the selected keys to the next",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::HoldKeys,
            "Interpolation: Hold",
            "Holds the value of the selected keys until the next",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::StraightKeys,
            "Interpolation: Linear",
            "Goes straight from the selected keys to the next",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::CubicKeys,
            "Interpolation: Cubic",
            "Follows a curve from the selected keys to the next",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::AutomaticTangents,
            "Automatic tangents",
            "The curve runs smoothly through the selected keys and never overshoots",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::FlatTangents,
            "Flat tangents",
            "The curve stands still at the selected keys",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::AlignedTangents,
            "Aligned tangents",
            "The tangents of the selected keys are set by hand, both alike",
        ),
        row(
            Menu::Animate,
            INTERPOLATION_GROUP,
            Self::FreeTangents,
            "Free tangents",
            "The tangents of the selected keys are set by hand, each for itself",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::FrameKeys,
            "Frame selected keys",
            "Shows the time of the selected keys, and in the curve view their numbers",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::FrameAllKeys,
            "Frame the clip",
            "Shows the whole clip in the dope sheet, and all numbers of its curves",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ToggleRowsOfSelection,
            "Rows of selected joints only",
            "Shows only the rows of the selected joints in the dope sheet",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ToggleCurves,
            "Curves",
            "Shows the curves of the selected joints in place of rows of keys",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ToggleNormalized,
            "Normalize curves",
            "Draws each curve over the whole height, so that small and large numbers can be compared",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ZoomCurvesIn,
            "Zoom in on curves",
            "Shows fewer numbers over the height of the curves; Ctrl and the wheel do so about the pointer",
        ),
        row(
            Menu::Animate,
            VIEW_GROUP,
            Self::ZoomCurvesOut,
            "Zoom out of curves",
            "Shows more numbers over the height of the curves; Ctrl and the wheel do so about the pointer",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
