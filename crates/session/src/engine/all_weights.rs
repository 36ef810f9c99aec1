//! Jobs on all weights: started on a snapshot of the document, and applied when no gesture is in progress.

use std::collections::BTreeSet;

use crate::commands::command::{Command, Outcome};
use crate::features::weight_operations::worker::{
    AutomaticTask, BulgeTask, ClothesTask, FitTask, JobFn, JobProgress, OperationFn, PullTask,
    TransferTask, layer_work, mask_work, remedy_work, whole_work,
};
use crate::notices::Severity;
use crate::state::painting::brush_work::Whole;
use crate::state::weight_operations::weight_request::{Finished, NotDone, WeightRequest};
use scene::names::joint_name;

use super::Editor;

impl Editor {
    /// The finished job, as a command.
    pub(super) fn receive_weights(&mut self) -> Option<Command> {
        let finished = self
            .weight_jobs
            .receive(self.is_user_at_work(), &self.spawner)?;
        Some(Command::Outcome(Outcome::WeightsDone(Box::new(finished))))
    }

    /// Starts a job, or reports why it cannot start.
    pub(super) fn start_weights(&mut self, request: WeightRequest) {
        let is_of_layers = matches!(request, WeightRequest::Layers(_));
        // In modes other than Weights the brush has no surfaces yet.
        if matches!(request, WeightRequest::Whole(_)) {
            let opened = self.session.opened;
            self.paint_engine
                .build_now(&self.document.character, opened, &self.spawner);
        }
        let updates = |job: JobProgress<'_>| job.title == ClothesTask::TITLE;
        if request == WeightRequest::Clothes && self.weight_jobs.working().is_some_and(updates) {
            // From what the body has become since: what it began with is no more.
            self.weight_jobs.cancel();
        }
        let started = self.weight_work(request).and_then(|(title, work)| {
            let locked = &self.session.character.weights.locked;
            let began = (title, &self.document, locked);
            self.weight_jobs.start(began, work, &self.spawner)
        });
        let Err(text) = started else { return };
        // Layers wait for their result, so that a refusal has to come as one.
        if is_of_layers {
            self.apply(Outcome::WeightsDone(Box::new(Finished {
                title: String::new(),
                began: self.document.clone(),
                locked: BTreeSet::new(),
                result: Err(NotDone::Stopped(text)),
                facts: None,
            })));
        } else {
            self.apply(Outcome::Notify(Severity::Note, text));
        }
    }

    fn weight_work(&self, request: WeightRequest) -> Result<(String, Box<JobFn>), String> {
        let (document, session) = (&self.document, &self.session);
        let task = match request {
            WeightRequest::Whole(whole) => {
                if session.paints_mask() {
                    let seen = document.with_mask_as_map().character;
                    let task = self.paint_engine.whole_numbers(whole, &seen, session)?;
                    let name = self.name_of(whole);
                    let run: Box<OperationFn> = Box::new(move |go_on| task.run(go_on));
                    return Ok((name.clone(), mask_work(run, document.clone(), name)));
                }
                let run: Box<OperationFn> = if session.paints_numbers() {
                    let task =
                        self.paint_engine
                            .whole_numbers(whole, &document.character, session)?;
                    Box::new(move |go_on| task.run(go_on))
                } else {
                    let task = self.paint_engine.whole(whole, document, session)?;
                    Box::new(move |go_on| task.run(go_on))
                };
                let name = self.name_of(whole);
                let work = whole_work(run, document.clone(), name.clone());
                return Ok((name, work));
            }
            WeightRequest::Transfer(order) => {
                let task = TransferTask::new(order, document, session);
                return Ok((task.title().to_owned(), task.work()));
            }
            WeightRequest::Clothes => {
                let task = ClothesTask::new(document, session);
                return Ok((ClothesTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Bulge(request) => {
                let task = BulgeTask::new(request, document, session)?;
                return Ok((BulgeTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Fit(choice) => {
                let task = FitTask::new(choice, document, session);
                return Ok((FitTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Pull(choice) => {
                let task = PullTask::new(choice, document, session);
                return Ok((PullTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Remedy(order) => return remedy_work(&order, document, session),
            WeightRequest::Layers(order) => {
                let name = order.name.clone();
                return Ok((name, layer_work(order, document.clone())));
            }
            WeightRequest::Automatic(request) => AutomaticTask::new(request, document, session)?,
            WeightRequest::Bind(request) => {
                let requests = (request, session.rigging.automatic);
                AutomaticTask::binding(requests, document, session)?
            }
        };
        Ok((task.title(), task.work()))
    }

    /// Name of the undo step.
    fn name_of(&self, whole: Whole) -> String {
        let tool = self.session.settings.brush.tool;
        let verb = tool.name().to_lowercase();
        if self.session.paints_numbers() {
            return whole.name_for_numbers(&verb, self.session.painted_numbers());
        }
        let active = self.session.character.selection.active();
        let skeleton = &self.document.character.rig.skeleton;
        let active = active.map(|joint| joint_name(skeleton, joint));
        if let Some(name) = active.as_deref().filter(|_| whole.is_of_active_joint()) {
            return whole.name(name);
        }
        let what = active.filter(|_| !tool.is_of_all_joints());
        let what = what.map_or(verb.clone(), |name| format!("{verb} {name}"));
        whole.name(&what)
    }
}
