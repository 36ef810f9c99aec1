//! Actions on panels, modes, key maps and the interface, with their rows. `apply/run/window.rs` runs them.

use super::{Menu, Row, row};
use crate::files::window_layout::Tile;

/// Group of the view menu: modes.
pub const MODES_GROUP: u8 = 9;

/// Group of the help menu: key maps.
pub const KEYS_GROUP: u8 = 2;

/// Group of the view menu: interface size.
pub const INTERFACE_GROUP: u8 = 12;

/// Actions on panels, modes, key maps and the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowAction {
    /// Opens the command palette.
    Palette,
    /// Opens or closes the list of steps that can be undone and redone.
    History,
    /// Opens or closes the preferences.
    Preferences,
    /// Opens or closes the list of keyboard shortcuts.
    Shortcuts,
    /// Opens or closes the window about the program.
    About,
    /// Opens or closes the welcome card.
    Welcome,
    /// Opens or closes the list of notices.
    ToggleNotices,
    /// Opens or closes the window with a crowd of the character.
    Crowd,
    /// Opens or closes a docked panel.
    ToggleTile(Tile),
    /// Puts all panels back to the layout of a new window.
    ResetLayout,
    /// Enlarges text and widgets by a tenth of the system's size.
    LargerInterface,
    /// Reduces text and widgets by a tenth of the system's size.
    SmallerInterface,
    /// Gives text and widgets the system's size.
    UsualInterface,
    /// Creates the graphics device and the window anew.
    RestartGraphics,
    /// Changes to the mode for editing joints.
    SkeletonMode,
    /// Changes to the mode for painting and editing weights.
    WeightsMode,
    /// Changes to the mode for posing.
    PoseMode,
    /// Changes to the mode for clips.
    AnimateMode,
    /// Uses keys and mouse as in Blender, below the user's own keys.
    BlenderKeys,
    /// Uses keys and mouse as in Maya, below the user's own keys.
    MayaKeys,
    /// Creates the file for the user's own keys, if there is none, and tells its path.
    EditKeyMap,
    /// Reads the file with the user's own keys again.
    ReloadKeyMap,
}

impl WindowAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Edit,
            0,
            Self::History,
            "History…",
            "Lists all steps; a click on one undoes or redoes up to it",
        ),
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
            "Theme, interface scale, key map and units",
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
            Self::Crowd,
            "Crowd",
            "Shows the character many times, each with its own time in the clip and its own proportions, skinned by the GPU at once",
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
            "Opens or closes the counts of the character and the differences between panes",
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
            "Opens or closes the list of problems of the weights",
        ),
        row(
            Menu::View,
            4,
            Self::ResetLayout,
            "Reset layout",
            "Restores the default places of all panels",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::LargerInterface,
            "Larger interface",
            "Makes text and widgets larger",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::SmallerInterface,
            "Smaller interface",
            "Makes text and widgets smaller",
        ),
        row(
            Menu::View,
            INTERFACE_GROUP,
            Self::UsualInterface,
            "Default interface scale",
            "Resets text and widgets to the system's scale",
        ),
        row(
            Menu::Help,
            1,
            Self::RestartGraphics,
            "Restart graphics",
            "Sets the graphics device and the window up anew, for when something looks wrong; nothing is lost",
        ),
        row(
            Menu::View,
            MODES_GROUP,
            Self::SkeletonMode,
            "Skeleton mode",
            "Edits joints; bones are drawn in front",
        ),
        row(
            Menu::View,
            MODES_GROUP,
            Self::WeightsMode,
            "Weights mode",
            "Paints and edits weights",
        ),
        row(
            Menu::View,
            MODES_GROUP,
            Self::PoseMode,
            "Pose mode",
            "Poses the character",
        ),
        row(
            Menu::View,
            MODES_GROUP,
            Self::AnimateMode,
            "Animate mode",
            "Plays clips",
        ),
        row(
            Menu::Help,
            KEYS_GROUP,
            Self::BlenderKeys,
            "Key map: Blender-like",
            "Keys and mouse as in Blender; your own keys come first",
        ),
        row(
            Menu::Help,
            KEYS_GROUP,
            Self::MayaKeys,
            "Key map: Maya-like",
            "Keys and mouse as in Maya; your own keys come first",
        ),
        row(
            Menu::Help,
            KEYS_GROUP,
            Self::EditKeyMap,
            "Edit key map",
            "Creates a file for your own keys, if there is none yet, and says where it is",
        ),
        row(
            Menu::Help,
            KEYS_GROUP,
            Self::ReloadKeyMap,
            "Reload key map",
            "Reads the file of your own keys again",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
