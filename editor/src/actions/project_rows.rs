//! The rows about projects, and about the character as a file for others.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// All of them.
pub(super) const ALL: &[ActionInfo] = &[
    save(
        Action::Save,
        "Save project",
        "Saves what was done to the character as a project beside it; the character's own file stays as it is",
    ),
    save(
        Action::SaveAs,
        "Save project as…",
        "Saves the project under another name, and goes on with that",
    ),
    save(
        Action::SaveToPath,
        "Save project to path…",
        "Saves the project under a path that you type or paste",
    ),
    export(
        Action::ExportCharacter,
        "Export glTF…",
        "Writes the character for other programs: edited skeleton, weights and blend map, at rest; its own file stays as it is",
    ),
    export(
        Action::ExportCharacterToPath,
        "Export glTF to path…",
        "Writes the character under a path that you type or paste",
    ),
    recover(
        Action::RecoverWork,
        "Recover unsaved work",
        "Opens the newest work that was not saved when the program or the computer stopped",
    ),
    recover(
        Action::DiscardLeftWork,
        "Discard unsaved work",
        "Deletes the newest work that was not saved when the program or the computer stopped",
    ),
    recover(
        Action::RecoverLater,
        "Recover later",
        "Closes the offer; the work is kept, and offered again at the next start",
    ),
];

const fn save(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::File, 3, action, text, tooltip)
}

const fn export(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::File, 4, action, text, tooltip)
}

const fn recover(action: Action, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(Menu::File, 5, action, text, tooltip)
}
