//! Steps back and forth, and which joints are selected: the actions and their rows. `apply/run/edit.rs` carries them out.

use super::{Menu, Row, row};

/// The group of the edit menu that selects.
pub const SELECT_GROUP: u8 = 1;

/// Undo, redo, and selecting joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditAction {
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// Selects all joints that are shown.
    SelectAll,
    /// Deselects.
    SelectNone,
    /// Selects what is not selected.
    InvertSelection,
    /// The parents of the selected joints.
    SelectParent,
    /// Selects all that is under the selected joints besides.
    SelectChildren,
    /// Selects the joints on the other side.
    SelectMirrored,
    /// The next drag in a pane selects the joints in a box.
    BoxSelect,
    /// What was selected before.
    SelectionBack,
    /// What was selected after that.
    SelectionForth,
}

impl EditAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Edit,
            0,
            Self::Undo,
            "Undo",
            "Takes the last step back",
        ),
        row(
            Menu::Edit,
            0,
            Self::Redo,
            "Redo",
            "Takes the step again that was undone",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectAll,
            "Select all",
            "Selects all joints that are shown",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectNone,
            "Select none",
            "Selects no joint",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::InvertSelection,
            "Invert selection",
            "Selects the joints that are shown and not selected",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectParent,
            "Select parent",
            "Selects the parents of the selected joints",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectChildren,
            "Select children",
            "Selects all that is under the selected joints besides",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectMirrored,
            "Select mirrored partner",
            "Selects the joints on the other side; which belong together is told by their names, else by their places",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::BoxSelect,
            "Box select",
            "The next drag in a pane selects the joints in a box, with Shift beside the others; so does a drag with Ctrl",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectionBack,
            "Selection before",
            "Selects again what was selected before",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectionForth,
            "Selection after",
            "Selects again what was selected after that",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
