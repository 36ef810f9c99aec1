//! When undo, redo and the selection of joints can be done.

use super::nothing_selected;
use crate::commands::actions::EditAction;
use crate::commands::view::View;

impl EditAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let skeleton = &view.document.character.rig.skeleton;
        match self {
            Self::Undo => {
                let nothing = view.history.undo_name().is_none();
                nothing.then_some("nothing to undo")
            }
            Self::Redo => {
                let nothing = view.history.redo_name().is_none();
                nothing.then_some("nothing to redo")
            }
            Self::SelectAll | Self::InvertSelection | Self::BoxSelect => {
                skeleton.is_empty().then_some("there are no joints")
            }
            Self::SelectNone | Self::SelectChildren | Self::SelectMirrored => {
                nothing_selected(session)
            }
            Self::SelectParent => nothing_selected(session).or_else(|| {
                let mut joints = session.character.selection.joints().iter();
                let has_parent = joints.any(|&joint| skeleton.parent(joint).is_some());
                (!has_parent).then_some("no selected joint has a parent")
            }),
            Self::SelectionBack => {
                let nothing = session.character.former.before().is_none();
                nothing.then_some("nothing was selected before")
            }
            Self::SelectionForth => {
                let nothing = session.character.former.after().is_none();
                nothing.then_some("nothing was selected after that")
            }
        }
    }

    pub(super) const fn checked(self) -> Option<bool> {
        match self {
            Self::Undo
            | Self::Redo
            | Self::SelectAll
            | Self::SelectNone
            | Self::InvertSelection
            | Self::SelectParent
            | Self::SelectChildren
            | Self::SelectMirrored
            | Self::BoxSelect
            | Self::SelectionBack
            | Self::SelectionForth => None,
        }
    }
}
