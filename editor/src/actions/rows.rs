//! The rows, menu by menu. Their keys stand in `editor/keymaps/`.

use std::borrow::Cow;

use super::{Action, ActionInfo, Menu};

/// All rows but those of the built-in characters.
pub(super) const ALL: [&[ActionInfo]; 6] = [FILE, EDIT, VIEW, POSE, ANIMATE, HELP];

pub(super) const fn row(
    menu: Menu,
    group: u8,
    action: Action,
    text: &'static str,
    tooltip: &'static str,
) -> ActionInfo {
    ActionInfo {
        action,
        id: Cow::Borrowed(""),
        menu,
        group,
        text: Cow::Borrowed(text),
        tooltip,
    }
}

const FILE: &[ActionInfo] = &[
    row(
        Menu::File,
        0,
        Action::OpenDialog,
        "Open…",
        "Opens a .glb or .gltf file, or a .dualskin project",
    ),
    row(
        Menu::File,
        0,
        Action::OpenPath,
        "Open path…",
        "Opens a file whose path you type or paste",
    ),
    row(
        Menu::File,
        0,
        Action::Reload,
        "Reload",
        "Reads the file again, as it is on disk now; view and pose stay",
    ),
    row(
        Menu::File,
        0,
        Action::CancelOpening,
        "Cancel opening",
        "Gives up the file that is being opened; all stays as it is",
    ),
    row(Menu::File, 9, Action::Quit, "Quit", "Closes the window"),
];

const EDIT: &[ActionInfo] = &[
    row(
        Menu::Edit,
        0,
        Action::Undo,
        "Undo",
        "Takes the last step back",
    ),
    row(
        Menu::Edit,
        0,
        Action::Redo,
        "Redo",
        "Takes the step again that was undone",
    ),
    row(
        Menu::Edit,
        2,
        Action::Palette,
        "Command palette…",
        "Finds any command by its name",
    ),
];

const VIEW: &[ActionInfo] = &[
    row(
        Menu::View,
        0,
        Action::FrameSelection,
        "Frame selection",
        "Brings what the selected joints move to the middle of the panes",
    ),
    row(
        Menu::View,
        0,
        Action::FrameAll,
        "Frame all",
        "Brings the whole character into the panes",
    ),
    row(
        Menu::View,
        1,
        Action::ViewFront,
        "Front",
        "Looks at the character from the front",
    ),
    row(
        Menu::View,
        1,
        Action::ViewSide,
        "Side",
        "Looks at the character from its left side",
    ),
    row(
        Menu::View,
        1,
        Action::ViewTop,
        "Top",
        "Looks down on the character",
    ),
    row(
        Menu::View,
        1,
        Action::ViewThreeQuarter,
        "Three-quarter",
        "Looks from the front, the side and a little above",
    ),
    row(
        Menu::View,
        2,
        Action::ToggleGrid,
        "Grid",
        "Shows the floor grid",
    ),
    row(
        Menu::View,
        2,
        Action::ToggleBones,
        "Show bones",
        "Shows bones and joints; how, the menu of bones says",
    ),
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
    ),
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
        "Turns the selected joints back to rest",
    ),
    row(
        Menu::Pose,
        0,
        Action::ResetTranslation,
        "Reset translation",
        "Moves the selected joints back to rest",
    ),
    row(
        Menu::Pose,
        0,
        Action::ResetScale,
        "Reset scale",
        "Scales the selected joints back to rest",
    ),
    row(
        Menu::Pose,
        0,
        Action::ResetShear,
        "Reset shear",
        "Takes the shear off the selected joints",
    ),
    row(
        Menu::Pose,
        0,
        Action::ResetJoint,
        "Reset joint",
        "Puts all channels of the selected joints back to rest",
    ),
    row(
        Menu::Pose,
        1,
        Action::ResetPose,
        "Reset whole pose",
        "Puts every joint back to how the file shows it",
    ),
    row(
        Menu::Pose,
        1,
        Action::ToggleRest,
        "Show rest pose",
        "Shows the rest pose for the time being; nothing is changed",
    ),
    row(
        Menu::Pose,
        1,
        Action::BackToClip,
        "Back to clip",
        "Shows the clip again that was left when a joint was posed",
    ),
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
    ),
    row(
        Menu::Animate,
        0,
        Action::FirstFrame,
        "To the beginning",
        "Moves to the beginning of the clip",
    ),
    row(
        Menu::Animate,
        0,
        Action::LastFrame,
        "To the end",
        "Moves to the end of the clip",
    ),
    row(
        Menu::Animate,
        0,
        Action::PreviousKey,
        "Previous key",
        "Moves to the key before",
    ),
    row(
        Menu::Animate,
        0,
        Action::NextKey,
        "Next key",
        "Moves to the key after",
    ),
    row(
        Menu::Animate,
        1,
        Action::ToggleLoop,
        "Loop",
        "Begins the clip again at its end",
    ),
    row(
        Menu::Animate,
        2,
        Action::PreviousClip,
        "Previous clip",
        "Shows the clip before",
    ),
    row(
        Menu::Animate,
        2,
        Action::NextClip,
        "Next clip",
        "Shows the clip after",
    ),
];

const HELP: &[ActionInfo] = &[
    row(
        Menu::Help,
        0,
        Action::Shortcuts,
        "Keyboard shortcuts",
        "Lists all keys",
    ),
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
