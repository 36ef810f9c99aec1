//! Opening files in the background, so that the window never waits.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use character::{Character, Progress, Stage};

use crate::commands::command::Command;
use crate::commands::command::Outcome;
use crate::commands::project_command::ProjectOutcome;
use crate::files::load::{LoadError, load_with};
use crate::files::project::{Fingerprint, is_project};
use crate::files::project_open::{open_project, recover_work};
use crate::jobs::watch::Stamp;
use crate::jobs::{Handle, JobError, Spawner, Task};
use crate::notices::Severity;

/// Opening that takes longer shows how far it is; a card for what is faster would only flicker.
pub const SLOW: Duration = Duration::from_millis(200);

/// Time between two looks at the progress.
const FRAME: Duration = Duration::from_millis(33);

/// Where a [`Loader`] tells how far it is; it stops when the answer is to break off.
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// The function that opens files: [`load_with`], or another one in tests.
#[derive(Clone)]
pub struct Loader(Arc<Load>);

type Load = dyn Fn(&str, &mut OnProgress<'_>) -> Result<Character, LoadError> + Send + Sync;

impl Loader {
    /// Opens files with this function.
    pub fn new(
        load: impl Fn(&str, &mut OnProgress<'_>) -> Result<Character, LoadError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(load))
    }

    /// Opens a file, and tells `report` how far it is; stops when that breaks off.
    ///
    /// # Errors
    ///
    /// One sentence, as of [`load_with`].
    pub fn load(&self, file: &str, report: &mut OnProgress<'_>) -> Result<Character, LoadError> {
        (self.0)(file, report)
    }
}

impl Default for Loader {
    fn default() -> Self {
        Self::new(|file, report| load_with(file, report))
    }
}

impl fmt::Debug for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").finish_non_exhaustive()
    }
}

/// A wish to open something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRequest {
    /// A path, or `builtin:NAME`.
    pub file: String,
    /// Whether it is what is shown already, and is to be shown as it is now.
    pub reload: bool,
    /// Whether a reload was offered when this was asked for: cancelling brings the offer back.
    pub offered: bool,
    /// Where the character of a project is, if not where the project says.
    pub source: Option<String>,
    /// Whether it is work that was left, to be recovered.
    pub recovery: bool,
}

/// How far an opening is, to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening<'a> {
    /// What is read.
    pub file: &'a str,
    /// What is being done, and how much of the whole is done.
    pub progress: Progress,
    /// Whether it takes so long that it is worth showing.
    pub is_slow: bool,
}

/// The window's end.
#[derive(Debug)]
pub struct Loading {
    loader: Loader,
    /// What is being read; dropping it tells the worker to stop.
    job: Option<(OpenRequest, Task<Message, Progress>)>,
    stamp: Option<Stamp>,
    content: Option<Fingerprint>,
}

/// What was read.
#[derive(Debug)]
enum Read {
    Character(Box<Character>),
    Project(ProjectOutcome),
}

#[derive(Debug)]
struct Message {
    stamp: Option<Stamp>,
    content: Option<Fingerprint>,
    result: Result<Read, LoadError>,
}

impl Default for Loading {
    fn default() -> Self {
        Self::new(Loader::default())
    }
}

impl Loading {
    /// Opens files with this loader.
    #[must_use]
    pub const fn new(loader: Loader) -> Self {
        Self {
            loader,
            job: None,
            stamp: None,
            content: None,
        }
    }

    /// What opens files.
    #[must_use]
    pub const fn loader(&self) -> &Loader {
        &self.loader
    }

    /// What is being read, and how far it is.
    #[must_use]
    pub fn opening(&self) -> Option<Opening<'_>> {
        let (request, task) = self.job.as_ref()?;
        Some(Opening {
            file: &request.file,
            progress: task.progress(),
            is_slow: task.age() >= SLOW,
        })
    }

    /// The state on disk of the file that was read last, from just before it was read.
    #[must_use]
    pub const fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// The content of the file that was read last; none for a built-in character.
    #[must_use]
    pub const fn content(&self) -> Option<Fingerprint> {
        self.content
    }

    /// Begins to read; whatever is still being read is given up, see [`cancel`](Self::cancel).
    ///
    /// # Errors
    ///
    /// One sentence when no thread can be started.
    pub fn start(&mut self, request: OpenRequest, spawner: &Spawner) -> Result<(), String> {
        self.job = None;
        let worker = Worker {
            request: request.clone(),
            loader: self.loader.clone(),
        };
        let begin = Progress {
            stage: Stage::File,
            fraction: 0.0,
        };
        let task = Task::start_at(begin, (spawner, "open file"), move |handle| {
            worker.work(handle)
        });
        if let Some(error) = task.refusal() {
            return Err(not_read(&request, error));
        }
        self.job = Some((request, task));
        spawner.waker().wake_after(SLOW);
        Ok(())
    }

    /// Gives up what is being read: nothing of it will come back. The worker ends at its next report.
    pub fn cancel(&mut self) -> Option<OpenRequest> {
        self.job.take().map(|(request, _)| request)
    }

    /// What has come back since the last call, as a command.
    pub fn receive(&mut self, spawner: &Spawner) -> Option<Command> {
        let (_, task) = self.job.as_mut()?;
        let Poll::Ready(outcome) = task.poll() else {
            let until_slow = SLOW.saturating_sub(task.age());
            spawner.waker().wake_after(until_slow.max(FRAME));
            return None;
        };
        let request = self.cancel()?;
        Some(match outcome {
            Ok(message) => self.answer(request, message),
            Err(error) => {
                Command::Outcome(Outcome::Notify(Severity::Error, not_read(&request, &error)))
            }
        })
    }

    fn answer(&mut self, request: OpenRequest, message: Message) -> Command {
        match message.result {
            Ok(Read::Project(command)) => {
                // A project without its character leaves all as it is.
                if matches!(command, ProjectOutcome::Opened(_)) {
                    (self.stamp, self.content) = (message.stamp, message.content);
                }
                Command::Outcome(Outcome::Project(command))
            }
            Ok(Read::Character(character)) => {
                (self.stamp, self.content) = (message.stamp, message.content);
                if request.reload {
                    Command::Outcome(Outcome::Reloaded(character))
                } else {
                    Command::Outcome(Outcome::Opened {
                        file: request.file,
                        character,
                    })
                }
            }
            Err(error) => Command::Outcome(Outcome::Notify(Severity::Error, error.to_string())),
        }
    }
}

/// That the worker, not the file, is why nothing was read.
fn not_read(request: &OpenRequest, error: &JobError) -> String {
    format!("{}: not opened, for {error}. Open it again.", request.file)
}

/// What the thread needs.
struct Worker {
    request: OpenRequest,
    loader: Loader,
}

impl Worker {
    fn work(self, handle: &Handle<Progress>) -> Message {
        let mut stamp = None;
        let mut load = |file: &str| {
            // Before reading: a change while the file is read must not pass for what was read.
            stamp = Stamp::of(Path::new(file));
            self.loader
                .load(file, &mut |progress| handle.progress(progress))
        };
        let (file, source) = (self.request.file.as_str(), self.request.source.as_deref());
        let result = if self.request.recovery {
            recover_work(file, source, &mut load).map(Read::Project)
        } else if is_project(file) {
            open_project(file, source, &mut load).map(Read::Project)
        } else {
            load(file).map(|character| Read::Character(Box::new(character)))
        };
        let content = match &result {
            Ok(Read::Project(ProjectOutcome::Opened(opened))) => opened.content,
            Ok(Read::Character(_)) => Fingerprint::of(file),
            _ => None,
        };
        Message {
            stamp,
            content,
            result,
        }
    }
}
