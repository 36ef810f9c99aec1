//! The judgment of the open character, in the background, whenever it is asked for.

use std::sync::Arc;

use scene::parallel::processors;
use scene::posed_character::Look;

use crate::commands::command::{Command, Outcome};
use crate::document::Document;
use crate::session::Session;
use crate::shown::obeyed_limits;
use crate::state::judging::{Findings, Judged, JudgingOutcome, Limits, judge};
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The number of the file among those opened, and how often its judgment was asked for.
type Key = (u64, u64);

/// The worker that judges.
#[derive(Debug, Default)]
pub struct Judgment {
    job: Latest<Key, Option<Result<Findings, String>>, f32>,
    fault: Fault,
}

impl Judgment {
    /// Starts the work that was asked for; gives what came of it.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        spawner: &Spawner,
    ) -> Option<Command> {
        let asked = session.character.judging.asked;
        if asked == 0 || session.opened == 0 {
            self.job.forget();
            return None;
        }
        self.job.restart((session.opened, asked), || {
            let character = Arc::clone(&document.character);
            let inheritance = Arc::clone(&document.scale_inheritance);
            let limits_of_joints = obeyed_limits(document, session);
            let driven = Arc::clone(&document.driven);
            let looks = looks(session);
            let worn = document.worn_from_within();
            let purpose = session.character.judging.purpose;
            Task::start_at(0.0, spawner, "judge character", move |handle| {
                let limits = Limits::of_purpose(purpose);
                let of = Judged {
                    character: &character,
                    scale_inheritance: &inheritance,
                    joint_limits: &limits_of_joints,
                    driven: &driven,
                    looks: &looks,
                    worn: &worn,
                    limits: &limits,
                    threads: processors().saturating_sub(1).max(1),
                };
                let found = judge(&of, &|share| handle.progress(share))?;
                Some(found.map(|verdict| Findings {
                    of: Arc::clone(&character),
                    scale_inheritance: Arc::clone(&inheritance),
                    joint_limits: Arc::clone(&limits_of_joints),
                    driven: Arc::clone(&driven),
                    verdict,
                }))
            })
        });
        let outcome = match self.job.poll()? {
            (_, Ok(Some(Ok(found)))) => JudgingOutcome::Found(Arc::new(found)),
            (_, Ok(Some(Err(why)))) => JudgingOutcome::Refused(why),
            (_, Err(error)) => {
                let why = format!(
                    "The character was not judged, for {error}. Judge it again to try once more."
                );
                self.fault.set(why.clone());
                JudgingOutcome::Refused(why)
            }
            (_, Ok(None)) => return None,
        };
        Some(Command::Outcome(Outcome::Judging(outcome)))
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The share that is done; none while nothing is judged.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        self.job.running().map(|(_, task)| task.progress())
    }
}

/// The methods of the panes, that of pane A first, each once.
fn looks(session: &Session) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    for pane in &session.comparing.panes {
        let look = pane.look.with_both_phases();
        if !looks.contains(&look) {
            looks.push(look);
        }
    }
    looks
}
