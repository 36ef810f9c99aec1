//! The rows about modes and keys.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// All of them.
pub(super) const ALL: &[ActionInfo] = &[
    mode(
        Action::SkeletonMode,
        "Skeleton mode",
        "Works at the joints: bones stand in front",
    ),
    mode(
        Action::WeightsMode,
        "Weights mode",
        "Works at which joint moves which vertex",
    ),
    mode(Action::PoseMode, "Pose mode", "Works at the pose"),
    mode(
        Action::AnimateMode,
        "Animate mode",
        "Works at clips and their time",
    ),
    keys(
        Action::BlenderKeys,
        "Key map: Blender-like",
        "Keys and mouse as in Blender, with your own keys over them",
    ),
    keys(
        Action::MayaKeys,
        "Key map: Maya-like",
        "Keys and mouse as in Maya, with your own keys over them",
    ),
    keys(
        Action::EditKeyMap,
        "Edit key map",
        "Writes a file to set your own keys in, if there is none yet, and says where it lies",
    ),
    keys(
        Action::ReloadKeyMap,
        "Reload key map",
        "Reads the file with your own keys again",
    ),
];

const fn mode(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::Edit, 4, action, text, tooltip)
}

const fn keys(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::Edit, 5, action, text, tooltip)
}
