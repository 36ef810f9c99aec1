//! Finds from where the vertices of a problem are seen, in the background.

use std::sync::Arc;

use crate::commands::command::{Command, Outcome};
use crate::jobs::{ByPointer, JobError, Latest, Spawner, Task};
use crate::notices::Severity;
use crate::weighting::problem_list::ProblemOutcome;
use crate::weighting::problem_sight::ProblemSight;
use scene::view::camera::Camera;

/// The one that looks.
#[derive(Debug, Default)]
pub(super) struct SightSearch {
    job: Latest<ByPointer<ProblemSight>, Option<Camera>>,
}

impl SightSearch {
    /// Begins what is wished for, and gives what has come of it; what is wished for no more is given up.
    pub(super) fn follow(
        &mut self,
        request: Option<&Arc<ProblemSight>>,
        spawner: &Spawner,
    ) -> Vec<Command> {
        let Some(request) = request else {
            self.job.forget();
            return Vec::new();
        };
        self.job.restart(ByPointer(Arc::clone(request)), || {
            let sight = Arc::clone(request);
            Task::start(spawner, "sight of a problem", move |_| sight.found())
        });
        let Some((_, outcome)) = self.job.poll() else {
            return Vec::new();
        };
        let mut commands = Vec::new();
        let camera = outcome.unwrap_or_else(|error| match error {
            // Where no thread can be had, it looks at once.
            JobError::NoThread(_) => request.found(),
            JobError::Stopped => {
                let text = format!(
                    "From where the vertices are seen was not found, for {error}. Go to the problem again, or turn the view."
                );
                commands.push(Command::Outcome(Outcome::Notify(Severity::Warning, text)));
                None
            }
        });
        let seen = ProblemOutcome::Seen(Arc::clone(request), camera);
        commands.push(Command::Outcome(Outcome::Problems(seen)));
        commands
    }
}
