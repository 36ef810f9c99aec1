//! The window itself, its modes, key maps and panels: the actions and their rows. `apply/run/window.rs` carries them out.

use super::{Menu, Row, row};
use crate::files::window_layout::Tile;

/// The group of the view menu that holds the sizes of the interface.
pub const INTERFACE_GROUP: u8 = 12;

/// Modes, panels, key maps, and what else is about the window itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowAction {
    /// The command palette.
    Palette,
    /// What the user prefers.
    Preferences,
    /// The list of shortcuts.
    Shortcuts,
    /// About the program.
    About,
    /// What to begin with.
    Welcome,
    /// The list of notices.
    ToggleNotices,
    /// Opens or closes a panel.
    ToggleTile(Tile),
    /// All panels where they stand in a new window.
    ResetLayout,
    /// Larger letters and widgets.
    LargerInterface,
    /// Smaller letters and widgets.
    SmallerInterface,
    /// Letters and widgets of the system's own size.
    UsualInterface,
    /// Another graphics device.
    RestartGraphics,
    /// Works at the joints.
    SkeletonMode,
    /// Works at weights.
    WeightsMode,
    /// Works at the pose.
    PoseMode,
    /// Works at clips.
    AnimateMode,
    /// Keys as in Blender.
    BlenderKeys,
    /// Keys as in Maya.
    MayaKeys,
    /// A file for the user's own keys.
    EditKeyMap,
    /// Reads that file again.
    ReloadKeyMap,
}

impl WindowAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Edit,
            2,
            Self::Palette,
            "Command palette…",
            "Finds any command by its name",
        ),
        row(
            Menu::Edit,
            3,
            Self::Preferences,
            "Preferences…",
            "Theme, size of letters, keys and units",
        ),
        row(
            Menu::Help,
            0,
            Self::Shortcuts,
            "Keyboard shortcuts",
            "Lists all keys",
        ),
        row(
            Menu::Help,
            0,
            Self::About,
            "About Dualskin",
            "What this program is",
        ),
        row(
            Menu::Help,
            0,
            Self::Welcome,
            "Welcome",
            "Characters to begin with, recent files, and how to begin",
        ),
        row(
            Menu::View,
            3,
            Self::ToggleNotices,
            "Messages",
            "Lists all errors, warnings and notes of this session",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Joints),
            "Show Joints",
            "Opens or closes the tree of joints",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Inspector),
            "Show Inspector",
            "Opens or closes the panel of the selected joint",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Statistics),
            "Show Statistics",
            "Opens or closes the counts of the character and of the panes' difference",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Timeline),
            "Show Timeline",
            "Opens or closes the clips and their time",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Poses),
            "Show Poses",
            "Opens or closes the library of poses",
        ),
        row(
            Menu::View,
            4,
            Self::ToggleTile(Tile::Problems),
            "Show Problems",
            "Opens or closes the list of what is wrong with the weights",
        ),
        row(
            Menu::View,
            4,
            Self::ResetLayout,
            "Reset layout",
            "Puts all panels back to where they stand in a new window",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::LargerInterface,
            "Larger interface",
            "Makes letters and widgets larger",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::SmallerInterface,
            "Smaller interface",
            "Makes letters and widgets smaller",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::UsualInterface,
            "Usual interface size",
            "Gives letters and widgets the system's own size",
        ),
        row(
            Menu::Help,
            1,
            Self::RestartGraphics,
            "Restart graphics",
            "Sets the graphics device and the window up anew, for when something looks wrong; nothing is lost",
        ),
        row(
            Menu::Edit,
            4,
            Self::SkeletonMode,
            "Skeleton mode",
            "Works at the joints: bones stand in front",
        ),
        row(
            Menu::Edit,
            4,
            Self::WeightsMode,
            "Weights mode",
            "Works at which joint moves which vertex",
        ),
        row(
            Menu::Edit,
            4,
            Self::PoseMode,
            "Pose mode",
            "Works at the pose",
        ),
        row(
            Menu::Edit,
            4,
            Self::AnimateMode,
            "Animate mode",
            "Works at clips and their time",
        ),
        row(
            Menu::Edit,
            5,
            Self::BlenderKeys,
            "Key map: Blender-like",
            "Keys and mouse as in Blender, with your own keys over them",
        ),
        row(
            Menu::Edit,
            5,
            Self::MayaKeys,
            "Key map: Maya-like",
            "Keys and mouse as in Maya, with your own keys over them",
        ),
        row(
            Menu::Edit,
            5,
            Self::EditKeyMap,
            "Edit key map",
            "Writes a file to set your own keys in, if there is none yet, and says where it lies",
        ),
        row(
            Menu::Edit,
            5,
            Self::ReloadKeyMap,
            "Reload key map",
            "Reads the file with your own keys again",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
