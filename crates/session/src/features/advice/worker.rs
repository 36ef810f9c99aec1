//! The advice on the open character, looked for in the background whenever it is asked for.

use std::sync::{Arc, Mutex, PoisonError};

use scene::parallel::processors;

use super::search::{AdviceJob, advise};
use crate::commands::command::{Command, Outcome};
use crate::document::Document;
use crate::session::Session;
use crate::state::advice::{Advice, AdviceOutcome, MOST_POSES, NoAdvice};
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::weight_table::weights_work::WeightsWork;
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The number of the file among those opened, and how often its advice was asked for.
type Key = (u64, u64);

/// The share that is shown: the one that was told last. Where a bake only asks whether to go on, it tells none.
fn last_told(shown: &Mutex<f32>, share: f32) -> f32 {
    let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
    if share.is_finite() {
        *shown = share;
    }
    *shown
}

/// The worker that looks for advice.
#[derive(Debug, Default)]
pub struct AdviceSearch {
    job: Latest<Key, Result<Advice, NoAdvice>, f32>,
    fault: Fault,
}

impl AdviceSearch {
    /// Starts the work that was asked for, or stops it; gives what came of it.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        spawner: &Spawner,
    ) -> Option<Command> {
        let asked = &session.character.advice;
        if !asked.is_wanted || session.opened == 0 {
            self.job.forget();
            return None;
        }
        self.job.restart((session.opened, asked.asked), || {
            let taken = document.clone();
            let (target, within) = (asked.target, asked.within);
            let work = WeightsWork {
                locked: session.character.weights.locked.clone(),
                ..WeightsWork::default()
            };
            let (folder, files) = (session.settings_folder.clone(), session.files.clone());
            Task::start_at(0.0, spawner, "look for advice", move |handle| {
                let bones = FoundBones::of(&taken.character, folder.as_deref(), &files);
                let job = AdviceJob {
                    document: &taken,
                    target,
                    within,
                    poses: MOST_POSES,
                    bones: bones.map(),
                    work: &work,
                    threads: processors().saturating_sub(1).max(1),
                };
                let shown = Mutex::new(0.0);
                advise(&job, &|share| handle.progress(last_told(&shown, share)))
            })
        });
        let outcome = match self.job.poll()? {
            (_, Ok(Ok(found))) => AdviceOutcome::Found(Arc::new(found)),
            (_, Ok(Err(NoAdvice::Refused(why)))) => AdviceOutcome::Refused(why),
            (_, Ok(Err(NoAdvice::Canceled))) => return None,
            (_, Err(error)) => {
                let why = format!("Nothing was advised, for {error}. Look again to try once more.");
                self.fault.set(why.clone());
                AdviceOutcome::Refused(why)
            }
        };
        Some(Command::Outcome(Outcome::Advice(outcome)))
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The share that is done; none while nothing is looked for.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        self.job.running().map(|(_, task)| task.progress())
    }
}
