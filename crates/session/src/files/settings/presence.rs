//! Which of the recent files are still there: looked up in the background, for a drive that sleeps must not stop the window.

use std::collections::BTreeSet;
use std::path::Path;

use super::Recent;
use crate::jobs::{JobError, Latest, Spawner, Task};

/// Looks files up in the background.
#[derive(Debug, Default)]
pub struct Presence {
    /// The list, and how often it had come into view.
    job: Latest<(Recent, u64), BTreeSet<String>>,
    /// Whether the list was visible when it was looked at last.
    shown: bool,
    /// How often it has come into view.
    views: u64,
}

impl Presence {
    /// The files that are missing, when there is news: they are looked up when the list changes, and whenever it comes into
    /// view.
    ///
    /// # Errors
    ///
    /// One sentence, once, where they could not be looked up.
    pub fn look(
        &mut self,
        recent: &Recent,
        shown: bool,
        spawner: &Spawner,
    ) -> Option<Result<BTreeSet<String>, String>> {
        let was_shown = std::mem::replace(&mut self.shown, shown);
        self.views += u64::from(shown && !was_shown);
        let news = self.job.poll();
        let files = recent.all();
        if files.is_empty() && self.views == 0 {
            return None;
        }
        self.job.follow_up((recent.clone(), self.views), || {
            let files = files.to_vec();
            Task::start(spawner, "recent files", move |_| {
                let is_missing = |file: &String| !Path::new(file).is_file();
                files.into_iter().filter(is_missing).collect()
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
