//! Keeps bone maps in the folder of settings, in the background and in order.

use std::time::Duration;

use whole_file::Files;

use crate::commands::command::{Command, Outcome};
use crate::notices::Severity;
use crate::state::clip_library::ClipLibraryOutcome;
use crate::state::motion_in::kept_maps::KeepMap;
use crate::tasks::{JobError, Queue, Spawner};

/// Longest time that a closing window waits for a map that is being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes the maps that are to be kept.
#[derive(Debug)]
pub struct MapKeeper {
    queue: Queue<KeepMap, Result<(), String>>,
}

impl MapKeeper {
    /// On these files.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self {
            queue: Queue::new("bone map", move |order: &KeepMap| order.carry_out(&files)),
        }
    }

    /// Keeps a map after those that were asked for before. Of orders for one skeleton that wait, the last counts.
    pub fn keep(&mut self, order: KeepMap, spawner: &Spawner) {
        self.queue
            .retain(|waiting| waiting.names_hash != order.names_hash);
        self.queue.push(order, spawner);
    }

    /// What became of orders since the last call: why maps were not kept; where one was, clips of the library come over otherwise.
    pub fn receive(&mut self, spawner: &Spawner) -> Vec<Command> {
        let failed = |error: JobError| {
            Err(format!(
                "The bone map was not kept, for {error}; change a bone again to keep it."
            ))
        };
        let ended = self.queue.poll(spawner).into_iter();
        let outcomes = ended.map(|(_, outcome)| match outcome.unwrap_or_else(failed) {
            Ok(()) => Outcome::ClipLibrary(ClipLibraryOutcome::Forget),
            Err(text) => Outcome::Notify(Severity::Warning, text),
        });
        outcomes.map(Command::Outcome).collect()
    }

    /// Writes what is waiting, before the program ends.
    pub fn finish(&mut self) {
        // There is no window left to report a failure in.
        let _unheard = self.queue.finish(PATIENCE);
    }
}
