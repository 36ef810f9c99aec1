//! Worker that looks for missing recent files. It runs in the background, because a sleeping drive must not block the
//! window.

use std::collections::BTreeSet;
use std::path::Path;

use whole_file::Files;

use super::Recent;
use crate::tasks::{JobError, Latest, Spawner, Task};

/// Looks in the background which recent files exist.
#[derive(Debug, Default)]
pub struct Presence {
    files: Files,
    /// The check for a list and a number of views; another of either starts it again.
    job: Latest<(Recent, u64), BTreeSet<String>>,
    /// Whether the list was visible at the last call.
    shown: bool,
    /// Number of times that the list became visible.
    views: u64,
}

impl Presence {
    /// Looks on this disk.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Polls the check and returns the missing files when there is a result. A check starts when the list changes or
    /// becomes visible.
    ///
    /// # Errors
    ///
    /// One sentence, once, if the check failed.
    pub fn look(
        &mut self,
        recent: &Recent,
        shown: bool,
        spawner: &Spawner,
    ) -> Option<Result<BTreeSet<String>, String>> {
        let was_shown = std::mem::replace(&mut self.shown, shown);
        self.views += u64::from(shown && !was_shown);
        let news = self.job.poll();
        let named = recent.all();
        if named.is_empty() && self.views == 0 {
            return None;
        }
        self.job.follow_up((recent.clone(), self.views), || {
            let (named, files) = (named.to_vec(), self.files.clone());
            Task::start(spawner, "recent files", move |_| {
                let is_missing = |file: &String| !files.is_file(Path::new(file));
                named.into_iter().filter(is_missing).collect()
            })
        });
        news.map(|(_, missing)| missing.map_err(|error| not_looked_up(&error)))
    }
}

fn not_looked_up(error: &JobError) -> String {
    format!(
        "Which of the recent files are still there was not looked up, for {error}. Open the list again to have it looked up."
    )
}
