//! Reads the file that a skeleton is taken from, in the background.

use std::sync::Arc;
use std::time::Duration;

use crate::features::opening::loading::Loader;
use crate::features::transfer::preview::open_character;
use crate::session::Session;
use crate::state::skeleton::joint_work::JointDialog;
use crate::state::skeleton::skeleton_source::{ForeignSkeleton, SkeletonRead};
use crate::tasks::{JobError, Latest, Spawner, Task};

/// Time between two polls.
const FRAME: Duration = Duration::from_millis(33);

/// The reading in progress, kept by the window.
#[derive(Debug, Default)]
pub struct SkeletonReading {
    job: Latest<u64, Result<Arc<ForeignSkeleton>, String>>,
}

impl SkeletonReading {
    /// Starts to read what the open dialog names and does not know yet; returns what was read.
    pub fn follow(
        &mut self,
        session: &Session,
        (loader, spawner): (&Loader, &Spawner),
    ) -> Option<SkeletonRead> {
        let source = &session.joints.source;
        let is_asked = session.joints.dialog == Some(JointDialog::FromFile);
        if !is_asked || source.file.is_empty() || source.file_result().is_some() {
            self.job.forget();
            return None;
        }
        self.job.restart(source.reads, || {
            let (file, name) = (source.file.clone(), source.name());
            let (loader, files) = (loader.clone(), session.files.clone());
            Task::start(spawner, "skeleton of a file", move |handle| {
                let character = open_character(&file, &loader, &files, handle)?;
                ForeignSkeleton::of(&character, &name).map(Arc::new)
            })
        });
        let Some((reads, outcome)) = self.job.poll() else {
            spawner.waker().wake_after(FRAME);
            return None;
        };
        let failed = |error: JobError| {
            Err(format!(
                "The file was not read, for {error}; choose it again."
            ))
        };
        Some((reads, outcome.unwrap_or_else(failed)))
    }
}
