//! Runs the actions on the problem list.

use crate::apply::Context;
use crate::commands::actions::ProblemAction;
use crate::files::settings::Change;
use crate::weighting::problem_list::{FixOrder, Step};
use crate::weighting::volume_list::VolumeIntent;

impl Context<'_> {
    pub(super) fn run_problems(&mut self, action: ProblemAction) {
        match action {
            ProblemAction::NextProblem => self.step_problems(Step::Next),
            ProblemAction::PreviousProblem => self.step_problems(Step::Previous),
            ProblemAction::SelectUnpairedVertices => self.step_problems(Step::Alone),
            ProblemAction::FixProblem => {
                let problems = &self.session.character.problems;
                if let Some((list, place)) = problems.list.clone().zip(problems.current) {
                    self.order_fix(FixOrder::one(list, place));
                }
            }
            ProblemAction::FixAllProblems => {
                if let Some(list) = self.session.character.problems.list.clone() {
                    self.order_fix(FixOrder::all(list));
                }
            }
            ProblemAction::ToggleVolumeCheck => self.toggle_volume_check(),
            ProblemAction::NextVolumePlace => self.next_volume_place(),
            ProblemAction::SmoothVolumePlace => self.at_volume_place(VolumeIntent::Smooth),
            ProblemAction::BlendVolumePlace => self.at_volume_place(VolumeIntent::Blend),
            ProblemAction::ToggleReport => self.toggle_report(),
            ProblemAction::ToggleCheck(check) => {
                let checks = self.session.settings.checks.toggled(check);
                self.session.settings.change(Change::Checks(checks));
            }
        }
    }
}
