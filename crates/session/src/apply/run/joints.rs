//! Runs the actions on many joints at once.

use crate::apply::Context;
use crate::commands::actions::JointsAction;
use crate::tools::joint_work::{JointDialog, JointIntent};
use crate::tools::selection_sets::SetIntent;
use crate::weighting::weight_request::WhichJoints;

impl Context<'_> {
    pub(super) fn run_joints(&mut self, action: JointsAction) {
        // Who has selected some joints means these.
        let which = match self.session.character.selection.joints() {
            [] => WhichJoints::All,
            _ => WhichJoints::Selected,
        };
        let work = &mut self.session.joints;
        let sets = &self.session.character.sets;
        let (current, next) = (sets.current(), sets.next());
        match action {
            JointsAction::SkeletonFromFile => {
                // What was read for an earlier dialog may be old.
                work.source.file.clear();
                work.source.found = None;
                work.dialog = Some(JointDialog::FromFile);
            }
            JointsAction::RenameInPairs => work.in_pairs ^= true,
            JointsAction::ReplaceInNames => {
                // One joint is selected most of the time; several are meant.
                let several = self.session.character.selection.joints().len() > 1;
                work.replace.joints = if several { which } else { WhichJoints::All };
                work.dialog = Some(JointDialog::Names);
            }
            JointsAction::OrientJoints => {
                work.orient.joints = which;
                self.on_joint_intent(JointIntent::Ask(Some(JointDialog::Orient)));
            }
            JointsAction::SaveSelectionSet => {
                work.dialog = Some(JointDialog::SaveSet(sets.free_name()));
            }
            JointsAction::NextSelectionSet => self.on_set(next, SetIntent::Recall),
            JointsAction::UpdateSelectionSet => self.on_set(current, SetIntent::Update),
            JointsAction::DeleteSelectionSet => self.on_set(current, SetIntent::Delete),
        }
    }

    fn on_set(&mut self, place: Option<usize>, intent: impl Fn(usize) -> SetIntent) {
        if let Some(place) = place {
            self.on_joint_intent(JointIntent::Set(intent(place)));
        }
    }
}
