//! Finds a camera from which the vertices of a problem are visible, in the background.

use std::sync::Arc;

use scene::view::camera::Camera;

use crate::commands::command::{Command, Outcome};
use crate::notices::Severity;
use crate::state::problems::problem_list::ProblemOutcome;
use crate::state::problems::problem_sight::ProblemSight;
use crate::tasks::{ByPointer, JobError, Latest, Spawner, Task};

/// The background search for a camera.
#[derive(Debug, Default)]
pub(super) struct SightSearch {
    job: Latest<ByPointer<ProblemSight>, Option<Camera>>,
}

impl SightSearch {
    /// Starts the requested search and returns its result as commands; cancels a search that is no longer requested.
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
            Task::start(spawner, "sight of a problem", move |_| sight.find_camera())
        });
        let Some((_, outcome)) = self.job.poll() else {
            return Vec::new();
        };
        let mut commands = Vec::new();
        let camera = outcome.unwrap_or_else(|error| match error {
            // Without a thread the search runs here and now: it takes some tenths of a second.
            JobError::NoThread(_) => request.find_camera(),
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
