//! The advice on the open character: asked for, taken, and done.

use std::sync::Arc;

use super::steps::with_steps;
use crate::commands::command::Panel;
use crate::features::Context;
use crate::state::advice::{
    Advice, AdviceIntent, AdviceOutcome, AdvicePlan, AdviceStep, BakePlan, WITHIN,
};
use crate::state::bake::baking::{BakeAsked, BakeFound};

/// The name of the step.
const NAME: &str = "Apply advice";

impl Context<'_> {
    /// Opens the window of the advice and looks for some, unless it is of now; closes it if it is open.
    pub(in crate::features) fn toggle_advice(&mut self) {
        self.toggle(Panel::Advice);
        let found = self.session.character.advice.found.as_ref();
        let is_old = found.is_none_or(|found| self.is_old_advice(found));
        if is_old && self.session.is_open(Panel::Advice) {
            self.begin_advice();
        }
    }

    fn is_old_advice(&self, found: &Advice) -> bool {
        found.is_old(self.document, &self.session.character.weights.locked)
    }

    fn begin_advice(&mut self) {
        let advice = &mut self.session.character.advice;
        advice.asked += 1;
        advice.is_wanted = true;
        advice.refused = None;
    }

    pub(in crate::features) fn on_advice_intent(&mut self, intent: AdviceIntent) {
        match intent {
            AdviceIntent::Begin => self.begin_advice(),
            AdviceIntent::For(target) => {
                self.session.character.advice.target = target;
                self.begin_advice();
            }
            AdviceIntent::Within(within) => {
                let within = match within.is_finite() {
                    true => within.clamp(*WITHIN.start(), *WITHIN.end()),
                    false => self.session.character.advice.within,
                };
                self.session.character.advice.within = within;
            }
            AdviceIntent::Stop => self.session.character.advice.is_wanted = false,
            AdviceIntent::Apply => self.apply_advice(),
        }
    }

    pub(in crate::features) fn on_advice_outcome(&mut self, outcome: AdviceOutcome) {
        let advice = &mut self.session.character.advice;
        match outcome {
            AdviceOutcome::Found(found) => (advice.found, advice.refused) = (Some(found), None),
            AdviceOutcome::Refused(why) => advice.refused = Some(why),
        }
    }

    /// Does what was advised: a step that is undone, or the dialog of a bake with all filled in and done.
    pub(in crate::features) fn apply_advice(&mut self) {
        let Some(found) = self.session.character.advice.found.clone() else {
            return;
        };
        if self.is_old_advice(&found) {
            return self.say("What should I use: the character has changed since; look again.");
        }
        match &found.plan {
            AdvicePlan::Nothing => {}
            AdvicePlan::Edit(_) => self.take_advised_steps(&found),
            AdvicePlan::Bake(plan) => self.show_advised_bake(plan, &found),
        }
    }

    fn take_advised_steps(&mut self, found: &Arc<Advice>) {
        let AdvicePlan::Edit(steps) = &found.plan else {
            return;
        };
        let is_of_methods = |step: &AdviceStep| matches!(step, AdviceStep::Skinning(..));
        if !steps.iter().all(is_of_methods)
            && let Some(refusal) = self.layer_refusal()
        {
            return self.say(&refusal);
        }
        let work = &self.session.character.weights;
        match with_steps(self.document, steps, &found.bones, work) {
            Ok(after) => {
                self.take_edited(NAME, after, &[]);
                // What panes show is told apart from what meshes have.
                if found.target.joints().is_none() {
                    self.show_per_mesh();
                }
            }
            Err(why) => self.say(&format!("{NAME}: {why}")),
        }
    }

    /// Opens the dialog of the bake as if it had been baked there.
    fn show_advised_bake(&mut self, plan: &BakePlan, found: &Arc<Advice>) {
        if self.session.file_dialogs.bake.busy.is_some() {
            return self.tell_busy::<BakeAsked>();
        }
        self.session.file_dialogs.bake.is_aside = false;
        self.ask_file::<BakeAsked>();
        self.session.file_dialogs.bake.options = plan.asked.clone();
        let baked = Arc::clone(&plan.baked);
        let found = BakeFound::new(plan.asked.clone(), baked, found.of.clone());
        let versions = &mut self.session.character.versions;
        versions.set_baked(found.version.clone());
        self.session.baked = Some(found);
    }
}
