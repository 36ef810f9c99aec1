//! Undo, redo and the selection of joints, with their rows. `apply/run/edit.rs` runs them; joints are
//! selected by methods in `apply/select.rs`.

use super::{Menu, Row, row};

/// Group of the edit menu: selection of joints.
pub const SELECT_GROUP: u8 = 1;

/// Undo, redo and the selection of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditAction {
    /// Restores the document of before the last step.
    Undo,
    /// Applies again the step that was undone last.
    Redo,
    /// Selects all joints that the panes show.
    SelectAll,
    /// Deselects all joints.
    SelectNone,
    /// Selects those of the shown joints that are not selected.
    InvertSelection,
    /// Selects the parents of the selected joints.
    SelectParent,
    /// Adds all descendants of the selected joints to the selection.
    SelectChildren,
    /// Selects the partners of the selected joints on the other side.
    SelectMirrored,
    /// The next drag in a pane selects the joints in a box.
    BoxSelect,
    /// Restores the selection before the current one.
    SelectionBack,
    /// Restores the selection after the current one.
    SelectionForth,
}

impl EditAction {
    const ROWS: &'static [Row<Self>] = &[
        row(Menu::Edit, 0, Self::Undo, "Undo", "Undoes the last step"),
        row(
            Menu::Edit,
            0,
            Self::Redo,
            "Redo",
            "Redoes the step that was undone last",
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
            "Adds all descendants of the selected joints to the selection",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectMirrored,
            "Select mirrored partner",
            "Selects the joints of the other side, paired by their names, else by their positions",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::BoxSelect,
            "Box select",
            "The next drag in a pane selects joints by a box, with Shift adds them; Ctrl+drag does the same",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectionBack,
            "Previous selection",
            "Goes back to the selection before",
        ),
        row(
            Menu::Edit,
            SELECT_GROUP,
            Self::SelectionForth,
            "Next selection",
            "Goes forward to the selection after",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
