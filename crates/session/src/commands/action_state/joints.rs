//! When actions on many joints can be done, and which are switched on.

use super::nothing_selected;
use crate::commands::actions::JointsAction;
use crate::commands::view::View;
use crate::session::Session;

const NO_SET: &str = "no selection set was used yet";

impl JointsAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let skeleton = &view.document.character.rig.skeleton;
        let sets = &view.session.character.sets;
        match self {
            Self::SkeletonFromFile => view.is_empty().then_some("nothing is open"),
            Self::RenameInPairs => None,
            Self::SaveSelectionSet => nothing_selected(view.session),
            Self::NextSelectionSet => sets.all().is_empty().then_some("there is no selection set"),
            Self::UpdateSelectionSet => {
                let none = sets.current().is_none().then_some(NO_SET);
                none.or_else(|| nothing_selected(view.session))
            }
            Self::DeleteSelectionSet => sets.current().is_none().then_some(NO_SET),
            Self::OrientJoints | Self::ReplaceInNames => {
                skeleton.is_empty().then_some("there are no joints")
            }
        }
    }

    pub(super) const fn checked(self, session: &Session) -> Option<bool> {
        match self {
            Self::RenameInPairs => Some(session.joints.in_pairs),
            Self::SkeletonFromFile
            | Self::ReplaceInNames
            | Self::OrientJoints
            | Self::SaveSelectionSet
            | Self::NextSelectionSet
            | Self::UpdateSelectionSet
            | Self::DeleteSelectionSet => None,
        }
    }
}
