//! The table of actions: one row feeds the menu, the shortcut and the palette.

use std::borrow::Cow;
use std::sync::OnceLock;

use eframe::egui::KeyboardShortcut;

use crate::builtin;

mod rows;

/// The group of the file menu that holds the built-in characters.
pub const BUILTIN_GROUP: u8 = 1;

/// A command without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The file dialog.
    OpenDialog,
    /// The path field.
    OpenPath,
    /// A built-in character.
    OpenBuiltin(&'static str),
    /// Opens the file again.
    Reload,
    /// Gives up what is being opened.
    CancelOpening,
    /// Ends the program.
    Quit,
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// The command palette.
    Palette,
    /// Deselects.
    SelectNone,
    /// The parent of the selected joint.
    SelectParent,
    /// Frames the selected joint.
    FrameSelection,
    /// Frames everything.
    FrameAll,
    /// Looks along −Z.
    ViewFront,
    /// Looks along −X.
    ViewSide,
    /// Looks along −Y.
    ViewTop,
    /// Looks from the front, the right and above.
    ViewThreeQuarter,
    /// The floor grid.
    ToggleGrid,
    /// Bones in front.
    ToggleBones,
    /// The right pane in colours of the difference.
    ToggleHeatmap,
    /// Skins on the graphics device, or on the processor.
    ToggleSkinOnDevice,
    /// Exchanges what the panes show.
    SwapPanes,
    /// The next backdrop.
    NextBackground,
    /// Dark or light.
    ToggleTheme,
    /// The list of notices.
    ToggleNotices,
    /// Back to rest: rotation.
    ResetRotation,
    /// Back to rest: translation.
    ResetTranslation,
    /// Back to rest: scale.
    ResetScale,
    /// Back to rest: shear.
    ResetShear,
    /// Back to rest: all channels of the joint.
    ResetJoint,
    /// Back to rest: every joint.
    ResetPose,
    /// Shows the rest pose for the time being.
    ToggleRest,
    /// Every joint's scale reaches that joint only.
    ReachJointAll,
    /// Every joint's scale reaches its children too.
    ReachChildrenAll,
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
    /// The list of shortcuts.
    Shortcuts,
    /// About the program.
    About,
    /// Another graphics device.
    RestartGraphics,
}

/// The menus, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening and leaving.
    File,
    /// Undo, redo, selection.
    Edit,
    /// Camera and look.
    View,
    /// What is done to joints.
    Pose,
    /// Clips and time.
    Animate,
    /// Help.
    Help,
}

impl Menu {
    /// All menus.
    pub const ALL: [Self; 6] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Pose,
        Self::Animate,
        Self::Help,
    ];

    /// Its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Pose => "Pose",
            Self::Animate => "Animate",
            Self::Help => "Help",
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct ActionInfo {
    /// What it does.
    pub action: Action,
    /// The menu it stands in.
    pub menu: Menu,
    /// A group within the menu; a line separates groups.
    pub group: u8,
    /// Its name.
    pub text: Cow<'static, str>,
    /// One sentence.
    pub tooltip: &'static str,
    /// Its key.
    pub shortcut: Option<KeyboardShortcut>,
}

/// All rows, in the order of the menus.
pub fn actions() -> &'static [ActionInfo] {
    static TABLE: OnceLock<Vec<ActionInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let fixed = rows::ALL.into_iter().flatten().cloned();
        let builtins = builtin::ALL.iter().map(|builtin| ActionInfo {
            action: Action::OpenBuiltin(builtin.name),
            menu: Menu::File,
            group: BUILTIN_GROUP,
            text: Cow::Owned(format!("Built-in {}", builtin.name)),
            tooltip: builtin.about,
            shortcut: None,
        });
        let mut rows: Vec<ActionInfo> = fixed.chain(builtins).collect();
        rows.sort_by_key(|row| (row.menu, row.group));
        rows
    })
}

/// The row of an action.
#[must_use]
pub fn info(action: Action) -> Option<&'static ActionInfo> {
    actions().iter().find(|row| row.action == action)
}
