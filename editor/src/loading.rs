//! Opening files on worker threads, so that the window never waits.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use character::{Character, Progress, Stage};
use eframe::egui;

use crate::command::{Command, Outcome};
use crate::load::{LoadError, load_with};
use crate::notices::Severity;
use crate::project::{Fingerprint, is_project};
use crate::project_command::ProjectOutcome;
use crate::project_open::{open_project, recover_work};
use crate::watch::Stamp;

/// Opening that takes longer shows how far it is; a card for what is faster would only flicker.
pub const SLOW: Duration = Duration::from_millis(200);

/// Time between two looks at the progress.
const FRAME: Duration = Duration::from_millis(33);

/// Where a [`Loader`] tells how far it is; it stops when the answer is to break off.
pub type Report<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// The function that opens files: [`load_with`], or another one in tests.
#[derive(Clone)]
pub struct Loader(Arc<Load>);

type Load = dyn Fn(&str, &mut Report<'_>) -> Result<Character, LoadError> + Send + Sync;

impl Loader {
    /// Opens files with this function.
    pub fn new(
        load: impl Fn(&str, &mut Report<'_>) -> Result<Character, LoadError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(load))
    }

    /// Opens a file, and tells `report` how far it is; stops when that breaks off.
    ///
    /// # Errors
    ///
    /// One sentence, as of [`load_with`].
    pub fn load(&self, file: &str, report: &mut Report<'_>) -> Result<Character, LoadError> {
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
pub struct Wish {
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

/// The worker threads' end.
#[derive(Debug)]
pub struct Loading {
    loader: Loader,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    job: Option<Job>,
    next: u64,
    stamp: Option<Stamp>,
    content: Option<Fingerprint>,
}

/// What is being read. Dropping it tells the worker to stop.
#[derive(Debug)]
struct Job {
    id: u64,
    wish: Wish,
    since: Instant,
    shared: Arc<Shared>,
}

/// What the window and the worker both see.
#[derive(Debug)]
struct Shared {
    cancelled: AtomicBool,
    progress: Mutex<Progress>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }
}

/// What was read.
#[derive(Debug)]
enum Read {
    Character(Box<Character>),
    Project(ProjectOutcome),
}

#[derive(Debug)]
struct Message {
    id: u64,
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
    pub fn new(loader: Loader) -> Self {
        let (sender, receiver) = channel();
        Self {
            loader,
            sender,
            receiver,
            job: None,
            next: 0,
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
        let job = self.job.as_ref()?;
        Some(Opening {
            file: &job.wish.file,
            progress: job.shared.progress(),
            is_slow: job.since.elapsed() >= SLOW,
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
    pub fn start(&mut self, wish: Wish, ctx: &egui::Context) -> Result<(), String> {
        self.job = None;
        let id = self.next;
        self.next += 1;
        let shared = Arc::new(Shared {
            cancelled: AtomicBool::new(false),
            progress: Mutex::new(Progress {
                stage: Stage::File,
                fraction: 0.0,
            }),
        });
        let worker = Worker {
            id,
            wish: wish.clone(),
            loader: self.loader.clone(),
            shared: Arc::clone(&shared),
            sender: self.sender.clone(),
            ctx: ctx.clone(),
        };
        thread::Builder::new()
            .name("open file".to_owned())
            .spawn(move || worker.work())
            .map_err(|error| format!("no thread could be started to read the file: {error}"))?;
        self.job = Some(Job {
            id,
            wish,
            since: Instant::now(),
            shared,
        });
        ctx.request_repaint_after(SLOW);
        Ok(())
    }

    /// Gives up what is being read: nothing of it will come back. The worker ends at its next report.
    pub fn cancel(&mut self) -> Option<Wish> {
        self.job.take().map(|mut job| std::mem::take(&mut job.wish))
    }

    /// What has come back since the last call, as a command.
    pub fn receive(&mut self, ctx: &egui::Context) -> Option<Command> {
        let mut command = None;
        while let Ok(message) = self.receiver.try_recv() {
            command = self.answer(message).or(command);
        }
        if let Some(job) = &self.job {
            let until_slow = SLOW.saturating_sub(job.since.elapsed());
            ctx.request_repaint_after(until_slow.max(FRAME));
        }
        command
    }

    fn answer(&mut self, message: Message) -> Option<Command> {
        if self.job.as_ref()?.id != message.id {
            return None;
        }
        let wish = self.cancel()?;
        match message.result {
            Ok(Read::Project(command)) => {
                // A project without its character leaves all as it is.
                if matches!(command, ProjectOutcome::Opened(_)) {
                    (self.stamp, self.content) = (message.stamp, message.content);
                }
                Some(Command::Outcome(Outcome::Project(command)))
            }
            Ok(Read::Character(character)) => {
                (self.stamp, self.content) = (message.stamp, message.content);
                Some(if wish.reload {
                    Command::Outcome(Outcome::Reloaded(character))
                } else {
                    Command::Outcome(Outcome::Opened {
                        file: wish.file,
                        character,
                    })
                })
            }
            Err(error) => Some(Command::Outcome(Outcome::Notify(
                Severity::Error,
                error.to_string(),
            ))),
        }
    }
}

impl Shared {
    fn progress(&self) -> Progress {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, progress: Progress) -> ControlFlow<()> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        if self.cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// What the thread needs.
struct Worker {
    id: u64,
    wish: Wish,
    loader: Loader,
    shared: Arc<Shared>,
    sender: Sender<Message>,
    ctx: egui::Context,
}

impl Worker {
    fn work(self) {
        let mut stamp = None;
        let shared = &self.shared;
        let mut load = |file: &str| {
            // Before reading: a change while the file is read must not pass for what was read.
            stamp = Stamp::of(Path::new(file));
            self.loader
                .load(file, &mut |progress| shared.report(progress))
        };
        let (file, source) = (self.wish.file.as_str(), self.wish.source.as_deref());
        let result = if self.wish.recovery {
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
        // The window may be gone by now; then nobody wants to know.
        let _gone = self.sender.send(Message {
            id: self.id,
            stamp,
            content,
            result,
        });
        self.ctx.request_repaint();
    }
}
