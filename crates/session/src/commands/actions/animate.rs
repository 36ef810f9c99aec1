//! Actions on clips and their time, with their rows. `apply/run/animate.rs` runs them.

use super::{Menu, Row, row};

/// Group of the animation menu: what is done with whole clips.
pub const CLIP_GROUP: u8 = 2;
/// Group of the animation menu: what sets keys.
pub const SET_KEYS_GROUP: u8 = 3;
/// Group of the animation menu: what panes and timeline show.
pub const VIEW_GROUP: u8 = 23;

/// Actions on clips and their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnimateAction {
    /// Shows the clip that was set aside.
    BackToClip,
    /// Plays or pauses; at the end of a clip that does not loop, plays from the beginning.
    PlayPause,
    /// Moves to the beginning of the clip.
    FirstFrame,
    /// Moves to the end of the clip.
    LastFrame,
    /// Moves to the frame before the current time.
    PreviousFrame,
    /// Moves to the frame after the current time.
    NextFrame,
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
    /// Makes an empty clip and shows it.
    NewClip,
    /// Makes a clip of the poses that the library shows, a second apart.
    NewClipFromPoses,
    /// Copies the clip shown.
    DuplicateClip,
    /// Asks for another name for the clip shown.
    RenameClip,
    /// Deletes the clip shown.
    DeleteClip,
    /// Moves the clip shown one place up in the list.
    MoveClipUp,
    /// Moves it one place down.
    MoveClipDown,
    /// Keys the selected joints at the time shown.
    KeySelected,
    /// Opens the menu of what can be keyed.
    KeyMenu,
    /// Keys what was posed over the clip here.
    KeyChanged,
    /// Keys every channel that has keys.
    KeyExisting,
    /// Keys all channels of the selected joints.
    KeyAllChannels,
    /// Keys everything that is not at rest.
    KeyWholePose,
    /// Keys the rotation of the selected joints.
    KeyRotation,
    /// Keys the translation of the selected joints.
    KeyTranslation,
    /// Keys the scale of the selected joints.
    KeyScale,
    /// Keys the shear of the selected joints.
    KeyShear,
    /// Deletes the keys at the time shown.
    DeleteKeysHere,
    /// Whether what is posed over a clip gets keys at once.
    ToggleAutoKey,
    /// Whether auto-key keys all channels that have keys.
    ToggleAutoKeyWhole,
    /// Keys all unkeyed poses.
    KeyAllPending,
    /// The unkeyed pose here becomes the user's own.
    KeepPending,
    /// The unkeyed pose here goes.
    DiscardPending,
    /// All unkeyed poses go.
    DiscardAllPending,
    /// Shows the next unkeyed pose.
    NextPending,
}

impl AnimateAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Pose,
            1,
            Self::BackToClip,
            "Back to clip",
            "Shows the clip again that was set aside for your pose",
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
            Self::PreviousFrame,
            "Previous frame",
            "Moves to the frame before, as the dope sheet counts them",
        ),
        row(
            Menu::Animate,
            0,
            Self::NextFrame,
            "Next frame",
            "Moves to the frame after, as the dope sheet counts them",
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
            VIEW_GROUP,
            Self::ToggleSkinOverTime,
            "Skin over time",
            "Shows in the timeline what becomes of the skin along the clip, pane by pane: its volume, and how far it is from A",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::ReduceKeys,
            "Reduce keys…",
            "Removes keys; no vertex and no joint moves more than a tolerance in millimeters",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::PreviousClip,
            "Previous clip",
            "Shows the clip before",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::NextClip,
            "Next clip",
            "Shows the clip after",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::NewClip,
            "New clip",
            "Makes an empty clip of two seconds and shows it",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::NewClipFromPoses,
            "New clip from poses",
            "Makes a clip of the poses that the library shows: each one key, a second apart",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::DuplicateClip,
            "Duplicate clip",
            "Makes a copy of the clip and shows it",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::RenameClip,
            "Rename clip…",
            "Gives the clip another name",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::DeleteClip,
            "Delete clip",
            "Deletes the clip; undo brings it back",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::MoveClipUp,
            "Move clip up",
            "Moves the clip one place up in the list",
        ),
        row(
            Menu::Animate,
            CLIP_GROUP,
            Self::MoveClipDown,
            "Move clip down",
            "Moves the clip one place down in the list",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeySelected,
            "Key selected joints",
            "Sets keys at this time for the selected joints: for channels that were posed or have keys, else for rotation. Without a clip, in a new one",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyMenu,
            "Key…",
            "Lists what can be keyed, each with a letter; Enter keys the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyChanged,
            "Key unkeyed pose",
            "Sets keys for the channels that were posed here and are not keyed",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyExisting,
            "Key channels with keys",
            "Sets a key at this time for every channel that has keys",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyAllChannels,
            "Key all channels",
            "Sets keys for translation, rotation, scale and shear of the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyWholePose,
            "Key whole pose",
            "Sets keys for all that is not at rest or has keys, of all joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyRotation,
            "Key rotation",
            "Sets keys for the rotation of the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyTranslation,
            "Key translation",
            "Sets keys for the translation of the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyScale,
            "Key scale",
            "Sets keys for the scale of the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::KeyShear,
            "Key shear",
            "Sets keys for the shear of the selected joints",
        ),
        row(
            Menu::Animate,
            SET_KEYS_GROUP,
            Self::DeleteKeysHere,
            "Delete keys at this time",
            "Deletes the keys at this time: of the selected joints, without a selection of all",
        ),
        row(
            Menu::Animate,
            4,
            Self::ToggleAutoKey,
            "Auto-key",
            "Sets keys for whatever is posed over a clip, at once",
        ),
        row(
            Menu::Animate,
            4,
            Self::ToggleAutoKeyWhole,
            "Auto-key whole poses",
            "Auto-key sets keys for every channel that has some, too: for animation from pose to pose",
        ),
        row(
            Menu::Animate,
            4,
            Self::KeyAllPending,
            "Key all unkeyed poses",
            "Sets keys for everything that was posed over clips and is not keyed",
        ),
        row(
            Menu::Animate,
            4,
            Self::KeepPending,
            "Keep unkeyed pose",
            "The pose shown becomes your pose, and the clip is set aside",
        ),
        row(
            Menu::Animate,
            4,
            Self::DiscardPending,
            "Discard unkeyed pose",
            "Shows the clip as it is keyed at this time",
        ),
        row(
            Menu::Animate,
            4,
            Self::DiscardAllPending,
            "Discard all unkeyed poses",
            "Shows all clips as they are keyed; undo brings the poses back",
        ),
        row(
            Menu::Animate,
            4,
            Self::NextPending,
            "Next unkeyed pose",
            "Shows the next pose that was made over a clip and is not keyed",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
