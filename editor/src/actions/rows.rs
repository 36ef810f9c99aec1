//! The rows, menu by menu.

use std::borrow::Cow;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::{Action, ActionInfo, Menu};

/// All rows but those of the built-in characters.
pub(super) const ALL: [&[ActionInfo]; 6] = [FILE, EDIT, VIEW, POSE, ANIMATE, HELP];

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn row(
    menu: Menu,
    group: u8,
    action: Action,
    text: &'static str,
    tooltip: &'static str,
) -> ActionInfo {
    ActionInfo {
        action,
        menu,
        group,
        text: Cow::Borrowed(text),
        tooltip,
        shortcut: None,
    }
}

impl ActionInfo {
    const fn key(mut self, modifiers: Modifiers, key: Key) -> Self {
        self.shortcut = Some(KeyboardShortcut::new(modifiers, key));
        self
    }
}

const FILE: &[ActionInfo] = &[
    row(
        Menu::File,
        0,
        Action::OpenDialog,
        "Open…",
        "Opens a .glb or .gltf file",
    )
    .key(CTRL, Key::O),
    row(
        Menu::File,
        0,
        Action::OpenPath,
        "Open path…",
        "Opens a file whose path you type or paste",
    )
    .key(CTRL_SHIFT, Key::O),
    row(
        Menu::File,
        0,
        Action::Reload,
        "Reload",
        "Reads the file again, as it is on disk now; view and pose stay",
    )
    .key(CTRL, Key::R),
    row(
        Menu::File,
        0,
        Action::CancelOpening,
        "Cancel opening",
        "Gives up the file that is being opened; all stays as it is",
    )
    .key(Modifiers::NONE, Key::Escape),
    row(Menu::File, 2, Action::Quit, "Quit", "Closes the window").key(CTRL, Key::Q),
];

const EDIT: &[ActionInfo] = &[
    row(
        Menu::Edit,
        0,
        Action::Undo,
        "Undo",
        "Takes the last step back",
    )
    .key(CTRL, Key::Z),
    row(
        Menu::Edit,
        0,
        Action::Redo,
        "Redo",
        "Takes the step again that was undone",
    )
    .key(CTRL_SHIFT, Key::Z),
    row(
        Menu::Edit,
        1,
        Action::SelectParent,
        "Select parent",
        "Selects the parent of the selected joint",
    )
    .key(Modifiers::NONE, Key::OpenBracket),
    row(
        Menu::Edit,
        1,
        Action::SelectNone,
        "Select none",
        "Selects no joint",
    )
    .key(Modifiers::ALT, Key::A),
    row(
        Menu::Edit,
        2,
        Action::Palette,
        "Command palette…",
        "Finds any command by its name",
    )
    .key(CTRL, Key::P),
];

const VIEW: &[ActionInfo] = &[
    row(
        Menu::View,
        0,
        Action::FrameSelection,
        "Frame selection",
        "Brings the selected joint to the middle of both panes",
    )
    .key(Modifiers::NONE, Key::Period),
    row(
        Menu::View,
        0,
        Action::FrameAll,
        "Frame all",
        "Brings the whole character into both panes",
    )
    .key(Modifiers::NONE, Key::Home),
    row(
        Menu::View,
        1,
        Action::ViewFront,
        "Front",
        "Looks at the character from the front",
    )
    .key(Modifiers::NONE, Key::Num1),
    row(
        Menu::View,
        1,
        Action::ViewSide,
        "Side",
        "Looks at the character from its left side",
    )
    .key(Modifiers::NONE, Key::Num3),
    row(
        Menu::View,
        1,
        Action::ViewTop,
        "Top",
        "Looks down on the character",
    )
    .key(Modifiers::NONE, Key::Num7),
    row(
        Menu::View,
        1,
        Action::ViewThreeQuarter,
        "Three-quarter",
        "Looks from the front, the side and a little above",
    )
    .key(Modifiers::NONE, Key::Num0),
    row(
        Menu::View,
        2,
        Action::ToggleGrid,
        "Grid",
        "Shows the floor grid",
    )
    .key(Modifiers::NONE, Key::G),
    row(
        Menu::View,
        2,
        Action::ToggleBones,
        "Bones in front",
        "Draws the skeleton over the surface",
    )
    .key(Modifiers::NONE, Key::B),
    row(
        Menu::View,
        2,
        Action::ToggleHeatmap,
        "Difference heatmap",
        "Colours the right pane by how far its surface lies outside or inside the left one",
    )
    .key(Modifiers::NONE, Key::H),
    row(
        Menu::View,
        2,
        Action::SwapPanes,
        "Swap panes",
        "Exchanges the methods of the two panes",
    )
    .key(Modifiers::NONE, Key::X),
    row(
        Menu::View,
        3,
        Action::NextBackground,
        "Next background",
        "Changes the backdrop: studio, dark, light",
    ),
    row(
        Menu::View,
        3,
        Action::ToggleTheme,
        "Light theme",
        "Light windows for bright rooms",
    ),
    row(
        Menu::View,
        3,
        Action::ToggleSkinOnDevice,
        "Skin on the graphics device",
        "Moves vertices on the graphics device where it can, else on the processor; both show the same",
    )
    .key(CTRL_SHIFT, Key::G),
    row(
        Menu::View,
        3,
        Action::ToggleNotices,
        "Messages",
        "Lists all errors, warnings and notes of this session",
    ),
];

const POSE: &[ActionInfo] = &[
    row(
        Menu::Pose,
        0,
        Action::ResetRotation,
        "Reset rotation",
        "Turns the selected joint back to rest",
    )
    .key(Modifiers::ALT, Key::R),
    row(
        Menu::Pose,
        0,
        Action::ResetTranslation,
        "Reset translation",
        "Moves the selected joint back to rest",
    )
    .key(Modifiers::ALT, Key::G),
    row(
        Menu::Pose,
        0,
        Action::ResetScale,
        "Reset scale",
        "Scales the selected joint back to rest",
    )
    .key(Modifiers::ALT, Key::S),
    row(
        Menu::Pose,
        0,
        Action::ResetShear,
        "Reset shear",
        "Takes the shear off the selected joint",
    )
    .key(Modifiers::ALT, Key::D),
    row(
        Menu::Pose,
        0,
        Action::ResetJoint,
        "Reset joint",
        "Puts all channels of the selected joint back to rest",
    )
    .key(Modifiers::ALT, Key::Backspace),
    row(
        Menu::Pose,
        1,
        Action::ResetPose,
        "Reset whole pose",
        "Puts every joint back to how the file shows it",
    )
    .key(CTRL_SHIFT, Key::Backspace),
    row(
        Menu::Pose,
        1,
        Action::ToggleRest,
        "Show rest pose",
        "Shows the rest pose for the time being; nothing is changed",
    )
    .key(Modifiers::SHIFT, Key::R),
    row(
        Menu::Pose,
        1,
        Action::BackToClip,
        "Back to clip",
        "Shows the clip again that was left when a joint was posed",
    )
    .key(Modifiers::SHIFT, Key::C),
    row(
        Menu::Pose,
        2,
        Action::ReachJointAll,
        "Scale reaches the joint only",
        "Sets every joint so that its scale and shear do not reach its children",
    ),
    row(
        Menu::Pose,
        2,
        Action::ReachChildrenAll,
        "Scale reaches children too",
        "Sets every joint so that its scale and shear also reach its children, as glTF means it",
    ),
];

const ANIMATE: &[ActionInfo] = &[
    row(
        Menu::Animate,
        0,
        Action::PlayPause,
        "Play or pause",
        "Plays the clip, or stops it",
    )
    .key(Modifiers::NONE, Key::Space),
    row(
        Menu::Animate,
        0,
        Action::FirstFrame,
        "To the beginning",
        "Moves to the beginning of the clip",
    )
    .key(CTRL, Key::ArrowLeft),
    row(
        Menu::Animate,
        0,
        Action::LastFrame,
        "To the end",
        "Moves to the end of the clip",
    )
    .key(CTRL, Key::ArrowRight),
    row(
        Menu::Animate,
        0,
        Action::PreviousKey,
        "Previous key",
        "Moves to the key before",
    )
    .key(Modifiers::NONE, Key::ArrowDown),
    row(
        Menu::Animate,
        0,
        Action::NextKey,
        "Next key",
        "Moves to the key after",
    )
    .key(Modifiers::NONE, Key::ArrowUp),
    row(
        Menu::Animate,
        1,
        Action::ToggleLoop,
        "Loop",
        "Begins the clip again at its end",
    )
    .key(Modifiers::NONE, Key::L),
    row(
        Menu::Animate,
        2,
        Action::PreviousClip,
        "Previous clip",
        "Shows the clip before",
    )
    .key(Modifiers::NONE, Key::PageUp),
    row(
        Menu::Animate,
        2,
        Action::NextClip,
        "Next clip",
        "Shows the clip after",
    )
    .key(Modifiers::NONE, Key::PageDown),
];

const HELP: &[ActionInfo] = &[
    row(
        Menu::Help,
        0,
        Action::Shortcuts,
        "Keyboard shortcuts",
        "Lists all keys",
    )
    .key(Modifiers::NONE, Key::Questionmark),
    row(
        Menu::Help,
        0,
        Action::About,
        "About Dualskin",
        "What this program is",
    ),
    row(
        Menu::Help,
        1,
        Action::RestartGraphics,
        "Restart graphics",
        "Sets the graphics device and the window up anew, for when something looks wrong; nothing is lost",
    ),
];
