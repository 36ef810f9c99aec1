//! Reads a file that the document names, in the background.

use std::path::Path;
use std::sync::Arc;

use whole_file::Files;

use crate::files::working_folder::file_name;
use crate::state::reference::opened::{FileKey, Opened};
use crate::tasks::{Fault, JobError, Latest, Spawner, Task};

/// Reads a file; the last argument says whether it is still wanted.
type Read<T> = fn(&Path, &Files, &dyn Fn() -> bool) -> Result<T, String>;

/// What was found in a file, and the work that reads it.
#[derive(Debug)]
pub(super) struct FileReading<T> {
    of: Option<FileKey>,
    found: Option<Result<Arc<T>, String>>,
    job: Latest<FileKey, Result<T, String>>,
    fault: Fault,
}

impl<T> Default for FileReading<T> {
    fn default() -> Self {
        Self {
            of: None,
            found: None,
            job: Latest::default(),
            fault: Fault::default(),
        }
    }
}

impl<T: Clone + Send + 'static> FileReading<T> {
    /// Reads a file, unless it was read since it was opened last, and takes what was read.
    ///
    /// True where another file was wanted before, or none: what was found in that is dropped.
    pub(super) fn follow(
        &mut self,
        file: Option<&str>,
        opened: &Opened<T>,
        files: &Files,
        spawner: &Spawner,
        read: Read<T>,
    ) -> bool {
        let key = file.map(|file| opened.key(file));
        let is_other = self.of != key;
        if is_other {
            *self = Self {
                of: key.clone(),
                ..Self::default()
            };
        }
        let Some(key) = key else {
            return is_other;
        };
        self.job.restart(key.clone(), || {
            let (opened, files) = (opened.clone(), files.clone());
            Task::start(spawner, "reference", move |handle| {
                let known = opened.take(&key);
                let goes_on = || !handle.is_canceled();
                known.map_or_else(|| read(Path::new(&key.0), &files, &goes_on), Ok)
            })
        });
        if let Some(((file, _), outcome)) = self.job.poll() {
            let read = told(outcome, Path::new(&file), &mut self.fault);
            self.found = Some(read.map(Arc::new));
        }
        is_other
    }

    /// What was found in the file, or one sentence why nothing; none before it is read.
    pub(super) fn found(&self) -> Option<Result<&T, &str>> {
        let found = self.found.as_ref()?;
        Some(found.as_deref().map_err(String::as_str))
    }

    /// What was found in the file, if it could be read.
    pub(super) fn shared(&self) -> Option<Arc<T>> {
        self.found.as_ref()?.as_ref().ok().cloned()
    }

    /// The error since the last call, if any.
    pub(super) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}

/// What a worker found in a file; its fault is told once.
pub(super) fn told<T>(
    outcome: Result<Result<T, String>, JobError>,
    file: &Path,
    fault: &mut Fault,
) -> Result<T, String> {
    let read = outcome.unwrap_or_else(|error| {
        let name = file_name(file);
        Err(format!("{name} was not read, for {error}; open it again."))
    });
    match &read {
        Ok(_) => fault.clear(),
        Err(text) => fault.set(text.clone()),
    }
    read
}
