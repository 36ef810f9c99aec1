//! The report on the open character: asked for, taken, and its places shown.

use std::sync::Arc;

use crate::commands::command::Panel;
use crate::features::Context;
use crate::shown::obeyed_limits;
use crate::state::judging::{Findings, JudgingIntent, JudgingOutcome};
use crate::state::problems::problem_sight::LIMB;
use crate::state::selection::Choose;

impl Context<'_> {
    /// Opens the report and judges, unless it is of now; closes it if it is open.
    pub(in crate::features) fn toggle_report(&mut self) {
        self.toggle(Panel::Report);
        let judging = &self.session.character.judging;
        let limits = obeyed_limits(self.document, self.session);
        let is_old = (judging.found.as_ref()).is_none_or(|of| of.is_old(self.document, &limits));
        if is_old && self.session.is_open(Panel::Report) {
            self.begin_judging();
        }
    }

    fn begin_judging(&mut self) {
        let judging = &mut self.session.character.judging;
        judging.asked += 1;
        judging.refused = None;
    }

    pub(in crate::features) fn on_judging_intent(&mut self, intent: JudgingIntent) {
        match intent {
            JudgingIntent::Begin => self.begin_judging(),
            JudgingIntent::For(purpose) => {
                self.session.character.judging.purpose = purpose;
                self.begin_judging();
            }
            JudgingIntent::Visit(found, place) => self.visit_place(&found, place),
        }
    }

    pub(in crate::features) fn on_judging_outcome(&mut self, outcome: JudgingOutcome) {
        let judging = &mut self.session.character.judging;
        match outcome {
            JudgingOutcome::Found(found) => {
                (judging.found, judging.refused) = (Some(found), None);
                judging.visited = None;
            }
            JudgingOutcome::Refused(why) => judging.refused = Some(why),
        }
    }

    /// Takes the pose of a place, as a step that is undone, and looks at it; nothing if the report is of another character.
    fn visit_place(&mut self, found: &Arc<Findings>, [check, place]: [usize; 2]) {
        let checked = found.verdict.checks.get(check);
        let Some(of) = checked.and_then(|checked| checked.places.get(place)) else {
            return;
        };
        // By value: choosing mirror partners makes an equal rig anew.
        let (then, now) = (&found.of.rig, &self.document.character.rig);
        if !Arc::ptr_eq(then, now) && then != now {
            return self.say("Report: the skeleton has changed since; judge again.");
        }
        if let Some((name, pose)) = &of.pose {
            self.take_own_pose(&format!("Pose of {name}"), None, (**pose).clone());
        }
        self.choose_vertices(&[of.vertex], Choose::Alone);
        self.select(of.joint_index);
        self.frame_around(&[of.vertex], LIMB);
        self.session.character.judging.visited = Some([check, place]);
    }
}
