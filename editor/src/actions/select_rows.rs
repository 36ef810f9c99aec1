//! The rows about selecting joints.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The group of the edit menu that holds them.
pub(crate) const SELECT_GROUP: u8 = 1;

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectAll,
        "Select all",
        "Selects all joints that are shown",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectNone,
        "Select none",
        "Selects no joint",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::InvertSelection,
        "Invert selection",
        "Selects the joints that are shown and not selected",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectParent,
        "Select parent",
        "Selects the parents of the selected joints",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectChildren,
        "Select children",
        "Selects all that is under the selected joints besides",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectMirrored,
        "Select mirrored partner",
        "Selects the joints on the other side; which belong together is told by their names, else by their places",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::BoxSelect,
        "Box select",
        "The next drag in a pane selects the joints in a box, with Shift beside the others; so does a drag with Ctrl",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectionBack,
        "Selection before",
        "Selects again what was selected before",
    ),
    row(
        Menu::Edit,
        SELECT_GROUP,
        Action::SelectionForth,
        "Selection after",
        "Selects again what was selected after that",
    ),
];
