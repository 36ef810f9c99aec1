//! Runs undo and redo, and the actions that select joints.

use crate::apply::Context;
use crate::commands::actions::EditAction;
use crate::tools::selection::Boxing;

impl Context<'_> {
    pub(super) fn run_edit(&mut self, action: EditAction) {
        match action {
            EditAction::Undo => self.undo(),
            EditAction::Redo => self.redo(),
            EditAction::SelectAll => self.select_all(),
            EditAction::SelectNone => self.select(None),
            EditAction::InvertSelection => self.invert_selection(),
            EditAction::SelectParent => self.select_parent(),
            EditAction::SelectChildren => self.select_children(),
            EditAction::SelectMirrored => self.select_mirrored(),
            EditAction::BoxSelect => self.session.character.boxing = Some(Boxing::Armed),
            EditAction::SelectionBack => {
                let before = self.session.character.former.back();
                self.select_again(before);
            }
            EditAction::SelectionForth => {
                let after = self.session.character.former.forth();
                self.select_again(after);
            }
        }
    }
}
